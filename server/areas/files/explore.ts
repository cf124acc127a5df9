/** Large text tables, read by range: any row of any size of file, as soon as its index knows where it lies. Owns text_table_index. */
import { buffer } from 'node:stream/consumers';
import { createGunzip } from 'node:zlib';
import { exploreTable, findInTable, type TableState } from '@omicon/contract/explore.ts';
import { explorableForm } from '@omicon/domain/file-kinds.ts';
import type { Principal } from '@omicon/domain/permissions.ts';
import {
  CHECKPOINT_STEP,
  type Checkpoint,
  checkpointBefore,
  columnKind,
  type Delimiter,
  guessDelimiter,
  recordsIn,
} from '@omicon/domain/text-table.ts';
import { parse } from 'csv-parse/sync';
import type { Database } from '../../base/database.ts';
import { PortalError } from '../../base/errors.ts';
import { isDamaged } from '../../base/fixity.ts';
import { addJob } from '../../base/jobs.ts';
import { type Route, serve } from '../../base/serve.ts';
import type { Services } from '../../base/services.ts';
import type { Store } from '../../base/store.ts';
import { findFile, refuseWithoutPermission } from './routes.ts';
import type { StoredFileRow } from './sql.ts';
import * as statements from './sql-explore.ts';

/** Of one row so much is read; a longer one is shown cut. */
const MOST_ROW_BYTES = 4 * 1024 * 1024;
const HEAD_BYTES = 1024 * 1024;
/** Read at first to find rows; more when they are longer or lie further behind. */
const FIRST_SPAN = 256 * 1024;
const WIDEST_SPAN = CHECKPOINT_STEP + MOST_ROW_BYTES;
const FIND_BYTES = 64 * 1024 * 1024;
const SAMPLED_ROWS = 100;
const LONGEST_CELL = 2000;

interface Table {
  file: StoredFileRow;
  form: { extension: string; isGzipped: boolean };
  index: statements.TextTableIndex;
  /** unpacked content to read from; null while a gzip file is being unpacked */
  plain: { storage_key: string; size_bytes: number } | null;
}

/** Finds the file, checks rights and kind, and begins its index when nobody did. */
async function openTable(
  { db, services }: { db: Database; services: Services },
  principal: Principal,
  key: string,
): Promise<Table> {
  const file = await findFile(db, principal, key);
  refuseWithoutPermission(principal, file, 'preview');
  const form = explorableForm(file.name);
  if (!form)
    throw new PortalError('unsupported_type', 'Explore is for text, csv and tsv files, also gzipped.');
  if (await isDamaged(services.db, file.storage_key))
    throw new PortalError('damaged', 'This file is damaged in the store and is not served.');
  const { storage_key, size_bytes } = file;
  const index = await beginIndex(db, { storage_key, size_bytes, isGzipped: form.isGzipped });
  const plain = form.isGzipped
    ? index.plain_storage_key === null
      ? null
      : { storage_key: index.plain_storage_key, size_bytes: index.size_bytes ?? 0 }
    : { storage_key, size_bytes };
  return { file, form, index, plain };
}

async function beginIndex(
  db: Database,
  file: { storage_key: string; size_bytes: number; isGzipped: boolean },
): Promise<statements.TextTableIndex> {
  const known = await statements.getIndex(db, file.storage_key);
  if (known && known.state !== 'failed') return known;
  await db.transaction().execute(async (tx) => {
    if (await statements.createIndex(tx, file.storage_key))
      await addJob(tx, 'index_text_table', { key: `index ${file.storage_key}`, payload: { ...file } });
  });
  const begun = await statements.getIndex(db, file.storage_key);
  if (!begun) throw new Error('The index was not begun.');
  return begun;
}

/** The first bytes of the content, of a gzip file as far as they unpack to that. */
async function readHead(store: Store, { file, plain }: Table): Promise<Buffer> {
  if (plain) {
    if (plain.size_bytes === 0) return Buffer.alloc(0);
    return buffer(
      await store.read(plain.storage_key, { start: 0, end: Math.min(HEAD_BYTES, plain.size_bytes) - 1 }),
    );
  }
  const packed = await store.read(file.storage_key);
  const unpacked = packed.pipe(createGunzip());
  packed.on('error', (error) => unpacked.destroy(error));
  const chunks: Buffer[] = [];
  let length = 0;
  try {
    for await (const chunk of unpacked) {
      chunks.push(chunk as Buffer);
      length += (chunk as Buffer).length;
      if (length >= HEAD_BYTES) break;
    }
  } catch {
    throw new PortalError('invalid_input', 'This file is not what its name says: it does not unpack.');
  } finally {
    packed.destroy();
  }
  return Buffer.concat(chunks).subarray(0, HEAD_BYTES);
}

