/** Counterparts, matches, preservation and consensus on small laboratories: who sees what, and bad input. */
import {
  computeConsensus,
  createConsensus,
  deleteConsensus,
  getSharedConsensus,
  listConsensus,
  replaceConsensusLink,
  restoreConsensus,
} from '@omicon/contract/areas/consensus.ts';
import {
  getPreservation,
  listCounterparts,
  listNetworks,
  MIN_TESTED_SYMBOLS,
  matchNetworks,
} from '@omicon/contract/areas/matching.ts';
import { startPreservationRun } from '@omicon/contract/areas/runs/preservation-runs.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sql } from '../../base/postgres/database.ts';
import { takeIn } from '../../test-support/intake.ts';
import { firstModule, type Place, placeOfStudy } from '../../test-support/laboratories/place-of-study.ts';
import { smallLaboratory, smallResources } from '../../test-support/laboratories/small-laboratory.ts';
import { type Caller, openTestPortal, type TestPortal } from '../../test-support/portal.ts';
import { computeAtlas } from '../atlas/compute-atlas.ts';

const OTHER = { accession: 'GSE1111', study: 'Other 2019 GSE1111' };
const HIDDEN = { accession: 'GSE9999', study: 'Hidden 2020 GSE9999', availability: 'Lab' };

let portal: TestPortal;
let guest: Caller;
let member: Caller;
let own: Place;
let other: Place;
let hidden: Place;

const placeOf = (study: string) => placeOfStudy(portal.services.db, study);

beforeAll(async () => {
  portal = await openTestPortal();
  guest = await portal.signInAs('GU');
  member = await portal.signInAs('LAB');
  for (const files of [smallResources(), smallLaboratory(), smallLaboratory(OTHER), smallLaboratory(HIDDEN)])
    expect((await takeIn(portal, files)).faults).toEqual([]);
  await portal.runJobs();
  await computeAtlas(portal.services, undefined);
  own = await placeOf('Phillips');
  other = await placeOf('Other');
  hidden = await placeOf('Hidden');
}, 60_000);
afterAll(() => portal.close());

const counterpartsOf = async (id: number, as: Caller) =>
  (await portal.call(listCounterparts, { as, params: { id } })).reply;
const consensusOf = async (modules: number[], as: Caller) =>
  (await portal.call(computeConsensus, { as, body: { modules } })).reply;

test('the same module in another data set is its counterpart, with ρ 1 and reciprocal', async () => {
  for (const [name, id] of own.modules) {
    const { results, kme_state } = await counterpartsOf(id, guest);
    expect(kme_state).toBe('ready');
    const [best] = results;
    expect([name, best?.name, best?.is_reciprocal, best?.is_best_of_data_set]).toEqual([
      name,
      name,
      true,
      true,
    ]);
    expect(best?.rho).toBeCloseTo(1, 6);
  }
});

test('counterparts have the meta-modules of the reader, with their support and what recurs', async () => {
  const { rows: stored } = await sql<{ module: number; number: number; name: string; audience: string }>`
    select m.number as module, x.number, x.title as name, x.audience from recurring_module_member r
      join meta_module x on x.audience = r.audience and x.number = r.meta_module_number
      join covariation_module m on m.id = r.module_id`.execute(portal.services.db);
  for (const [as, audience, cohorts] of [
    [guest, 'public', 2],
    [member, 'laboratory', 3],
  ] as const) {
    const replies = await Promise.all([...own.modules.values()].map((id) => counterpartsOf(id, as)));
    const counterparts = replies.flatMap(({ results }) => results);
    for (const { id, meta_module } of counterparts) {
      const known = stored.find((row) => row.module === id && row.audience === audience);
      expect(meta_module).toEqual(
        known === undefined
          ? null
          : {
              ...{ id: known.number, omicon_id: `OM.MM.${known.number}`, name: known.name },
              ...{ found: cohorts, findable: cohorts },
            },
      );
    }
    expect(counterparts.some(({ meta_module }) => meta_module !== null)).toBe(true);
    for (const { recurring_module } of counterparts) expect(recurring_module).toBeGreaterThan(0);
  }
});

