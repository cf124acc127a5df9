/** Visibility of records: changed on the page of a collection, or by importing again; followed by everything of theirs. */

import { searchAdvanced } from '@omicon/contract/areas/advanced-search/advanced-search.ts';
import { getAnalysis, listAnalyses } from '@omicon/contract/areas/analyses/analyses.ts';
import { getDataCollection, listDataCollections, listDataSets } from '@omicon/contract/areas/collections.ts';
import { createFileLink, listFiles } from '@omicon/contract/areas/files/files.ts';
import { listGeneSets } from '@omicon/contract/areas/genes/gene-sets.ts';
import { getVisibilityChange, setCollectionVisibility } from '@omicon/contract/areas/visibility.ts';
import type { Visibility } from '@omicon/domain/permissions/permissions.ts';
import { countIntake, summarizeIntake } from '@omicon/domain/records/intake-summary.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sql } from '../../base/postgres/database.ts';
import {
  aLaboratory,
  type IntakeOptions,
  type LaboratoryNumbers,
  takeIn,
} from '../../test-support/intake.ts';
import {
  type LabFiles,
  pathsOf,
  smallCollection,
  smallLaboratory,
  withChange,
} from '../../test-support/laboratories/small-laboratory.ts';
import { type Caller, openTestPortal, type TestPortal } from '../../test-support/portal.ts';

let portal: TestPortal;
let numbers: LaboratoryNumbers;
let guest: Caller;
let owner: Caller;
const callers = new Map<string, Caller>();

beforeAll(async () => {
  portal = await openTestPortal();
  for (const role of ['GU', 'RU', 'REVIEWER', 'LAB', 'admin'] as const)
    callers.set(role, await portal.signInAs(role));
  guest = callers.get('GU') as Caller;
  owner = await portal.signInAs('LAB');
  numbers = await aLaboratory(portal, { visibility: 'public', person_id: owner.person_id });
  // An earlier version of the collection and its files.
  const { collectionAttributes } = pathsOf();
  const changed = withChange(smallCollection(), collectionAttributes, (text) => `${text}"Grant","R01"\n`);
  await takeIn(portal, changed, { person_id: owner.person_id });
}, 60_000);
afterAll(() => portal.close());

/** What a person finds of the laboratory, in lists, search and by link. */
async function found(as: Caller) {
  const search = await portal.call(searchAdvanced, { as, body: { result_type: 'data-sets', filters: {} } });
  const files = (await portal.call(listFiles, { as, query: { page_size: 100 } })).reply;
  const version = { params: { id: numbers.collection }, query: { version: 1 } };
  return {
    collections: (await portal.call(listDataCollections, { as })).reply.total,
    data_sets: (await portal.call(listDataSets, { as })).reply.total,
    analyses: (await portal.call(listAnalyses, { as })).reply.total,
    files: files.total,
    searched: search.reply.data.searchResults.result_count,
    gene_sets: (await portal.call(listGeneSets, { as })).reply.total,
    first_version: (await portal.call(getDataCollection, { as, ...version })).status,
    analysis: (await portal.call(getAnalysis, { as, params: { id: numbers.analysis } })).status,
  };
}

const EVERYTHING = {
  collections: 1,
  data_sets: 3,
  analyses: 1,
  files: 23,
  searched: 3,
  gene_sets: 3,
  first_version: 200,
  analysis: 200,
};
const NOTHING = {
  collections: 0,
  data_sets: 0,
  analyses: 0,
  files: 0,
  searched: 0,
  gene_sets: 0,
  first_version: 404,
  analysis: 404,
};

/** Visibilities of all rows, versions and files of all versions. */
async function visibilities(): Promise<string[]> {
  const { rows } = await sql<{ visibility: string }>`
    select visibility from record_version union select visibility from file union select visibility from gene_set order by 1`.execute(
    portal.services.db,
  );
  return rows.map(({ visibility }) => visibility);
}

function set(visibility: Visibility, as: Caller) {
  return portal.call(setCollectionVisibility, {
    as,
    params: { id: numbers.collection },
    body: { visibility },
  });
}

