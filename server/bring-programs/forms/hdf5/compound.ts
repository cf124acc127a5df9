/** Frames that are one dataset of rows, as AnnData wrote them before 0.7. Labels of codes are in /uns. */
import type { Dataset } from 'h5wasm/node';
import { BinaryRefusal } from '../../binary-form.ts';
import { cellsAt, type Frame } from '../../expression.ts';
import { lengthOf } from './blocks.ts';
import { cellOf, labelOf, readCells } from './columns.ts';
import { damaged, type OpenFile, tryRead } from './open-file.ts';

const BLOCK_BYTES = 4 * 1024 ** 2;
const MAX_ROWS = 5_000_000;
/** @source H5Tpublic.h: integers, floats, texts and enumerations */
const KNOWN_TYPES = new Set([0, 1, 3, 8]);

/** One member of every row. */
function readMember(dataset: Dataset, at: number): unknown[] {
  const length = lengthOf(dataset);
  if (length > MAX_ROWS)
    throw new BinaryRefusal(`${dataset.path} of the HDF5 file has more than 5,000,000 rows.`);
  const step = Math.max(1, Math.floor(BLOCK_BYTES / Math.max(1, dataset.metadata.size)));
  const cells: unknown[] = [];
  for (let start = 0; start < length; start += step) {
    const rows: unknown = tryRead(dataset.path, () =>
      dataset.slice([[start, Math.min(length, start + step)]]),
    );
    if (!Array.isArray(rows)) throw damaged(dataset.path);
    for (const row of rows) cells.push(Array.isArray(row) ? one(row[at]) : null);
  }
  if (cells.length !== length) throw damaged(dataset.path);
  return cells;
}

/** The only item of a value that the library gives as an array. */
function one(value: unknown): unknown {
  if (Array.isArray(value)) return value[0];
  return ArrayBuffer.isView(value) ? Reflect.get(value, 0) : value;
}

function asText(value: unknown): string | null {
  if (typeof value === 'number') return cellOf(value);
  return typeof value === 'string' || typeof value === 'bigint' ? String(value) : null;
}

/** @throws BinaryRefusal if it is no dataset of rows */
export function readCompound(file: OpenFile, path: string, notes: string[]): Frame {
  const dataset = file.dataset(path);
  const members =
    dataset === null ? [] : (tryRead(path, () => dataset.metadata).compound_type?.members ?? []);
  if (dataset === null || members.length === 0)
    throw new BinaryRefusal(`${path} of the HDF5 file is no table of rows.`);
  const known = members.flatMap(({ name, type }, at) => (KNOWN_TYPES.has(type) ? [{ name, at }] : []));
  if (known.length < members.length)
    notes.push(
      `Columns of ${path} with several values in a cell are left out: ${members.length - known.length}.`,
    );
  const index = known.find(({ name }) => name === 'index' || name === '_index') ?? known[0];
  if (index === undefined) throw new BinaryRefusal(`${path} of the HDF5 file has no names of rows.`);
  const places = new Map(known.filter((member) => member !== index).map(({ name, at }) => [name, at]));
  const read = (title: string): (string | null)[] => {
    const at = places.get(title);
    if (at === undefined) throw new BinaryRefusal(`${path} of the HDF5 file has no column ${title}.`);
    const cells = readMember(dataset, at);
    const labels = file.dataset(`/uns/${title}_categories`);
    if (labels === null || members[at]?.type !== 0) return cells.map(asText);
    const texts = readCells(labels);
    return cells.map((code) =>
      Number(code) === -1 ? null : labelOf(texts, Number(code), `${path}/${title}`),
    );
  };
  const names = readMember(dataset, index.at).map((name) => asText(name) ?? '');
  return { names, titles: [...places.keys()], read: (title) => cellsAt(read(title)) };
}
