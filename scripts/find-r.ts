import { spawnSync } from 'node:child_process';
import type { Tool } from './debian-packages.ts';

/** R with the packages that the examples of docs/api.md and the lines of code of the pages need. */
export const R: Tool = {
  what: 'R for the examples and the lines of code',
  packages: ['r-base-core', 'r-bioc-limma', 'r-cran-httr2', 'r-cran-jsonlite', 'r-cran-survival'],
  isThere: () =>
    spawnSync('Rscript', ['--vanilla', '-e', 'library(httr2); library(limma); library(survival)']).status ===
    0,
};
