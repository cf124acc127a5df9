/** Large text tables, read by range: any row of a file of any size, once it is indexed. Owns text_table_index. */

import { createGunzip } from 'node:zlib';
import { exploreTable, findInTable, type TableState } from '@omicon/contract/areas/files/explore.ts';
import { explorableForm } from '@omicon/domain/files/file-kinds.ts';
import {
  type Checkpoint,
  columnKind,
  type Delimiter,
  guessDelimiter,
  recordsIn,
} from '@omicon/domain/files/text-table.ts';
import type { Principal } from '@omicon/domain/permissions/permissions.ts';
import { parse } from 'csv-parse/sync';
import { LRUCache } from 'lru-cache';
import { codeOf } from '../../../base/error-code.ts';
import { PortalError } from '../../../base/errors.ts';
import { damaged } from '../../../base/http/sending.ts';
import { type Route, serve } from '../../../base/http/serve.ts';
import { addJob } from '../../../base/jobs/jobs.ts';
import type { Database } from '../../../base/postgres/database.ts';
import type { Services } from '../../../base/services.ts';
import { isDamaged } from '../../../base/store/fixity.ts';
import type { Store } from '../../../base/store/store.ts';
import { refuseMisnamed } from '../refuse-misnamed.ts';
import { getFileRow, readStart, refuseWithoutPermission } from '../routes.ts';
import type { StoredFileRow } from '../sql.ts';
import * as statements from './sql-explore.ts';
import { decode, findText, readRows, type TableContent } from './text-table-rows.ts';

const HEAD_BYTES = 1024 * 1024;
/** In the worst case, alternating quoted and plain letters, parsing a CSV row takes half a second per MiB. */
const MAX_PARSED_LENGTH = 256 * 1024;
const FIRST_LINE_TOO_LONG =
  'Line 1 is longer than 1 MiB, so this file cannot be shown as a table. Download it instead.';
const SAMPLED_ROWS = 100;
const MAX_CELL_LENGTH = 2000;

/** Cached, as contents never change under their key. */
const checkpointsOf = new LRUCache<string, readonly Checkpoint[]>({ maxSize: 100_000 });
const headOf = new LRUCache<string, Head>({ maxSize: 4 * 1024 * 1024 });

interface Table {
  file: StoredFileRow;
  form: { extension: string; isGzipped: boolean };
  index: statements.TextTableIndex;
  /** plain content to read; null while a gzip file is being unpacked */
  plain: TableContent | null;
}

/** Finds the file, checks permissions and type, and starts indexing if needed. */
async function openTable(
  { db, services }: { db: Database; services: Services },
  principal: Principal,
  key: string,
): Promise<Table> {
  const file = await getFileRow(db, principal, key);
  refuseWithoutPermission(principal, file, 'preview');
  const form = explorableForm(file.name);
  if (!form)
    throw new PortalError('unsupported_type', 'Explore is for text, csv and tsv files, also gzipped.');
  if (await isDamaged(services.db, file.storage_key)) throw damaged();
  const { storage_key, size_bytes } = file;
  const index = await beginIndex(db, { storage_key, size_bytes, isGzipped: form.isGzipped });
  return { file, form, index, plain: await findPlain(db, file, index, form.isGzipped) };
}

async function findPlain(
  db: Database,
  file: StoredFileRow,
  index: statements.TextTableIndex,
  isGzipped: boolean,
): Promise<TableContent | null> {
  if (isGzipped && index.plain_storage_key === null) return null;
  const checkpoints = await findCheckpoints(db, index);
  return isGzipped
    ? { storage_key: index.plain_storage_key ?? '', size_bytes: index.size_bytes ?? 0, checkpoints }
    : { storage_key: file.storage_key, size_bytes: file.size_bytes, checkpoints };
}

/** Checkpoints of a complete index are cached; those of a file of 20 GiB take 320 kB. */
async function findCheckpoints(
  db: Database,
  { storage_key, state }: statements.TextTableIndex,
): Promise<readonly Checkpoint[]> {
  const cached = checkpointsOf.get(storage_key);
  if (cached) return cached;
  const found = await statements.listCheckpoints(db, storage_key);
  if (found.length === 0) return [{ offset: 0, record: 0 }];
  if (state === 'ready') checkpointsOf.set(storage_key, found, { size: Math.max(1, found.length) });
  return found;
}

async function beginIndex(
  db: Database,
  file: { storage_key: string; size_bytes: number; isGzipped: boolean },
): Promise<statements.TextTableIndex> {
  const known = await statements.findIndex(db, file.storage_key);
  // A failed index is final: the content under a key never changes, and waiting clients should see the failure.
  if (known) return known;
  await db.transaction().execute(async (tx) => {
    if (await statements.createIndex(tx, file.storage_key))
      await addJob(tx, 'index_text_table', { key: `index ${file.storage_key}`, payload: { ...file } });
  });
  const begun = await statements.findIndex(db, file.storage_key);
  if (!begun) throw new Error('The index was not begun.');
  return begun;
}

/** The first bytes of plain content. */
async function readPlainHead(store: Store, { storage_key, size_bytes }: TableContent): Promise<Buffer> {
  const head = Buffer.allocUnsafe(Math.min(HEAD_BYTES, size_bytes));
  return head.subarray(0, await store.readInto(storage_key, 0, head));
}

/** Error codes of zlib for damaged data, as opposed to errors of the store. */
const isOfGzip = (error: unknown) => codeOf(error).startsWith('Z_');

