/** Streams consensus genes as files. */
import type { MetaModuleFormat } from '@omicon/contract/areas/analyses/atlas.ts';
import { gmtLine } from '@omicon/domain/files/gmt.ts';
import { writeRow } from '@omicon/domain/files/table-text.ts';
import type { Principal } from '@omicon/domain/permissions/permissions.ts';
import type { Db } from '../../base/postgres/database.ts';
import { writeParquet } from '../../records/download/parquet.ts';
import { omiconIdOf } from '../../records/lists/replies.ts';
import { listGenes, listNumbered, type NumberedMetaModule } from './sql.ts';

const COLUMNS = [
  ...['Omicon ID', 'Title', 'Found in', 'Findable in'],
  ...['Rank', 'Gene', 'kME', 'Member in', 'Measured in'],
];

interface Source {
  db: Db;
  principal: Principal;
  rows: readonly NumberedMetaModule[];
}

async function* writeGmt({ db, principal, rows }: Source): AsyncGenerator<string> {
  for (const { number, title, found, findable } of rows) {
    const genes = await listGenes(db, principal, number);
    const about = `${title}, found in ${found} of ${findable} cohorts`;
    yield gmtLine(
      omiconIdOf('MM', number),
      about,
      genes.map(({ symbol }) => symbol),
    );
  }
}

/** The rows of one meta-module after the other. */
async function* cellsOf({ db, principal, rows }: Source) {
  for (const { number, title, found, findable } of rows) {
    const genes = await listGenes(db, principal, number);
    yield genes.map(({ symbol, kme, member_of, measured_by }, at) => [
      ...[omiconIdOf('MM', number), title, found, findable],
      ...[at + 1, symbol, kme, member_of, measured_by],
    ]);
  }
}

async function* writeTsv(source: Source): AsyncGenerator<string> {
  yield writeRow(COLUMNS, '\t');
  for await (const rows of cellsOf(source)) yield rows.map((cells) => writeRow(cells, '\t')).join('');
}

/** One meta-module after the other, by number. */
export async function* writeMetaModules(
  db: Db,
  principal: Principal,
  { format, id }: { format: MetaModuleFormat; id?: number | undefined },
): AsyncGenerator<string | Uint8Array> {
  const source = { db, principal, rows: await listNumbered(db, principal, id) };
  if (format === 'gmt') yield* writeGmt(source);
  else if (format === 'tsv') yield* writeTsv(source);
  else yield* writeParquet({ columns: COLUMNS, batches: () => cellsOf(source) });
}
