/** Large text tables, read by range: any row, before and after indexing. */
import { ftruncateSync, mkdtempSync, openSync, rmSync, statSync, writeSync } from 'node:fs';
import path from 'node:path';
import { Readable } from 'node:stream';
import { gzipSync } from 'node:zlib';
import { exploreTable, findInTable } from '@omicon/contract/areas/files/explore.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openS3Store } from '../../../base/store/s3/s3-store.ts';
import { isStoreUnavailable } from '../../../base/store/store.ts';
import { removeUnreferenced } from '../../../database/operations/storage-keys.ts';
import { verifyConsistency } from '../../../database/operations/verify.ts';
import { takeIn } from '../../../test-support/intake.ts';
import {
  type LabFiles,
  pathsOf,
  smallLaboratory,
} from '../../../test-support/laboratories/small-laboratory.ts';
import { type Caller, openTestPortal, type TestPortal } from '../../../test-support/portal.ts';
import { ALL_IN_ORDER } from '../../../test-support/tables.ts';
import { indexTextTable } from './index-text-table.ts';

const paths = pathsOf();
const ROWS = 120_000;

function counts(): string {
  const lines = ['Probe,Symbol,Value,Date,Note'];
  for (let row = 0; row < ROWS; row += 1)
    lines.push(
      `${row}_at,GENE${row},${(row / 7).toFixed(3)},2021-05-17,${row === 77_777 ? '"two\nlines, Äpfel"' : ''}`,
    );
  return `${lines.join('\n')}\n`;
}

const EXTRA: LabFiles = {
  [`${paths.analysis}/counts.csv`]: counts(),
  [`${paths.analysis}/counts.csv.gz`]: gzipSync(counts()),
  [`${paths.analysis}/notes.txt`]: 'one line, not divided\nanother\nlast without an end',
  [`${paths.analysis}/table.tsv`]: 'Gene\tP\nIDH1\t1e-9\nOLIG2\tNA\n',
  [`${paths.analysis}/wide.csv`]: `${Array.from({ length: 5000 }, (_, at) => `S${at}`).join(',')}\n${Array.from({ length: 5000 }, (_, at) => at).join(',')}\n`,
  [`${paths.analysis}/hostile.csv`]: '__proto__,constructor\n=HYPERLINK("x"),<script>\n"never closed,1\n',
  [`${paths.analysis}/long.csv`]: `Gene,Note\nIDH1,${'x'.repeat(600_000)}\nOLIG2,short\nSOX10,${'y'.repeat(3_000_000)}\nMBP,last\n`,
  [`${paths.analysis}/empty.csv`]: '',
  [`${paths.analysis}/fresh.csv.gz`]: gzipSync('Gene,P\nIDH1,1e-9\n'),
  [`${paths.analysis}/no.csv.gz`]: 'this is not gzip',
  [`${paths.analysis}/bomb.txt.gz`]: gzipSync(Buffer.alloc(30 * 1024 * 1024, 'IDH1\n')),
};

let portal: TestPortal;
let guest: Caller;
beforeAll(async () => {
  portal = await openTestPortal();
  guest = await portal.signInAs('GU');
  const report = await takeIn(portal, { ...smallLaboratory(), ...EXTRA });
  expect(report.faults).toEqual([]);
});
afterAll(() => portal.close());

async function keyOf(name: string): Promise<string> {
  const { id } = await portal.services.db
    .selectFrom('file')
    .select('id')
    .where('name', '=', name)
    .executeTakeFirstOrThrow();
  return `${id}/${name}`;
}

async function explore(
  name: string,
  range: { row?: number; rows?: number; column?: number; columns?: number } = {},
) {
  const answer = await portal.call(exploreTable, { as: guest, body: { key: await keyOf(name), ...range } });
  return answer.reply;
}

async function find(name: string, text: string, row = 0) {
  const answer = await portal.call(findInTable, { as: guest, body: { key: await keyOf(name), text, row } });
  return answer.reply;
}

