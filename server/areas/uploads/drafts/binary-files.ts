/** Binary files of a draft, such as h5ad, as the text tables that a program of the sandbox makes of them. */
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, rm, statfs } from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import type { CellGrouping } from '@omicon/domain/data-map/data-map.ts';
import { type Note, remark } from '@omicon/intake/bring/read/study-parts.ts';
import type { SourceFile, Study } from '@omicon/intake/bring/study.ts';
import { IntakeRefusal, refusal } from '@omicon/intake/records.ts';
import { z } from 'zod';
import {
  runSandboxed,
  type SandboxedProgram,
  SandboxFailure,
} from '../../../base/sandbox/sandboxed-process.ts';
import { streamSandboxed } from '../../../base/sandbox/sandboxed-stream.ts';
import type { BinaryDescription } from '../../../bring-programs/binary-form.ts';
import { LEAST_CELLS } from '../../../bring-programs/cells/group-cells.ts';
import { NOTES } from '../../../bring-programs/expression-tables.ts';
import { REPOSITORY } from '../../../config.ts';
import { type BinaryFile, copyBinary } from './copy-binary.ts';

const PROGRAM: SandboxedProgram = {
  file: path.join(REPOSITORY, 'server/bring-programs/read-binary.ts'),
  reads: [
    'server/bring-programs',
    'server/preview-programs',
    'server/package.json',
    'domain',
    'intake',
    'package.json',
    ...[
      '@omicon',
      'zod',
      'h5wasm',
      'h5wasm-plugins',
      'hyparquet',
      '@e965/xlsx',
      'csv-parse',
      'yauzl',
      'yazl',
      'pend',
      'buffer-crc32',
    ].map((name) => `node_modules/${name}`),
  ].map((source) => path.join(REPOSITORY, source)),
  timeoutMs: 300_000,
  memoryBytes: 900 * 1024 ** 2,
  outputBytes: 16 * 1024 ** 2,
};

/** For a table, which is written as fast as it is read and stored. */
const TABLE_PROGRAM: SandboxedProgram = {
  ...PROGRAM,
  timeoutMs: 2 * 3_600_000,
  outputBytes: 20 * 1024 ** 3,
};

const refused = z.object({ refusal: z.string() });
const described = z.object({
  sentence: z.string(),
  tables: z.array(z.object({ name: z.string() })).max(1000),
  cells: z
    .object({
      cells: z.int(),
      columns: z.array(z.object({ title: z.string(), distinct: z.int() })),
      sample: z.string().nullable(),
      cell_type: z.string().nullable(),
    })
    .nullable(),
  notes: z.array(z.string()),
}) satisfies z.ZodType<BinaryDescription>;

const AS_TEXT = 'Write its matrix and its sample table as CSV or tab-separated text.';
const SENTENCES: Record<Exclude<SandboxFailure['reason'], 'busy'>, string> = {
  time: `The file takes too long to read. ${AS_TEXT}`,
  memory: `The file needs too much memory to read; it may be damaged. ${AS_TEXT}`,
  output: `The tables of the file are too large. ${AS_TEXT}`,
  crash: `The file cannot be read; it may be damaged. ${AS_TEXT}`,
};

/** The refusal that the program wrote before it ended; null if it wrote none. */
function sentenceIn(detail: string): string | null {
  const line = detail.split('\n').find((each) => each.startsWith('{"refusal"'));
  if (line === undefined) return null;
  try {
    return refused.parse(JSON.parse(line)).refusal;
  } catch {
    // Cut off, as long output of a program is.
    return null;
  }
}

/** A failed run as a refusal of the file; a full queue is no fault of the file. */
function refusalOf(file: string, error: unknown): unknown {
  if (!(error instanceof SandboxFailure) || error.reason === 'busy') return error;
  return refusal(file, sentenceIn(error.detail) ?? SENTENCES[error.reason]);
}

async function describe({ name, form, copy }: BinaryFile): Promise<BinaryDescription> {
  const program = { ...PROGRAM, reads: [...PROGRAM.reads, copy] };
  try {
    const output = await runSandboxed(program, ['describe', form, copy], Buffer.alloc(0));
    const answer = z.union([refused, described]).parse(JSON.parse(output.toString('utf8')));
    if ('refusal' in answer) throw refusal(name, answer.refusal);
    return answer;
  } catch (error) {
    throw refusalOf(name, error);
  }
}

