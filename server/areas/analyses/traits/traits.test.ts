/** Modules against sample attributes, on the small laboratory: two modules, four samples. */
import {
  getClosestTrait,
  listModules,
  listModuleTraits,
} from '@omicon/contract/areas/analyses/covariation-networks.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { verifyConsistency } from '../../../database/operations/verify.ts';
import { prepareTables } from '../../../prepare-tables.ts';
import { recomputeTraits } from '../../../records/network/trait-job.ts';
import { aLaboratory, type LaboratoryNumbers, takeIn } from '../../../test-support/intake.ts';
import {
  pathsOf,
  smallDerivedDataSet,
  withChange,
} from '../../../test-support/laboratories/small-laboratory.ts';
import { type Caller, openTestPortal, type TestPortal } from '../../../test-support/portal.ts';

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

async function listStored() {
  const { db } = portal.services;
  const tables = await db
    .selectFrom('trait_table')
    .select(['covariation_network_id', 'data_set_id'])
    .execute();
  const traits = await db.selectFrom('module_trait').selectAll().orderBy('trait_index').execute();
  return { tables, traits };
}

/** All modules with the attribute of their smallest q, by id of the module. */
async function askClosest(as: Caller) {
  const { modules } = await ask();
  const replies = modules.map(({ id }) => portal.call(getClosestTrait, { as, params: { id } }));
  return (await Promise.all(replies)).map(({ reply }) => reply.trait);
}

test('the table that the job stores answers exactly as the computed one', async () => {
  // Without a stored table, the reply is computed for the call.
  expect((await listStored()).tables).toEqual([]);
  const [computed, closest] = [await ask(), await askClosest(guest)];
  await portal.runJobs();
  const { tables, traits } = await listStored();
  expect(tables).toHaveLength(1);
  expect(traits.map(({ attribute }) => attribute)).toEqual(computed.traits.map(({ attribute }) => attribute));
  expect(await ask()).toEqual(computed);
  expect(await askClosest(guest)).toEqual(closest);
  // A stored figure that nobody computes shows that the stored table answers.
  await portal.services.db.updateTable('module_trait').set({ n: 77 }).execute();
  expect(new Set((await ask()).traits.map(({ n }) => n))).toEqual(new Set([77]));
  expect(new Set((await askClosest(guest)).map((trait) => trait?.n))).toEqual(new Set([77]));
  await portal.services.db.deleteFrom('module_trait').execute();
  await portal.services.db.deleteFrom('trait_table').execute();
});

test('the closest trait of a module is that of the smallest q in the table', async () => {
  const { modules, traits } = await ask();
  const expected = modules.map(({ cells }) => {
    const best = cells
      .flatMap((cell, at) => (cell === null ? [] : [{ ...cell, attribute: traits[at]?.attribute }]))
      .toSorted((a, b) => a.q_value - b.q_value || b.r2 - a.r2)[0];
    return best === undefined ? null : best;
  });
  expect(await askClosest(guest)).toMatchObject(expected);
});

test('tables missing at a start are stored, and verified', async () => {
  await prepareTables(portal.services.config.databaseUrl ?? '');
  await portal.runJobs();
  const { tables, traits } = await listStored();
  expect(tables).toHaveLength(1);
  expect(traits.length).toBeGreaterThan(0);
  expect((await verifyConsistency(portal.services)).half).toBe(0);
  await portal.services.db
    .updateTable('module_trait')
    .set({ q_values: Buffer.alloc(8) })
    .where('trait_index', '=', 0)
    .execute();
  expect((await verifyConsistency(portal.services)).half).toBe(1);
  await portal.services.db.updateTable('trait_table').set({ left_out: '[]' }).execute();
});

test('two groups are coded in the order of the attribute; another order is computed again, and turns the sign', async () => {
  const { db } = portal.services;
  const sexOf = async () => {
    const table = await ask();
    const at = table.traits.findIndex(({ attribute }) => attribute === 'Sex');
    const groups = table.traits[at]?.groups.map(({ name }) => name);
    return { groups, r: table.modules.map(({ cells }) => cells[at]?.r ?? null) };
  };
  const listSex = async (possible_values: string[]) => {
    await db.transaction().execute(async (tx) => {
      await tx.deleteFrom('attribute_definition').where('name', '=', 'Sex').execute();
      const texts = { name: 'Sex', examples: '', data_source: '', description: '' };
      const kinds = { kind: 'sample', attribute_type: 'Enumeration' } as const;
      const flags = { is_required: false, is_indexed: true, deletable: true };
      await tx
        .insertInto('attribute_definition')
        .values({ ...texts, ...kinds, ...flags, possible_values })
        .execute();
      await recomputeTraits(tx, 'Sex');
    });
    await portal.runJobs();
  };
  const before = await sexOf();
  expect(before.groups).toEqual(['F', 'M']);
  await listSex(['M', 'F']);
  const after = await sexOf();
  expect(after.groups).toEqual(['M', 'F']);
  expect(after.r).toEqual(before.r.map((r) => r && -r));
  expect(after.r.some((r) => r !== null)).toBe(true);
  await listSex(['F', 'M']);
  expect(await sexOf()).toEqual(before);
});

test('a mutation flag with a number is computed again with the attribute that defines it, and no other', async () => {
  const { db } = portal.services;
  const rulesAfter = async (attribute_key: string) => {
    await db.updateTable('module_trait').set({ attribute_key }).where('attribute', '=', 'Sex').execute();
    await db.transaction().execute((tx) => recomputeTraits(tx, 'IDH1 Mut'));
    const { rules } = await db.selectFrom('trait_table').select('rules').executeTakeFirstOrThrow();
    return rules;
  };
  expect(await rulesAfter('idh1_mut_note')).toBeGreaterThan(0);
  expect(await rulesAfter('idh1_mut_2')).toBe(0);
  await portal.runJobs();
});

test('after a new version of the data set, the table is outdated until a job has replaced it', async () => {
  const before = await ask();
  const samples = `${pathsOf().primary}_sample_attributes.csv`;
  const files = withChange(smallDerivedDataSet(), samples, (text) => text.replace('"M"', '""'));
  const report = await takeIn(portal, files, { visibility: 'public' });
  expect(report.faults).toEqual([]);
  const changed = await ask();
  expect(changed).not.toEqual(before);
  const [outdated] = (await listStored()).tables;
  await portal.runJobs();
  const [stored] = (await listStored()).tables;
  expect(stored?.data_set_id).toBeGreaterThan(outdated?.data_set_id ?? Number.POSITIVE_INFINITY);
  expect(await ask()).toEqual(changed);
});
