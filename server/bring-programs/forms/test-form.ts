import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import type { CellGrouping } from '@omicon/domain/data-map/data-map.ts';
import type { BinaryDescription, BinaryForm } from '../binary-form.ts';

export interface Brought extends BinaryDescription {
  /** rows of each table by its name, titles first */
  rows: Record<string, string[][]>;
}

/** What a form makes of a file with these bytes. */
export async function bring(
  form: BinaryForm,
  bytes: Uint8Array,
  grouping: CellGrouping | null = null,
): Promise<Brought> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'binary-form-'));
  try {
    const file = path.join(folder, 'file');
    await writeFile(file, bytes);
    const description = await form.describe(file);
    const rows: Record<string, string[][]> = {};
    for (const { name } of description.tables) {
      const cells: string[][] = [];
      await form.write(file, name, { grouping, writeRow: (row) => void cells.push([...row]) });
      rows[name] = cells;
    }
    return { ...description, rows };
  } finally {
    await rm(folder, { recursive: true });
  }
}
