/** One feature of a list or module is read without the others, and is the same as when all are read. */
import { Readable } from 'node:stream';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sql } from '../../base/postgres/database.ts';
import { openTestPortal, type TestPortal } from '../../test-support/portal.ts';
import { packKme, readFeatureOfModule, readKme } from '../network/kme.ts';
import { listFeatureNames } from './feature-lists.ts';

let portal: TestPortal;
beforeAll(async () => {
  portal = await openTestPortal();
});
afterAll(() => portal.close());

async function saveList(identifiers: readonly string[]): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    insert into feature_list (sha256, identifiers)
    values (sha256(convert_to(${identifiers.join('\n')}, 'UTF8')), ${identifiers}::text[]) returning id`.execute(
    portal.services.db,
  );
  return rows[0]?.id ?? 0;
}

test('every name of a list is read alone as it is spelled', async () => {
  const names = [
    'Gfap',
    'C1orf112',
    '',
    'naïve β',
    '𝔾',
    'GFAP',
    ...Array.from({ length: 3000 }, (_, at) => `P${at}_at`),
  ];
  const list = await saveList(names);
  const wanted = names.map((_, index) => ({ feature_list_id: list, index })).reverse();
  expect(await listFeatureNames(portal.services.db, wanted)).toEqual(names.toReversed());
});

test('an index outside a list, an empty list and a list that is gone give no name', async () => {
  const [list, empty] = [await saveList(['ACTB', 'TUBB']), await saveList([])];
  const wanted = [
    ...[-2, -1, 0, 1, 2, 3, 1_000_000].map((index) => ({ feature_list_id: list, index })),
    { feature_list_id: empty, index: 0 },
    { feature_list_id: 0, index: 0 },
  ];
  expect(await listFeatureNames(portal.services.db, wanted)).toEqual([
    '',
    '',
    'ACTB',
    'TUBB',
    '',
    '',
    '',
    '',
    '',
  ]);
  expect(await listFeatureNames(portal.services.db, [])).toEqual([]);
});

test('kME, P and ranks of one feature are those of the whole column, at once and for columns of any length', async () => {
  const { store } = portal.services;
  for (const features of [5, 300, 5]) {
    const columns = [0, 1, 2].map((module) => ({
      kme: Float64Array.from({ length: features }, (_, at) =>
        at === 3 ? Number.NaN : Math.sin(7 * at + module),
      ),
      pValues: Float64Array.from({ length: features }, (_, at) => (at === 1 ? Number.NaN : 1 / (at + 2))),
    }));
    const { storageKey } = await store.put(Readable.from([packKme(columns)]));
    const network = {
      kme_values_storage_key: storageKey,
      number_of_features: features,
    };
    const members = new Set([0, 2, 3, 4]);
    await Promise.all(
      columns.flatMap((_, moduleIndex) =>
        Array.from({ length: features }, async (__, feature) => {
          const whole = await readKme(store, network, moduleIndex);
          const kme = whole.kme[feature] ?? 0;
          expect(await readFeatureOfModule(store, network, { moduleIndex, feature, members })).toEqual({
            kme,
            p_value: whole.pValues[feature],
            higher: whole.kme.filter((other) => other > kme).length,
            higherMembers: [...members].filter((member) => (whole.kme[member] ?? 0) > kme).length,
          });
        }),
      ),
    );
  }
});

test('a shortened kME object is an error, never a wrong rank', async () => {
  const { store } = portal.services;
  const { storageKey } = await store.put(Readable.from([Buffer.alloc(40)]));
  const network = {
    kme_values_storage_key: storageKey,
    number_of_features: 5,
  };
  const read = { moduleIndex: 0, feature: 2, members: new Set<number>() };
  await expect(readFeatureOfModule(store, network, read)).rejects.toThrow('shorter than its network');
});
