/** Runs of the pipeline: what they make, when nothing is stored, who may, and what is refused before anybody waits. */

import { readFileSync } from 'node:fs';
import path from 'node:path';
import { getAnalysis, getAnalysisNetwork } from '@omicon/contract/areas/analyses/analyses.ts';
import { getDataSet, getDataSetNetwork, listDataSets } from '@omicon/contract/areas/collections.ts';
import type { LineageNode } from '@omicon/contract/areas/lineage.ts';
import { listUnreadNotifications, markNotificationAsRead } from '@omicon/contract/areas/notifications.ts';
import {
  type ChosenCell,
  cancelPipelineRun,
  getPipelineOptions,
  getPipelineRun,
  listPipelineRuns,
  startModuleSearch,
  startPreparation,
  storeNetworks,
} from '@omicon/contract/areas/runs/pipeline-runs.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sql } from '../../base/postgres/database.ts';
import { verifyConsistency } from '../../database/operations/verify.ts';
import { tasks } from '../../tasks.ts';
import { takeIn } from '../../test-support/intake.ts';
import { COVARYING, covaryingLaboratory } from '../../test-support/laboratories/covarying-laboratory.ts';
import { smallResources } from '../../test-support/laboratories/small-laboratory.ts';
import { type Caller, openTestPortal, type TestPortal } from '../../test-support/portal.ts';
import { newsOfRun } from '../../test-support/runs.ts';
import { ALL_IN_ORDER } from '../../test-support/tables.ts';

const LOADED = `${COVARYING.title} ${COVARYING.version}`;
const GRID = { thresholds: [0.9, 0.99], min_sizes: [5, 40] };

let portal: TestPortal;
let member: Caller;
let data_set = 0;

beforeAll(async () => {
  portal = await openTestPortal();
  member = await portal.signInAs('LAB');
  for (const files of [smallResources(), covaryingLaboratory('Lab')])
    expect((await takeIn(portal, files)).faults).toEqual([]);
  await portal.runJobs();
  const { reply } = await portal.call(listDataSets, { as: member });
  data_set = reply.results[0]?.id ?? 0;
}, 60_000);
afterAll(() => portal.close());

const prepare = (as: Caller, body: object, id = data_set) =>
  portal.call(startPreparation, { as, params: { id }, body });
const search = (as: Caller, body: object = GRID, id = data_set) =>
  portal.call(startModuleSearch, { as, params: { id }, body });
const read = async (as: Caller, id: number) =>
  (await portal.call(getPipelineRun, { as, params: { id } })).reply;

test('options propose the sample that does not fit, and attributes that tell samples apart', async () => {
  const { reply } = await portal.call(getPipelineOptions, { as: member, params: { id: data_set } });
  const [first, second] = reply.rounds;
  expect(first?.samples).toHaveLength(COVARYING.samples);
  expect(first?.samples.filter(({ is_proposed }) => is_proposed).map(({ label }) => label)).toEqual([
    COVARYING.outlier,
  ]);
  expect(second?.samples.some(({ label }) => label === COVARYING.outlier)).toBe(false);
  expect(reply).toMatchObject({ refusal: null, looks_like_counts: false, incomplete_features: 0 });
  expect(reply.attributes.map(({ name }) => name)).toEqual(['Sex', 'Batch']);
  expect(reply.gene_set_sources.length).toBeGreaterThan(0);
});

test('every step makes a data set below the one before, as private as its source and owned by the person as shown', async () => {
  await portal.services.db
    .updateTable('person')
    .set({ first_name: 'Ada', last_name: 'Byron' })
    .where('username', '=', member.username)
    .execute();
  const started = await prepare(member, {
    remove_samples: [COVARYING.outlier],
    quantile_normalise: true,
    correct_batches: { batch: 'Batch', covariates: ['Sex'] },
  });
  expect(started.status).toBe(201);
  await portal.runJobs();
  const run = await read(member, started.reply.id);
  expect([run.state, run.message]).toEqual(['done', null]);
  expect(run.made.map(({ title }) => title)).toEqual([
    `${COVARYING.title} OR A.1.1`,
    `${COVARYING.title} OR QN A.1.1.1`,
    `${COVARYING.title} OR QN BC A.1.1.1.1`,
  ]);
  const [first, , last] = run.made;
  const made = (await portal.call(getDataSet, { as: member, params: { id: last?.id ?? 0 } })).reply;
  expect(made).toMatchObject({
    visibility: 'private',
    number_of_samples: COVARYING.samples - 1,
    number_of_features: COVARYING.features,
    owner: 'Ada Byron',
  });
  const stranger = await portal.signInAs('RU');
  expect((await portal.call(getDataSet, { as: stranger, params: { id: first?.id ?? 0 } })).status).toBe(404);
  expect(await verifyConsistency(portal.services)).toEqual(ALL_IN_ORDER);
}, 60_000);

