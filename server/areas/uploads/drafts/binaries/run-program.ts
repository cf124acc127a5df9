/** Runs the program of the sandbox that reads binary files of strangers. */
import path from 'node:path';
import { Readable } from 'node:stream';
import type { CellGrouping } from '@omicon/domain/data-map/data-map.ts';
import { refusal } from '@omicon/intake/records.ts';
import { z } from 'zod';
import {
  runSandboxed,
  type SandboxedProgram,
  SandboxFailure,
} from '../../../../base/sandbox/sandboxed-process.ts';
import { streamSandboxed } from '../../../../base/sandbox/sandboxed-stream.ts';
import type { BinaryDescription } from '../../../../bring-programs/binary-form.ts';
import { REPOSITORY } from '../../../../config.ts';

/** What the program reads. */
export interface BinaryInput {
  /** for people */
  name: string;
  /** key of its form in the program */
  form: string;
  /** path of the file, or of a manifest */
  file: string;
  /** every path that it may read */
  reads: readonly string[];
}

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
  cell_tables: z.array(z.string()).exactOptional(),
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

/** What a file holds. @throws IntakeRefusal */
export async function describeBinary({ name, form, file, reads }: BinaryInput): Promise<BinaryDescription> {
  const program = { ...PROGRAM, reads: [...PROGRAM.reads, ...reads] };
  try {
    const output = await runSandboxed(program, ['describe', form, file], Buffer.alloc(0));
    const answer = z.union([refused, described]).parse(JSON.parse(output.toString('utf8')));
    if ('refusal' in answer) throw refusal(name, answer.refusal);
    return answer;
  } catch (error) {
    throw refusalOf(name, error);
  }
}

/** One of its tables as text; the stream fails with IntakeRefusal. */
export function openTable(input: BinaryInput, table: string, grouping: CellGrouping | null): Readable {
  const { name, form, file, reads } = input;
  async function* read() {
    const args = ['table', form, file, table, JSON.stringify(grouping)];
    try {
      for await (const chunk of streamSandboxed(TABLE_PROGRAM, args, { reads })) yield chunk;
    } catch (error) {
      throw refusalOf(name, error);
    }
  }
  return Readable.from(read(), { objectMode: false });
}
