/**
 * What a person may not read is in no candidate, count, q, consensus, comparison, run, basket or shared link: with random
 * visibilities and owners, every answer is the same as where the unreadable records are deleted.
 */
import {
  addBasketItems,
  BASKET_KINDS,
  type CollectedItem,
  createBasket,
  getSharedBasket,
  listBasketItems,
  listBaskets,
  listSharedBasketItems,
} from '@omicon/contract/areas/baskets.ts';
import { computeConsensus, createConsensus, getSharedConsensus } from '@omicon/contract/areas/consensus.ts';
import { compareLists, rankModules, rankSetsByKme } from '@omicon/contract/areas/gene-lists.ts';
import {
  getPreservation,
  listCounterparts,
  listNetworks,
  matchNetworks,
} from '@omicon/contract/areas/matching.ts';
import {
  getPreservationRun,
  listPreservationRuns,
  startPreservationRun,
} from '@omicon/contract/areas/preservation-runs.ts';
import { createSampleGroup, getSharedGroup } from '@omicon/contract/areas/statistics/comparisons.ts';
import { type Random, randomOf } from '@omicon/domain/statistics/preservation/random.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sql } from '../base/postgres/database.ts';
import { takeIn } from '../test-support/intake.ts';
import { type Caller, openTestPortal, type TestPortal } from '../test-support/portal.ts';
import { smallResources, widerLaboratory } from '../test-support/small-laboratory.ts';

const STUDIES = [
  'Phillips 2006 GSE4271',
  'Sun 2006 GSE4290',
  'Gravendeel 2009 GSE16011',
  'Lee 2008 GSE13041',
];
const TABLES = ['data_collection', 'data_set', 'analysis'] as const;
const VISIBILITIES = ['public', 'private'] as const;
const ROUNDS = 4;
const SEED = 20_261_125;
const GENES = ['OLIG2', 'SOX10', 'AIF1', 'IDH1'];

let portal: TestPortal;
let readers: Caller[];
let modules: { number: number; network: number; data_set: number }[];
let runs: number[];
/** tokens of a basket, a consensus and groups of samples that the member shares */
let shared: { basket: string; consensus: string; groups: string[] };
/** basket of each reader, with the items of the shared one; null for guests */
let baskets: (number | null)[];

/** The member shares every module, and some samples of every collection and data set. */
async function shareEverything(member: Caller): Promise<void> {
  const { rows: samples } = await sql<{ record_number: number; name: string }>`
    select c.number as record_number, s.label as name from sample s
      join data_collection c on c.id = s.owner_id and c.is_current
     where s.owner_type = 'dc' and s.sample_index < 2 order by 1, 2`.execute(portal.services.db);
  const items: CollectedItem[] = [
    ...modules.map(({ number }) => ({ kind: 'module' as const, record_number: number })),
    ...samples.map((sample) => ({ kind: 'sample' as const, ...sample })),
    { kind: 'gene', name: 'OLIG2' },
  ];
  const create = { as: member, body: { name: 'Everything', items } };
  const { share_token: basket } = (await portal.call(createBasket, create)).reply;
  const body = { name: 'Everything', modules: modules.map(({ number }) => number) };
  const { share_token: consensus } = (await portal.call(createConsensus, { as: member, body })).reply;
  const groups: string[] = [];
  for (const id of new Set(modules.map(({ data_set }) => data_set))) {
    const group = { name: `Samples of ${id}`, samples: ['GSM1'] };
    const created = await portal.call(createSampleGroup, { as: member, params: { id }, body: group });
    groups.push(created.reply.share_token);
  }
  shared = { basket, consensus, groups };
}

/** A basket of each reader with the items of the shared one, as if they could have read them once. */
async function fillBaskets(): Promise<void> {
  baskets = [];
  for (const as of readers) {
    const body = { name: 'What I collected', items: [] };
    const created = await portal.call(createBasket, { as, body });
    if (created.status === 403) {
      baskets.push(null);
      continue;
    }
    const { id } = created.reply;
    baskets.push(id);
    await run(
      `insert into basket_item (basket_id, kind, record_number, name)
       select $1, i.kind, i.record_number, i.name from basket_item i
         join basket b on b.id = i.basket_id where b.share_token = $2`,
      [id, shared.basket],
    );
  }
}

