/** Streams consensus genes as files. */
import { gmtLine } from '@omicon/domain/files/gmt.ts';
import { writeRow } from '@omicon/domain/files/table-text.ts';
import type { Principal } from '@omicon/domain/permissions/permissions.ts';
import type { Db } from '../../base/postgres/database.ts';
import { omiconIdOf } from '../../records/lists/replies.ts';
import { listGenes, listNumbered, type NumberedMetaModule } from './sql.ts';

const LEGEND = [
  ...['Omicon ID', 'Title', 'Found in', 'Findable in'],
  ...['Rank', 'Gene', 'kME', 'Member in', 'Measured in'],
];

async function textOf(
  db: Db,
  principal: Principal,
  { number, title, found, findable }: NumberedMetaModule,
  format: 'gmt' | 'tsv',
): Promise<string> {
  const genes = await listGenes(db, principal, number);
  const id = omiconIdOf('MM', number);
  if (format === 'gmt')
    return gmtLine(
      id,
      `${title}, found in ${found} of ${findable} cohorts`,
      genes.map(({ symbol }) => symbol),
    );
  return genes
    .map(({ symbol, kme, member_of, measured_by }, at) =>
      writeRow([id, title, found, findable, at + 1, symbol, kme, member_of, measured_by], '\t'),
    )
    .join('');
}

/** One meta-module after the other, by number. */
export async function* writeMetaModules(
  db: Db,
  principal: Principal,
  { format, id }: { format: 'gmt' | 'tsv'; id?: number | undefined },
): AsyncGenerator<string> {
  if (format === 'tsv') yield writeRow(LEGEND, '\t');
  for (const row of await listNumbered(db, principal, id)) yield textOf(db, principal, row, format);
}