test('a module of fewer than five symbols is compared by kME, without P and q', async () => {
  const { results, symbols, kme_state } = await counterpartsOf(firstModule(own), guest);
  expect([symbols < MIN_TESTED_SYMBOLS, kme_state, results.length > 0]).toEqual([true, 'ready', true]);
  for (const { p_value, q_value, rho } of results)
    expect([p_value, q_value, typeof rho]).toEqual([null, null, 'number']);
});

test('while a network has no kME, its modules have candidates only, and are counted as such', async () => {
  const { db } = portal.services;
  const ready = await counterpartsOf(firstModule(own), guest);
  const keep = async (network: number) => {
    const { rows } = await sql<{ key: string }>`
      select kme_values_storage_key as key from covariation_network where number = ${network}`.execute(db);
    return rows[0]?.key ?? null;
  };
  const write = (network: number, key: string | null) =>
    sql`update covariation_network set kme_values_storage_key = ${key} where number = ${network}`.execute(db);
  const [keyOfOwn, keyOfOther] = [await keep(own.network), await keep(other.network)];
  try {
    await write(other.network, null);
    const { results, without_kme, kme_state } = await counterpartsOf(firstModule(own), guest);
    expect(kme_state).toBe('ready');
    expect(without_kme).toBe(results.filter(({ network }) => network.id === other.network).length);
    expect(without_kme).toBeGreaterThan(0);
    await write(own.network, null);
    const waiting = await counterpartsOf(firstModule(own), guest);
    expect(waiting.kme_state).toBe('waiting');
    expect(waiting.results.map(({ rho, is_reciprocal }) => [rho, is_reciprocal])).toEqual(
      ready.results.map(() => [null, null]),
    );
    expect(new Set(waiting.results.map(({ id }) => id))).toEqual(new Set(ready.results.map(({ id }) => id)));
  } finally {
    await write(own.network, keyOfOwn);
    await write(other.network, keyOfOther);
  }
  expect(await counterpartsOf(firstModule(own), guest)).toEqual(ready);
});

test('a module without a symbol under the definition has no counterparts, and no error', async () => {
  const { db } = portal.services;
  const members = await sql<{ id: number; features: Buffer }>`
    select x.covariation_module_id as id, x.features from module_member x
      join covariation_module m on m.id = x.covariation_module_id
     where m.number = ${firstModule(own)} and x.definition = 0`.execute(db);
  const write = (features: Buffer) =>
    sql`update module_member set features = ${features}
         where covariation_module_id = ${members.rows[0]?.id ?? 0} and definition = 0`.execute(db);
  await write(Buffer.alloc(0));
  try {
    const reply = await counterpartsOf(firstModule(own), guest);
    expect([reply.symbols, reply.results.length, reply.kme_state]).toEqual([0, 0, 'ready']);
    expect(reply.networks).toBeGreaterThan(0);
  } finally {
    await write(members.rows[0]?.features ?? Buffer.alloc(0));
  }
});

test('a consensus of one module has its kME, and one module that counts', async () => {
  const { modules, results, ranked } = await consensusOf([firstModule(own)], guest);
  expect(modules.filter(({ left_out }) => left_out === null)).toHaveLength(1);
  expect(ranked).toBe(results.length);
  for (const { kme, mean_r, sd_z, number_of_modules } of results) {
    expect([number_of_modules, sd_z, kme.length]).toEqual([1, null, 1]);
    expect(mean_r).toBeCloseTo(kme[0] ?? Number.NaN, 6);
  }
});

test('labels of samples of other collections are not the same samples', async () => {
  const { results } = await counterpartsOf(firstModule(own), guest);
  expect(results.map(({ common_samples, eigengene_r }) => [common_samples, eigengene_r])).toEqual(
    results.map(() => [0, null]),
  );
});

test('networks that the caller may not read are in no list, count, q or matrix', async () => {
  const [ofGuest, ofMember] = [
    await counterpartsOf(firstModule(own), guest),
    await counterpartsOf(firstModule(own), member),
  ];
  expect([ofGuest.networks, ofMember.networks]).toEqual([1, 2]);
  expect(ofMember.tested).toBe(2 * ofGuest.tested);
  expect(ofGuest.results.every(({ network }) => network.id === other.network)).toBe(true);
  expect(ofMember.results.some(({ network }) => network.id === hidden.network)).toBe(true);
  // q is over the readable modules only: of twice as many tests with the same P it is the same or larger.
  for (const row of ofGuest.results)
    expect(row.q_value ?? 1).toBeLessThanOrEqual(
      ofMember.results.find(({ id }) => id === row.id)?.q_value ?? 1,
    );
  const listed = await portal.call(listNetworks, { as: guest, query: { search: 'GSE' } });
  expect(listed.reply.total).toBe(2);
  for (const params of [
    { id: own.network, other_id: hidden.network },
    { id: hidden.network, other_id: own.network },
  ])
    expect((await portal.call(matchNetworks, { as: guest, params })).status).toBe(404);
  expect(
    (await portal.call(listCounterparts, { as: guest, params: { id: firstModule(hidden) } })).status,
  ).toBe(404);
});

