/** Exports of a search, read back by other programs, and code that fetches them. */
import { execFile, spawnSync } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { buffer } from 'node:stream/consumers';
import { promisify } from 'node:util';
import {
  exportAdvancedSearch,
  getSearchCode,
  type SearchQueryInput,
  searchAdvanced,
} from '@omicon/contract/areas/advanced-search/advanced-search.ts';
import { createToken } from '@omicon/contract/areas/people/account.ts';
import { updateRolePermissions } from '@omicon/contract/areas/people/users.ts';
import { listDefaultPermissions } from '@omicon/domain/permissions/permissions.ts';
import { toCells } from '@omicon/search-index/kit/chunks.ts';
import { parse } from 'csv-parse/sync';
import { parquetMetadata, parquetReadObjects } from 'hyparquet';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { writeParquet } from '../../records/download/parquet.ts';
import { aLaboratory } from '../../test-support/intake.ts';
import { type Caller, openTestPortal, type TestPortal } from '../../test-support/portal.ts';

const run = promisify(execFile);
const hasPython = spawnSync('python3', ['--version']).status === 0;

let portal: TestPortal;
let person: Caller;
beforeAll(async () => {
  portal = await openTestPortal();
  person = await portal.signInAs('RU');
  await aLaboratory(portal, { visibility: 'public', study: '=cmd Phillips' });
  await aLaboratory(portal, { accession: 'CGGA', study: 'Zhao 2021 CGGA', visibility: 'private' });
  await portal.runJobs();
});
afterAll(() => portal.close());

const MODULES: SearchQueryInput = {
  result_type: 'covariation-modules',
  filters: { genesets: { rules: [{ field: 'enrichment', p_below: 0.05 }] } },
  sort: 'SetName',
  order: 'desc',
};
const TABLE: SearchQueryInput = { result_type: 'kme-table', filters: {}, sort: 'cor', order: 'asc' };

async function shown(body: SearchQueryInput) {
  const { reply } = await portal.call(searchAdvanced, { as: person, body: { ...body, page_size: 1000 } });
  return reply.data.searchResults;
}

async function exported(body: SearchQueryInput, format: string, as: Caller = person) {
  const response = await portal.app.inject({
    method: 'POST',
    url: `${exportAdvancedSearch.path}?format=${format}`,
    headers: { authorization: `Token ${as.token}` },
    payload: { ...body, page: 7, page_size: 1 },
  });
  return response;
}

function asText(value: unknown): string {
  return value === null ? '' : String(value);
}

