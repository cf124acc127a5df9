/**
 * `npm run bench -- atlas-pages`: calls of the atlas and of the pages of meta-modules over HTTP, on the real corpus, whose
 * rows of networks, modules and meta-modules are copied until there are 5,000 networks and some 400 meta-modules. The
 * p95 target is 100 ms; the baseline is the same on the corpus as it is.
 */
import { existsSync } from 'node:fs';
import type { Db } from '@omicon/server/base/postgres/database.ts';
import { sql } from '@omicon/server/base/postgres/database.ts';
import { CORPUS } from '../../journeys/harness/corpus-files.ts';
import { until } from '../../journeys/harness/portal.ts';
import { type Product, withProduct } from '../../journeys/harness/product.ts';
import { ascending, noteMissed, printTimes, quantile, repeat } from '../report/figures.ts';
import { importCorpus } from './module-pages.ts';

const [NETWORKS, META_MODULES] = [5000, 400];
const TRIES = 200;
const P95_MS = 100;
const COMPUTED_MS = 900_000;
/** Ids and numbers of a copy are those of the row and a multiple of this. */
const STEP = 1_000_000;

async function countNetworks(db: Db): Promise<number> {
  const { rows } = await sql<{ n: number }>`select count(*)::int as n from covariation_network`.execute(db);
  return rows[0]?.n ?? 0;
}

/** Those of everybody: the same calls are answered for guests. */
async function countMetaModules(db: Db): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from meta_module where audience = 'public'`.execute(db);
  return rows[0]?.n ?? 0;
}

/** Copies of all rows of a table, with some columns moved by a step and texts told apart by the number of the copy. */
async function copyRows(
  db: Db,
  table: string,
  { copies, moved, texts = [] }: { copies: number; moved: readonly string[]; texts?: readonly string[] },
): Promise<void> {
  const changes = [
    ...moved.map((column) => sql`${column}::text, (to_jsonb(t)->>${column}::text)::bigint + copy * ${STEP}`),
    ...texts.map((column) => sql`${column}::text, (to_jsonb(t)->>${column}::text) || ' ' || copy`),
  ];
  await sql`
    insert into ${sql.table(table)} overriding system value
    select p.* from ${sql.table(table)} t, generate_series(1, ${copies}::int) copy,
           jsonb_populate_record(null::${sql.table(table)}, to_jsonb(t) || jsonb_build_object(${sql.join(changes)})) p`.execute(
    db,
  );
}

async function copyNumbers(db: Db, types: readonly string[], copies: number): Promise<void> {
  await sql`
    insert into omicon_record (number, type) overriding system value
    select number + copy * ${STEP}, type from omicon_record, generate_series(1, ${copies}::int) copy
     where type = any(${types}::text[])`.execute(db);
}

async function multiply(db: Db): Promise<void> {
  const networks = Math.ceil(NETWORKS / (await countNetworks(db)));
  await copyNumbers(db, ['CN', 'CM'], networks);
  const ofNetwork = { copies: networks, moved: ['id', 'number'], texts: ['name'] };
  await copyRows(db, 'covariation_network', ofNetwork);
  const ofModule = { copies: networks, moved: ['id', 'number', 'covariation_network_id'] };
  await copyRows(db, 'covariation_module', ofModule);
  await copyRows(db, 'trait_table', { copies: networks, moved: ['covariation_network_id'] });
  const metaModules = Math.ceil(META_MODULES / (await countMetaModules(db)));
  await copyNumbers(db, ['MM'], metaModules);
  const ofMetaModule = { copies: metaModules, moved: ['number', 'theme_number'], texts: ['title'] };
  await copyRows(db, 'meta_module', ofMetaModule);
  for (const table of ['meta_module_gene', 'meta_module_place'])
    await copyRows(db, table, { copies: metaModules, moved: ['number'] });
  await copyRows(db, 'recurring_module_member', {
    copies: metaModules,
    moved: ['module_id', 'meta_module_number'],
  });
  await sql`analyze`.execute(db);
}

async function timeCalls({ get, opened }: Product): Promise<void> {
  const { rows } = await sql<{ number: number; symbol: string }>`
    select number, min(symbol) as symbol from meta_module_gene where audience = 'public' group by number
     order by md5(number::text)`.execute(opened.db);
  const at = (index: number) => rows[index % rows.length] ?? { number: 0, symbol: '' };
  const of = (tab: string) => (index: number) => `/api/meta-modules/${at(index).number}/${tab}`;
  const calls: [string, (index: number) => string][] = [
    ['atlas, first page', () => '/api/atlas/'],
    ['atlas, 100 rows by theme', () => '/api/atlas/?page_size=100&sort=theme'],
    ['atlas, with a gene', (index) => `/api/atlas/?search=${at(index).symbol}`],
    ['a meta-module', of('')],
    ['its genes', of('genes/')],
    ['its modules', of('modules/')],
    ['its traits', of('traits/')],
  ];
  for (const [name, address] of calls) {
    const times = await repeat(TRIES, async (index) => (await get(address(index))).ms);
    printTimes(name, times, noteMissed(quantile(ascending(times), 0.95) > P95_MS));
  }
}

export async function benchAtlasPages(): Promise<void> {
  if (!existsSync(CORPUS)) throw new Error(`The corpus is not at ${CORPUS}.`);
  await withProduct(async (product) => {
    const { db } = product.opened;
    await importCorpus(product);
    await until('the atlas', async () => (await countMetaModules(db)) > 0 || null, COMPUTED_MS);
    const describe = async () =>
      `${await countNetworks(db)} networks, ${await countMetaModules(db)} meta-modules`;
    console.log(`\natlas over HTTP, ${await describe()}`);
    await timeCalls(product);
    await multiply(db);
    console.log(`\natlas over HTTP, ${await describe()}`);
    await timeCalls(product);
  });
}
