/** Debian's programs that tests need. */
import { spawnSync } from 'node:child_process';
import { findOnPath, installTool, type Tool } from './debian-packages.ts';

const areOnPath = (programs: readonly string[]) => programs.every((name) => findOnPath(name) !== null);

/** Without windows it draws no frames of its own: journeys take a quarter less processor time. */
const CHROMIUM_SHELL = 'chromium-headless-shell';

/** Path of Chromium; null if there is none. */
export function chromiumOnPath(): string | null {
  const programs = [CHROMIUM_SHELL, 'chromium', 'chromium-browser', 'google-chrome'];
  return programs.map(findOnPath).find((file) => file !== null) ?? null;
}

export const CHROMIUM: Tool = {
  what: 'Chromium for the journeys',
  packages: [CHROMIUM_SHELL],
  isThere: () => chromiumOnPath() !== null,
};

/** Path of Chromium, installed if missing and run as root on Debian; null if there is none. */
export function findChromium(): string | null {
  // Older releases of Debian have the full browser only.
  if (!installTool(CHROMIUM)) installTool({ ...CHROMIUM, packages: ['chromium'] });
  return chromiumOnPath();
}

export const PNGQUANT: Tool = {
  what: 'pngquant for the pictures of the gallery',
  packages: ['pngquant'],
  isThere: () => areOnPath(['pngquant']),
};

export const RADOSGW: Tool = {
  what: 'radosgw for the tests against an S3 store',
  packages: ['ceph-mon', 'ceph-osd', 'radosgw'],
  isThere: () =>
    areOnPath(['ceph-mon', 'ceph-osd', 'radosgw', 'radosgw-admin', 'ceph', 'ceph-authtool', 'monmaptool']),
};

export const IMAGE_TOOLS: Tool = {
  what: 'readers of container images',
  packages: ['skopeo', 'umoci'],
  isThere: () => areOnPath(['skopeo', 'umoci']),
};

/** R with the packages that the examples of docs/api.md and the lines of code of the pages need. */
export const R: Tool = {
  what: 'R for the examples and the lines of code',
  packages: [
    'r-base-core',
    'r-bioc-limma',
    'r-cran-httr2',
    'r-cran-jsonlite',
    'r-cran-survival',
    'r-cran-wgcna',
  ],
  // Without loading WGCNA, which takes seconds.
  isThere: () => {
    const load =
      'library(httr2); library(limma); library(survival); stopifnot(nzchar(system.file(package = "WGCNA")))';
    return spawnSync('Rscript', ['--vanilla', '-e', load]).status === 0;
  },
};