describe.each([MODULES, TABLE])('an export of $result_type', (body) => {
  test.each([
    ['csv', ','],
    ['tsv', '\t'],
  ])('as %s has every row in the order of the search', async (format, delimiter) => {
    const { results, columns } = await shown(body);
    expect(results.length).toBeGreaterThan(1);
    const file = await exported(body, format);
    expect(file.headers['content-disposition']).toContain(
      `omicon_${body.result_type.replaceAll('-', '_')}.${format}`,
    );
    const [head, ...rows] = parse(file.payload, { delimiter }) as string[][];
    expect(head).toEqual(columns);
    // Text that a spreadsheet would execute is prefixed by an apostrophe; numbers are unchanged.
    expect(rows.map((row) => row.map((cell) => cell.replace(/^'=/, '=')))).toEqual(
      results.map((row) => columns.map((column) => asText(row[column]))),
    );
    expect(file.payload).not.toMatch(/(^|[,\t])=/m);
  });

  test('as parquet has the same values, numbers as numbers', async () => {
    const { results, columns } = await shown(body);
    const { rawPayload } = await exported(body, 'parquet');
    const file = new Uint8Array(rawPayload).buffer;
    const rows = await parquetReadObjects({ file });
    expect(rows).toEqual(results.map((row) => Object.fromEntries(columns.map((name) => [name, row[name]]))));
  });
});

test('a parquet file has several row groups and types derived from its columns', async () => {
  const columns = ['text', 'count', 'share', 'mixed', 'none'];
  const all = Array.from({ length: 23_456 }, (_, at) => ({
    text: at % 7 === 0 ? null : `row ${at} äö🧠`,
    count: at,
    share: at / 3,
    mixed: at % 2 === 0 ? at : 'NA',
    none: null,
  }));
  async function* batches() {
    for (let from = 0; from < all.length; from += 1000) yield toCells(columns, all.slice(from, from + 1000));
  }
  const file = new Uint8Array(await buffer(writeParquet({ columns, batches }))).buffer;
  const { row_groups, schema } = parquetMetadata(file);
  expect(row_groups.map(({ num_rows }) => Number(num_rows))).toEqual([10_000, 10_000, 3456]);
  expect(schema.slice(1).map(({ type }) => type)).toEqual([
    'BYTE_ARRAY',
    'INT32',
    'DOUBLE',
    'BYTE_ARRAY',
    'BYTE_ARRAY',
  ]);
  expect(await parquetReadObjects({ file })).toEqual(
    all.map((row) => ({ ...row, mixed: String(row.mixed) })),
  );
});

test('an empty export has only column names', async () => {
  const filters = { dataset: { rules: [{ field: 'Title', operator: 'equal', value: 'none' }] } };
  const { columns } = await shown({ result_type: 'data-sets', filters });
  const csv = await exported({ result_type: 'data-sets', filters }, 'csv');
  expect(csv.payload).toBe(`${columns.join(',')}\r\n`);
  const parquet = await exported({ result_type: 'data-sets', filters }, 'parquet');
  expect(parquetMetadata(new Uint8Array(parquet.rawPayload).buffer).num_rows).toBe(0n);
});

test('an export contains only visible rows, is refused to guests, and is logged', async () => {
  const lab = await portal.signInAs('LAB');
  const count = async (as: Caller) =>
    parse((await exported({ result_type: 'data-sets', filters: {} }, 'csv', as)).payload).length - 1;
  expect([await count(person), await count(lab)]).toEqual([3, 6]);
  const guest = await portal.signInAs('GU');
  const refused = await exported({ result_type: 'data-sets', filters: {} }, 'csv', guest);
  expect([refused.statusCode, refused.json().code]).toEqual([403, 'permission_denied']);
  const noted = await portal.services.db
    .selectFrom('audit_event')
    .select(['action', 'object_type', 'detail'])
    .where('person_id', '=', lab.person_id)
    .execute();
  expect(noted).toEqual([
    {
      action: 'download',
      object_type: 'search',
      detail: { result_type: 'data-sets', format: 'csv', rows: 6 },
    },
  ]);
});

test('exporting requires the permissions to download and to search', async () => {
  const admin = await portal.signInAs('admin');
  const permissions = listDefaultPermissions('REVIEWER').filter(
    (code) => !['COLLECTION_SEARCH', 'DATA_SET_SEARCH', 'PROJECT_SEARCH'].includes(code),
  );
  await portal.call(updateRolePermissions, {
    as: admin,
    params: { role: 'REVIEWER' },
    body: { permissions },
  });
  const reviewer = await portal.signInAs('REVIEWER');
  expect((await exported({ result_type: 'data-sets', filters: {} }, 'csv', reviewer)).statusCode).toBe(403);
});

test('a person can run two exports at a time, without affecting others', async () => {
  const [one, other] = [await portal.signInAs('RU'), await portal.signInAs('RU')];
  const client = await portal.pool.connect();
  await client.query('begin');
  await client.query('lock table corpus_version in access exclusive mode');
  const body: SearchQueryInput = { result_type: 'data-sets', filters: {} };
  const asked = [one, one, one, other].map((as) => exported(body, 'csv', as));
  expect(await Promise.race(asked).then(({ statusCode }) => statusCode)).toBe(429);
  await client.query('rollback');
  client.release();
  const statuses = (await Promise.all(asked)).map(({ statusCode }) => statusCode);
  expect(statuses.toSorted()).toEqual([200, 200, 200, 429]);
  expect((await exported(body, 'csv', one)).statusCode).toBe(200);
});

test('an invalid query is refused before the file starts', async () => {
  const wrong = await exported({ result_type: 'data-sets', filters: {}, sort: 'Mood' }, 'csv');
  expect([wrong.statusCode, Object.keys(wrong.json().fields)]).toEqual([400, ['sort']]);
});

describe('generated code', () => {
  let token = '';
  beforeAll(async () => {
    portal.services.config.publicUrl = await portal.app.listen({ port: 0, host: '127.0.0.1' });
    token = (await portal.call(createToken, { as: person, body: { name: 'nightly', days: 1 } })).reply.token;
  });

  const QUOTED: SearchQueryInput = {
    result_type: 'data-sets',
    filters: {
      dataset: {
        rules: [
          { field: 'Title', operator: 'contains', value: 'Phillips' },
          { field: 'Title', operator: 'notequal', value: `it's "$HOME" \\ \n äö🧠 %s` },
        ],
      },
    },
  };

  test('for curl fetches the file', async () => {
    const { reply } = await portal.call(getSearchCode, { as: person, body: QUOTED });
    await run('bash', ['-c', reply.curl.replaceAll('YOUR_TOKEN', token)], { cwd: portal.folder });
    const file = await readFile(path.join(portal.folder, 'omicon_data_sets.csv'), 'utf8');
    expect(file).toBe((await exported(QUOTED, 'csv')).payload);
    expect(parse(file)).toHaveLength(4);
  });

  test.skipIf(!hasPython)('for Python reads the rows', async () => {
    const { reply } = await portal.call(getSearchCode, { as: person, body: QUOTED });
    const program = path.join(portal.folder, 'fetch.py');
    await writeFile(
      program,
      `${reply.python.replaceAll('YOUR_TOKEN', token)}\nprint(len(rows), rows[0]["dataset_id"])\n`,
    );
    const { stdout } = await run('python3', [program]);
    const { results } = await shown(QUOTED);
    expect(stdout.trim()).toBe(`3 ${results[0]?.dataset_id}`);
  });

  test('for R contains the same request', async () => {
    const { reply } = await portal.call(getSearchCode, { as: person, body: QUOTED });
    const [, body = ''] = /req_body_raw\((".*"), type/.exec(reply.r) ?? [];
    const [, sent = ''] = /data=(".*")\.encode/.exec(reply.python) ?? [];
    expect(body).toBe(sent);
    expect(JSON.parse(JSON.parse(body))).toMatchObject({ result_type: 'data-sets' });
  });
});
