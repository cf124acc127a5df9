import { spawnSync } from 'node:child_process';
import { installPackages } from './debian-packages.ts';

/** Whether R is installed with the packages that the examples of docs/api.md need. */
const hasR = () => spawnSync('Rscript', ['--vanilla', '-e', 'library(httr2)']).status === 0;

/** Installs R for the examples of docs/api.md, if missing and run as root on Debian. */
export function installR(): void {
  if (!hasR())
    installPackages('R for the examples of docs/api.md', ['r-base-core', 'r-cran-httr2', 'r-cran-jsonlite']);
}
