/** Forms of binary files, each loaded when a file of it is read. */
import type { BinaryForm } from '../binary-form.ts';

const FORMS: Readonly<Record<string, () => Promise<BinaryForm>>> = {
  libraries: async () => (await import('./libraries.ts')).libraries,
  hdf5: async () => (await import('./hdf5.ts')).hdf5,
  workbook: async () => (await import('./workbook.ts')).workbook,
  parquet: async () => (await import('./parquet.ts')).parquet,
  rds: async () => (await import('./rds.ts')).rds,
};

/** @throws RangeError for a form that is none */
export async function loadForm(key: string): Promise<BinaryForm> {
  const load = Object.hasOwn(FORMS, key) ? FORMS[key] : undefined;
  if (load === undefined) throw new RangeError(`There is no form ${key}.`);
  return load();
}
