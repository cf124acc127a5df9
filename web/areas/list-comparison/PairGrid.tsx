import type { OverlapOfLists } from '@omicon/contract/areas/genes/gene-lists.ts';
import { useMemo } from 'react';
import type { Column } from '../../ui/grid/columns.ts';
import { DataGrid } from '../../ui/grid/DataGrid.tsx';
import { formatDecimal } from '../../ui/text/format.ts';

type Pair = OverlapOfLists & { one: string; other: string };

const COLUMNS: readonly Column<Pair>[] = [
  { key: 'one', title: 'List', width: 220 },
  { key: 'other', title: 'Other list', width: 220 },
  { key: 'overlap', title: 'Common genes', kind: 'number', width: 120 },
  { key: 'jaccard', title: 'Jaccard', kind: 'decimal', width: 90 },
  { key: 'overlap_coefficient', title: 'Of the smaller', kind: 'decimal', width: 120 },
  {
    key: 'odds_ratio',
    title: 'Odds ratio',
    kind: 'decimal',
    width: 240,
    show: ({ odds_ratio, odds_low, odds_high }) =>
      `${odds_ratio === null ? '∞' : formatDecimal(odds_ratio)} (${formatDecimal(odds_low)} to ${odds_high === null ? '∞' : formatDecimal(odds_high)})`,
  },
  { key: 'p_over', title: 'P of more', kind: 'p-value', width: 100 },
  { key: 'p_under', title: 'P of fewer', kind: 'p-value', width: 100 },
  { key: 'p_fisher', title: 'P, two-sided', kind: 'p-value', width: 110 },
];

/** What every two of the lists share. */
export function PairGrid({ names, pairs }: { names: readonly string[]; pairs: readonly OverlapOfLists[] }) {
  const rows = useMemo(
    () => pairs.map((pair) => ({ ...pair, one: names[pair.a] ?? '', other: names[pair.b] ?? '' })),
    [names, pairs],
  );
  return (
    <DataGrid
      name="list-pairs"
      caption="Lists in pairs"
      columns={COLUMNS}
      rows={rows}
      rowKey={({ a, b }) => `${a} ${b}`}
      rowName={({ one, other }) => `${one} and ${other}`}
      isFilterable={false}
    />
  );
}
