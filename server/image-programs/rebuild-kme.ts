/**
 * Rebuilds the complete kME table of a covariation network from its analyte data and eigengenes, as CSV on standard
 * output or in the file of the first argument. Works in batches of features, in constant memory.
 */

import { createReadStream, createWriteStream } from 'node:fs';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { fileURLToPath } from 'node:url';
import { numberAt } from '@omicon/domain/arrays/number-at.ts';
import { featureMatrix } from '@omicon/domain/statistics/matrix.ts';
import { kmeOfModules } from '@omicon/domain/statistics/modules/kme.ts';
import { kmeCells, kmeColumns } from '@omicon/domain/statistics/modules/kme-table.ts';

/** Features per batch. */
const FEATURES_AT_ONCE = 256;

const FOLDER = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../data');

/** Records of a CSV file of the image; quoted cells may contain line breaks. */
async function* recordsOf(name: string): AsyncGenerator<string, void, undefined> {
  const lines = createInterface({ input: createReadStream(path.join(FOLDER, name)), crlfDelay: 0 });
  let open = '';
  for await (const line of lines) {
    open = open === '' ? line : `${open}\n${line}`;
    // With an even number of quotation marks, no quoted cell is open.
    if (open.split('"').length % 2 === 0) continue;
    yield open;
    open = '';
  }
}

function cellsOf(record: string): string[] {
  const found = record.matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^,]*))/g);
  return Array.from(found, ([, quoted, plain]) => quoted?.replaceAll('""', '"') ?? plain ?? '');
}

async function readEigengenes(): Promise<{ modules: string[]; eigengenes: Float64Array[] }> {
  let modules: string[] | null = null;
  const rows: number[][] = [];
  for await (const record of recordsOf('eigengenes.csv')) {
    const cells = cellsOf(record).slice(1);
    if (modules === null) modules = cells;
    else rows.push(cells.map(Number));
  }
  const names = modules ?? [];
  return {
    modules: names,
    eigengenes: names.map((_, module) => Float64Array.from(rows, (row) => row[module] ?? Number.NaN)),
  };
}

/** FindModules uses 0 for missing values. */
function valuesOf(record: string): number[] {
  return cellsOf(record)
    .slice(1)
    .map((cell) => (cell === 'NA' ? 0 : Number(cell)));
}

async function* tableLines(): AsyncGenerator<string, void, undefined> {
  const { modules, eigengenes } = await readEigengenes();
  const information = recordsOf('features.csv');
  const analyte = recordsOf('analyte.csv');
  const head = await information.next();
  await analyte.next();
  yield `${head.value},${kmeColumns(modules).join(',')}\n`;
  for (let isOpen = true; isOpen; ) {
    const rows: number[][] = [];
    while (rows.length < FEATURES_AT_ONCE && isOpen) {
      const record = await analyte.next();
      if (record.done) isOpen = false;
      else rows.push(valuesOf(record.value));
    }
    const kmes = kmeOfModules(featureMatrix(rows), eigengenes);
    for (const [index, row] of rows.entries()) {
      const about = await information.next();
      if (about.done) throw new Error('There are more features than rows about them.');
      const cells = kmeCells(
        kmes.map((module) => numberAt(module, index)),
        row.length,
      );
      yield `${about.value},${cells.join(',')}\n`;
    }
  }
}

const [file] = process.argv.slice(2);
await pipeline(Readable.from(tableLines()), file === undefined ? process.stdout : createWriteStream(file));
