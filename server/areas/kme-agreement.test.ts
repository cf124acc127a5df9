/** kME and P are the same everywhere as in the complete kME table of the network, to the last digit. */
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { gunzipSync } from 'node:zlib';
import {
  exportAdvancedSearch,
  type SearchQueryInput,
  searchAdvanced,
} from '@omicon/contract/areas/advanced-search/advanced-search.ts';
import {
  createKmeTable,
  listModuleMembers,
  listModules,
} from '@omicon/contract/areas/analyses/covariation-networks.ts';
import { correlationPValue } from '@omicon/domain/statistics/correlation.ts';
import { parquetReadObjects } from 'hyparquet';
import Papa from 'papaparse';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sql } from '../base/postgres/database.ts';
import { prepareTables } from '../prepare-tables.ts';
import { aLaboratory } from '../test-support/intake.ts';
import { pathsOf, smallLaboratory, withChange } from '../test-support/laboratories/small-laboratory.ts';
import { type Caller, openTestPortal, type TestPortal } from '../test-support/portal.ts';

type Pair = [kme: number | null, p: number | null];

const LABORATORY = { accession: 'GSE4271', study: 'Phillips 2006 GSE4271' };
const COMPUTED = { accession: 'GSE15824', study: 'Grzmil 2011 GSE15824' };

let portal: TestPortal;
let member: Caller;
beforeAll(async () => {
  portal = await openTestPortal();
  member = await portal.signInAs('LAB');
  // More digits than float32, and P values impossible for four samples.
  const withDigits = withChange(smallLaboratory(LABORATORY), pathsOf('GSE4271').kmeTable, (text) =>
    text
      .replace('0.91,0.0004', '0.912345678901234,0.000412345678912345')
      .replace('0.72,0.01', '0.7212345678,NA')
      .replace('-0.4,0.1', '-0.40000000001,1.25e-301'),
  );
  const shortForm = withChange(smallLaboratory(COMPUTED), pathsOf('GSE15824').kmeTable, (text) =>
    text
      .split('\n')
      .map((line) => line.split(',').slice(0, 9).join(','))
      .join('\n'),
  );
  await aLaboratory(portal, { files: withDigits, visibility: 'public' });
  await aLaboratory(portal, { files: shortForm, visibility: 'public' });
  await portal.runJobs();
});
afterAll(() => portal.close());

interface StoredNetwork {
  id: number;
  number: number;
  file_name: string;
  storage_key: string;
}

async function networkOf(accession: string): Promise<StoredNetwork> {
  const { rows } = await sql<StoredNetwork>`
    select n.id, n.number, f.name as file_name, f.storage_key
      from covariation_network n join file f on f.id = n.kme_table_file_id
     where n.name = ${pathsOf(accession).network.split('/').at(-1)}
       and f.entity_number in (select number from analysis where title like ${`%${accession}%`})`.execute(
    portal.services.db,
  );
  const [network] = rows;
  if (!network || rows.length > 1) throw new Error(`${accession} has ${rows.length} networks.`);
  return network;
}

const numberIn = (cell: string | undefined) => (cell === 'NA' || cell === undefined ? null : Number(cell));
const keyOf = (feature: string, module: string) => `${feature} ${module}`;

