import type { Column } from '../../ui/grid/columns.ts';

interface Figures {
  Pval: number;
  qval: number;
  Overlap: number;
  Size: number;
  Listed: number;
  Universe: number;
  Jaccard: number;
}

/** P and q, right beside the name. */
export const CHANCE_COLUMNS: readonly Column<Figures>[] = [
  { key: 'Pval', title: 'P', kind: 'p-value', width: 84, value: (row) => row.Pval },
  { key: 'qval', title: 'q', kind: 'p-value', width: 84, value: (row) => row.qval },
  { key: 'Overlap', title: 'Overlap', kind: 'number', width: 84, value: (row) => row.Overlap },
  { key: 'Size', title: 'Size', kind: 'number', width: 72, value: (row) => row.Size },
];

/** What P was computed with, besides overlap and size. */
export const UNIVERSE_COLUMNS: readonly Column<Figures>[] = [
  { key: 'Listed', title: 'Listed', kind: 'number', width: 78, value: (row) => row.Listed },
  { key: 'Universe', title: 'Universe', kind: 'number', width: 92, value: (row) => row.Universe },
  { key: 'Jaccard', title: 'Jaccard', kind: 'decimal', width: 88, value: (row) => row.Jaccard },
];
