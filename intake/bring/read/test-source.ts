import { Readable } from 'node:stream';
import type { SampleSheet, SourceFile, SourceMatrix } from '../study.ts';

/** A file in memory for tests. @param chunkBytes 7 splits lines and characters */
export function source(name: string, content: string | Buffer, chunkBytes = 7): SourceFile {
  const bytes = Buffer.from(content);
  const count = Math.ceil(bytes.length / chunkBytes);
  const chunks = Array.from({ length: count }, (_, at) =>
    bytes.subarray(at * chunkBytes, (at + 1) * chunkBytes),
  );
  return { name, sizeBytes: bytes.length, open: async () => Readable.from(chunks, { objectMode: false }) };
}

/** Lines of cells with tabs. */
export function tabbed(...rows: (string | number)[][]): string {
  return rows.map((row) => `${row.join('\t')}\n`).join('');
}

/** All rows of a matrix, without their lines. */
export async function cellsOf(matrix: SourceMatrix | undefined): Promise<string[][]> {
  const rows: string[][] = [];
  for await (const { cells } of matrix?.rows() ?? []) rows.push(cells);
  return rows;
}

/** A column of a sheet by its title. */
export function columnOf(sheet: SampleSheet | undefined, title: string): (string | null | undefined)[] {
  const at = sheet?.columns.indexOf(title) ?? -1;
  return (sheet?.rows ?? []).map((row) => row[at]);
}
