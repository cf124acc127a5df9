/** Libraries of one study as one matrix: their cells side by side, and the features that all of them have. */
import { countOf, formatCount } from '@omicon/domain/records/count-of.ts';
import { BinaryRefusal } from '../binary-form.ts';
import { areCounts, cellsAt, type ExpressionFile, type Frame, type ValueMatrix } from '../expression.ts';
import { freeName } from './group-cells.ts';

const LIBRARY = 'Library';
const MAX_CELLS = 2e7;
/** Libraries with fewer features in common were counted for different genes. */
const LEAST_SHARED = 0.5;

export interface Library {
  /** names its cells in the column of libraries */
  name: string;
  file: ExpressionFile;
}

interface Placed extends Library {
  /** column of its first cell */
  first: number;
  /** row of each of its features; -1 if not all libraries have it */
  rows: Int32Array;
  isInOrder: boolean;
}

/** Names that may repeat, each with a number of its own. */
function keysOf(names: readonly string[]): string[] {
  const seen = new Map<string, number>();
  return names.map((name) => {
    const number = seen.get(name) ?? 0;
    seen.set(name, number + 1);
    return `${number} ${name}`;
  });
}

/** Features of the first library that all others have, by their place there. */
function sharedFeatures(keys: readonly string[][]): number[] {
  const [first = [], ...others] = keys;
  const sets = others.map((each) => new Set(each));
  return first.flatMap((key, at) => (sets.every((set) => set.has(key)) ? [at] : []));
}

function place(libraries: readonly Library[]): { placed: Placed[]; shared: number[] } {
  const keys = libraries.map(({ file }) => keysOf(file.features.names));
  const shared = sharedFeatures(keys);
  const most = Math.max(...keys.map(({ length }) => length));
  if (shared.length < LEAST_SHARED * most)
    throw new BinaryRefusal(
      `The libraries share ${formatCount(shared.length)} of ${countOf(most, 'feature')}, so they cannot become one matrix.`,
    );
  const rowOf = new Map(shared.map((at, row) => [keys[0]?.[at] ?? '', row]));
  let first = 0;
  const placed = libraries.map((library, at) => {
    const rows = Int32Array.from(keys[at] ?? [], (key) => rowOf.get(key) ?? -1);
    const isInOrder = rows.length === shared.length && rows.every((row, index) => row === index);
    const here = { ...library, first, rows, isInOrder };
    first += library.file.samples.names.length;
    return here;
  });
  if (first > MAX_CELLS)
    throw new BinaryRefusal('The libraries have more than 20,000,000 cells; give the filtered matrices.');
  return { placed, shared };
}

function joinMatrix(placed: readonly Placed[], features: number): ValueMatrix {
  return {
    features,
    samples: placed.reduce((sum, { file }) => sum + file.samples.names.length, 0),
    scan(first, end, take) {
      for (const { file, rows, isInOrder, first: start } of placed) {
        if (isInOrder)
          file.matrix.scan(first, end, (feature, cell, value) => take(feature, start + cell, value));
        else
          file.matrix.scan(0, rows.length, (feature, cell, value) => {
            const row = rows[feature] ?? -1;
            if (row >= first && row < end) take(row, start + cell, value);
          });
      }
    },
    *peek() {
      for (const { file } of placed) yield* file.matrix.peek();
    },
  };
}

function joinCells(placed: readonly Placed[]): Frame {
  const own = [...new Set(placed.flatMap(({ file }) => file.samples.titles))];
  const library = freeName(LIBRARY, new Set(own));
  return {
    names: placed.flatMap(({ name, file }) => file.samples.names.map((cell) => `${name}_${cell}`)),
    titles: [library, ...own],
    read: (title) =>
      cellsAt(
        placed.flatMap(({ name, file: { samples } }) => {
          if (title === library) return samples.names.map(() => name);
          if (!samples.titles.includes(title)) return samples.names.map(() => null);
          const cellAt = samples.read(title);
          return samples.names.map((_, cell) => cellAt(cell));
        }),
      ),
  };
}

/** A note of one library names it; one of all of them is said once. */
function joinNotes(libraries: readonly Library[]): string[] {
  const [first, ...others] = libraries;
  const ofAll = (first?.file.notes ?? []).filter((note) =>
    others.every(({ file }) => file.notes.includes(note)),
  );
  const own = libraries.flatMap(({ name, file }) =>
    file.notes.flatMap((note) => (ofAll.includes(note) ? [] : [`${name}: ${note}`])),
  );
  return [...ofAll, ...own];
}

/**
 * One library stays as it is.
 * @throws BinaryRefusal if they are not of single cells, or have too little in common
 */
export function joinLibraries(libraries: readonly Library[]): ExpressionFile {
  const [first] = libraries;
  if (first === undefined) throw new BinaryRefusal('There is no file to read.');
  if (libraries.length === 1) return first.file;
  checkAlike(libraries);
  const { placed, shared } = place(libraries);
  const { features, isLeftOut, form } = first.file;
  const notes = joinNotes(libraries);
  const left = new Set(libraries.flatMap(({ file }) => file.features.names)).size - shared.length;
  if (placed.some(({ rows }) => rows.length > shared.length) && left > 0)
    notes.push(`Features that not all libraries have are left out: ${formatCount(left)}.`);
  return {
    form: `${form}, ${countOf(libraries.length, 'library', 'libraries')}`,
    features: {
      names: shared.map((at) => features.names[at] ?? ''),
      titles: features.titles,
      read: (title) => {
        const cellAt = features.read(title);
        return (row) => cellAt(shared[row] ?? -1);
      },
    },
    samples: joinCells(placed),
    matrix: joinMatrix(placed, shared.length),
    isCells: true,
    ...(isLeftOut === undefined ? {} : { isLeftOut: (row: number) => isLeftOut(shared[row] ?? -1) }),
    notes,
  };
}

function checkAlike(libraries: readonly Library[]): void {
  const forms = new Set(libraries.map(({ file }) => file.form));
  if (forms.size > 1)
    throw new BinaryRefusal(`Files of different forms cannot become one matrix: ${[...forms].join(', ')}.`);
  if (libraries.some(({ file }) => !file.isCells))
    throw new BinaryRefusal('Not all files are of single cells, so they cannot become one matrix.');
  const ofCounts = libraries.filter(({ file }) => areCounts(file.matrix));
  const other = libraries.find((library) => !ofCounts.includes(library));
  if (ofCounts.length > 0 && other !== undefined)
    throw new BinaryRefusal(
      `${ofCounts[0]?.name ?? ''} has counts and ${other.name} has none, so they cannot become one matrix.`,
    );
}
