/** Files of values as text tables: values of samples, or sums of single cells, and the attributes of samples. */
import type { CellGrouping } from '@omicon/domain/data-map/data-map.ts';
import { countOf } from '@omicon/domain/records/count-of.ts';
import {
  type BinaryDescription,
  BinaryRefusal,
  MOST_VALUES,
  SAMPLES,
  VALUES,
  type WriteRow,
} from './binary-form.ts';
import { proposeCellColumns } from './cells/cell-columns.ts';
import { type CellGroups, freeName, groupCells, LEAST_CELLS } from './cells/group-cells.ts';
import { areCounts, type CellAt, type ExpressionFile, type Frame } from './expression.ts';

/** A note in each row: what this grouping leaves out. It is no file of the study. */
export const NOTES = 'notes.tsv';

/** Sums that are kept at once. */
const SUMS_AT_ONCE = 8e6;
const MOST_ANNOTATIONS = 200;

export function describeExpression(file: ExpressionFile): BinaryDescription {
  const { form, features, samples, isCells } = file;
  const [columns, rows] = isCells ? ['cell', 'gene'] : ['sample', 'feature'];
  const sentence = `${form}, ${countOf(samples.names.length, columns)}, ${countOf(features.names.length, rows)}`;
  const notes = [...file.notes];
  if (!isCells) {
    checkSize(features.names.length, samples.names.length);
    return { sentence, tables: [{ name: VALUES }, { name: SAMPLES }], cells: null, notes };
  }
  notes.push(
    areCounts(file.matrix)
      ? 'Samples are sums of the counts of single cells.'
      : 'The values of the cells are no counts, so samples are means of single cells instead of sums.',
  );
  const tables = [{ name: VALUES }, { name: SAMPLES }, { name: NOTES }];
  return { sentence, tables, cells: proposeCellColumns(samples), notes };
}

export async function writeExpression(
  file: ExpressionFile,
  table: string,
  { grouping, writeRow }: { grouping: CellGrouping | null; writeRow: WriteRow },
): Promise<void> {
  const groups = file.isCells ? groupCells(file.samples, grouping ?? proposedGrouping(file.samples)) : null;
  if (table === VALUES) await writeValues(file, groups, writeRow);
  else if (table === SAMPLES && groups === null) await writeFrame(file.samples, writeRow);
  else if (table === SAMPLES && groups !== null)
    await writeGroups(file.samples, groups, { grouping, writeRow });
  else if (table === NOTES) for (const note of groups?.notes ?? []) await writeRow([note]);
  else throw new BinaryRefusal(`The file has no table ${table}.`);
}

function proposedGrouping(samples: Frame): CellGrouping {
  const { sample, cell_type } = proposeCellColumns(samples);
  return { sample, cell_type, least_cells: LEAST_CELLS };
}

function checkSize(features: number, samples: number): void {
  const values = features * samples;
  if (values > MOST_VALUES)
    throw new BinaryRefusal(
      `The file has ${values.toLocaleString('en-US')} values; 1,000,000,000 at most can be stored. Leave out features or samples.`,
    );
}

/** Titles that differ from each other. */
function freeTitles(titles: readonly string[], taken: Set<string>): string[] {
  return titles.map((title) => freeName(title, taken));
}

async function writeValues(
  file: ExpressionFile,
  groups: CellGroups | null,
  writeRow: WriteRow,
): Promise<void> {
  const { features, samples } = file;
  const names = groups?.groups.map(({ name }) => name) ?? samples.names;
  checkSize(features.names.length, names.length);
  const annotations = features.titles.slice(0, MOST_ANNOTATIONS);
  const columns = annotations.map((title) => features.read(title));
  const taken = new Set(['feature', ...names]);
  await writeRow(['feature', ...freeTitles(annotations, taken), ...names]);
  const divisors =
    groups !== null && !areCounts(file.matrix) ? groups.groups.map(({ cells }) => cells) : null;
  for (const { first, end, sums } of sumBlocks(file, groups, names.length))
    for (let feature = first; feature < end; feature += 1) {
      if (file.isLeftOut?.(feature) === true) continue;
      const start = (feature - first) * names.length;
      const cells = names.map((_, at) => textOf((sums[start + at] ?? 0) / (divisors?.[at] ?? 1)));
      await writeRow([
        features.names[feature] ?? '',
        ...columns.map((cellAt) => cellAt(feature) ?? ''),
        ...cells,
      ]);
    }
}

