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

/** P and q, next to the name. */
export const CHANCE_COLUMNS: readonly Column<Figures>[] = [
  { key: 'Pval', title: 'P', kind: 'p-value', width: 84 },
  { key: 'qval', title: 'q', kind: 'p-value', width: 84 },
  { key: 'Overlap', title: 'Overlap', kind: 'number', width: 84 },
  { key: 'Size', title: 'Size', kind: 'number', width: 72 },
];

/** The numbers that P was computed from, besides overlap and size. */
export const UNIVERSE_COLUMNS: readonly Column<Figures>[] = [
  { key: 'Listed', title: 'Listed', kind: 'number', width: 78 },
  { key: 'Universe', title: 'Universe', kind: 'number', width: 92 },
  { key: 'Jaccard', title: 'Jaccard', kind: 'decimal', width: 88 },
];