beforeAll(async () => {
  portal = await openTestPortal();
  expect((await takeIn(portal, smallResources())).faults).toEqual([]);
  for (const study of STUDIES) {
    const accession = study.split(' ').at(-1) ?? '';
    expect((await takeIn(portal, widerLaboratory({ study, accession }))).faults).toEqual([]);
  }
  await portal.runJobs();
  const { rows } = await sql<(typeof modules)[number]>`
    select m.number, n.number as network, a.input_data_set_number as data_set from covariation_module m
      join covariation_network n on n.id = m.covariation_network_id join analysis a on a.id = n.analysis_id
     order by m.number`.execute(portal.services.db);
  modules = rows;
  const member = await portal.signInAs('LAB');
  runs = [];
  for (const { network, data_set } of [modules.at(0), modules.at(-1)].flatMap((each) => each ?? [])) {
    const body = { data_set_id: data_set, random_sets: 20 };
    const { reply } = await portal.call(startPreservationRun, { as: member, params: { id: network }, body });
    runs.push(reply.id);
  }
  await portal.runJobs();
  readers = [await portal.signInAs('RU'), await portal.signInAs('RU'), await portal.signInAs('GU'), member];
  await shareEverything(member);
  await fillBaskets();
  expect(baskets.map((basket) => basket !== null)).toEqual([true, true, false, true]);
}, 120_000);
afterAll(() => portal.close());

const run = (statement: string, values: unknown[] = []) => portal.pool.query(statement, values);

/** Increments the version, so that search threads read the records again. */
const forgetCaches = () => run('update corpus_version set number = number + 1');

function choose<T>(random: Random, choices: readonly T[]): T {
  const [first] = choices;
  const chosen = choices[Math.floor(random() * choices.length)] ?? first;
  if (chosen === undefined) throw new RangeError('There is nothing to choose from.');
  return chosen;
}

/**
 * Every study gets a visibility and an owner; its loaded data sets, of which no analysis is made, have their own. (An
 * analysis does not outlive its data set, so one of a deleted data set would not be the same laboratory.)
 */
async function scatter(random: Random): Promise<void> {
  const draw = () => [
    choose(random, VISIBILITIES),
    choose(random, [null, ...readers.map(({ person_id }) => person_id)]),
  ];
  for (const study of STUDIES) {
    const drawn = draw();
    for (const table of TABLES)
      await run(`update ${table} set visibility = $1, owner_id = $2 where title like $3`, [
        ...drawn,
        `${study}%`,
      ]);
  }
  const { rows } = await run(`select id from data_set where ds_version in ('A.1', 'B.1') order by id`);
  for (const { id } of rows)
    await run('update data_set set visibility = $1, owner_id = $2 where id = $3', [...draw(), id]);
  await forgetCaches();
}

async function deleteUnreadable({ person_id }: Caller, readsLab: boolean): Promise<void> {
  for (const table of TABLES)
    await run(
      `update ${table} set deleted_at = now() where visibility <> 'public' and owner_id is distinct from $1 and not $2`,
      [person_id, readsLab],
    );
  await forgetCaches();
}

async function restoreAll(): Promise<void> {
  for (const table of TABLES) await run(`update ${table} set deleted_at = null`);
  await forgetCaches();
}

/** Status and body of an answer, without what differs from call to call. */
function comparable({ status, text }: { status: number; text: string }): unknown {
  const { execution_ms: _, request_id: __, ...body } = JSON.parse(text) as Record<string, unknown>;
  return { status, body };
}

