/** Writes a study by a map into a folder, with symbols from the mapping tables. */
import { createWriteStream } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { DataMap } from '@omicon/domain/data-map/data-map.ts';
import type { Study } from '@omicon/intake/bring/study.ts';
import { writeFolder } from '@omicon/intake/bring/write/write-folder.ts';
import { PROGRAM } from '@omicon/pipeline/files/program.ts';
import type { Db } from '../../../base/postgres/database.ts';
import { withSymbols } from './with-symbols.ts';

export async function writeByMap(
  db: Db,
  { study, map, sources }: { study: Study; map: DataMap; sources: { name: string; sha256: string }[] },
  folder: string,
): Promise<void> {
  const named = await withSymbols(db, study, map);
  await writeFolder(named, map, { program: PROGRAM, sources }, async (name, content) => {
    const file = path.join(folder, name);
    await mkdir(path.dirname(file), { recursive: true });
    await pipeline(content, createWriteStream(file));
  });
}
