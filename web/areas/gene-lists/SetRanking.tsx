import { geneSetAddress } from '../../base/addresses/addresses.ts';
import type { Column } from '../../ui/grid/columns.ts';
import { type RankedSet, readSets, type SetQuestion } from './calls.ts';
import { CHANCE_COLUMNS, UNIVERSE_COLUMNS } from './figure-columns.ts';
import { Ranking } from './Ranking.tsx';

const addressOf = (row: RankedSet) => geneSetAddress(row.Geneset_Omicon_ID);

const COLUMNS: readonly Column<RankedSet>[] = [
  { key: 'SetName', title: 'Set Name', kind: 'identifier', width: 260, href: addressOf },
  ...CHANCE_COLUMNS,
  { key: 'Category', title: 'Set Category', kind: 'text', width: 140 },
  { key: 'Species', title: 'Set Species', kind: 'text', width: 130 },
  { key: 'SetID', title: 'Set ID', kind: 'identifier', width: 120 },
  ...UNIVERSE_COLUMNS,
];

/** Gene sets, ranked by the P-value of their overlap with a list. */
export function SetRanking({ question }: { question: SetQuestion }) {
  return (
    <Ranking
      what="gene sets"
      name="ranked-gene-sets"
      columns={COLUMNS}
      source={{ question, read: (page, signal) => readSets({ ...question, ...page }, signal) }}
      rowKey={(row) => row.Geneset_Omicon_ID}
      rowName={(row) => row.SetName}
      rowHref={addressOf}
      pointOf={(row) => ({
        key: row.Geneset_Omicon_ID,
        name: row.SetName,
        context: row.Category ?? '',
        group: null,
        p: row.Pval,
        q: row.qval,
        overlap: row.Overlap,
        size: row.Size,
        listed: row.Listed,
        universe: row.Universe,
        href: addressOf(row),
      })}
      emptyHint="No gene set matching the filters contains a gene of the list. Try another category or species."
    />
  );
}
