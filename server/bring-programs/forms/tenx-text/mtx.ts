/**
 * Matrix Market files of coordinates, features x cells or cells x features. Only blocks of them are in memory.
 * @source https://math.nist.gov/MatrixMarket/formats.html
 */
import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import { countOf, formatCount } from '@omicon/domain/records/count-of.ts';
import { BinaryRefusal } from '../../binary-form.ts';
import type { TakeValue, ValueMatrix } from '../../expression.ts';
import { MtxEntry } from './mtx-entry.ts';

const BLOCK_BYTES = 1024 ** 2;
/** Comments before the sizes; 10x Genomics writes one line. */
const MAX_HEADER_BYTES = 64 * 1024;
/** Two indexes and a number. */
const MAX_LINE_BYTES = 1000;
const NEWLINE = 10;

export interface MtxFile {
  path: string;
  /** for sentences */
  name: string;
  rows: number;
  columns: number;
  entries: number;
  /** byte and number of the first line after the sizes */
  start: number;
  line: number;
}

/** Reads the sizes. @throws BinaryRefusal for other kinds of Matrix Market files than real coordinates */
export function openMtx(path: string, name: string): MtxFile {
  const head = readHead(path);
  let start = 0;
  for (let line = 1; ; line += 1) {
    const end = head.indexOf('\n', start);
    if (end < 0)
      throw new BinaryRefusal(`${name} has no line of sizes; it is damaged, or no Matrix Market file.`);
    const text = head.slice(start, end).trim();
    start = end + 1;
    if (line === 1) checkBanner(text, name);
    else if (text !== '' && !text.startsWith('%'))
      return { path, name, ...sizesIn(text, { name, line }), start, line: line + 1 };
  }
}

function readHead(path: string): string {
  const file = openSync(path, 'r');
  try {
    const bytes = Buffer.alloc(MAX_HEADER_BYTES);
    return `${bytes.toString('latin1', 0, readSync(file, bytes))}\n`;
  } finally {
    closeSync(file);
  }
}

function checkBanner(text: string, name: string): void {
  const [mark, object, format, field, symmetry] = text.toLowerCase().split(/\s+/, 5);
  if (mark !== '%%matrixmarket' || object !== 'matrix')
    throw new BinaryRefusal(`${name}, line 1: a Matrix Market file begins with %%MatrixMarket matrix.`);
  if (format !== 'coordinate')
    throw new BinaryRefusal(
      `${name}, line 1: the matrix is written as ${format}; write it as coordinates, as Cell Ranger does.`,
    );
  if (field !== 'integer' && field !== 'real')
    throw new BinaryRefusal(
      `${name}, line 1: the field is ${field}; integer or real is needed, as counts are numbers.`,
    );
  if (symmetry !== 'general')
    throw new BinaryRefusal(`${name}, line 1: the matrix is ${symmetry}; write it as general.`);
}

function sizesIn(text: string, { name, line }: { name: string; line: number }) {
  const numbers = text.split(/\s+/, 4).map((word) => (/^\d{1,15}$/.test(word) ? Number(word) : Number.NaN));
  const [rows = 0, columns = 0, entries = 0] = numbers;
  if (numbers.length !== 3 || numbers.some(Number.isNaN))
    throw new BinaryRefusal(
      `${name}, line ${line}: three sizes are needed (rows, columns, entries), not "${text.slice(0, 60)}".`,
    );
  return { rows, columns, entries };
}

type TakeEntry = (row: number, column: number, value: number) => void;

/**
 * Gives the entries of whole lines, indexes from 0.
 * @param from byte at which a line begins @param line its number @param most entries to give
 * @returns how many were given
 */
function eachEntry(
  mtx: MtxFile,
  { from, line, most }: { from: number; line: number | null; most: number },
  take: TakeEntry,
): number {
  const file = openSync(mtx.path, 'r');
  try {
    const entry = new MtxEntry(mtx);
    const bytes = Buffer.alloc(BLOCK_BYTES + MAX_LINE_BYTES);
    let kept = 0;
    let given = 0;
    let at = from;
    let number = line;
    for (;;) {
      const read = readSync(file, bytes, kept, BLOCK_BYTES, at);
      at += read;
      let length = kept + read;
      // The last line may have no line end.
      if (read === 0 && length > 0) bytes[length++] = NEWLINE;
      let start = 0;
      for (let end = bytes.indexOf(NEWLINE); end >= 0 && end < length; end = bytes.indexOf(NEWLINE, start)) {
        if (entry.read(bytes, { start, end, line: number })) {
          take(entry.row, entry.column, entry.value);
          given += 1;
          if (given >= most) return given;
        }
        start = end + 1;
        if (number !== null) number += 1;
      }
      if (read === 0) return given;
      kept = length - start;
      if (kept > MAX_LINE_BYTES)
        throw new BinaryRefusal(`${mtx.name}${lineText(number)}: the line is too long; the file is damaged.`);
      bytes.copy(bytes, 0, start, length);
    }
  } finally {
    closeSync(file);
  }
}

function lineText(line: number | null): string {
  return line === null ? '' : `, line ${formatCount(line)}`;
}

const PEEK = 100_000;

/** Values at the beginning, in the middle and at the end. */
function peekMtx(mtx: MtxFile): number[] {
  const values: number[] = [];
  const take: TakeEntry = (_row, _column, value) => void values.push(value);
  eachEntry(mtx, { from: mtx.start, line: mtx.line, most: PEEK }, take);
  const size = sizeOf(mtx.path);
  if (size - mtx.start <= BLOCK_BYTES) return values;
  for (const near of [Math.floor((mtx.start + size) / 2), size - BLOCK_BYTES])
    eachEntry(mtx, { from: nextLine(mtx.path, near), line: null, most: PEEK }, take);
  return values;
}

function sizeOf(path: string): number {
  const file = openSync(path, 'r');
  try {
    return fstatSync(file).size;
  } finally {
    closeSync(file);
  }
}

/** Byte after the next line end. */
function nextLine(path: string, from: number): number {
  const file = openSync(path, 'r');
  try {
    const bytes = Buffer.alloc(MAX_LINE_BYTES);
    const found = bytes.subarray(0, readSync(file, bytes, 0, MAX_LINE_BYTES, from)).indexOf(NEWLINE);
    return found < 0 ? from + MAX_LINE_BYTES : from + found + 1;
  } finally {
    closeSync(file);
  }
}

/**
 * @param isByFeature whether rows are features, as Cell Ranger writes them
 */
export function mtxMatrix(mtx: MtxFile, isByFeature: boolean): ValueMatrix {
  const [features, samples] = isByFeature ? [mtx.rows, mtx.columns] : [mtx.columns, mtx.rows];
  function scan(first: number, end: number, take: TakeValue): void {
    const range = { from: mtx.start, line: mtx.line, most: Number.POSITIVE_INFINITY };
    const given = eachEntry(mtx, range, (row, column, value) => {
      const feature = isByFeature ? row : column;
      if (feature >= first && feature < end) take(feature, isByFeature ? column : row, value);
    });
    if (given !== mtx.entries)
      throw new BinaryRefusal(
        `${mtx.name} has ${countOf(given, 'entry', 'entries')}, but its sizes say ${formatCount(mtx.entries)}; it was not copied completely.`,
      );
  }
  function peek(): number[] {
    try {
      return peekMtx(mtx);
    } catch (error) {
      if (!(error instanceof BinaryRefusal)) throw error;
      // Within the file, the number of a line is not known; reading all of it meets the damage with its line.
      scan(0, 0, () => undefined);
      throw error;
    }
  }
  return { features, samples, scan, peek };
}
