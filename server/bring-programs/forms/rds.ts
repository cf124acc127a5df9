/** Objects that R has saved with saveRDS. */
import { countOf, formatCount } from '@omicon/domain/records/count-of.ts';
import { freeTitle } from '@omicon/intake/bring/read/study-parts.ts';
import {
  type BinaryForm,
  BinaryRefusal,
  MOST_VALUES,
  SAMPLES,
  VALUES,
  type WriteRow,
} from '../binary-form.ts';
import { MOST_SAMPLES } from '../cells/cell-columns.ts';
import type { ExpressionFile } from '../expression.ts';
import { describeExpression, writeExpression } from '../expression-tables.ts';
import { type Column, type Frame, frameOf } from './rds/columns.ts';
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
    if (samples !== null && samples.columns.length > 0) tables.push({ name: SAMPLES });
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

async function read(file: string): Promise<{ frame: Frame } | { experiment: Experiment }> {
  const value = readRds(await unpackRds(file));
  const frame = frameOf(value);
  if (frame !== undefined) {
    checkSize(frame.length, frame.columns.length);
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

function asFrame(names: string[], frame: Frame | null): ExpressionFile['features'] {
  const columns = frame?.columns ?? [];
  const titles = freeTitles(columns, new Set());
  const cells = ({ at }: Column) => names.map((_, index) => at(index) || null);
  return {
    names,
    titles,
    read: (title) => {
      const column = columns[titles.indexOf(title)];
      return column === undefined ? [] : cells(column);
    },
  };
}

function numbered(word: string, count: number): string[] {
  return Array.from({ length: count }, (_, at) => `${word}${at + 1}`);
}

function describeFrame({ length, columns, leftOut }: Frame) {
  const sentence = `R data.frame, ${countOf(length, 'row')}, ${countOf(columns.length, 'column')}`;
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
function freeTitles(columns: readonly Column[], taken: Set<string>): string[] {
  return columns.map(({ title }) => {
    const free = freeTitle(title || 'column', taken);
    taken.add(free);
    return free;
  });
}

async function writeValues(experiment: Experiment, writeRow: WriteRow): Promise<void> {
  const { grid, featureNames, features } = experiment;
  const samples = namesOfSamples(experiment);
  const annotation = features?.columns ?? [];
  const taken = new Set([...samples, 'feature']);
  await writeRow(['feature', ...freeTitles(annotation, taken), ...samples]);
  const cellsAt = grid.open();
  for (let row = 0; row < grid.rows; row += 1) {
    const id = featureNames?.[row] ?? String(row + 1);
    await writeRow([id, ...annotation.map((column) => column.at(row)), ...cellsAt(row)]);
  }
}

async function writeSamples(experiment: Experiment, writeRow: WriteRow): Promise<void> {
  const columns = experiment.samples?.columns ?? [];
  await writeRow(['sample', ...freeTitles(columns, new Set(['sample']))]);
  for (const [row, name] of namesOfSamples(experiment).entries()) {
    await writeRow([name, ...columns.map((column) => column.at(row))]);
  }
}

async function writeFrame({ length, rowNames, columns }: Frame, writeRow: WriteRow): Promise<void> {
  const taken = new Set(rowNames === null ? [] : ['row']);
  const titles = freeTitles(columns, taken);
  await writeRow(rowNames === null ? titles : ['row', ...titles]);
  for (let row = 0; row < length; row += 1) {
    const cells = columns.map((column) => column.at(row));
    await writeRow(rowNames === null ? cells : [rowNames[row] ?? '', ...cells]);
  }
}