function textOf(value: number): string {
  return Number.isNaN(value) ? '' : String(value);
}

/** Sums by feature and group, some features at a time; each time the matrix is read again. */
function* sumBlocks(
  { matrix, features }: ExpressionFile,
  groups: CellGroups | null,
  columns: number,
): Generator<{ first: number; end: number; sums: Float64Array }> {
  const count = features.names.length;
  const step = Math.max(1, Math.min(count, Math.floor(SUMS_AT_ONCE / Math.max(1, columns))));
  const sums = new Float64Array(step * columns);
  for (let first = 0; first < count; first += step) {
    const end = Math.min(count, first + step);
    sums.fill(0);
    matrix.scan(first, end, (feature, sample, value) => {
      const group = groups === null ? sample : (groups.of[sample] ?? -1);
      if (group < 0) return;
      const at = (feature - first) * columns + group;
      sums[at] = (sums[at] ?? 0) + value;
    });
    yield { first, end, sums };
  }
}

/** Samples as the file has them. */
async function writeFrame({ names, titles, read }: Frame, writeRow: WriteRow): Promise<void> {
  const columns = titles.map(read);
  await writeRow(['sample', ...freeTitles(titles, new Set(['sample']))]);
  for (const [at, name] of names.entries())
    await writeRow([name, ...columns.map((cellAt) => cellAt(at) ?? '')]);
}

/** Columns that have one value within each group, by title, with the value of each group. */
function constantColumns(
  samples: Frame,
  { groups, of }: CellGroups,
  grouping: CellGrouping | null,
): Map<string, (string | null)[]> {
  const constant = new Map<string, (string | null)[]>();
  for (const title of samples.titles) {
    if (title === grouping?.sample || title === grouping?.cell_type) continue;
    const values = constantWithin(samples.read(title), of, groups.length);
    if (values?.some((value) => value !== null)) constant.set(title, values);
  }
  return constant;
}

function constantWithin(cellAt: CellAt, of: Int32Array, groups: number): (string | null)[] | null {
  const values: (string | null | undefined)[] = Array.from({ length: groups }, () => undefined);
  for (let cell = 0; cell < of.length; cell += 1) {
    const group = of[cell] ?? -1;
    if (group < 0) continue;
    const value = cellAt(cell);
    if (values[group] === undefined) values[group] = value;
    else if (values[group] !== value) return null;
  }
  return values.map((value) => value ?? null);
}

async function writeGroups(
  samples: Frame,
  found: CellGroups,
  options: { grouping: CellGrouping | null; writeRow: WriteRow },
): Promise<void> {
  const grouping = options.grouping ?? proposedGrouping(samples);
  const constant = constantColumns(samples, found, grouping);
  const own = [
    ...(grouping.sample === null ? [] : ['Sample']),
    ...(grouping.cell_type === null ? [] : ['Cell type']),
    'Cells',
  ];
  const titles = freeTitles([...constant.keys()], new Set(['Sample name', ...own]));
  await options.writeRow(['Sample name', ...own, ...titles]);
  for (const [at, { name, sample, cellType, cells }] of found.groups.entries()) {
    const words = [sample, cellType].flatMap((word) => (word === null ? [] : [word]));
    const rest = [...constant.values()].map((values) => values[at] ?? '');
    await options.writeRow([name, ...words, String(cells), ...rest]);
  }
}
