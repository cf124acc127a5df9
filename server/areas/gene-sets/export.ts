/** Streams gene sets as files. */
import { gmtLine } from '@omicon/domain/files/gmt.ts';
import { writeRow } from '@omicon/domain/files/table-text.ts';
import type { Principal } from '@omicon/domain/permissions/permissions.ts';
import type { Database } from '../../base/postgres/database.ts';
import { type ExportedRow, listForExport } from './sql.ts';

interface ExportFilter {
  search: string;
  id: number | undefined;
  format: 'gmt' | 'csv';
}

const LEGEND = ['SetID', 'SetName', 'Category', 'SetSize', 'Species', 'PubMed', 'Description', 'Genes'];

function lineOf(set: ExportedRow, format: 'gmt' | 'csv'): string {
  if (format === 'csv') {
    const { set_id, name, category, size, species, pubmed_id, description } = set;
    const about = [set_id, name, category, size, species, pubmed_id, description];
    return writeRow([...about, set.genes === null ? null : set.genes.join(' | ')]);
  }
  // A set known only by its enrichment has no genes.
  if (set.genes === null) return '';
  return gmtLine(set.name, set.description ?? set.set_id, set.genes);
}

/** Lines by Omicon ID, read in batches of 200 sets. */
export async function* writeGeneSets(
  db: Database,
  principal: Principal,
  filter: ExportFilter,
): AsyncGenerator<string> {
  if (filter.format === 'csv') yield writeRow(LEGEND);
  let after = 0;
  for (;;) {
    const sets = await listForExport(db, principal, { ...filter, after });
    const text = sets.map((set) => lineOf(set, filter.format)).join('');
    if (text !== '') yield text;
    const last = sets.at(-1);
    if (last === undefined || sets.length < 200) return;
    after = last.id;
  }
}
