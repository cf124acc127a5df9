/** A run interrupted anywhere leaves only whole units, and a rerun completes (REL-2, REL-6). */
import type { IntakeReport } from '@omicon/contract/areas/uploads.ts';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { sweep } from '../../base/jobs/sweep.ts';
import { sql } from '../../base/postgres/database.ts';
import type { Store } from '../../base/store/store.ts';
import { verifyConsistency } from '../../database/operations/verify.ts';
import { createRunOf, takeInPath, writeFolder } from '../../test-support/intake.ts';
import { pathsOf, smallLaboratory, without } from '../../test-support/laboratories/small-laboratory.ts';
import { openTestPortal, type TestPortal } from '../../test-support/portal.ts';
import { ageObject } from '../../test-support/store/objects.ts';
import { ALL_IN_ORDER, countRows } from '../../test-support/tables.ts';
import { runIntake } from './run.ts';

const FILES = 23;

let portal: TestPortal;
let folder: string;
beforeEach(async () => {
  portal = await openTestPortal();
  folder = await writeFolder(portal, smallLaboratory());
});
afterEach(() => portal.close());

/** The portal's store, which calls `strike` after the nth object. */
function storeThatStrikes(n: number, strike: () => Promise<void>): Store {
  let put = 0;
  return {
    ...portal.services.store,
    async put(content) {
      const stored = await portal.services.store.put(content);
      put += 1;
      if (put === n) await strike();
      return stored;
    },
  };
}

/**
 * Objects put by then: 2 and 11 of the collection's unit, 4 of the derived data set, 8 of the analysis, the kME; files
 * alike are one object, values of a data set are two.
 */
const PLACES = [
  { point: 'in the first file of the collection', objects: 1, collections: 0, dataSets: 0, analyses: 0 },
  { point: 'in the last file of a loaded data set', objects: 13, collections: 0, dataSets: 0, analyses: 0 },
  { point: 'in the derived data set', objects: 17, collections: 1, dataSets: 2, analyses: 0 },
  { point: 'in the files of the analysis', objects: 21, collections: 1, dataSets: 3, analyses: 0 },
  { point: 'in the kME of the network', objects: 26, collections: 1, dataSets: 3, analyses: 0 },
];

/** Uses up terminated pool connections, whose end shows only at their next use. */
async function untilConnected({ services }: TestPortal): Promise<void> {
  for (let good = 0, tries = 0; good < 14 && tries < 200; tries += 1) {
    good = await sql`select 1`.execute(services.db).then(
      () => good + 1,
      () => 0,
    );
  }
}

test.each(PLACES)(
  'a database lost $point leaves whole units, and a second run completes',
  async ({ objects, collections, dataSets, analyses }) => {
    let hasStruck = false;
    const store = storeThatStrikes(objects, async () => {
      hasStruck = true;
      await portal.cutConnections();
    });
    const run = await createRunOf(portal, folder);
    await expect(runIntake({ ...portal.services, store }, run)).rejects.toThrow();
    expect(hasStruck).toBe(true);

    await untilConnected(portal);
    const counts = await countRows(portal.services.db);
    expect(counts).toMatchObject({
      data_collection: collections,
      data_set: dataSets,
      analysis: analyses,
      covariation_network: 0,
      module_enrichment: 0,
    });
    const { orphans: _, ...figures } = await verifyConsistency(portal.services);
    expect(figures).toEqual({ lost_refs: 0, dangling: 0, mismatches: 0, half: 0, open_uploads: 0 });

    const report = await runIntake(portal.services, run);
    expect(report.faults).toEqual([]);
    // The report includes what the first attempt of this run stored.
    expect(report.units.map(({ outcome }) => outcome)).toEqual(Array(5).fill('new'));
    expect(await verifyConsistency(portal.services)).toEqual(ALL_IN_ORDER);
    expect(await countRows(portal.services.db)).toMatchObject({
      data_collection: 1,
      data_set: 3,
      analysis: 1,
      covariation_network: 1,
      covariation_module: 2,
      file: FILES,
    });
  },
);

const ROUNDS = 30;

/** Records of one study, current and earlier. */
async function recordsOf(
  study: string,
): Promise<{ collections: number[]; dataSets: number[]; analyses: number[] }> {
  const { db } = portal.services;
  const like = `${study}%`;
  const [collections, dataSets, analyses] = await Promise.all([
    db.selectFrom('data_collection').select('version').where('title', 'like', like).execute(),
    db.selectFrom('data_set').select('version').where('title', 'like', like).execute(),
    db.selectFrom('analysis').select('version').where('title', 'like', like).execute(),
  ]);
  const versions = (rows: { version: number }[]) => rows.map(({ version }) => version);
  return { collections: versions(collections), dataSets: versions(dataSets), analyses: versions(analyses) };
}

/** Runs an import that loses its database at the nth stored object, and then reruns it to the end. */
async function runKilled(path: string, n: number): Promise<{ report: IntakeReport; hasStruck: boolean }> {
  let hasStruck = false;
  const store = storeThatStrikes(n, async () => {
    hasStruck = true;
    await portal.cutConnections();
  });
  const run = await createRunOf(portal, path);
  const first = await runIntake({ ...portal.services, store }, run).catch(() => null);
  if (hasStruck) await untilConnected(portal);
  return { report: first ?? (await runIntake(portal.services, run)), hasStruck };
}

