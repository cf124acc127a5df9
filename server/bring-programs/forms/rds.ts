/** Objects that R has saved with saveRDS. */
import { countOf, formatCount } from '@omicon/domain/records/count-of.ts';
import { freeTitle } from '@omicon/intake/bring/read/tables/study-parts.ts';
import {
  type BinaryForm,
  BinaryRefusal,
  MOST_VALUES,
  SAMPLES,
  VALUES,
  type WriteRow,
} from '../binary-form.ts';
import { MOST_SAMPLES } from '../cells/cell-columns.ts';
import type { ExpressionFile, Frame } from '../expression.ts';
import { describeExpression, writeExpression } from '../expression-tables.ts';
import { frameOf, numbered, type RTable } from './rds/columns.ts';
import { type Experiment, experimentOf } from './rds/experiment.ts';
import type { Grid } from './rds/grid.ts';
import { classesOf } from './rds/r-value.ts';
import { readRds } from './rds/read-rds.ts';
import { unpackRds } from './rds/unpack.ts';

const MAX_LISTED = 10;

export const rds: BinaryForm = {
  async describe(file) {
    const content = await read(file);
    if ('frame' in content) return describeFrame(content.frame);
    if (isOfCells(content.experiment)) return describeExpression(cellsOf(content.experiment));
    const { grid, className, platform, samples } = content.experiment;
    checkValues(grid);
    const tables = [{ name: VALUES }];
    if (samples !== null && samples.titles.length > 0) tables.push({ name: SAMPLES });
    const of = platform === '' ? '' : `, platform ${platform}`;
    const sentence = `R ${className}${of}, ${countOf(grid.columns, 'sample')}, ${countOf(grid.rows, 'feature')}`;
    return { sentence, tables, cells: null, notes: notesOf(content.experiment) };
  },

  async write(file, table, options) {
    const { writeRow } = options;
    const content = await read(file);
    if ('frame' in content && table === VALUES) return writeFrame(content.frame, writeRow);
    if ('experiment' in content) {
      if (isOfCells(content.experiment)) return writeExpression(cellsOf(content.experiment), table, options);
      checkValues(content.experiment.grid);
      if (table === VALUES) return writeValues(content.experiment, writeRow);
      if (table === SAMPLES) return writeSamples(content.experiment, writeRow);
    }
    throw new BinaryRefusal(`The file has no table "${table}".`);
  },
};

async function read(file: string): Promise<{ frame: RTable } | { experiment: Experiment }> {
  const value = readRds(await unpackRds(file));
  const frame = frameOf(value);
  if (frame !== undefined) {
    checkSize(frame.length, frame.titles.length);
    return { frame };
  }
  const experiment = experimentOf(value);
  if (experiment === undefined) {
    throw new BinaryRefusal(
      `An object of class "${classesOf(value)[0] ?? ''}" cannot be read; save a matrix, data.frame, ExpressionSet or SummarizedExperiment.`,
    );
  }
  checkSize(experiment.grid.rows, experiment.grid.columns);
  return { experiment };
}

function checkSize(rows: number, columns: number): void {
  if (rows === 0 || columns === 0) throw new BinaryRefusal('The object has no rows or no columns.');
}

function checkValues({ rows, columns }: Grid): void {
  if (rows * columns <= MOST_VALUES) return;
  throw new BinaryRefusal(
    `The matrix has ${formatCount(rows)} rows and ${formatCount(columns)} columns; 1,000,000,000 values are allowed.`,
  );
}

function isOfCells(experiment: Experiment): boolean {
  return experiment.isSingleCell || experiment.grid.columns > MOST_SAMPLES;
}

/** Single cells, which become sums for each sample and cell type. */
function cellsOf(experiment: Experiment): ExpressionFile {
  const { grid, className, featureNames, features, samples } = experiment;
  if (grid.numbers === null)
    throw new BinaryRefusal('The matrix of single cells has words instead of numbers.');
  return {
    form: `R ${className}`,
    features: asFrame(featureNames ?? numbered('', grid.rows), features),
    samples: asFrame(namesOfSamples(experiment), samples),
    matrix: grid.numbers,
    isCells: true,
    notes: notesOf(experiment),
  };
}

function asFrame(names: string[], table: RTable | null): Frame {
  return { names, titles: table?.titles ?? [], read: (title) => table?.read(title) ?? (() => null) };
}

function describeFrame({ length, titles, leftOut }: RTable) {
  const sentence = `R data.frame, ${countOf(length, 'row')}, ${countOf(titles.length, 'column')}`;
  return { sentence, tables: [{ name: VALUES }], cells: null, notes: leftOutNote(leftOut, 'data.frame') };
}

function notesOf({ notes, featureNames, sampleNames, features, samples }: Experiment): string[] {
  return [
    ...notes,
    ...(featureNames === null ? ['The features have no names and are numbered.'] : []),
    ...(sampleNames === null ? ['The samples have no names and are numbered.'] : []),
    ...leftOutNote(features?.leftOut ?? [], 'table of features'),
    ...leftOutNote(samples?.leftOut ?? [], 'table of samples'),
  ];
}

function leftOutNote(titles: readonly string[], table: string): string[] {
  if (titles.length === 0) return [];
  const listed = titles.slice(0, MAX_LISTED).join(', ');
  return [
    `${countOf(titles.length, 'column')} of the ${table} with lists, tables or 64-bit integers left out: ${listed}${titles.length > MAX_LISTED ? ', ...' : ''}.`,
  ];
}

function namesOfSamples({ grid, sampleNames }: Experiment): string[] {
  return sampleNames ?? numbered('Sample ', grid.columns);
}

/** Titles that no other column of the table has. */
function freeTitles(titles: readonly string[], taken: Set<string>): string[] {
  return titles.map((title) => {
    const free = freeTitle(title, taken);
    taken.add(free);
    return free;
  });
}

async function writeValues(experiment: Experiment, writeRow: WriteRow): Promise<void> {
  const { grid, featureNames, features } = experiment;
  const samples = namesOfSamples(experiment);
  const annotation = features?.titles ?? [];
  const columns = annotation.map((title) => features?.read(title));
  const taken = new Set([...samples, 'feature']);
  await writeRow(['feature', ...freeTitles(annotation, taken), ...samples]);
  const cellsAt = grid.open();
  for (let row = 0; row < grid.rows; row += 1) {
    const id = featureNames?.[row] ?? String(row + 1);
    await writeRow([id, ...columns.map((cellAt) => cellAt?.(row) ?? ''), ...cellsAt(row)]);
  }
}

async function writeSamples(experiment: Experiment, writeRow: WriteRow): Promise<void> {
  const titles = experiment.samples?.titles ?? [];
  const columns = titles.map((title) => experiment.samples?.read(title));
  await writeRow(['sample', ...freeTitles(titles, new Set(['sample']))]);
  for (const [row, name] of namesOfSamples(experiment).entries()) {
    await writeRow([name, ...columns.map((cellAt) => cellAt?.(row) ?? '')]);
  }
}

async function writeFrame(table: RTable, writeRow: WriteRow): Promise<void> {
  const { length, rowNames } = table;
  const columns = table.titles.map((title) => table.read(title));
  const titles = freeTitles(table.titles, new Set(rowNames === null ? [] : ['row']));
  await writeRow(rowNames === null ? titles : ['row', ...titles]);
  for (let row = 0; row < length; row += 1) {
    const cells = columns.map((cellAt) => cellAt(row) ?? '');
    await writeRow(rowNames === null ? cells : [rowNames[row] ?? '', ...cells]);
  }
}