describe('before it is indexed', () => {
  test('a table shows its first rows and kinds of columns at once', async () => {
    const table = await explore('counts.csv', { rows: 2 });
    expect(table).toMatchObject({
      state: 'waiting',
      number_of_rows: null,
      delimiter: ',',
      number_of_columns: 5,
    });
    expect(table.columns.map(({ name, kind }) => `${name} ${kind}`)).toEqual([
      'Probe text',
      'Symbol text',
      'Value number',
      'Date date',
      'Note empty',
    ]);
    expect(table.rows).toEqual([
      { row: 0, cells: ['0_at', 'GENE0', '0.000', '2021-05-17', ''], is_cut: false },
      { row: 1, cells: ['1_at', 'GENE1', '0.143', '2021-05-17', ''], is_cut: false },
    ]);
  });

  test('a gzipped table does, too', async () => {
    const table = await explore('counts.csv.gz', { row: 3, rows: 1 });
    expect(table.rows.map(({ cells }) => cells[0])).toEqual(['3_at']);
  });

  test('a repeated request starts no second index', async () => {
    await explore('counts.csv');
    const { rows } = await portal.pool.query(
      "select count(*)::int as n from graphile_worker.jobs where task_identifier = 'index_text_table'",
    );
    // One for counts.csv, one for its gzipped twin.
    expect(rows).toEqual([{ n: 2 }]);
  });
});

describe('with its index', () => {
  beforeAll(async () => {
    for (const name of ['notes.txt', 'table.tsv', 'wide.csv', 'hostile.csv', 'long.csv', 'empty.csv'])
      await explore(name);
    await portal.runJobs();
  });

  test.each(['counts.csv', 'counts.csv.gz'])('%s has any row of its exact total', async (name) => {
    for (const row of [0, 1, 50_000, 77_777, 77_778, ROWS - 1]) {
      const table = await explore(name, { row, rows: 2 });
      expect(table).toMatchObject({ state: 'ready', number_of_rows: ROWS, known_rows: ROWS, progress: 1 });
      expect(table.rows[0]).toMatchObject({ row, is_cut: false });
      expect(table.rows[0]?.cells.slice(0, 2)).toEqual([`${row}_at`, `GENE${row}`]);
      expect(table.rows).toHaveLength(row === ROWS - 1 ? 1 : 2);
    }
    expect((await explore(name, { row: 77_777, rows: 1 })).rows[0]?.cells[4]).toBe('two\nlines, Äpfel');
    expect((await explore(name, { row: ROWS + 5 })).rows).toEqual([]);
  });

  test('a text is found ignoring case, from any row on', async () => {
    expect(await find('counts.csv', 'gene99999')).toMatchObject({ row: 99_999 });
    expect(await find('counts.csv', 'ÄPFEL')).toMatchObject({ row: 77_777, next_row: 77_778 });
    expect(await find('counts.csv', 'äpfel', 77_778)).toEqual({ row: null, next_row: ROWS, is_end: true });
    // The header is no row.
    expect(await find('counts.csv', 'Probe')).toMatchObject({ row: null, is_end: true });
  });

  test('plain text has one column and includes its last line', async () => {
    const table = await explore('notes.txt');
    expect(table).toMatchObject({ delimiter: '', number_of_rows: 3, number_of_columns: 1 });
    expect(table.rows.map(({ cells }) => cells)).toEqual([
      ['one line, not divided'],
      ['another'],
      ['last without an end'],
    ]);
  });

  test('tsv columns are split by tabs, and shown by range', async () => {
    expect((await explore('table.tsv')).columns.map(({ kind }) => kind)).toEqual(['text', 'number']);
    const wide = await explore('wide.csv', { column: 4990, columns: 100 });
    expect(wide.columns.map(({ name }) => name).at(-1)).toBe('S4999');
    expect(wide.rows[0]?.cells).toEqual(Array.from({ length: 10 }, (_, at) => String(4990 + at)));
  });

  test('rows of several megabytes are read completely, and so are rows between and after them', async () => {
    const table = await explore('long.csv');
    expect(table.rows.map(({ cells, is_cut }) => [cells[0], cells[1]?.slice(0, 5), is_cut])).toEqual([
      ['IDH1', 'xxxxx', false],
      ['OLIG2', 'short', false],
      ['SOX10', 'yyyyy', false],
      ['MBP', 'last', false],
    ]);
    expect((await explore('long.csv', { row: 3, rows: 1 })).rows).toMatchObject([{ row: 3, is_cut: false }]);
  });

  test('unusual names and unclosed quotation marks are plain text', async () => {
    const table = await explore('hostile.csv');
    expect(table.columns.map(({ name }) => name)).toEqual(['__proto__', 'constructor']);
    expect(table.rows[0]?.cells[1]).toBe('<script>');
    expect(table.rows).toHaveLength(2);
  });

  test('an empty file has no row', async () => {
    expect(await explore('empty.csv')).toMatchObject({ state: 'ready', number_of_rows: 0, rows: [] });
  });

  test('its objects are consistent, and the unpacked content is not swept', async () => {
    const { plain } = await portal.services.db
      .selectFrom('text_table_index')
      .select('plain_storage_key as plain')
      .where('plain_storage_key', 'is not', null)
      .executeTakeFirstOrThrow();
    await removeUnreferenced(portal.services.db, portal.services.store, [plain ?? '']);
    expect(await portal.services.store.has(plain ?? '')).toBe(true);
    expect(await verifyConsistency(portal.services)).toEqual(ALL_IN_ORDER);
  });
});

