/** Layout of a matrix: names on the left and above, one cell for each pair. */

export interface MatrixLayout {
  width: number;
  height: number;
  /** first cell */
  left: number;
  top: number;
  cell: { width: number; height: number };
  rows: number;
  columns: number;
  /** whether the cells have room for names beside them, and for figures in them */
  hasRowNames: boolean;
  hasColumnNames: boolean;
  hasFigures: boolean;
}

const [MAX_CELL, MIN_NAMED, MIN_FIGURE] = [34, 11, 26];
const [NARROW_NAMES, NAMES, COLUMN_NAMES, EDGE] = [84, 150, 96, 8];
/** Letters of a column name that have room in `COLUMN_NAMES`, and of the longest that is written. */
const [USUAL_LETTERS, MOST_LETTERS] = [16, 24];
/** Pixels that a letter of a slanted name takes upwards and to the right. */
const [LETTER_RISE, LETTER_RUN] = [5, 3.7];

/** Letters of the longest column name, as it is written. */
export function lettersOf(columnNames: readonly string[]): number {
  return Math.min(
    columnNames.reduce((most, { length }) => Math.max(most, length), 0),
    MOST_LETTERS,
  );
}

/** Cells as wide as fit, at most 34 px, with names where they have room. */
export function layoutMatrix(
  { rows, columns, letters }: { rows: number; columns: number; letters: number },
  width: number,
): MatrixLayout {
  const names = width < 560 ? NARROW_NAMES : NAMES;
  const widthBefore = (edge: number) => Math.min(MAX_CELL, (width - names - edge) / Math.max(1, columns));
  // The name of the last column leans out of the cells.
  const slanted = widthBefore(Math.max(EDGE, letters * LETTER_RUN));
  const hasColumnNames = slanted >= MIN_NAMED;
  const cellWidth = Math.max(hasColumnNames ? slanted : widthBefore(EDGE), 2);
  const cellHeight = rows > 40 ? Math.max(6, Math.min(cellWidth, 14)) : Math.max(14, Math.min(cellWidth, 24));
  const top = hasColumnNames ? COLUMN_NAMES + Math.max(0, letters - USUAL_LETTERS) * LETTER_RISE : EDGE;
  return {
    width: Math.max(width, names + cellWidth * columns + EDGE),
    height: top + cellHeight * rows + EDGE,
    left: names,
    top,
    cell: { width: cellWidth, height: cellHeight },
    rows,
    columns,
    hasRowNames: cellHeight >= MIN_NAMED,
    hasColumnNames,
    hasFigures: cellWidth >= MIN_FIGURE && cellHeight >= 14,
  };
}

/** The cell at a point; null beside the cells. */
export function cellAt(
  { left, top, cell, rows, columns }: MatrixLayout,
  { x, y }: { x: number; y: number },
): { row: number; column: number } | null {
  const [row, column] = [Math.floor((y - top) / cell.height), Math.floor((x - left) / cell.width)];
  return row >= 0 && row < rows && column >= 0 && column < columns ? { row, column } : null;
}
