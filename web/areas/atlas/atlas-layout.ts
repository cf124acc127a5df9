/** Layout of the atlas: meta-modules in rows, data sets in columns, which stand in groups. */
import { fitLabel } from '../../ui/text/fit-label.ts';
import { cutName } from '../../ui/text/name-parts.ts';
import type { DataSetGroup } from './data-set-groups.ts';

/** Heights of a row and of a line of text, px. */
export const [ROW, LINE] = [36, 13];
const LETTERS = 11;
/** Widths of the names, of the column `3 of 5`, and between groups. */
const [NAMES, NARROW_NAMES, SUPPORT, GAP] = [320, 240, 72, 10];
/** Widths of a column; from the middle one on its title has room for lines of words. */
const [MIN_CELL, WRAPPED_CELL, MAX_CELL] = [20, 76, 120];
const MAX_LINES = 3;
/** Of a slanted title: letters, and pixels that each takes upwards and to the right. */
const [MOST_LETTERS, LETTER_RISE, LETTER_RUN] = [30, 5, 3.7];
/** Lines of the name of a group, and room of its strip and around it. Narrower groups show their number only. */
const [GROUP_LINES, GROUP_ROOM, NAMED_GROUP] = [3, 14, 60];
const EDGE = 8;

export interface AtlasColumn {
  /** index of the data set in the reply */
  dataSet: number;
  /** left edge */
  x: number;
  /** of the title: several where it is wrapped, one where it is slanted */
  lines: string[];
}

export interface AtlasLayout {
  width: number;
  height: number;
  /** right edge of the names, and middle of the column `3 of 5` */
  names: number;
  support: number;
  /** left edge of the first column, and upper edge of the first row */
  left: number;
  top: number;
  cell: number;
  rows: number;
  isSlanted: boolean;
  columns: AtlasColumn[];
  /** between titles and cells */
  groupHead: number;
  groups: GroupHead[];
}

interface GroupHead {
  /** with a number in front, if the name of any group is cut: the legend has them all whole */
  label: string;
  value: string | null;
  /** what fits above its columns */
  lines: string[];
  x: number;
  width: number;
}

interface AtlasSize {
  rows: number;
  groups: readonly DataSetGroup[];
  /** of the data sets of the reply */
  titles: readonly string[];
}

/** Lines of a name that fit a width; the last one is cut. */
function wrapped(name: string, width: number, most: number): string[] {
  return fitLabel(name, {
    width,
    height: most * LINE,
    fontSize: LETTERS,
    lineHeight: LINE,
    wholeWords: true,
  });
}

/** Heads of the groups, numbered if a name does not fit. */
function headsOf(groups: readonly DataSetGroup[], widths: readonly number[]): Omit<GroupHead, 'x'>[] {
  const fit = (name: string, at: number) => wrapped(name, (widths[at] ?? 0) - 4, GROUP_LINES);
  const isNumbered = groups.some(
    ({ name }, at) => fit(name, at).join('').replaceAll(' ', '') !== name.replaceAll(' ', ''),
  );
  return groups.map(({ name, value }, at) => {
    // A number alone in its line would be left out.
    const label = isNumbered ? `${at + 1}\u00a0${name}` : name;
    const width = widths[at] ?? 0;
    return { label, value, width, lines: isNumbered && width < NAMED_GROUP ? [`${at + 1}`] : fit(label, at) };
  });
}

/** Columns as wide as fit, at most 120 px; a picture that is wider than the page scrolls. */
export function layoutAtlas({ rows, groups, titles }: AtlasSize, width: number): AtlasLayout {
  const names = width < 900 ? NARROW_NAMES : NAMES;
  const left = names + SUPPORT;
  const count = groups.reduce((sum, { columns }) => sum + columns.length, 0);
  const gaps = Math.max(0, groups.length - 1) * GAP;
  const cellFor = (edge: number) => (width - left - gaps - edge) / Math.max(1, count);
  const shortest = titles.map((title) => cutName(title, MOST_LETTERS));
  const letters = Math.max(0, ...shortest.map(({ length }) => length));
  const isSlanted = cellFor(EDGE) < WRAPPED_CELL;
  // The title of the last column leans out of the cells.
  const edge = isSlanted ? Math.max(EDGE, letters * LETTER_RUN) : EDGE;
  const cell = Math.min(MAX_CELL, Math.max(MIN_CELL, cellFor(edge)));
  const titleHeight = isSlanted ? 16 + letters * LETTER_RISE : MAX_LINES * LINE + 6;
  const heads = headsOf(
    groups,
    groups.map(({ columns }) => columns.length * cell),
  );
  const groupHead = GROUP_ROOM + Math.max(1, ...heads.map(({ lines }) => lines.length)) * LINE;
  const top = titleHeight + groupHead;
  let x = left;
  const columns: AtlasColumn[] = [];
  const placed: GroupHead[] = [];
  for (const [group, head] of heads.entries()) {
    placed.push({ ...head, x });
    for (const [at, dataSet] of (groups[group]?.columns ?? []).entries()) {
      const title = titles[dataSet] ?? '';
      const lines = isSlanted ? [shortest[dataSet] ?? ''] : wrapped(cutName(title, 48), cell - 6, MAX_LINES);
      columns.push({ dataSet, x: x + at * cell, lines });
    }
    x += head.width + GAP;
  }
  return {
    width: left + count * cell + gaps + edge,
    height: top + rows * ROW + EDGE,
    ...{ names, support: names + SUPPORT / 2, left, top, cell, rows, isSlanted, columns },
    ...{ groupHead, groups: placed },
  };
}

/** Row and column at a point: column 0 is the name of the row, the data sets follow from 1. Null beside them. */
export function cellAt(
  { left, top, cell, rows, columns }: AtlasLayout,
  { x, y }: { x: number; y: number },
): { row: number; column: number } | null {
  const row = Math.floor((y - top) / ROW);
  if (row < 0 || row >= rows) return null;
  if (x < left) return { row, column: 0 };
  const column = columns.findIndex((each) => x >= each.x && x < each.x + cell);
  return column < 0 ? null : { row, column: column + 1 };
}

/** Radius of the dot of the most features, in a column of this width. */
export function largestRadius(cell: number): number {
  return Math.min(13, cell / 2 - 1, ROW / 2 - 3);
}

/** Radius of a dot whose area is in proportion to its features; small ones stay visible. */
export function radiusOf(features: number, most: number, largest: number): number {
  return Math.max(2, largest * Math.sqrt(Math.min(1, features / Math.max(1, most))));
}

/** Round numbers of features for a legend, the largest first, each about a quarter of the one before. */
export function featureSteps(most: number): number[] {
  if (most < 1) return [];
  const unit = 10 ** Math.floor(Math.log10(most));
  const largest = Math.floor(most / unit) * unit;
  return [...new Set([largest, Math.round(largest / 4), Math.round(largest / 16)])].filter(
    (step) => step > 0,
  );
}