test('a module is tested only in data sets that the caller may read', async () => {
  const params = { id: firstModule(own), data_set_id: hidden.dataSet };
  const query = { random_sets: 20 };
  expect((await portal.call(getPreservation, { as: guest, params, query })).status).toBe(404);
  expect((await portal.call(getPreservation, { as: member, params, query })).status).toBe(200);
});

test('data sets whose features are named otherwise are refused with a sentence, before a test begins', async () => {
  const { rows } = await sql<{ number: number }>`
    select number from data_set where title like 'Other%' and ds_version = 'B.1'`.execute(portal.services.db);
  const data_set_id = rows[0]?.number ?? 0;
  const detail =
    'Other 2019 GSE1111 U133A EXT B.1 names its features otherwise: none is also in Phillips 2006 GSE4271 EXT Primary OR A.1.1.';
  const params = { id: firstModule(own), data_set_id };
  const one = await portal.call(getPreservation, { as: guest, params, query: { random_sets: 20 } });
  expect([one.status, one.refusal.detail]).toEqual([400, detail]);
  const all = await portal.call(startPreservationRun, {
    as: member,
    params: { id: own.network },
    body: { data_set_id, random_sets: 20 },
  });
  expect([all.status, all.refusal.detail]).toEqual([400, detail]);
});

test('a network whose samples are no longer in its data set is not tested', async () => {
  const { db } = portal.services;
  const write = (from: string, to: string) =>
    sql`update covariation_network set sample_labels = array_replace(sample_labels, ${from}, ${to})
         where number = ${own.network}`.execute(db);
  await write('GSM96950', 'GSM0');
  try {
    const params = { id: firstModule(own), data_set_id: other.dataSet };
    const { status, refusal } = await portal.call(getPreservation, {
      as: guest,
      params,
      query: { random_sets: 20 },
    });
    const detail = 'The samples of the network have changed in its data set.';
    expect([status, refusal.detail]).toEqual([400, detail]);
  } finally {
    await write('GSM0', 'GSM96950');
  }
});

test('a matrix of a network without kME is refused until it is there', async () => {
  const { db } = portal.services;
  const { rows } = await sql<{ key: string }>`
    select kme_values_storage_key as key from covariation_network where number = ${other.network}`.execute(
    db,
  );
  const write = (key: string | null) =>
    sql`update covariation_network set kme_values_storage_key = ${key} where number = ${other.network}`.execute(
      db,
    );
  await write(null);
  try {
    const params = { id: own.network, other_id: other.network };
    const { status, refusal } = await portal.call(matchNetworks, { as: guest, params });
    expect([status, refusal.detail]).toEqual([503, 'The kME table of this network is still being computed.']);
  } finally {
    await write(rows[0]?.key ?? null);
  }
});

test('a module with fewer than four members in the data set has no statistics', async () => {
  const { reply } = await portal.call(getPreservation, {
    as: guest,
    params: { id: firstModule(own), data_set_id: other.dataSet },
    query: { random_sets: 20 },
  });
  expect(reply.present).toBeLessThan(4);
  expect([reply.preservation, reply.features]).toEqual([null, []]);
  expect(reply.members).toBeGreaterThan(0);
});

test('a matrix of a network with itself has 1 on its diagonal, and every module its reciprocal best', async () => {
  const { reply } = await portal.call(matchNetworks, {
    as: guest,
    params: { id: own.network, other_id: own.network },
  });
  reply.modules.forEach((_, at) => {
    expect(reply.rho[at]?.[at]).toBeCloseTo(1, 9);
    expect([reply.common_samples, reply.eigengene_r[at]?.[at]]).toEqual([4, 1]);
    expect(reply.jaccard[at]?.[at]).toBe(1);
  });
  expect(reply.reciprocal).toEqual(reply.modules.map((_, at) => ({ module: at, other: at })));
});

