/** Files of single cells that are read together, by a manifest that names them. */
import { readFile } from 'node:fs/promises';
import type { BinaryForm } from '../binary-form.ts';
import { joinCellTables } from '../cells/join-cell-tables.ts';
import { joinLibraries, type Library } from '../cells/join-libraries.ts';
import type { ExpressionFile } from '../expression.ts';
import { describeExpression, writeExpression } from '../expression-tables.ts';
import { type LibrariesManifest, librariesManifest } from '../libraries-manifest.ts';
import { withExpression } from './hdf5.ts';
import { readTenxText } from './tenx-text/read-tenx-text.ts';

type Use<T> = (libraries: Library[]) => Promise<T>;

/** Opens one library after the other; all are open while they are used. */
async function withLibraries<T>(
  [next, ...others]: LibrariesManifest['libraries'],
  opened: Library[],
  use: Use<T>,
): Promise<T> {
  if (next === undefined) return use(opened);
  const { name, source } = next;
  const goOn = (file: ExpressionFile) => withLibraries(others, [...opened, { name, file }], use);
  return 'hdf5' in source ? withExpression(source.hdf5, goOn) : goOn(await readTenxText(source));
}

async function withJoined<T>(
  file: string,
  use: (joined: { file: ExpressionFile; used: string[] }) => T | Promise<T>,
): Promise<T> {
  const manifest = librariesManifest.parse(JSON.parse(await readFile(file, 'utf8')));
  return withLibraries(manifest.libraries, [], async (libraries) =>
    use(await joinCellTables(joinLibraries(libraries), libraries, manifest.cell_tables)),
  );
}

export const libraries: BinaryForm = {
  describe: (file) =>
    withJoined(file, (joined) => ({ ...describeExpression(joined.file), cell_tables: joined.used })),
  write: (file, table, options) => withJoined(file, (joined) => writeExpression(joined.file, table, options)),
};
