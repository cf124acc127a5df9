/** What is read together: files of single cells that become one matrix, and tables that may describe their cells. */
import { z } from 'zod';

export const MAX_LIBRARIES = 500;
export const MAX_CELL_TABLES = 20;

const part = z.object({ path: z.string(), name: z.string() });

export const librariesManifest = z.object({
  libraries: z
    .array(
      z.object({
        /** becomes a value of the column of libraries */
        name: z.string(),
        source: z.union([
          z.object({ hdf5: z.string() }),
          z.object({ matrix: part, barcodes: part, features: part }),
        ]),
      }),
    )
    .min(1)
    .max(MAX_LIBRARIES),
  cell_tables: z.array(part).max(MAX_CELL_TABLES),
});

export type LibrariesManifest = z.output<typeof librariesManifest>;
export type LibrarySource = LibrariesManifest['libraries'][number]['source'];