/** Every node of a lineage with what it says about its step. */
function stepsBelow(node: LineageNode): { name: string; step: (string | null)[] }[] {
  const told = (wanted: string) => node.attributes.find(({ name }) => name === wanted)?.value ?? null;
  return [
    { name: node.name, step: [told('Parameters'), told('Program')] },
    ...node.children.flatMap(stepsBelow),
  ];
}

const { version } = JSON.parse(readFileSync(path.resolve('package.json'), 'utf8')) as { version: string };
const PROGRAM = `Omicon ${version}`;

test('records carry the parameters of their step and the program, in the lineage too', async () => {
  const { reply } = await portal.call(getDataSetNetwork, { as: member, params: { id: data_set } });
  const removed = `removed: ${COVARYING.outlier}`;
  const steps = stepsBelow(reply.network);
  expect(steps.filter(({ name }) => ['OR', 'QN', 'BC', 'MDC'].includes(name))).toEqual([
    { name: 'MDC', step: [null, null] },
    { name: 'OR', step: [removed, PROGRAM] },
    { name: 'QN', step: [null, PROGRAM] },
    { name: 'BC', step: ['batches of Batch; effects of Sex kept', PROGRAM] },
  ]);
  const { rows } = await sql<{ attributes: [string, string | null][] }>`
    select attributes from data_set where title = ${`${COVARYING.title} OR`}`.execute(portal.services.db);
  expect(rows[0]?.attributes).toContainEqual(['Parameters', removed]);
  expect(rows[0]?.attributes).toContainEqual(['Program', PROGRAM]);
});

test('the next preparation of the same data set is its next child', async () => {
  const { reply } = await prepare(member, { quantile_normalise: true });
  await portal.runJobs();
  expect((await read(member, reply.id)).made.map(({ title }) => title)).toEqual([
    `${COVARYING.title} QN A.1.2`,
  ]);
}, 60_000);

test('two runs at once never give the same name', async () => {
  const other = await portal.signInAs('LAB');
  const { id } = (await prepare(other, { remove_samples: ['GSM_5'] })).reply;
  const output = { kind: 'data set', title: `${COVARYING.title} QN`, ds_version: 'A.1.40' };
  await sql`update pipeline_run set outputs = ${JSON.stringify([output])}::jsonb where id = ${id}`.execute(
    portal.services.db,
  );
  await portal.pool.query('select graphile_worker.remove_job($1)', [`pipeline ${id}`]);
  const { reply } = await prepare(member, { quantile_normalise: true });
  await portal.runJobs();
  expect((await read(member, reply.id)).made.map(({ title }) => title)).toEqual([
    `${COVARYING.title} QN A.1.41`,
  ]);
  await portal.call(cancelPipelineRun, { as: other, params: { id } });
}, 60_000);

