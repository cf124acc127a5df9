/** Data frames of AnnData: a compound dataset (before 0.7) or a group of columns, in all encodings. */
import type { Group } from 'h5wasm/node';
import { BinaryRefusal } from '../../binary-form.ts';
import { cellsAt, type Frame } from '../../expression.ts';
import { textAttribute, textsAttribute } from './attributes.ts';
import { kindOf, readAllNumbers } from './blocks.ts';
import { labelsOf, readCells } from './columns.ts';
import { readCompound } from './compound.ts';
import type { OpenFile } from './open-file.ts';

const MAX_COLUMNS = 20_000;

/** A column in a group of its own: categorical, or with a mask of what is missing. */
function readEncoded(file: OpenFile, path: string): (string | null)[] {
  const codes = file.dataset(`${path}/codes`);
  const categories = file.dataset(`${path}/categories`);
  if (codes !== null && categories !== null)
    return labelsOf(readAllNumbers(codes), readCells(categories), path);
  const values = file.dataset(`${path}/values`);
  const mask = file.dataset(`${path}/mask`);
  if (values === null) throw new BinaryRefusal(`${path} of the HDF5 file has an encoding that is not known.`);
  const cells = readCells(values);
  if (mask === null) return cells;
  const isMissing = readAllNumbers(mask);
  if (isMissing.length !== cells.length)
    throw new BinaryRefusal(`${path} of the HDF5 file has a mask of another length than its values.`);
  return cells.map((cell, at) => (isMissing[at] === 0 ? cell : null));
}

function readColumn(file: OpenFile, path: string, title: string): (string | null)[] {
  const at = `${path}/${title}`;
  const column = file.dataset(at);
  if (column === null) return readEncoded(file, at);
  // Before 0.8, labels were kept apart, and found by a reference to them.
  const categories = file.dataset(`${path}/__categories/${title}`);
  return categories === null
    ? readCells(column)
    : labelsOf(readAllNumbers(column), readCells(categories), at);
}

/** Whether a column has one value for each row, and a type that is known. */
function isColumn(file: OpenFile, path: string): boolean {
  const column = file.dataset(path);
  if (column === null)
    return file.dataset(`${path}/codes`) !== null || file.dataset(`${path}/values`) !== null;
  return kindOf(column) !== 'other' && column.metadata.shape?.length === 1;
}

function readGroup(file: OpenFile, group: Group, notes: string[]): Frame {
  const { path } = group;
  const index = textAttribute(group, '_index') ?? '_index';
  const names = readColumn(file, path, index).map((name) => name ?? '');
  const inGroup = file.names(path).filter((name) => name !== '__categories' && name !== index);
  if (inGroup.length > MAX_COLUMNS)
    throw new BinaryRefusal(`${path} of the HDF5 file has more than 20,000 columns.`);
  const order = textsAttribute(group, 'column-order').filter((name) => inGroup.includes(name));
  const all = [...new Set([...order, ...inGroup])];
  const titles = all.filter((title) => isColumn(file, `${path}/${title}`));
  const left = all.length - titles.length;
  if (left > 0)
    notes.push(
      `${left === 1 ? 'One column' : `${left} columns`} of ${path.slice(1)} ${left === 1 ? 'is' : 'are'} left out: ${left === 1 ? 'its' : 'their'} type is not known.`,
    );
  return {
    names,
    titles,
    read: (title) => cellsAt(checked(readColumn(file, path, title), names, `${path}/${title}`)),
  };
}

function checked(cells: (string | null)[], names: string[], where: string): (string | null)[] {
  if (cells.length === names.length) return cells;
  throw new BinaryRefusal(
    `${where} of the HDF5 file has ${cells.length} values for ${names.length} rows; the file is damaged.`,
  );
}

/** The frame of this path. @throws BinaryRefusal if there is none, or it cannot be read */
export function readFrame(file: OpenFile, path: string, notes: string[]): Frame {
  if (file.find(path) === null)
    throw new BinaryRefusal(`The HDF5 file has no ${path}, which names its rows.`);
  const group = file.group(path);
  return group === null ? readCompound(file, path, notes) : readGroup(file, group, notes);
}