describe('a file that cannot be explored', () => {
  test.each([
    ['a PDF', 'Modules_22-56-13.pdf', 415],
    ['what is no gzip', 'no.csv.gz', 400],
  ])('%s is refused with a sentence', async (_, name, status) => {
    const answer = await portal.call(exploreTable, { as: guest, body: { key: await keyOf(name) } });
    expect(answer.status).toBe(status);
    expect(answer.refusal.detail.length).toBeGreaterThan(20);
  });

  test('because it unpacks to too much ends as failed and leaves nothing behind', async () => {
    await explore('bomb.txt.gz', { rows: 1 });
    for (let tries = 0; tries < 10; tries += 1) {
      await portal.pool.query('update graphile_worker._private_jobs set run_at = now()');
      await portal.runJobs();
    }
    expect(await explore('counts.csv', { rows: 1 })).toMatchObject({ state: 'ready' });
    const row = await portal.services.db
      .selectFrom('text_table_index')
      .select(['state', 'plain_storage_key'])
      .where('state', '=', 'failed')
      .executeTakeFirstOrThrow();
    expect(row).toEqual({ state: 'failed', plain_storage_key: null });
    expect(await portal.services.store.listUnfinished()).toEqual([]);
  });

  test('reports so to waiting clients, shows its first rows, and is not indexed again', async () => {
    const countWaiting = async () => {
      const { rows } = await portal.pool.query(
        "select count(*)::int as n from graphile_worker.jobs where task_identifier = 'index_text_table' and attempts < max_attempts",
      );
      return rows[0]?.n;
    };
    const table = await explore('bomb.txt.gz', { rows: 1 });
    expect(table).toMatchObject({ state: 'failed', number_of_rows: null, progress: 0 });
    expect(table.rows).toHaveLength(1);
    expect(await countWaiting()).toBe(0);
  });

  test('refuses a search, in place of saying that nothing was found', async () => {
    const body = { key: await keyOf('bomb.txt.gz'), text: 'idh1', row: 0 };
    const answer = await portal.call(findInTable, { as: guest, body });
    expect(answer.status).toBe(400);
    expect(answer.refusal.detail).toBe('This file cannot be unpacked, so it cannot be searched.');
  });

  test('because the store broke off is not reported as damaged', async () => {
    const { store } = portal.services;
    const key = await keyOf('fresh.csv.gz');
    portal.services.store = {
      ...store,
      read: async () =>
        new Readable({
          read() {
            this.destroy(Object.assign(new Error('the line broke'), { code: 'ECONNRESET' }));
          },
        }),
    };
    const answer = await portal.call(exploreTable, { as: guest, body: { key } });
    portal.services.store = store;
    expect([answer.status, answer.refusal.code]).toEqual([503, 'unavailable']);
  });
});

