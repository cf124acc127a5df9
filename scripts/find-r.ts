import { spawnSync } from 'node:child_process';
import { installPackages } from './debian-packages.ts';

/** Whether R is here with the package by which the examples of docs/api.md ask. */
const hasR = () => spawnSync('Rscript', ['--vanilla', '-e', 'library(httr2)']).status === 0;

/** R for the examples of docs/api.md; as root on Debian it is installed when missing. */
export function installR(): void {
  if (!hasR())
    installPackages('R for the examples of docs/api.md', ['r-base-core', 'r-cran-httr2', 'r-cran-jsonlite']);
}
