import type { TreemapAttribute } from '@omicon/contract/base/records.ts';
import { labelOf } from '@omicon/domain/records/samples/value-labels.ts';
import { hierarchy, treemap, treemapSquarify } from 'd3-hierarchy';
import { colourOfValue } from '../../../ui/colour/data-colours.ts';
import { fitLabel } from '../../../ui/text/fit-label.ts';

/** Sizes in pixels. The minimum widths are from the specification. */
export const MIN_PICTURE = 750;
export const MIN_CELL = 175;
export const TITLE_HEIGHT = 28;
export const FOOT_HEIGHT = 22;
export const LABEL = { fontSize: 12, lineHeight: 15, inset: 4 } as const;
const CELL_GAP = 12;

export interface LaidOutValue {
  /** null means NA */
  value: string | null;
  count: number;
  /** percent of the samples shown, in [0, 100] */
  percent: number;
  /** relative to its cell's area */
  x: number;
  y: number;
  width: number;
  height: number;
  colour: string;
  /** lines of the label that fit; the last one may be cut */
  lines: string[];
}

/** Position of an attribute's cell in the whole picture. */
export interface CellFrame {
  attribute: TreemapAttribute;
  /** number of samples counted */
  total: number;
  x: number;
  y: number;
  width: number;
  /** including title and footer */
  height: number;
}

export interface LaidOutCell extends CellFrame {
  values: LaidOutValue[];
}

/** Cells side by side. */
export interface RowFrame {
  y: number;
  height: number;
  cells: CellFrame[];
}

/** The picture without its values, which are laid out row by row when they come into view. */
export interface PictureFrame {
  width: number;
  height: number;
  rows: RowFrame[];
}

export interface Picture {
  width: number;
  height: number;
  cells: LaidOutCell[];
}

/** Percent with one decimal, as drawn and as written to files. */
export function percentOf(count: number, total: number): number {
  return total === 0 ? 0 : Number(((100 * count) / total).toFixed(1));
}

/** Assigns colours to values in the order of the whole record, so that a selection never changes them. */
export function assignColours(attributes: readonly TreemapAttribute[]): void {
  for (const { name, values } of attributes) {
    for (const { name: value } of values) colourOfValue(name, value);
  }
}

function totalOf(attribute: TreemapAttribute): number {
  return attribute.values.reduce((sum, { count }) => sum + count, 0);
}

/** Values of an attribute as rectangles with areas proportional to their sample counts, in the given order. */
export function layoutValues(attribute: TreemapAttribute, width: number, height: number): LaidOutValue[] {
  const total = totalOf(attribute);
  if (total === 0 || width <= 0 || height <= 0) return [];
  interface Branch {
    name: string | null;
    count: number;
    parts?: Branch[];
  }
  const root = hierarchy<Branch>({ name: null, count: 0, parts: attribute.values }, ({ parts }) => parts);
  root.sum(({ count }) => count);
  const laidOut = treemap<Branch>().tile(treemapSquarify).size([width, height])(root);
  return laidOut.leaves().map(({ data, x0, y0, x1, y1 }) => {
    const box = { x: x0, y: y0, width: x1 - x0, height: y1 - y0 };
    return {
      ...box,
      value: data.name,
      count: data.count,
      percent: percentOf(data.count, total),
      colour: colourOfValue(attribute.name, data.name),
      lines: fitLabel(labelOf(data.name, attribute.value_labels) ?? 'NA', {
        width: box.width - 2 * LABEL.inset,
        height: box.height - LABEL.inset,
        fontSize: LABEL.fontSize,
        lineHeight: LABEL.lineHeight,
        wholeWords: true,
      }),
    };
  });
}

export interface PictureSize {
  /** width at scale 1 */
  width: number;
  scale: number;
  /** height of a cell's area divided by its width */
  aspect?: number;
}

/**
 * One cell per attribute, in the given order, in as many equal columns of at least 175 px as fit.
 * Scaling up keeps the columns and enlarges the cells.
 */
export function frameTreemap(
  attributes: readonly TreemapAttribute[],
  { width, scale, aspect = 0.8 }: PictureSize,
): PictureFrame {
  const inner = Math.max(width, MIN_PICTURE);
  const most = Math.max(1, Math.floor((inner + CELL_GAP) / (MIN_CELL + CELL_GAP)));
  const columns = Math.max(1, Math.min(most, attributes.length));
  const cellWidth = (scale * (inner + CELL_GAP)) / columns - CELL_GAP;
  const height = TITLE_HEIGHT + Math.round(cellWidth * aspect) + FOOT_HEIGHT;
  const rows = Array.from({ length: Math.ceil(attributes.length / columns) }, (_, row) => {
    const y = row * (height + CELL_GAP);
    const cells = attributes.slice(row * columns, (row + 1) * columns).map((attribute, column) => ({
      attribute,
      total: totalOf(attribute),
      x: column * (cellWidth + CELL_GAP),
      y,
      width: cellWidth,
      height,
    }));
    return { y, height, cells };
  });
  return { width: inner * scale, height: Math.max(0, rows.length * (height + CELL_GAP) - CELL_GAP), rows };
}

/** Number of values in a cell, once laid out. */
export function valuesIn({ attribute, total }: CellFrame): number {
  return total === 0 ? 0 : attribute.values.length;
}

export function layoutCell(cell: CellFrame): LaidOutCell {
  return {
    ...cell,
    values: layoutValues(cell.attribute, cell.width, cell.height - TITLE_HEIGHT - FOOT_HEIGHT),
  };
}

/** The whole picture with all values. */
export function layoutTreemap(attributes: readonly TreemapAttribute[], size: PictureSize): Picture {
  const { width, height, rows } = frameTreemap(attributes, size);
  return { width, height, cells: rows.flatMap(({ cells }) => cells.map(layoutCell)) };
}