describe('a change on the page of a collection', () => {
  test('is said before, with what it shows or hides, and takes effect at once for everybody', async () => {
    expect(await found(guest)).toEqual(EVERYTHING);
    const { results } = (await portal.call(listFiles, { as: guest, query: { page_size: 100 } })).reply;
    const file = { body: { key: results[0]?.key ?? '', purpose: 'preview' as const } };
    expect((await portal.call(createFileLink, { as: guest, ...file })).status).toBe(200);
    const asked = await portal.call(getVisibilityChange, { as: owner, params: { id: numbers.collection } });
    const said = { data_sets: 3, analyses: 1, files: 23, gene_sets: 3, of_others: 0, can_change: true };
    expect(asked.reply).toEqual({ from: 'public', to: 'private', ...said });
    expect((await set('private', owner)).reply).toMatchObject({ from: 'public', to: 'private', ...said });
    expect(await visibilities()).toEqual(['private']);
    const { attributes } = (
      await portal.call(getDataCollection, { as: owner, params: { id: numbers.collection } })
    ).reply;
    expect(attributes.find(({ name }) => name === 'Availability')?.value).toBe('Lab');
    for (const role of ['GU', 'RU']) expect(await found(callers.get(role) as Caller)).toEqual(NOTHING);
    for (const role of ['REVIEWER', 'LAB', 'admin'])
      expect(await found(callers.get(role) as Caller)).toEqual(EVERYTHING);
    expect((await portal.call(createFileLink, { as: guest, ...file })).status).toBe(404);
    expect((await set('public', callers.get('admin') as Caller)).status).toBe(200);
    expect(await visibilities()).toEqual(['public']);
    expect(await found(guest)).toEqual(EVERYTHING);
  });

  test('is in the audit log', async () => {
    const { rows } = await sql<{ person_id: number; detail: unknown }>`
      select person_id, detail from audit_event where action = 'change visibility' order by id`.execute(
      portal.services.db,
    );
    const parts = { data_sets: 3, analyses: 1, files: 23, gene_sets: 3 };
    expect(rows).toEqual([
      { person_id: owner.person_id, detail: { from: 'public', to: 'private', ...parts } },
      { person_id: callers.get('admin')?.person_id, detail: { from: 'private', to: 'public', ...parts } },
    ]);
  });

  test.each([
    ['GU', 403],
    ['RU', 403],
    ['REVIEWER', 403],
    ['LAB', 403],
  ])('is not for %s', async (role, status) => {
    const as = callers.get(role) as Caller;
    expect((await set('private', as)).status).toBe(status);
    expect(await visibilities()).toEqual(['public']);
    if (role !== 'LAB') return;
    const params = { id: numbers.collection };
    expect((await portal.call(getVisibilityChange, { as, params })).reply.can_change).toBe(false);
    expect((await portal.call(getDataCollection, { as, params })).reply.can_change_visibility).toBe(false);
  });

  test('is for administrators only if parts belong to others, and says how many', async () => {
    const { db } = portal.services;
    const give = (owner_id: number) =>
      db.updateTable('analysis').set({ owner_id }).where('number', '=', numbers.analysis).execute();
    await give(callers.get('LAB')?.person_id ?? 0);
    const { reply } = await portal.call(getVisibilityChange, {
      as: owner,
      params: { id: numbers.collection },
    });
    expect([reply.of_others, reply.can_change]).toEqual([1, false]);
    expect((await set('private', owner)).status).toBe(403);
    expect(await visibilities()).toEqual(['public']);
    await give(owner.person_id);
  });
});

describe('importing again', () => {
  async function again(files: LabFiles, options: IntakeOptions = {}) {
    const report = await takeIn(portal, files, { person_id: owner.person_id, ...options });
    expect(report.faults).toEqual([]);
    return {
      summary: summarizeIntake(countIntake(report)),
      outcomes: report.units.map(({ kind, outcome }) => `${kind} ${outcome}`),
    };
  }

  const { collectionAttributes } = pathsOf();
  const files = withChange(smallLaboratory(), collectionAttributes, (text) => `${text}"Grant","R01"\n`);
  const edited = withChange(files, collectionAttributes, (text) => `${text}"Phase","2"\n`);

  test('with another visibility changes that of every record, and says so', async () => {
    expect(await again(files, { visibility: 'private' })).toEqual({
      summary: 'Stored: 5 records now Lab.',
      outcomes: [
        'data collection now Lab',
        'data set now Lab',
        'data set now Lab',
        'data set now Lab',
        'analysis now Lab',
      ],
    });
    expect(await visibilities()).toEqual(['private']);
    expect(await found(guest)).toEqual(NOTHING);
    expect((await again(files, { visibility: 'private' })).summary).toBe(
      'Nothing changed: all 5 records are already in the portal.',
    );
  });

  test('without one keeps what was chosen, also with new content', async () => {
    const { summary } = await again(edited);
    expect(summary).toBe('Stored: 1 new version; 4 unchanged.');
    expect(await visibilities()).toEqual(['private']);
  });

  test('with new content shows that to everybody, and no earlier version', async () => {
    const { summary, outcomes } = await again(files, { visibility: 'public' });
    expect(summary).toBe('Stored: 1 new version, 5 records now public.');
    expect(outcomes).toContain('data collection new version');
    expect(await found(guest)).toEqual({ ...EVERYTHING, first_version: 404 });
    const params = { id: numbers.collection };
    const { versions } = (await portal.call(getDataCollection, { as: guest, params })).reply;
    expect(versions.map(({ version, is_current }) => [version, is_current])).toEqual([[4, true]]);
  });

  test('follows an attribute Availability that has changed, and hides what is made from the collection', async () => {
    const hidden = withChange(files, collectionAttributes, (text) => text.replace('"Public"', '"Lab"'));
    const collectionOnly = Object.fromEntries(
      Object.entries(hidden).filter(([name]) => name.startsWith(pathsOf().collection)),
    );
    const { summary } = await again(collectionOnly);
    expect(summary).toBe('Stored: 1 new version, 5 records now Lab.');
    expect(await visibilities()).toEqual(['private']);
  });
});
