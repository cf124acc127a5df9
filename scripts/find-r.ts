import { spawnSync } from 'node:child_process';
import { installPackages } from './debian-packages.ts';

/** Whether R is installed with the packages that the examples of docs/api.md and the lines of code of the pages need. */
const hasR = () =>
  spawnSync('Rscript', ['--vanilla', '-e', 'library(httr2); library(limma); library(survival)']).status === 0;

/** Installs R for the examples of docs/api.md and the lines of code of the pages, if missing and run as root on Debian. */
export function installR(): void {
  if (!hasR())
    installPackages('R for the examples and the lines of code', [
      'r-base-core',
      'r-bioc-limma',
      'r-cran-httr2',
      'r-cran-jsonlite',
      'r-cran-survival',
    ]);
}
