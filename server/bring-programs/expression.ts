/** What files of values hold, in whatever form: features, samples or cells, and a matrix of them. */

/** The cell of a row; null where nothing is written. */
export type CellAt = (row: number) => string | null;

/** Columns that describe features or samples, read when they are asked for. */
export interface Frame {
  names: string[];
  /** differ from each other */
  titles: string[];
  /** a cell for each name */
  read(title: string): CellAt;
}

/** Cells that are read already. */
export function cellsAt(cells: readonly (string | null)[]): CellAt {
  return (row) => cells[row] ?? null;
}

/** Takes one value; of sparse matrices those that are not zero. */
export type TakeValue = (feature: number, sample: number, value: number) => void;

export interface ValueMatrix {
  features: number;
  samples: number;
  /** Gives every value of the features from `first` to before `end`, in any order. */
  scan(first: number, end: number, take: TakeValue): void;
  /** some of its values, from several places */
  peek(): Iterable<number>;
}

export interface ExpressionFile {
  /** with an article left out: "AnnData file" */
  form: string;
  features: Frame;
  /** samples, or single cells */
  samples: Frame;
  matrix: ValueMatrix;
  /** whether its columns are single cells */
  isCells: boolean;
  /** features to leave out, such as antibodies among genes */
  isLeftOut?: (feature: number) => boolean;
  notes: string[];
}

/** Whether values are counts: integers that are not negative. */
export function areCounts(matrix: ValueMatrix): boolean {
  let seen = 0;
  for (const value of matrix.peek()) {
    if (!Number.isInteger(value) || value < 0) return false;
    seen += 1;
  }
  return seen > 0;
}
