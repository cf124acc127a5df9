/** Programs of an image: the project's own sources with their types taken out, and what they import. */
import { readFile } from 'node:fs/promises';
import { stripTypeScriptTypes } from 'node:module';
import path from 'node:path';
import { imageFile } from '../../base/container-image/container-image.ts';
import type { TarEntry } from '../../base/container-image/tar.ts';
import { REPOSITORY } from '../../config.ts';

const IMPORT = /(\b(?:from|import) ')(\.{1,2}\/|@omicon\/domain\/)([^']+)\.ts(')/g;

/** Where a source of the repository lies among the programs: `domain/` in its own folder, the others at the top. */
function placeOf(source: string): string {
  const relative = path.relative(REPOSITORY, source);
  return (relative.startsWith('domain') ? relative : path.basename(relative)).replace(/\.ts$/, '.js');
}

/**
 * A source and everything it imports, as JavaScript below `folder`. Types are blanked out, so lines and columns stay
 * those of the source.
 */
export async function programFiles(entry: string, folder: string): Promise<TarEntry[]> {
  const programs = new Map<string, string>();
  const open = [path.join(REPOSITORY, entry)];
  for (let source = open.pop(); source !== undefined; source = open.pop()) {
    const place = placeOf(source);
    if (programs.has(place)) continue;
    const from = path.dirname(source);
    const plain = stripTypeScriptTypes(await readFile(source, 'utf8'));
    const program = plain.replaceAll(
      IMPORT,
      (_, before: string, start: string, rest: string, after: string) => {
        const imported = start.startsWith('.')
          ? path.resolve(from, `${start}${rest}.ts`)
          : path.join(REPOSITORY, 'domain', `${rest}.ts`);
        open.push(imported);
        const relative = path.posix.relative(path.posix.dirname(place), placeOf(imported));
        return `${before}${relative.startsWith('.') ? relative : `./${relative}`}${after}`;
      },
    );
    programs.set(place, program);
  }
  return [...programs].map(([place, program]) => imageFile(`${folder}/${place}`, program));
}

/** Files that are copied as they are. */
export function plainFiles(from: string, names: readonly string[], folder: string): Promise<TarEntry[]> {
  return Promise.all(
    names.map(async (name) =>
      imageFile(`${folder}/${name}`, await readFile(path.join(REPOSITORY, from, name))),
    ),
  );
}