test('a consensus counts the modules that the caller may read, and names no other', async () => {
  const modules = [firstModule(own), firstModule(other), firstModule(hidden)];
  const ofGuest = await consensusOf(modules, guest);
  expect(ofGuest.modules.map(({ left_out }) => left_out)).toEqual([null, null, 'not readable']);
  expect(ofGuest.modules[2]).toMatchObject({ name: '', data_set: { id: 0, title: '' } });
  expect(ofGuest.results[0]?.kme.length).toBe(2);
  const ofMember = await consensusOf(modules, member);
  expect(ofMember.modules.map(({ left_out }) => left_out)).toEqual([null, null, null]);
  expect(ofMember.results[0]?.number_of_modules).toBe(3);
});

test('genes of a consensus are found by a part of their symbol, and sorted by any column', async () => {
  const modules = [firstModule(own), firstModule(other)];
  const body = { modules, search: 'sox' };
  const { reply } = await portal.call(computeConsensus, { as: guest, body });
  expect(reply.results.map(({ symbol }) => symbol)).toEqual(['SOX10']);
  const sorted = await portal.call(computeConsensus, {
    as: guest,
    body: { modules, sort: 'symbol', order: 'asc' },
  });
  const symbols = sorted.reply.results.map(({ symbol }) => symbol);
  expect(symbols).toEqual(symbols.toSorted());
});

test('a consensus of modules that do not count has no genes, and no modules are refused', async () => {
  expect(await consensusOf([2_000_000_000], guest)).toMatchObject({ total: 0, ranked: 0, results: [] });
  expect((await portal.call(computeConsensus, { as: guest, body: { modules: [] } })).status).toBe(400);
});

test('a saved consensus opens by its link for others, who learn how many modules they may not read', async () => {
  const body = { name: 'Microglia', modules: [firstModule(own), firstModule(hidden)] };
  const saved = await portal.call(createConsensus, { as: member, body });
  expect(saved.status).toBe(201);
  expect((await portal.call(createConsensus, { as: member, body })).status).toBe(409);
  const token = saved.reply.share_token;
  const shared = await portal.call(getSharedConsensus, { as: guest, params: { token } });
  expect(shared.reply).toMatchObject({ name: 'Microglia', modules: [firstModule(own)], not_readable: 1 });
  const opened = await consensusOf(shared.reply.modules, guest);
  expect(opened.modules.map(({ left_out }) => left_out)).toEqual([null]);

  const params = { id: saved.reply.id };
  await portal.call(deleteConsensus, { as: member, params });
  expect((await portal.call(getSharedConsensus, { as: guest, params: { token } })).status).toBe(404);
  expect((await portal.call(listConsensus, { as: member })).reply.total).toBe(0);
  await portal.call(restoreConsensus, { as: member, params });
  expect((await portal.call(listConsensus, { as: member })).reply.results).toEqual([saved.reply]);
});

test('only its owner replaces the link of a consensus, and the old one then opens nothing', async () => {
  const body = { name: 'Taken back', modules: [firstModule(own)] };
  const { id, share_token: old } = (await portal.call(createConsensus, { as: member, body })).reply;
  const statusOf = async (token: string) =>
    (await portal.call(getSharedConsensus, { as: guest, params: { token } })).status;
  const as = await portal.signInAs('admin');
  expect((await portal.call(replaceConsensusLink, { as, params: { id } })).status).toBe(404);
  expect(await statusOf(old)).toBe(200);
  const { share_token } = (await portal.call(replaceConsensusLink, { as: member, params: { id } })).reply;
  expect([await statusOf(old), await statusOf(share_token)]).toEqual([404, 200]);
  await portal.call(deleteConsensus, { as: member, params: { id } });
});

test('a module that the caller may not read cannot be saved', async () => {
  const person = await portal.signInAs('RU');
  const body = { name: 'Hidden', modules: [firstModule(own), firstModule(hidden)] };
  expect((await portal.call(createConsensus, { as: person, body })).status).toBe(404);
  expect((await portal.call(listConsensus, { as: person })).reply.total).toBe(0);
});