describe('the job of a gzip file', () => {
  const options = { signal: undefined, isLastTry: true };

  async function aWaitingIndex() {
    await explore('fresh.csv.gz', { rows: 1 });
    const { storage_key, size_bytes } = await portal.services.db
      .selectFrom('file')
      .select(['storage_key', 'size_bytes'])
      .where('name', '=', 'fresh.csv.gz')
      .executeTakeFirstOrThrow();
    return { storage_key, size_bytes, isGzipped: true };
  }

  test('waits for an unavailable store, also at its last attempt', async () => {
    const away = openS3Store({
      endpoint: 'http://127.0.0.1:1',
      bucket: 'omicon',
      region: 'us-east-1',
      accessKeyId: 'nobody',
      secretAccessKey: 'nothing',
      roleArn: null,
    });
    const file = await aWaitingIndex();
    const services = { ...portal.services, store: { ...portal.services.store, put: away.put } };
    const error: unknown = await indexTextTable(services, file, options).catch((thrown: unknown) => thrown);
    expect(isStoreUnavailable(error)).toBe(true);
    expect((await explore('fresh.csv.gz', { rows: 1 })).state).toBe('unpacking');
  });

  test('that is stopped at its last attempt is resumed', async () => {
    const file = await aWaitingIndex();
    const signal = AbortSignal.abort();
    const read = async () => {
      throw new Error('the process is stopping');
    };
    const services = { ...portal.services, store: { ...portal.services.store, read } };
    await expect(indexTextTable(services, file, { ...options, signal })).rejects.toThrow();
    await indexTextTable(portal.services, file, options);
    expect((await explore('fresh.csv.gz', { rows: 1 })).state).toBe('ready');
  });
});

test('a file with a row of one GiB can be read before and after that row', async () => {
  const folder = mkdtempSync(path.join(portal.folder, 'sparse-'));
  const sparse = path.join(folder, 'sparse.csv');
  const size = 1024 ** 3;
  const file = openSync(sparse, 'w');
  // The type is detected from the first 4,096 bytes; the hole is not text.
  const head = `Probe,Value${'_'.repeat(5000)}\n1_at,0.5\n`;
  const tail = '\n2_at,0.25\n3_at,0.125\n';
  writeSync(file, head, 0);
  ftruncateSync(file, size);
  writeSync(file, tail, size - tail.length);
  expect(statSync(sparse).blocks * 512).toBeLessThan(1024 ** 2);

  // Moved to its location in the store, to avoid hashing a GiB.
  const sha256 = Buffer.alloc(32, 7);
  const storage_key = sha256.toString('hex');
  const { rename, mkdir } = await import('node:fs/promises');
  const objects = path.join(portal.services.config.dataDir, 'objects');
  const stored = path.join(objects, storage_key.slice(0, 2), storage_key.slice(2, 4), storage_key);
  await mkdir(path.dirname(stored), { recursive: true });
  await rename(sparse, stored);
  const { owner_id, entity_number } = await portal.services.db
    .selectFrom('file')
    .select(['owner_id', 'entity_number'])
    .where('entity_type', '=', 'project')
    .executeTakeFirstOrThrow();
  await portal.services.db
    .insertInto('file')
    .values({
      entity_type: 'project',
      owner_id,
      entity_number,
      folder: '',
      name: 'sparse.csv',
      size_bytes: size,
      sha256,
      storage_key,
      visibility: 'public',
    })
    .execute();
  expect((await explore('sparse.csv')).rows[0]?.cells).toEqual(['1_at', '0.5']);
  const before = process.memoryUsage().rss;
  await portal.runJobs();
  expect(process.memoryUsage().rss - before).toBeLessThan(64 * 1024 ** 2);
  const table = await explore('sparse.csv', { row: 2, rows: 5 });
  // Row 1 is the hole, without a line break.
  expect(table).toMatchObject({ state: 'ready', number_of_rows: 4 });
  expect(table.rows.map(({ row, cells }) => [row, ...cells])).toEqual([
    [2, '2_at', '0.25'],
    [3, '3_at', '0.125'],
  ]);
  expect(
    (await explore('sparse.csv', { row: 1, rows: 2 })).rows.map(({ row, is_cut }) => [row, is_cut]),
  ).toEqual([
    [1, true],
    [2, false],
  ]);
  expect(await find('sparse.csv', '0.125')).toMatchObject({ row: 3 });
  rmSync(stored);
}, 120_000);