test(`the same input twice, cut off in between, with and without a fault: report and records agree, ${ROUNDS} times`, async () => {
  const kills: boolean[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const study = `Killed ${2000 + round} STUDY${round}`;
    const lab = smallLaboratory({ accession: `STUDY${round}`, study });
    const { kmeTable } = pathsOf(`STUDY${round}`);
    const isFaulty = round % 3 === 2;
    const path = await writeFolder(portal, isFaulty ? without(lab, kmeTable) : lab);
    const { report, hasStruck } = await runKilled(path, 1 + (round % 5));
    const again = await takeInPath(portal, path);
    kills.push(hasStruck);
    const outcomes = [report, again].map(({ units }) => units.map(({ outcome }) => outcome));
    if (isFaulty) {
      expect([outcomes, report.faults.length, again.faults.length], study).toEqual([[[], []], 1, 1]);
      expect(await recordsOf(study)).toEqual({ collections: [], dataSets: [], analyses: [] });
    } else {
      expect(outcomes, study).toEqual([Array(5).fill('new'), Array(5).fill('unchanged')]);
      expect(await recordsOf(study)).toEqual({ collections: [1], dataSets: [1, 1, 1], analyses: [1] });
    }
  }
  expect(kills.filter(Boolean).length).toBe(20);
  const { orphans: _, ...figures } = await verifyConsistency(portal.services);
  expect(figures).toEqual({ lost_refs: 0, dangling: 0, mismatches: 0, half: 0, open_uploads: 0 });
}, 180_000);

test('a full store refuses the unit, and nothing of it is left after a rerun', async () => {
  const full: Store = {
    ...portal.services.store,
    put: async (content) => {
      content.destroy();
      throw Object.assign(new Error('no space left on device'), { code: 'ENOSPC' });
    },
  };
  const run = await createRunOf(portal, folder);
  await expect(runIntake({ ...portal.services, store: full }, run)).rejects.toThrow('no space left');
  expect(await countRows(portal.services.db)).toMatchObject({
    data_collection: 0,
    data_set: 0,
    file: 0,
    omicon_record: 0,
  });
  await runIntake(portal.services, run);
  expect(await verifyConsistency(portal.services)).toEqual(ALL_IN_ORDER);
});

test('a run that fails at its last attempt ends as failed, with a message for the user', async () => {
  const broken: Store = {
    ...portal.services.store,
    put: async (content) => {
      content.destroy();
      throw new Error('disk on fire');
    },
  };
  const report = await takeInPath(portal, folder, {
    services: { ...portal.services, store: broken },
    isLastTry: true,
  });
  expect(report).toMatchObject({
    units: [],
    message: 'Some error has occured while uploading. Please try again',
  });
});

test('a stopped run ends between two units', async () => {
  const stop = new AbortController();
  const store = storeThatStrikes(2, async () => stop.abort());
  const run = await createRunOf(portal, folder);
  await expect(runIntake({ ...portal.services, store }, run, { signal: stop.signal })).rejects.toThrow();
  expect(await countRows(portal.services.db)).toMatchObject({ data_collection: 1, data_set: 2, analysis: 0 });
  expect(await verifyConsistency(portal.services)).toEqual(ALL_IN_ORDER);
});

test('a run stopped at its last attempt does not fail', async () => {
  const stop = new AbortController();
  const store = storeThatStrikes(2, async () => stop.abort());
  const run = await createRunOf(portal, folder);
  const options = { signal: stop.signal, isLastTry: true };
  await expect(runIntake({ ...portal.services, store }, run, options)).rejects.toThrow();
  const report = await runIntake(portal.services, run);
  expect([report.message, report.units.length]).toEqual([null, 5]);
});

test('two concurrent runs of one input store it once', async () => {
  const [first, second] = await Promise.all([takeInPath(portal, folder), takeInPath(portal, folder)]);
  const outcomes = [first, second].map((report) => report.units.map((unit) => unit.outcome));
  expect(outcomes[0]?.map((outcome, index) => [outcome, outcomes[1]?.[index]].sort())).toEqual(
    Array(5).fill(['new', 'unchanged']),
  );
  expect(await countRows(portal.services.db)).toMatchObject({
    data_collection: 1,
    data_set: 3,
    analysis: 1,
    file: FILES,
  });
  expect(await verifyConsistency(portal.services)).toEqual(ALL_IN_ORDER);
});

test('objects left by a lost run are swept when old enough, and no others', async () => {
  const store = storeThatStrikes(3, () => portal.cutConnections());
  await expect(runIntake({ ...portal.services, store }, await createRunOf(portal, folder))).rejects.toThrow();
  const { orphans } = await verifyConsistency(portal.services);
  expect(orphans).toBeGreaterThan(0);
  await sweep(portal.services);
  expect((await verifyConsistency(portal.services)).orphans).toBe(orphans);
  const anHourAgo = new Date(Date.now() - 3600 * 1000);
  for await (const { storageKey } of portal.services.store.list())
    await ageObject(portal, storageKey, anHourAgo);
  await sweep(portal.services);
  expect(await verifyConsistency(portal.services)).toEqual(ALL_IN_ORDER);
  await takeInPath(portal, folder);
  expect((await verifyConsistency(portal.services)).lost_refs).toBe(0);
});