function cellsOf(text: string, delimiter: Delimiter): string[] {
  if (delimiter === '') return [text];
  if (!text.includes('"')) return text.split(delimiter);
  try {
    return parse(text, { delimiter, relax_quotes: true, relax_column_count: true })[0] ?? [''];
  } catch {
    // A quotation mark that is never closed: the row is shown as it is written.
    return text.split(delimiter);
  }
}

function decode(bytes: Buffer): string {
  return bytes.toString('utf8').replace(/^\ufeff/, '');
}

interface Head {
  delimiter: Delimiter;
  hasHeader: boolean;
  names: string[];
  sample: string[][];
}

function readForm(head: Buffer, extension: string): Head {
  const records = recordsIn(head, SAMPLED_ROWS + 1);
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

interface FoundRow {
  record: number;
  text: string;
  is_cut: boolean;
}

/** Reads on from a checkpoint until `most` records from `first` on were met, holding one step and one row at a time. */
async function readRecords(
  store: Store,
  plain: { storage_key: string; size_bytes: number },
  where: { from: Checkpoint; first: number; most: number },
): Promise<FoundRow[]> {
  const rows: FoundRow[] = [];
  let { offset, record } = where.from;
  let span = FIRST_SPAN;
  while (rows.length < where.most && offset < plain.size_bytes) {
    const end = Math.min(offset + span, plain.size_bytes) - 1;
    const bytes = await buffer(await store.read(plain.storage_key, { start: offset, end }));
    const isLast = end === plain.size_bytes - 1;
    const isWidest = span === WIDEST_SPAN;
    let used = 0;
    for (const found of recordsIn(bytes, where.first + where.most - record)) {
      const isComplete = found.isWhole || isLast;
      if (!isComplete && (used > 0 || !isWidest)) break;
      if (record >= where.first && rows.length < where.most) {
        const stop = Math.min(found.end, found.start + MOST_ROW_BYTES);
        const text = decode(bytes.subarray(found.start, stop));
        rows.push({ record, text, is_cut: !isComplete || stop < found.end });
      }
      // A row too long to be read whole: what follows it begins at the next checkpoint only.
      if (!isComplete) return rows;
      record += 1;
      used = found.end;
      while (used < bytes.length && bytes[used] !== 10) used += 1;
      used += 1;
      if (rows.length >= where.most) return rows;
    }
    if (used === 0 && isWidest) return rows;
    offset += used;
    span = Math.min(4 * span, WIDEST_SPAN);
  }
  return rows;
}

/** As `readRecords`, and on from the checkpoint behind a row too long to be read whole. */
async function readRows(
  store: Store,
  table: Table,
  wanted: { first: number; most: number },
): Promise<FoundRow[]> {
  const { plain, index } = table;
  if (!plain) return [];
  const checkpoints = index.checkpoints.length === 0 ? [{ offset: 0, record: 0 }] : index.checkpoints;
  const rows: FoundRow[] = [];
  let first = wanted.first;
  while (rows.length < wanted.most) {
    const from = checkpointBefore(checkpoints, first);
    const found = await readRecords(store, plain, { from, first, most: wanted.most - rows.length });
    rows.push(...found);
    const last = found.at(-1);
    if (!last?.is_cut || !checkpoints.some(({ record }) => record === last.record + 1)) break;
    first = last.record + 1;
  }
  return rows;
}

function stateOf({ index, form, plain }: Table, hasHeader: boolean): TableState {
  const header = hasHeader ? 1 : 0;
  const size = plain?.size_bytes ?? 0;
  const known_rows = Math.max(0, index.records - header);
  return {
    state: index.state,
    known_rows,
    number_of_rows: index.state === 'ready' ? known_rows : null,
    progress:
      index.state === 'ready'
        ? 1
        : form.isGzipped && !plain
          ? 0
          : size === 0
            ? 0
            : index.indexed_bytes / size,
  };
}

export const exploreRoutes: Route[] = [
  serve(exploreTable, async ({ db, principal, body, services }) => {
    const table = await openTable({ db, services }, principal, body.key);
    const head = await readHead(services.store, table);
    const { delimiter, hasHeader, names, sample } = readForm(head, table.form.extension);
    const header = hasHeader ? 1 : 0;
    const first = body.row + header;
    const found = table.plain
      ? await readRows(services.store, table, { first, most: body.rows })
      : recordsIn(head, first + body.rows)
          .map(({ start, end, isWhole }, record) => ({
            record,
            text: decode(head.subarray(start, end)),
            is_cut: !isWhole,
          }))
          .slice(first);
    const rows = found.map(({ record, text, is_cut }) => ({
      row: record - header,
      all: cellsOf(text, delimiter),
      is_cut,
    }));
    const number_of_columns = Math.max(names.length, ...rows.map(({ all }) => all.length));
    const until = Math.min(body.column + body.columns, number_of_columns);
    const places = Array.from({ length: Math.max(0, until - body.column) }, (_, at) => body.column + at);
    return {
      ...stateOf(table, hasHeader),
      delimiter,
      number_of_columns,
      columns: places.map((place) => ({
        place,
        name: names[place] ?? '',
        kind: columnKind(sample.map((row) => row[place] ?? '')),
      })),
      rows: rows.map(({ row, all, is_cut }) => ({
        row,
        cells: places.map((place) => (all[place] ?? '').slice(0, LONGEST_CELL)),
        is_cut,
      })),
    };
  }),

  serve(findInTable, async ({ db, principal, body, services }) => {
    const table = await openTable({ db, services }, principal, body.key);
    const { plain, index } = table;
    const { hasHeader } = readForm(await readHead(services.store, table), table.form.extension);
    if (!plain) return { row: null, next_row: body.row, is_end: false };
    const header = hasHeader ? 1 : 0;
    const checkpoints = index.checkpoints.length === 0 ? [{ offset: 0, record: 0 }] : index.checkpoints;
    return findText(services.store, plain, {
      checkpoints,
      text: body.text.toLowerCase(),
      first: body.row + header,
      header,
    });
  }),
];

interface Search {
  checkpoints: readonly Checkpoint[];
  text: string;
  first: number;
  header: number;
}

/** Goes through the records from `first` on, step by step, until the text is met or enough was read. */
async function findText(
  store: Store,
  plain: { storage_key: string; size_bytes: number },
  { checkpoints, text, first, header }: Search,
): Promise<{ row: number | null; next_row: number; is_end: boolean }> {
  let { offset, record } = checkpointBefore(checkpoints, first);
  let looked = 0;
  while (offset < plain.size_bytes && looked < FIND_BYTES) {
    const end = Math.min(offset + CHECKPOINT_STEP + MOST_ROW_BYTES, plain.size_bytes) - 1;
    const bytes = await buffer(await store.read(plain.storage_key, { start: offset, end }));
    looked += bytes.length;
    const isLast = end === plain.size_bytes - 1;
    let used = 0;
    for (const found of recordsIn(bytes, Number.MAX_SAFE_INTEGER)) {
      if (!found.isWhole && !isLast && used > 0) break;
      const isFound =
        record >= first &&
        bytes
          .toString('utf8', found.start, Math.min(found.end, found.start + MOST_ROW_BYTES))
          .toLowerCase()
          .includes(text);
      if (isFound) return { row: record - header, next_row: record - header + 1, is_end: false };
      if (!found.isWhole && !isLast) {
        // The rest of a very long row is not looked through; the next checkpoint is behind it.
        const next = checkpoints.find((checkpoint) => checkpoint.record === record + 1);
        if (!next) return { row: null, next_row: record - header, is_end: true };
        used = next.offset - offset;
        record += 1;
        break;
      }
      record += 1;
      used = found.end;
      while (used < bytes.length && bytes[used] !== 10) used += 1;
      used += 1;
    }
    offset += used;
  }
  return { row: null, next_row: record - header, is_end: offset >= plain.size_bytes };
}
