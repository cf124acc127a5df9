/** Lists of records and the people who read them, for measurements under load. */
import { sql } from '@omicon/server/base/postgres/database.ts';
import { analyzeChanged, tellChangesAtEnd } from '@omicon/server/database/operations/statistics.ts';
import { makeMembers } from '../../journeys/harness/members.ts';
import type { Product } from '../../journeys/harness/product.ts';
import { makeCollection, makeDataSet } from '../records.ts';
import type { Call, LoadResult } from './http-load.ts';

export const COLLECTIONS = 200;
export const DATA_SETS = 1000;
const PEOPLE = 50;
export const CONNECTIONS = 64;
const LISTS = [
  '/api/data-collections/?page_size=25',
  '/api/data-sets/?page_size=25',
  '/api/analyses/?page_size=25',
];

/** Collections and data sets by the hundred, analyzed as after an import. */
export async function fillLists({ opened }: Product): Promise<void> {
  await opened.db.transaction().execute(async (tx) => {
    for (let at = 0; at < COLLECTIONS; at += 1) {
      const { number } = await makeCollection(tx, `GSE${90_000 + at}`);
      for (let set = 0; set < DATA_SETS / COLLECTIONS; set += 1)
        await makeDataSet(tx, {
          collection: number,
          title: `Brain ${at}-${set}`,
          version: String(set + 1),
          parent: null,
          transformations: 'RDP',
        });
    }
    await tellChangesAtEnd(tx);
  });
  // As after an import, and as autovacuum leaves the tables a minute later.
  await analyzeChanged(opened.db);
  await sql`vacuum data_collection, data_set, analysis`.execute(opened.db);
}

/** Signed-in reads of the first pages of the lists, by many people of the laboratory. */
export async function makeReads({ opened, address }: Product): Promise<Call[]> {
  const people = await makeMembers(opened.db, PEOPLE);
  return people.flatMap(({ token }) =>
    LISTS.map((list) => ({ url: `${address}${list}`, headers: { authorization: `Token ${token}` } })),
  );
}

/** Answers per second. */
export const usefulRate = ({ times, seconds }: LoadResult) => times.length / seconds;
