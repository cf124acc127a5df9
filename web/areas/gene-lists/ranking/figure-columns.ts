import type { OverlapDirection } from '@omicon/domain/statistics/hypergeometric.ts';
import type { ReactNode } from 'react';
import { collectRows } from '../../../actions/collect/collect-rows.tsx';
import { fromOmiconId } from '../../../actions/collect/collected-items.ts';
import type { Column } from '../../../ui/grid/columns.ts';
import type { Folding } from '../../../ui/grid/folds/use-folds.tsx';
import { formatCount } from '../../../ui/text/format.ts';
import type { RankedPage } from '../calls.ts';
import type { RankedPoint, RankingAxis } from './ranking-layout.ts';

export interface Figures {
  Pval: number;
  qval: number;
  Overlap: number;
  Size: number;
  Listed: number;
  Universe: number;
  Jaccard: number;
}

const P_TITLES: Readonly<Record<OverlapDirection, string>> = {
  over: 'P',
  under: 'P of fewer',
  both: 'P of either',
};

/** P and q, next to the name. A file says by the title which P it is. @param showOverlap opens the common genes */
export function chanceColumns<Row extends Figures>(
  direction: OverlapDirection,
  showOverlap: (row: Row) => ReactNode,
): readonly Column<Row>[] {
  const title = P_TITLES[direction];
  return [
    {
      key: 'Pval',
      title,
      kind: 'p-value',
      width: direction === 'over' ? 78 : 100,
      value: ({ Pval }) => Pval,
    },
    {
      key: 'qval',
      title: title.replace('P', 'q'),
      kind: 'p-value',
      width: direction === 'over' ? 78 : 100,
      value: ({ qval }) => qval,
    },
    {
      key: 'Overlap',
      title: 'Overlap',
      kind: 'number',
      width: 70,
      value: ({ Overlap }) => Overlap,
      show: showOverlap,
    },
  ];
}

export const SIZE_COLUMN: Column<Figures> = { key: 'Size', title: 'Size', kind: 'number', width: 72 };

/** A set with those that are like it. */
interface FoldedSet {
  SetName: string;
  /** sets folded under it */
  Folded: number;
  /** the set it is folded under, or itself */
  Leading_Set: string | null;
}

export const SET_FOLDING: Folding<FoldedSet> = {
  of: ({ SetName, Folded, Leading_Set }) => ({
    count: Folded,
    under: Leading_Set === null || Leading_Set === SetName ? null : `like ${Leading_Set}`,
  }),
  more: (count) => `and ${formatCount(count)} like it`,
  hide: (count) => `hide ${formatCount(count)} like it`,
};

/** Opens the sets that are folded under one. */
export const FOLD_COLUMN: Column<FoldedSet> = {
  key: 'Folded',
  title: 'Sets like it',
  kind: 'number',
  width: 130,
};

/** In a file, the set that each is folded under. */
export const LEADING_COLUMN: Column<FoldedSet> = {
  key: 'Leading_Set',
  title: 'Leading set',
  kind: 'identifier',
  width: 200,
};

/** The numbers that P was computed from, besides overlap and size. */
export const UNIVERSE_COLUMNS: readonly Column<Figures>[] = [
  { key: 'Listed', title: 'Listed', kind: 'number', width: 78 },
  { key: 'Universe', title: 'Universe', kind: 'number', width: 92 },
  { key: 'Jaccard', title: 'Jaccard', kind: 'decimal', width: 88 },
];

/** The picture of overlaps with a list. */
export const OVERLAP_AXIS: RankingAxis = {
  title: 'Share of the list, %',
  caption: 'the share of the list that lies in each',
  span: [0, 1],
  columns: ['Overlap', 'Size', 'Listed', 'Universe'],
};

/** A row with an overlap as a point of `OVERLAP_AXIS`. */
export function overlapPoint({
  Pval,
  qval,
  Overlap,
  Size,
  Listed,
  Universe,
}: Figures): Pick<RankedPoint, 'p' | 'q' | 'value' | 'about' | 'cells'> {
  return {
    p: Pval,
    q: qval,
    value: (100 * Overlap) / Math.max(1, Listed),
    about: `${Overlap} of ${Listed} genes of the list among ${Size}`,
    cells: [Overlap, Size, Listed, Universe],
  };
}

const DIRECTION_WORDS: Readonly<Record<OverlapDirection, (list: string) => string>> = {
  over: (list) => `share at least one gene with ${list}`,
  under: (list) => `are tested for fewer genes of ${list} than expected by chance`,
  both: (list) => `are tested for more or fewer genes of ${list} than expected by chance`,
};

interface Described {
  /** what is counted */
  what: string;
  direction: OverlapDirection;
  /** what the genes are */
  list?: string | undefined;
  /** what became of those that are not rows of their own; that they are folded, unless given */
  folded?: (page: RankedPage<unknown>) => string;
}

const foldedSets = ({ total, unfolded }: RankedPage<unknown>) =>
  `${formatCount(unfolded - total)} are folded under others`;

/** What was ranked by its overlap with a list, in a sentence. */
export function describeOverlaps(
  { what, direction, list = 'your list', folded: describeFolded = foldedSets }: Described,
  page: RankedPage<unknown>,
): string {
  const { total, unfolded, tested } = page;
  const folded = unfolded > total ? `; ${describeFolded(page)}` : '';
  return `${formatCount(unfolded)} of ${formatCount(tested)} ${what} ${DIRECTION_WORDS[direction](list)}${folded} (q: Benjamini-Hochberg over all ${formatCount(tested)}).`;
}

/** Collects the gene sets of a ranking. */
export const collectSets = collectRows(({ Geneset_Omicon_ID }: { Geneset_Omicon_ID: string }) =>
  fromOmiconId(Geneset_Omicon_ID),
);
