/** Columns as text. */
import type { Dataset } from 'h5wasm/node';
import { BinaryRefusal } from '../../binary-form.ts';
import { kindOf, type NumberBlock, readAllNumbers, readTexts } from './blocks.ts';

/** What a number is as text: all its digits. */
export function cellOf(value: number | undefined): string | null {
  return value === undefined || Number.isNaN(value) ? null : String(value);
}

/** Texts of a dataset of one dimension. */
export function readCells(dataset: Dataset): (string | null)[] {
  const kind = kindOf(dataset);
  if (kind === 'text') return readTexts(dataset);
  const numbers = readAllNumbers(dataset);
  if (kind === 'boolean') return Array.from(numbers, (value) => (value === 0 ? 'FALSE' : 'TRUE'));
  return Array.from(numbers, cellOf);
}

/** Labels of codes; -1 is missing. @throws BinaryRefusal for a code without a label */
export function labelsOf(
  codes: NumberBlock,
  labels: readonly (string | null)[],
  where: string,
): (string | null)[] {
  return Array.from(codes, (code) => (code === -1 ? null : labelOf(labels, code, where)));
}

/** The label of a code. @throws BinaryRefusal for a code without one */
export function labelOf(labels: readonly (string | null)[], code: number, where: string): string | null {
  const label = labels[code];
  if (label !== undefined) return label;
  throw new BinaryRefusal(`${where} of the HDF5 file has a code without a category: ${code}.`);
}