test('a search shows its grid and stores nothing until networks are chosen', async () => {
  const { id } = (await search(member)).reply;
  await portal.runJobs();
  const waiting = await read(member, id);
  expect([waiting.state, waiting.made]).toEqual(['choosing', []]);
  const unreadNews = async () =>
    (await portal.call(listUnreadNotifications, { as: member, query: {} })).reply.notifications.filter(
      ({ notifId }) => notifId === id,
    );
  expect(await unreadNews()).toMatchObject([{ type: 'pipeline', state: 'choosing' }]);
  const one = { kind: 'advancedSearch', id } as const;
  await portal.call(markNotificationAsRead, { as: member, params: one });
  expect(await unreadNews()).toEqual([]);
  expect(waiting.cells.map(({ relative, min_size }) => [relative, min_size])).toEqual([
    [0.9, 5],
    [0.9, 40],
    [0.99, 5],
    [0.99, 40],
  ]);
  expect(waiting.cells[1]).toMatchObject({ modules: 0, members: 0 });
  const store = (cells: ChosenCell[]) =>
    portal.call(storeNetworks, { as: member, params: { id }, body: { cells } });
  expect((await store([{ relative: 0.5, min_size: 5 }])).status).toBe(400);
  expect((await store([{ relative: 0.9, min_size: 40 }])).status).toBe(400);
  expect((await store([{ relative: 0.9, min_size: 5 }])).status).toBe(200);
  expect((await store([{ relative: 0.9, min_size: 5 }])).status).toBe(409);
  await portal.runJobs();
  const run = await read(member, id);
  expect([run.state, run.message]).toEqual(['done', null]);
  expect(run.made).toMatchObject([{ kind: 'analysis', title: 'Doe 2020 GSE7000 modules' }]);
  expect(await unreadNews()).toMatchObject([{ type: 'pipeline', state: 'done' }]);
  const params = { id: run.made[0]?.id ?? 0 };
  const { reply: analysis } = await portal.call(getAnalysis, { as: member, params });
  expect(analysis).toMatchObject({ input_data_set: LOADED, visibility: 'private', covariation_networks: 1 });
  expect(run.made[0]?.network).toBe(analysis.networks[0]?.id);
  expect(analysis.networks[0]?.modules ?? 0).toBeGreaterThan(1);
  // The grid has told how many there will be.
  expect(analysis.networks[0]?.modules).toBe(waiting.cells[0]?.modules);
  const { reply: lineage } = await portal.call(getAnalysisNetwork, { as: member, params });
  expect(stepsBelow(lineage.network)).toContainEqual({
    name: 'FM',
    step: ['relative threshold / minimum size: 0.9 / 5; gene sets: none', PROGRAM],
  });
  expect(await verifyConsistency(portal.services)).toEqual(ALL_IN_ORDER);
}, 90_000);

test('a second analysis of the same data set has another title', async () => {
  const { id } = (await search(member)).reply;
  await portal.runJobs();
  const cells = [{ relative: 0.9, min_size: 5 }];
  const named = { as: member, params: { id }, body: { cells, title: 'Doe 2020 GSE7000 modules' } };
  expect((await portal.call(storeNetworks, named)).status).toBe(400);
  await portal.call(storeNetworks, { as: member, params: { id }, body: { cells } });
  await portal.runJobs();
  expect((await read(member, id)).made.map(({ title }) => title)).toEqual(['Doe 2020 GSE7000 modules 2']);
}, 90_000);

test('a run that two workers do at once, or again, ends once and makes the same', async () => {
  const { id } = (await prepare(member, { remove_samples: ['GSM_3'] })).reply;
  const work = () =>
    tasks.run_pipeline(
      { pipeline_run_id: id },
      { services: portal.services, jobId: String(id), signal: undefined, isLastTry: false },
    );
  await work();
  await work();
  await portal.runJobs();
  const run = await read(member, id);
  expect([run.state, run.made.length]).toEqual(['done', 1]);
  expect(await newsOfRun(portal, member, id)).toMatchObject([{ type: 'pipeline', state: 'done' }]);
}, 60_000);

test.each([
  ['no step', {}, 'Choose at least one step.'],
  ['an unknown sample', { remove_samples: ['GSM_99'] }, 'No sample of this data set is labelled GSM_99.'],
  [
    'too few samples left',
    { remove_samples: Array.from({ length: 21 }, (_, at) => `GSM_${at + 1}`) },
    'At least 4 samples must stay.',
  ],
  [
    'an attribute that there is not',
    { correct_batches: { batch: 'Weather' } },
    'The samples of this data set have no attribute Weather.',
  ],
  [
    'a batch that is a covariate too',
    { correct_batches: { batch: 'Batch', covariates: ['Batch'] } },
    'Batch cannot be both batch and covariate.',
  ],
])('%s is refused before anybody waits', async (_what, body, sentence) => {
  const { status, text } = await portal.ask(startPreparation, { as: member, params: { id: data_set }, body });
  expect([status, JSON.parse(text).detail]).toEqual([400, sentence]);
});

/** The same data set with probes of an array instead of genes, as another collection. */
function probeLaboratory() {
  const asProbes = (text: string) => text.replaceAll('GSE7000', 'GSE7001').replaceAll('SYMBOL', 'PROBEID');
  return Object.fromEntries(
    Object.entries(covaryingLaboratory('Lab')).map(([name, text]) => [
      asProbes(name),
      asProbes(String(text)).replaceAll('GENE', 'probe_'),
    ]),
  );
}

