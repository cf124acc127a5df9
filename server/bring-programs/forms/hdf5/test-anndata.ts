/** For tests: makes AnnData files of samples and of single cells. */
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import type { CellGrouping } from '@omicon/domain/data-map/data-map.ts';
import type { Group } from 'h5wasm/node';
import type { BinaryForm } from '../../binary-form.ts';
import { addCategories, addFrame, addNumbers, writeHdf5 } from './write-hdf5.ts';

/** A folder for files of one test file. */
export class Hdf5Folder {
  #folder = '';
  #files = 0;

  async open(): Promise<void> {
    this.#folder = await mkdtemp(path.join(os.tmpdir(), 'omicon-hdf5-'));
  }

  async close(): Promise<void> {
    await rm(this.#folder, { recursive: true, force: true });
  }

  /** @returns path of a new file */
  async fileOf(write: (root: Group) => void): Promise<string> {
    const file = this.pathOf(`${this.#files}.h5`);
    this.#files += 1;
    await writeHdf5(file, write);
    return file;
  }

  pathOf(name: string): string {
    return path.join(this.#folder, name);
  }
}

/** Rows of a table of a form. */
export async function tableOf(
  form: BinaryForm,
  file: string,
  { table, grouping = null }: { table: string; grouping?: CellGrouping | null },
): Promise<string[][]> {
  const rows: string[][] = [];
  await form.write(file, table, { grouping, writeRow: (cells) => void rows.push([...cells]) });
  return rows;
}

export const SAMPLES = ['S1', 'S2', 'S3'];
export const GENES = ['MBP', 'IDH1', 'SOX10', 'OLIG2'];
export const VALUES = [
  [1.5, 0, 2, 0.25],
  [0, 3, 0, 7],
  [4, 5.125, 0, 0],
];
/** Rows of the values as text: a feature and its samples. */
export const EXPECTED = GENES.map((gene, at) => [gene, ...VALUES.map((row) => String(row[at]))]);

/** Samples and genes of a file of samples, without values. */
export function addSamples(root: Group): void {
  addFrame(root, 'obs', SAMPLES);
  addFrame(root, 'var', GENES);
}

/** 48 cells of two donors and three types, of which one has a cell in the second donor. */
export const CELLS = Array.from({ length: 48 }, (_, at) => ({
  name: `C${at}`,
  donor: at < 24 ? 0 : 1,
  type: at === 47 ? 2 : at % 2,
  counts: GENES.map((_, gene) => (at * 7 + gene * 3) % 5),
}));
/** Counts of the cells of a donor and type. */
export const sumOf = (donor: number, type: number, gene: number) =>
  CELLS.filter((cell) => cell.donor === donor && cell.type === type).reduce(
    (sum, { counts }) => sum + (counts[gene] ?? 0),
    0,
  );

/** Cells and genes, without values. */
export function addCells(root: Group): void {
  const obs = addFrame(
    root,
    'obs',
    CELLS.map(({ name }) => name),
  );
  addCategories(
    obs,
    'donor_id',
    CELLS.map(({ donor }) => donor),
    ['D1', 'D2'],
  );
  addCategories(
    obs,
    'cell_type',
    CELLS.map(({ type }) => type),
    ['B cell', 'T cell', 'NK'],
  );
  addCategories(
    obs,
    'sex',
    CELLS.map(({ donor }) => donor),
    ['F', 'M'],
  );
  addNumbers(obs, 'n_genes', Int32Array.from(CELLS.map((_, at) => at)));
  addFrame(root, 'var', GENES);
}
