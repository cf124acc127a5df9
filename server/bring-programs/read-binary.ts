/**
 * Program of the sandbox: `describe <form> <file>` writes what a binary file of a stranger holds as JSON, and
 * `table <form> <file> <table> <grouping as JSON>` one of its tables as tab-separated text. A refusal is JSON: of
 * `describe` as its result; of `table` on the error output with exit status 3, as rows may be written already.
 */
import { once } from 'node:events';
import { z } from 'zod';
import { BinaryRefusal } from './binary-form.ts';
import { loadForm } from './forms/index.ts';

const REFUSED = 3;
/** Rows are written together: a write for each would take longer than reading them. */
const WRITE_CHARACTERS = 64 * 1024;

const groupingOf = z
  .object({
    sample: z.string().nullable(),
    cell_type: z.string().nullable(),
    least_cells: z.int().min(1),
  })
  .nullable();

let pending = '';

async function flush(): Promise<void> {
  const text = pending;
  pending = '';
  if (!process.stdout.write(text)) await once(process.stdout, 'drain');
}

/** Cells cannot have what separates them. */
function asLine(cells: readonly string[]): string {
  return `${cells.map((cell) => cell.replace(/[\t\r\n]/g, ' ')).join('\t')}\n`;
}

async function writeRow(cells: readonly string[]): Promise<void> {
  pending += asLine(cells);
  if (pending.length >= WRITE_CHARACTERS) await flush();
}

async function run([
  task = '',
  form = '',
  file = '',
  table = '',
  grouping = 'null',
]: string[]): Promise<void> {
  const { describe, write } = await loadForm(form);
  if (task === 'describe') pending = JSON.stringify(await describe(file));
  else await write(file, table, { grouping: groupingOf.parse(JSON.parse(grouping)), writeRow });
  await flush();
}

const args = process.argv.slice(2);
try {
  await run(args);
} catch (error) {
  if (!(error instanceof BinaryRefusal)) throw error;
  const refusal = JSON.stringify({ refusal: error.message });
  if (args[0] === 'describe') process.stdout.write(refusal);
  else {
    // On a line of its own: the library may have complained before.
    process.stderr.write(`\n${refusal}\n`);
    process.exitCode = REFUSED;
  }
}
