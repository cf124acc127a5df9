/** Programs of an image: the project's own sources with types stripped, and their imports. */
import { readFile } from 'node:fs/promises';
import { stripTypeScriptTypes } from 'node:module';
import path from 'node:path';
import { imageFile } from '../../../base/container-image/container-image.ts';
import type { TarEntry } from '../../../base/container-image/tar.ts';
import { REPOSITORY } from '../../../config.ts';

const IMPORT = /(\b(?:from|import) ')(\.{1,2}\/|@omicon\/domain\/)([^']+)\.ts(')/g;

/** Path of a source in the image: `domain/` keeps its folders, other sources lie at the top. */
function pathOf(source: string): string {
  const relative = path.relative(REPOSITORY, source);
  return (relative.startsWith('domain') ? relative : path.basename(relative)).replace(/\.ts$/, '.js');
}

/**
 * A source and all its imports as JavaScript below `folder`. Types are replaced by blanks, so line and column numbers
 * stay the same.
 */
export async function programFiles(entry: string, folder: string): Promise<TarEntry[]> {
  const programs = new Map<string, string>();
  const open = [path.join(REPOSITORY, entry)];
  for (let source = open.pop(); source !== undefined; source = open.pop()) {
    const target = pathOf(source);
    if (programs.has(target)) continue;
    const from = path.dirname(source);
    const plain = stripTypeScriptTypes(await readFile(source, 'utf8'));
    const program = plain.replaceAll(
      IMPORT,
      (_, before: string, start: string, rest: string, after: string) => {
        const imported = start.startsWith('.')
          ? path.resolve(from, `${start}${rest}.ts`)
          : path.join(REPOSITORY, 'domain', `${rest}.ts`);
        open.push(imported);
        const relative = path.posix.relative(path.posix.dirname(target), pathOf(imported));
        return `${before}${relative.startsWith('.') ? relative : `./${relative}`}${after}`;
      },
    );
    programs.set(target, program);
  }
  return [...programs].map(([target, program]) => imageFile(`${folder}/${target}`, program));
}

/** Files copied unchanged. */
export function plainFiles(from: string, names: readonly string[], folder: string): Promise<TarEntry[]> {
  return Promise.all(
    names.map(async (name) =>
      imageFile(`${folder}/${name}`, await readFile(path.join(REPOSITORY, from, name))),
    ),
  );
}