/** The table that people download, by feature and module. */
async function downloaded(accession: string): Promise<Map<string, Pair>> {
  const { file_name, storage_key } = await networkOf(accession);
  const bytes = await buffer(await portal.services.store.read(storage_key));
  const text = (file_name.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString('utf8');
  const [head = [], ...rows] = Papa.parse<string[]>(text, { skipEmptyLines: true }).data;
  const cells = new Map<string, Pair>();
  for (const row of rows)
    for (const module of ['turquoise', 'blue']) {
      const at = head.findIndex((name) => name === `kME${module}` || name === `kME${module}.cor`);
      const p = row[head.indexOf(`kME${module}.pval`)];
      cells.set(keyOf(row[1] ?? '', module), [numberIn(row[at]), numberIn(p)]);
    }
  return cells;
}

function searchOf(accession: string): SearchQueryInput {
  return {
    result_type: 'kme-table',
    filters: { collection: { rules: [{ field: 'Accession_ID', operator: 'equal', value: accession }] } },
  };
}

function toPairs(rows: Record<string, unknown>[]): Map<string, Pair> {
  const numberOf = (value: unknown) => (value === null || value === '' ? null : Number(value));
  return new Map(
    rows.map(({ SYMBOL, Module, cor, pval }): [string, Pair] => [
      keyOf(String(SYMBOL), String(Module)),
      [numberOf(cor), numberOf(pval)],
    ]),
  );
}

async function searched(accession: string, order: Partial<SearchQueryInput> = {}) {
  const body = { ...searchOf(accession), ...order, page_size: 1000 };
  return (await portal.call(searchAdvanced, { as: member, body })).reply.data.searchResults.results;
}

async function exported(accession: string, format: 'csv' | 'parquet') {
  const { rawPayload } = await portal.app.inject({
    method: 'POST',
    url: `${exportAdvancedSearch.path}?format=${format}`,
    headers: { authorization: `Token ${member.token}` },
    payload: { ...searchOf(accession), sort: 'pval', order: 'asc' },
  });
  if (format === 'parquet') return parquetReadObjects({ file: new Uint8Array(rawPayload).buffer });
  return Papa.parse<Record<string, string>>(rawPayload.toString('utf8'), {
    header: true,
    skipEmptyLines: true,
  }).data;
}

async function chosen(accession: string): Promise<Map<string, Pair>> {
  const { number } = await networkOf(accession);
  const features = [...(await downloaded(accession)).keys()].map((key) => key.split(' ')[0] ?? '');
  const { reply } = await portal.call(createKmeTable, {
    as: member,
    params: { id: number },
    body: { features, modules: ['turquoise', 'blue'] },
  });
  return new Map(
    reply.rows.flatMap(({ feature, kme, p_value }) =>
      reply.modules.map((module, at): [string, Pair] => [
        keyOf(feature, module),
        [kme[at] ?? null, p_value[at] ?? null],
      ]),
    ),
  );
}

async function members(accession: string): Promise<Map<string, Pair>> {
  const { number } = await networkOf(accession);
  const { results } = (await portal.call(listModules, { as: member, params: { id: number } })).reply;
  const pairs = new Map<string, Pair>();
  for (const { id, name } of results) {
    const { reply } = await portal.call(listModuleMembers, {
      as: member,
      params: { id },
      query: { definition: 'PosFDR' },
    });
    for (const { feature, kme, p_value } of reply.results) pairs.set(keyOf(feature, name), [kme, p_value]);
  }
  return pairs;
}

async function expectAgreement(accession: string): Promise<void> {
  const file = await downloaded(accession);
  expect(file.size).toBe(16);
  expect(toPairs(await searched(accession))).toEqual(file);
  expect(toPairs(await exported(accession, 'csv'))).toEqual(file);
  expect(toPairs(await exported(accession, 'parquet'))).toEqual(file);
  expect(await chosen(accession)).toEqual(file);
  const shown = await members(accession);
  expect(shown.size).toBeGreaterThan(3);
  for (const [key, pair] of shown) expect(pair, key).toEqual(file.get(key));
}

describe('of an imported table', () => {
  test('kME and P are those of the file on module pages, in searches, exports and chosen kME', async () => {
    await expectAgreement('GSE4271');
    const file = await downloaded('GSE4271');
    expect(file.get('OLIG2 turquoise')).toEqual([0.912345678901234, 0.000412345678912345]);
    expect(correlationPValue(0.912345678901234, 4)).toBeGreaterThan(0.05);
  });

  test('rows are sorted by the P of the file, not by |kME|; without P they come last', async () => {
    for (const order of ['asc', 'desc'] as const) {
      const p = (await searched('GSE4271', { sort: 'pval', order })).map(({ pval }) => pval);
      const known = p.filter((value) => typeof value === 'number');
      expect(p).toEqual([...known, null, null]);
      expect(known).toEqual(known.toSorted((a, b) => (order === 'asc' ? a - b : b - a)));
    }
    expect((await searched('GSE4271', { sort: 'pval', order: 'asc' }))[0]?.pval).toBe(1.25e-301);
  });
});

describe('of a computed table', () => {
  test('kME and P are those of the computed file, with P from the unrounded kME', async () => {
    await expectAgreement('GSE15824');
  });
});

describe('rounded by the oldest version that can be upgraded', () => {
  test('kME is read from the file after the next start', async () => {
    const accessions = ['GSE4271', 'GSE15824'];
    for (const accession of accessions) {
      const { id } = await networkOf(accession);
      const object = await portal.services.store.put(Readable.from([Buffer.alloc(16)]));
      await sql`update covariation_network set kme_storage_key = ${object.storageKey}, kme_values_storage_key = null
                 where id = ${id}`.execute(portal.services.db);
    }
    await prepareTables(portal.services.config.databaseUrl ?? '');
    await portal.runJobs();
    for (const accession of accessions) await expectAgreement(accession);
    const { rows } =
      await sql`select id from covariation_network where kme_values_storage_key is null`.execute(
        portal.services.db,
      );
    expect(rows).toEqual([]);
  });
});