/** The first bytes that a gzip file unpacks to. */
async function unpackHead(store: Store, file: StoredFileRow): Promise<Buffer> {
  refuseMisnamed('gz', await readStart(store, file));
  const packed = await store.read(file.storage_key);
  const unpacked = packed.pipe(createGunzip());
  packed.on('error', (error) => unpacked.destroy(error));
  const chunks: Buffer[] = [];
  let length = 0;
  try {
    for await (const chunk of unpacked) {
      const bytes: Buffer = chunk;
      chunks.push(bytes);
      length += bytes.length;
      if (length >= HEAD_BYTES) break;
    }
  } catch (error) {
    if (!isOfGzip(error)) throw error;
    throw new PortalError('invalid_input', 'This file is damaged: it does not unpack.');
  } finally {
    packed.destroy();
  }
  return Buffer.concat(chunks).subarray(0, HEAD_BYTES);
}

function cellsOf(text: string, delimiter: Delimiter): string[] {
  if (delimiter === '') return [text];
  if (!text.includes('"') || text.length > MAX_PARSED_LENGTH) return text.split(delimiter);
  try {
    return parse(text, { delimiter, relax_quotes: true, relax_column_count: true })[0] ?? [''];
  } catch {
    // An unclosed quotation mark: the row is shown as raw text.
    return text.split(delimiter);
  }
}

interface Head {
  delimiter: Delimiter;
  hasHeader: boolean;
  names: string[];
  sample: string[][];
}

/** @throws PortalError if it is not text, or if the header does not end within the first bytes */
function readForm(head: Buffer, extension: string): Head {
  refuseMisnamed(extension, head);
  const records = recordsIn(head, SAMPLED_ROWS + 1);
  if (head.length === HEAD_BYTES && records[0]?.isWhole === false)
    throw new PortalError('too_large', FIRST_LINE_TOO_LONG);
  const lines = records.map(({ start, end }) => decode(head.subarray(start, end)));
  const whole = records.at(-1)?.isWhole === false && lines.length > 1 ? lines.slice(0, -1) : lines;
  const delimiter = guessDelimiter(whole.slice(0, 20), extension);
  const rows = lines.map((line) => cellsOf(line, delimiter));
  const hasHeader = delimiter !== '';
  return {
    delimiter,
    hasHeader,
    names: hasHeader ? (rows[0] ?? []) : ['Text'],
    sample: hasHeader ? rows.slice(1) : rows,
  };
}

/** Layout of the table and a reader of its rows. */
async function openHead(store: Store, { file, form, plain }: Table) {
  if (!plain) {
    const bytes = await unpackHead(store, file);
    const rowsFrom = async (first: number, most: number) =>
      recordsIn(bytes, first + most)
        .map(({ start, end, isWhole }, record) => ({
          record,
          text: decode(bytes.subarray(start, end)),
          is_cut: !isWhole,
        }))
        .slice(first);
    return { head: readForm(bytes, form.extension), rowsFrom };
  }
  const rowsFrom = (first: number, most: number) => readRows(store, plain, { first, most });
  const key = `${plain.storage_key} ${form.extension}`;
  const cached = headOf.get(key);
  if (cached) return { head: cached, rowsFrom };
  const head = readForm(await readPlainHead(store, plain), form.extension);
  // Estimate: two bytes per letter, plus about 32 per cell.
  const weight = head.sample.reduce(
    (sum, row) => sum + row.reduce((own, cell) => own + 32 + 2 * cell.length, 0),
    0,
  );
  headOf.set(key, head, { size: Math.max(1, weight) });
  return { head, rowsFrom };
}

function stateOf({ index, plain }: Table, hasHeader: boolean): TableState {
  const known_rows = Math.max(0, index.records - (hasHeader ? 1 : 0));
  if (index.state === 'ready') return { state: 'ready', known_rows, number_of_rows: known_rows, progress: 1 };
  const isKnown = plain !== null && plain.size_bytes > 0;
  const progress = isKnown ? index.indexed_bytes / plain.size_bytes : 0;
  return { state: index.state, known_rows, number_of_rows: null, progress };
}

export const exploreRoutes: Route[] = [
  serve(
    exploreTable,
    async ({ db, principal, body, services }) => {
      const table = await openTable({ db, services }, principal, body.key);
      const { head, rowsFrom } = await openHead(services.store, table);
      const { delimiter, hasHeader, names, sample } = head;
      const header = hasHeader ? 1 : 0;
      const found = await rowsFrom(body.row + header, body.rows);
      const rows = found.map(({ record, text, is_cut }) => ({
        row: record - header,
        all: cellsOf(text, delimiter),
        is_cut,
      }));
      const number_of_columns = Math.max(names.length, ...rows.map(({ all }) => all.length));
      const until = Math.min(body.column + body.columns, number_of_columns);
      const indexes = Array.from({ length: Math.max(0, until - body.column) }, (_, at) => body.column + at);
      return {
        ...stateOf(table, hasHeader),
        delimiter,
        number_of_columns,
        columns: indexes.map((index) => ({
          place: index,
          name: names[index] ?? '',
          kind: columnKind(sample.map((row) => row[index] ?? '')),
        })),
        rows: rows.map(({ row, all, is_cut }) => ({
          row,
          cells: indexes.map((index) => (all[index] ?? '').slice(0, MAX_CELL_LENGTH)),
          is_cut,
        })),
      };
    },
    { isCostly: true },
  ),

  serve(
    findInTable,
    async ({ db, principal, body, services }) => {
      const table = await openTable({ db, services }, principal, body.key);
      const { plain } = table;
      if (!plain && table.index.state === 'failed')
        throw new PortalError('invalid_input', 'This file cannot be unpacked, so it cannot be searched.');
      if (!plain) return { row: null, next_row: body.row, is_end: false };
      const { head } = await openHead(services.store, table);
      const header = head.hasHeader ? 1 : 0;
      return findText(services.store, plain, {
        text: body.text.toLowerCase(),
        first: body.row + header,
        header,
      });
    },
    { isCostly: true },
  ),
];
