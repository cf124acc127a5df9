/** HDF5 files with values: AnnData (h5ad), loom, and 10x h5. */
import { type BinaryForm, BinaryRefusal } from '../binary-form.ts';
import type { ExpressionFile } from '../expression.ts';
import { describeExpression, writeExpression } from '../expression-tables.ts';
import { isAnnData, readAnnData } from './hdf5/anndata.ts';
import { isLoom, readLoom } from './hdf5/loom.ts';
import { type OpenFile, withHdf5 } from './hdf5/open-file.ts';
import { isTenx, readTenx } from './hdf5/tenx.ts';

function read(file: OpenFile): ExpressionFile {
  if (isTenx(file)) return readTenx(file);
  if (isAnnData(file)) return readAnnData(file);
  if (isLoom(file)) return readLoom(file);
  throw new BinaryRefusal(
    'This HDF5 file is no AnnData, loom or 10x file. Write its matrix and its sample table as CSV or tab-separated text.',
  );
}

/** Opens a file while it is used. @throws BinaryRefusal */
export function withExpression<T>(file: string, use: (file: ExpressionFile) => T | Promise<T>): Promise<T> {
  return withHdf5(file, (opened) => use(read(opened)));
}

export const hdf5: BinaryForm = {
  describe: (file) => withExpression(file, describeExpression),
  write: (file, table, options) => withExpression(file, (opened) => writeExpression(opened, table, options)),
};
