/** Allowed licences of packages, as SPDX expressions in package-lock.json. */
import { readFileSync } from 'node:fs';
import path from 'node:path';

const ALLOWED = new Set([
  'MIT',
  'MIT-0',
  'ISC',
  '0BSD',
  'Apache-2.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'BlueOak-1.0.0',
  'CC0-1.0',
  'Unlicense',
  'PostgreSQL',
  'OFL-1.1',
  'Zlib',
  'Python-2.0',
  'NIST-Software',
]);

/** Allowed for checks and builds only, which are not part of the product. */
const ALLOWED_FOR_BUILD = new Set(['MPL-2.0', 'CC-BY-4.0']);

/** Packages whose licence is not in the lock file, with the licence from their files. */
const KNOWN: ReadonlyMap<string, string> = new Map([
  ['png-js', 'MIT'],
  ['h5wasm', 'NIST-Software'],
]);

interface LockedPackage {
  version?: string;
  license?: string;
  link?: boolean;
  dev?: boolean;
}

interface Part {
  name: string;
  version: string;
  licence: string;
}

function isAllowed(licence: string): boolean {
  const anyOf = licence.replaceAll(/[()]/g, '').split(/ OR /);
  return anyOf.some((all) =>
    all.split(/ AND /).every((name) => ALLOWED.has(name) || ALLOWED_FOR_BUILD.has(name)),
  );
}

function readPackages(root: string): (Part & { isDev: boolean })[] {
  const lock: { packages: Record<string, LockedPackage> } = JSON.parse(
    readFileSync(path.join(root, 'package-lock.json'), 'utf8'),
  );
  return Object.entries(lock.packages)
    .filter(([name, entry]) => name.includes('node_modules/') && !entry.link)
    .map(([name, entry]) => {
      const short = name.slice(name.lastIndexOf('node_modules/') + 'node_modules/'.length);
      const licence = KNOWN.get(short) ?? entry.license ?? 'none';
      return { name: short, version: entry.version ?? '', licence, isDev: entry.dev === true };
    });
}

/** Packages of the lock file without an allowed licence. */
export function listForbiddenLicences(root: string): Part[] {
  return readPackages(root).filter(({ licence }) => !isAllowed(licence));
}

/** Packages of the product, each version once, by name; without those only for tests and builds. */
export function listParts(root: string): Part[] {
  const parts = new Map<string, Part>();
  for (const { isDev, ...part } of readPackages(root)) {
    if (!isDev) parts.set(`${part.name}@${part.version}`, part);
  }
  return [...parts.values()].toSorted((a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : 0));
}