test('enrichment is offered only where a feature has a gene symbol, and refused at the start elsewhere', async () => {
  expect((await takeIn(portal, probeLaboratory())).faults).toEqual([]);
  const { id } = await portal.services.db
    .selectFrom('data_set')
    .select('number as id')
    .where('title', '=', COVARYING.title.replace('GSE7000', 'GSE7001'))
    .executeTakeFirstOrThrow();
  const optionsOf = async (params: { id: number }) =>
    (await portal.call(getPipelineOptions, { as: member, params })).reply;
  const { gene_set_sources, no_enrichment } = await optionsOf({ id });
  expect((await optionsOf({ id: data_set })).no_enrichment).toBeNull();
  expect(no_enrichment).toBe(
    'Enrichment cannot be tested in this data set, because no feature has a gene symbol. The identifiers are PROBEID, and the feature metadata has no symbols in a column SYMBOL.',
  );
  const asked = { ...GRID, gene_set_sources: gene_set_sources.map(({ name }) => name) };
  const refused = await portal.ask(startModuleSearch, { as: member, params: { id }, body: asked });
  expect([refused.status, JSON.parse(refused.text).detail]).toEqual([400, no_enrichment]);
  const started = await search(member, GRID, id);
  expect(started.status).toBe(201);
  await portal.runJobs();
  const ofRun = { as: member, params: { id: started.reply.id } };
  const body = { cells: [{ relative: 0.9, min_size: 5 }] };
  await sql`update pipeline_run set parameters = ${JSON.stringify(asked)}::jsonb where id = ${started.reply.id}`.execute(
    portal.services.db,
  );
  const late = await portal.ask(storeNetworks, { ...ofRun, body });
  expect([late.status, JSON.parse(late.text).detail]).toEqual([400, no_enrichment]);
  await portal.call(cancelPipelineRun, ofRun);
});

test('what only the computation can know fails the run with its sentence, and nothing is stored', async () => {
  const before = (await portal.call(listDataSets, { as: member })).reply.total;
  const { reply } = await prepare(member, {
    remove_samples: Array.from({ length: 12 }, (_, at) => `GSM_${2 * at + 1}`),
    correct_batches: { batch: 'Batch' },
  });
  await portal.runJobs();
  expect(await read(member, reply.id)).toMatchObject({
    state: 'failed',
    message: 'All samples have the same Batch, so there is no batch effect to remove.',
    made: [],
  });
  expect((await portal.call(listDataSets, { as: member })).reply.total).toBe(before);
}, 60_000);

test('two runs at a time; a cancelled one stores nothing and makes room', async () => {
  const [one, two] = [await prepare(member, { remove_samples: ['GSM_1'] }), await search(member)];
  expect((await prepare(member, { remove_samples: ['GSM_1'] })).reply.id).toBe(one.reply.id);
  expect((await prepare(member, { remove_samples: ['GSM_2'] })).status).toBe(429);
  const cancel = (as: Caller, id: number) => portal.call(cancelPipelineRun, { as, params: { id } });
  const other = await portal.signInAs('LAB');
  expect((await cancel(other, two.reply.id)).status).toBe(404);
  expect((await cancel(member, one.reply.id)).status).toBe(200);
  expect((await cancel(member, two.reply.id)).status).toBe(200);
  expect((await cancel(member, two.reply.id)).status).toBe(409);
  await portal.runJobs();
  expect(await read(member, one.reply.id)).toMatchObject({ state: 'cancelled', made: [] });
  const listed = await portal.call(listPipelineRuns, { as: member, params: { id: data_set }, query: {} });
  expect(listed.reply.results.slice(0, 2).map(({ id }) => id)).toEqual([two.reply.id, one.reply.id]);
});

test('people who may not create analyses, or not read the data set, start and read nothing', async () => {
  const reader = await portal.signInAs('RU');
  expect((await prepare(reader, { quantile_normalise: true })).status).toBe(403);
  expect((await search(reader)).status).toBe(403);
  expect((await portal.call(getPipelineOptions, { as: reader, params: { id: data_set } })).status).toBe(403);
  expect((await search(member, GRID, 999_999)).status).toBe(404);
});
