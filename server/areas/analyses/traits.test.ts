/** Modules against sample attributes, on the small laboratory: two modules, four samples. */
import { listModules, listModuleTraits } from '@omicon/contract/areas/analyses/covariation-networks.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { aLaboratory, type LaboratoryNumbers } from '../../test-support/intake.ts';
import { type Caller, openTestPortal, type TestPortal } from '../../test-support/portal.ts';

let portal: TestPortal;
let guest: Caller;
let numbers: LaboratoryNumbers;
let network: number;
beforeAll(async () => {
  portal = await openTestPortal();
  numbers = await aLaboratory(portal);
  guest = await portal.signInAs('GU');
  const row = await portal.services.db
    .selectFrom('covariation_network')
    .select('number')
    .executeTakeFirstOrThrow();
  network = row.number;
});
afterAll(() => portal.close());

const ask = async () => (await portal.call(listModuleTraits, { as: guest, params: { id: network } })).reply;

test('every module has a cell for every attribute that varies, by its name and number', async () => {
  const { reply } = await portal.call(listModules, { as: guest, params: { id: network } });
  const table = await ask();
  expect(
    table.modules.map(({ id, name, omicon_id }) => ({ id, name, omicon_id })).toSorted((a, b) => a.id - b.id),
  ).toEqual(
    reply.results.map(({ id, name, omicon_id }) => ({ id, name, omicon_id })).toSorted((a, b) => a.id - b.id),
  );
  const sex = table.traits.findIndex(({ attribute }) => attribute === 'Sex');
  expect(table.traits[sex]).toMatchObject({
    kind: 'two values',
    n: 4,
    is_technical: false,
    groups: [
      { name: 'F', n: 2 },
      { name: 'M', n: 2 },
    ],
  });
  for (const { cells } of table.modules) {
    expect(cells).toHaveLength(table.traits.length);
    const cell = cells[sex];
    expect(cell?.r2).toBeCloseTo((cell?.r ?? 0) ** 2, 12);
    expect(cell?.q_value).toBeGreaterThanOrEqual(cell?.p_value ?? 1);
  }
  expect(table.left_out.map(({ attribute }) => attribute)).toEqual([
    'Organism',
    'UBERON_ID',
    'MONDO_ID',
    'Tumor_Occurrence',
    'IDH1_Mut',
  ]);
});

test('an unreadable data set yields no attribute and no value', async () => {
  const setVisibility = (visibility: 'public' | 'private') =>
    portal.services.db
      .updateTable('data_set')
      .set({ visibility })
      .where('number', '=', numbers.primary)
      .execute();
  await setVisibility('private');
  const table = await ask();
  await setVisibility('public');
  expect(table).toMatchObject({ input_data_set_id: null, traits: [], left_out: [] });
  expect(table.modules.map(({ cells, strongest }) => [cells, strongest])).toEqual([
    [[], null],
    [[], null],
  ]);
});