/** Every question about every module, network and run. */
async function askEverything(as: Caller): Promise<Record<string, unknown>> {
  const answers: Record<string, unknown> = {};
  const networks = [...new Set(modules.map(({ network }) => network))];
  const numbers = modules.map(({ number }) => number);
  answers.networks = comparable(await portal.call(listNetworks, { as, query: {} }));
  for (const direction of ['over', 'under'] as const) {
    const body = { identifiers: GENES, direction };
    answers[`ranking ${direction}`] = comparable(await portal.call(rankModules, { as, body }));
  }
  answers.consensus = comparable(await portal.call(computeConsensus, { as, body: { modules: numbers } }));
  for (const { number: id, data_set: data_set_id } of modules) {
    const params = { id };
    answers[`counterparts ${id}`] = comparable(await portal.call(listCounterparts, { as, params }));
    answers[`sets by kME ${id}`] = comparable(await portal.call(rankSetsByKme, { as, params, body: {} }));
    const lists = [
      { kind: 'module' as const, id },
      { kind: 'list' as const, identifiers: GENES },
    ];
    answers[`lists ${id}`] = comparable(await portal.call(compareLists, { as, body: { lists } }));
    const test = { params: { id: numbers[0] ?? 0, data_set_id }, query: { random_sets: 20 } };
    answers[`preservation ${id}`] = comparable(await portal.call(getPreservation, { as, ...test }));
  }
  for (const id of networks) {
    const params = { id, other_id: networks[0] ?? 0 };
    answers[`matches ${id}`] = comparable(await portal.call(matchNetworks, { as, params }));
    answers[`runs of ${id}`] = comparable(
      await portal.call(listPreservationRuns, { as, params: { id }, query: {} }),
    );
  }
  for (const id of runs)
    answers[`run ${id}`] = comparable(await portal.call(getPreservationRun, { as, params: { id } }));
  return { ...answers, ...(await askBaskets(as)), ...(await askLinks(as)) };
}

/** The reader's own basket: its counts, and its items by kind and by a part of a name. */
async function askBaskets(as: Caller): Promise<Record<string, unknown>> {
  const id = baskets[readers.indexOf(as)] ?? null;
  if (id === null) return {};
  const params = { id };
  const item = { kind: 'module' as const, record_number: modules[0]?.number ?? 0 };
  const { reply } = await portal.call(listBaskets, { as, query: {} });
  return {
    // Adding sets the time of the basket.
    baskets: { status: 200, body: reply.results.map(({ number_of_items }) => number_of_items) },
    items: comparable(await portal.call(listBasketItems, { as, params, query: { search: 'GSE' } })),
    // The item is in the basket already, so that adding it changes nothing.
    'add item': comparable(await portal.call(addBasketItems, { as, params, body: { items: [item] } })),
  };
}

/** The links of the member. */
async function askLinks(as: Caller): Promise<Record<string, unknown>> {
  const params = { token: shared.basket };
  const answers: Record<string, unknown> = {
    'link of basket': comparable(await portal.call(getSharedBasket, { as, params })),
    'link of consensus': comparable(
      await portal.call(getSharedConsensus, { as, params: { token: shared.consensus } }),
    ),
  };
  for (const kind of BASKET_KINDS) {
    const query = { kind, sort: 'source' as const };
    answers[`link of ${kind}`] = comparable(await portal.call(listSharedBasketItems, { as, params, query }));
  }
  for (const token of shared.groups)
    answers[`group ${token}`] = comparable(await portal.call(getSharedGroup, { as, params: { token } }));
  return answers;
}

test('every answer is that of a laboratory without the unreadable records', async () => {
  const random = randomOf(SEED);
  const statuses = new Set<string>();
  for (let round = 0; round < ROUNDS; round += 1) {
    await scatter(random);
    for (const [at, reader] of readers.entries()) {
      const readsLab = at === readers.length - 1;
      const answers = await askEverything(reader);
      await deleteUnreadable(reader, readsLab);
      const without = await askEverything(reader);
      await restoreAll();
      for (const [question, answer] of Object.entries(answers)) {
        expect(answer, `${question}, reader ${at}, round ${round}`).toEqual(without[question]);
        statuses.add(`${question.split(' ')[0]} ${(answer as { status: number }).status}`);
      }
    }
  }
  // The rounds have both: records that are readable and records that are not.
  for (const question of ['counterparts', 'matches', 'sets', 'lists', 'preservation', 'run', 'group'])
    expect([...statuses]).toEqual(expect.arrayContaining([`${question} 200`, `${question} 404`]));
  expect([...statuses]).toEqual(expect.arrayContaining(['baskets 200', 'items 200', 'link 200', 'add 404']));
}, 300_000);
