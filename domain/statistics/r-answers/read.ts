/** Reads answers of R and the matrices they were computed from; used by tests only. */

import { existsSync, globSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect } from 'vitest';
import { numberAt } from '../../arrays/number-at.ts';
import { type FeatureMatrix, featureMatrix } from '../matrix.ts';

export const data = resolve(
  import.meta.dirname,
  '../../..',
  process.env.OMICON_TEST_DATA ?? '../shared/data',
);

/** In CI missing answers are a failure, so the tests run there and fail. */
export const hasAnswers = existsSync(`${data}/r-answers`) || process.env.CI === 'true';

export type Column = (number | null | 'Inf' | '-Inf')[];

export interface Input {
  root: string;
  file: string;
  features: number;
  samples: number;
}

/** Names of the answers of one kind, such as `two_groups_`. */
export function answersOf(kind: string): string[] {
  return globSync(`${kind}*.json`, { cwd: `${data}/r-answers` }).sort();
}

/** An answer of R, by its file name. */
export function readAnswer<T>(name: string): T {
  return JSON.parse(readFileSync(`${data}/r-answers/${name}`, 'utf8'));
}

export interface Measured {
  features: string[];
  samples: string[];
  matrix: FeatureMatrix;
}

function cellsOf(path: string): string[][] {
  const lines = readFileSync(path, 'utf8').trimEnd().split(/\r?\n/);
  return lines.map((line) => line.replaceAll('"', '').split(','));
}

/** A matrix of the corpus, in either header form of the laboratory; empty cells and NA are NaN. */
export function readMatrix(input: Pick<Input, 'root' | 'file'>): Measured {
  const cells = cellsOf(`${data}/${input.root}/${input.file}`);
  const hasTwoHeaders = cells[0]?.[0] === 'INDEX';
  const firstSample = hasTwoHeaders ? 2 : 1;
  const rows = cells.slice(hasTwoHeaders ? 2 : 1);
  return {
    features: rows.map((row) => row[firstSample - 1] ?? ''),
    samples: (cells[hasTwoHeaders ? 1 : 0] ?? []).slice(firstSample),
    matrix: featureMatrix(
      rows.map((row) => row.slice(firstSample).map((cell) => (cell === '' ? Number.NaN : Number(cell)))),
    ),
  };
}

/** Quoted or plain cells of a line of CSV. */
function quotedCells(line: string): string[] {
  return Array.from(line.matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^,]*))/g), ([, quoted, plain]) =>
    (quoted ?? plain ?? '').replaceAll('""', '"'),
  );
}

/** Files of the test data that match a pattern. */
export function filesOf(pattern: string): string[] {
  return globSync(pattern, { cwd: data }).sort();
}

/** Cells of a table of the test data, quoted or plain, line by line. */
export function readTable(file: string): string[][] {
  return readFileSync(`${data}/${file}`, 'utf8').trimEnd().split(/\r?\n/).map(quotedCells);
}

/** Sample attributes beside a matrix, by attribute, in the order of its samples; empty cells and NA are null. */
export function readAttributes(
  input: Pick<Input, 'root' | 'file'>,
  { samples }: Pick<Measured, 'samples'>,
): Map<string, (string | null)[]> {
  const path = `${data}/${input.root}/${input.file.replace(/\.csv$/, '_sample_attributes.csv')}`;
  const [names = [], ...rows] = readFileSync(path, 'utf8').trimEnd().split(/\r?\n/).map(quotedCells);
  const label = names.indexOf('Label');
  const byLabel = new Map(rows.map((row) => [row[label], row]));
  return new Map(
    names.map((name, at) => [
      name,
      samples.map((sample) => {
        const cell = byLabel.get(sample)?.[at] ?? '';
        return cell === '' || cell === 'NA' ? null : cell;
      }),
    ]),
  );
}

/**
 * Columns of the file `Module_eigengenes` of a network folder, by module. Samples are those of its data set, in order.
 */
export function readEigengenes(root: string, network: string): Map<string, Float64Array> {
  const folder = `${data}/${root}/${network}`;
  const [file] = globSync('Module_eigengenes*.csv', { cwd: folder });
  const [names = [], ...rows] = cellsOf(`${folder}/${file}`);
  return new Map(
    names.slice(2).map((name, at) => [name, Float64Array.from(rows, (row) => Number(row[at + 2]))]),
  );
}

/** Seed members of each module of a network folder, by module, in the order of its kME table. */
export function readModules(root: string, network: string): Map<string, string[]> {
  const folder = `${data}/${root}/${network}`;
  const [file] = globSync('kME_table*.csv', { cwd: folder });
  const lines = readFileSync(`${folder}/${file}`, 'utf8').trimEnd().split(/\r?\n/);
  const [head = [], ...rows] = lines.map(quotedCells);
  const seed = head.indexOf('ModSeed');
  const modules = new Map<string, string[]>();
  for (const row of rows) {
    const module = row[seed] ?? '';
    if (module === '' || module === 'NA') continue;
    const members = modules.get(module);
    if (members === undefined) modules.set(module, [row[1] ?? '']);
    else members.push(row[1] ?? '');
  }
  return modules;
}

/** Columns of labelled samples. */
export function columnsOf(measured: Measured, labels: readonly string[]): number[] {
  const index = new Map(measured.samples.map((label, at) => [label, at]));
  return labels.map((label) => {
    const column = index.get(label);
    if (column === undefined) throw new Error(`There is no sample ${label}.`);
    return column;
  });
}

/** Largest difference between a result and a column of R, relative above 1 and absolute below if `scale` is 1. */
export function expectEqual(found: ArrayLike<number>, answer: Column, tolerance: number, floor = 0): void {
  expect(found.length).toBe(answer.length);
  let worst = 0;
  answer.forEach((cell, at) => {
    const value = numberAt(found, at);
    if (cell === null) {
      if (!Number.isNaN(value)) worst = Number.POSITIVE_INFINITY;
      return;
    }
    const expected = Number(String(cell).replace('Inf', 'Infinity'));
    if (value === expected) return;
    const difference = Math.abs(value - expected) / Math.max(Math.abs(expected), floor);
    worst = Math.max(worst, Number.isNaN(difference) ? Number.POSITIVE_INFINITY : difference);
  });
  expect(worst).toBeLessThan(tolerance);
}

/** P values of R against natural logarithms of ours, also where R could only write log10. */
export function expectLogP(found: Float64Array, table: Record<string, Column>, name = 'p'): void {
  const logs = table[`log10_${name}`];
  const answer = table[name] ?? [];
  expect(found.length).toBe(answer.length);
  answer.forEach((cell, at) => {
    const log10 = logs?.[at];
    if (cell === null && typeof log10 === 'number')
      expect(Math.abs(numberAt(found, at) / Math.LN10 / log10 - 1)).toBeLessThan(1e-9);
  });
  const comparable = answer.map((cell, at) =>
    cell === null && typeof logs?.[at] === 'number' ? Math.exp(numberAt(found, at)) : cell,
  );
  expectEqual(found.map(Math.exp), comparable, 1e-9);
}
