/**
 * The runtime of an image without a base: the Node of this installation, the shared libraries it is linked to, and
 * their licences.
 */
import { execFile } from 'node:child_process';
import { createReadStream } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { z } from 'zod';
import { imageFile } from './container-image.ts';
import type { TarEntry } from './tar.ts';

/** Determined by a separate process, as this one may have loaded further libraries. */
const ASK = `process.report.excludeNetwork = true;
const { sharedObjects, header } = process.report.getReport();
console.log(JSON.stringify({ sharedObjects, glibc: header.glibcVersionRuntime ?? null }));`;

const bindings = z.object({ sharedObjects: z.array(z.string()), glibc: z.string().nullable() });

/** Where Debian stores the licences of libraries. */
const LIBRARY_PACKAGES = ['libc6', 'libstdc++6', 'libgcc-s1', 'libatomic1'];

function isThere(file: string): Promise<boolean> {
  return stat(file).then(
    (found) => found.isFile(),
    () => false,
  );
}

interface RuntimeFile {
  from: string;
  /** path in the image */
  target: string;
  mode: number;
}

async function fileOf({ from, target, mode }: RuntimeFile): Promise<TarEntry> {
  const { size } = await stat(from);
  return { path: target, sizeBytes: size, mode, content: async () => createReadStream(from) };
}

/** The name of the operating system that provides the libraries. */
async function systemName(): Promise<string> {
  const text = await readFile('/etc/os-release', 'utf8').catch(() => '');
  return /^PRETTY_NAME="?([^"\n]*)"?$/m.exec(text)?.[1] ?? 'Linux';
}

async function describeTerms(glibc: string): Promise<string> {
  return `This image was made by Omicon from files of the machine that made it.

Node.js ${process.version} (/usr/local/bin/node): MIT and the terms in node/LICENSE beside this file.
Source: https://github.com/nodejs/node

The libraries in /lib, /lib64 and /usr/lib are unchanged files of ${await systemName()}:
GNU C Library ${glibc}: LGPL-2.1-or-later. Source: https://sourceware.org/glibc/ and, as packaged by Debian,
https://snapshot.debian.org/package/glibc/. It is bound dynamically and may be replaced by another build.
libstdc++ and libgcc: GPL-3.0-or-later with the GCC Runtime Library Exception. Source: https://gcc.gnu.org/ and
https://snapshot.debian.org/.
Terms of the packages, where the machine had them, lie beside this file.

The programs in /omicon are part of Omicon. The data in /omicon are research data; they are passed on under the terms
of service of the portal that the image came from.
`;
}

/**
 * Files of the runtime, with libraries at the paths where the dynamic loader finds them.
 * @throws Error if Node is not linked to glibc
 */
export async function listRuntimeFiles(): Promise<TarEntry[]> {
  const { stdout } = await promisify(execFile)(process.execPath, ['-e', ASK], {
    env: {},
    maxBuffer: 1024 * 1024,
  });
  const { sharedObjects, glibc } = bindings.parse(JSON.parse(stdout));
  if (process.platform !== 'linux' || glibc === null)
    throw new Error('Images are made only where the portal runs on Linux with the GNU C Library.');
  const licences = 'usr/share/licenses';
  const files: RuntimeFile[] = [
    { from: process.execPath, target: 'usr/local/bin/node', mode: 0o755 },
    // The vDSO has a name but no file.
    ...sharedObjects
      .filter((library) => path.isAbsolute(library) && library !== process.execPath)
      .map((library) => ({ from: library, target: library.slice(1), mode: 0o755 })),
  ];
  const terms = [
    { from: path.resolve(path.dirname(process.execPath), '../LICENSE'), target: `${licences}/node/LICENSE` },
    ...LIBRARY_PACKAGES.map((name) => ({
      from: `/usr/share/doc/${name}/copyright`,
      target: `${licences}/${name}/copyright`,
    })),
  ];
  for (const { from, target } of terms) if (await isThere(from)) files.push({ from, target, mode: 0o644 });
  return [
    ...(await Promise.all(files.map(fileOf))),
    imageFile(`${licences}/NOTICE`, await describeTerms(glibc)),
  ];
}