function openTable(file: BinaryFile, table: string, grouping: CellGrouping | null): Readable {
  const { name, form, copy } = file;
  async function* read() {
    const args = ['table', form, copy, table, JSON.stringify(grouping)];
    try {
      for await (const chunk of streamSandboxed(TABLE_PROGRAM, args, { reads: [copy] })) yield chunk;
    } catch (error) {
      throw refusalOf(name, error);
    }
  }
  return Readable.from(read(), { objectMode: false });
}

/**
 * Opens a table that is written to disk first: readers open a file a dozen times, and each run of the program would
 * sum all cells again.
 */
function writtenOnce(
  file: BinaryFile,
  { table, grouping, target }: { table: string; grouping: CellGrouping | null; target: string },
): () => Promise<Readable> {
  let writing: Promise<void> | null = null;
  return async () => {
    writing ??= pipeline(openTable(file, table, grouping), createWriteStream(target));
    await writing;
    return createReadStream(target);
  };
}

/** The grouping that a person chose, or the proposed one. @throws IntakeRefusal if cells cannot be grouped at all */
function groupingOf(file: string, { cells }: BinaryDescription, chosen: CellGrouping | null) {
  if (cells === null) return null;
  if (cells.columns.length === 0)
    throw refusal(
      file,
      `The file has ${cells.cells.toLocaleString('en-US')} single cells without a column of samples or cell types, so they cannot become samples. Give an h5ad file whose obs has such a column.`,
    );
  return chosen ?? { sample: cells.sample, cell_type: cells.cell_type, least_cells: LEAST_CELLS };
}

export interface TextOfBinaries {
  /** the files, with the tables of binary ones in place of these */
  sources: SourceFile[];
  /** what binary files are, by their names */
  descriptions: Map<string, BinaryDescription>;
  /** of the first file of single cells */
  cells: NonNullable<Study['cells']> | null;
  notes: Note[];
}

async function readBinary(file: BinaryFile, chosen: CellGrouping | null): Promise<TextOfBinaries> {
  const description = await describe(file);
  const grouping = groupingOf(file.name, description, chosen);
  const tables = description.tables.filter(({ name }) => name !== NOTES);
  const said = [...description.notes];
  if (tables.length < description.tables.length)
    said.push(...(await text(openTable(file, NOTES, grouping))).split('\n').filter((line) => line !== ''));
  const { cells } = description;
  return {
    sources: tables.map(({ name }, at) => ({
      name: `${file.name}/${name}`,
      sizeBytes: file.sizeBytes,
      open: writtenOnce(file, { table: name, grouping, target: `${file.copy}-${at}.tsv` }),
    })),
    descriptions: new Map([[file.name, description]]),
    cells:
      cells === null || grouping === null ? null : { cells: cells.cells, columns: cells.columns, grouping },
    notes: said.map((sentence) => remark(file.name, sentence)),
  };
}

/**
 * Binary files as text. Their bytes are copied below `workDir`, which is emptied before; the caller removes it when
 * nothing is read any more. A file that cannot be read becomes a fault beside the others.
 */
export async function withBinaries(
  sources: readonly SourceFile[],
  { cells, workDir }: { cells: CellGrouping | null; workDir: string },
): Promise<TextOfBinaries> {
  const all: TextOfBinaries = { sources: [], descriptions: new Map(), cells: null, notes: [] };
  await rm(workDir, { recursive: true, force: true });
  await mkdir(workDir, { recursive: true });
  for (const [at, source] of sources.entries()) {
    try {
      const { bavail, bsize } = await statfs(workDir);
      const copy = path.join(workDir, String(at));
      const file = await copyBinary(source, { copy, freeBytes: bavail * bsize });
      const read = file === null ? null : await readBinary(file, cells);
      all.sources.push(...(read?.sources ?? [source]));
      all.notes.push(...(read?.notes ?? []));
      all.cells ??= read?.cells ?? null;
      for (const [name, description] of read?.descriptions ?? []) all.descriptions.set(name, description);
    } catch (error) {
      if (!(error instanceof IntakeRefusal)) throw error;
      all.notes.push(
        ...error.faults.map(({ file, sentence }) => ({ ...remark(file, sentence), isFault: true })),
      );
    }
  }
  return all;
}
