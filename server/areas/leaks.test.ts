/**
 * Records of the laboratory leave no trace in what others are told: every reading call of the contract answers guests
 * and registered users the same to the byte before and after such records come. `npm run faults -- leaks` asks with
 * more words.
 */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { aWorkbook, docxOf } from '../test-support/files/office-files.ts';
import { aLaboratory, takeIn } from '../test-support/intake.ts';
import { aCellTypeReference } from '../test-support/laboratories/cell-types.ts';
import { pathsOf, smallLaboratory, smallResources } from '../test-support/laboratories/small-laboratory.ts';
import {
  type Ask,
  askAll,
  listDifferences,
  mayCall,
  type ReaderRole,
} from '../test-support/leaks/compare-answers.ts';
import { hiddenLaboratory } from '../test-support/leaks/hidden-laboratory.ts';
import { findKnownRecords } from '../test-support/leaks/known-records.ts';
import { listReadingCalls } from '../test-support/leaks/reading-calls.ts';
import { type Caller, openTestPortal, type TestPortal } from '../test-support/portal.ts';
import { computeAtlas } from './atlas/compute-atlas.ts';
import { ensureTerms } from './terms/first-version.ts';

const WORDS = ['Hush_Occurrence', 'HUSHED_SIGNATURE'];

let portal: TestPortal;
let curator: Caller;
let registered: Caller;
const others = new Map<ReaderRole, Caller | null>();

beforeAll(async () => {
  portal = await openTestPortal();
  await ensureTerms(portal.services.db);
  registered = await portal.signInAs('RU');
  others.set('nobody', null).set('GU', await portal.signInAs('GU'));
  curator = await portal.signInAs('LAB', { first_name: 'Camillo', last_name: 'Golgi' });
  await takeIn(portal, smallResources());
  await aCellTypeReference(portal, { visibility: 'public' });
  const { analysis } = pathsOf();
  const office = { [`${analysis}/genes.xlsx`]: aWorkbook('xlsx'), [`${analysis}/report.docx`]: docxOf() };
  await aLaboratory(portal, { files: { ...smallLaboratory(), ...office } });
  await aLaboratory(portal, { accession: 'GSE1111', study: 'Other 2019 GSE1111' });
  await portal.runJobs();
  await computeAtlas(portal.services, undefined);
}, 120_000);
afterAll(() => portal.close());

const ask: Ask<Caller | null> = (endpoint, input, as) => portal.ask(endpoint, { ...input, as });

/** There is no run, download or search of theirs, and the store of tests has no credentials. */
const WITHOUT_ANSWER = [
  '/api/preservation-runs/:id/',
  '/api/temporary-credentials',
  '/api/downloads/:id/',
  '/api/advanced-search/results/:notif_id/',
];

test('what others are told is the same before and after records of the laboratory come', async () => {
  const known = await findKnownRecords(
    portal.services.db,
    async (endpoint, input) => (await portal.call(endpoint, { as: registered, ...input })).reply,
  );
  const calls = listReadingCalls(known, { texts: WORDS, isThorough: false });
  const withoutWords = listReadingCalls(known, { texts: [], isThorough: false });
  // The first person who opens a table has it indexed.
  const opening = calls.filter(({ endpoint }) => endpoint.path.startsWith('/api/files/explore'));
  const asRegistered = [['RU', registered]] as const;
  await askAll(ask, opening, asRegistered);
  await portal.runJobs();
  const ofRegistered = await askAll(ask, calls, asRegistered);
  const ofOthers = await askAll(ask, withoutWords, others);
  const silent = new Set(calls.map(({ endpoint }) => endpoint)).difference(ofRegistered.answered);
  const unanswered = [...silent].filter((endpoint) => mayCall('RU', endpoint));
  expect(unanswered.map(({ path }) => path)).toEqual(WITHOUT_ANSWER);

  const options = { person_id: curator.person_id, owner: 'Hush Uploader' };
  expect((await takeIn(portal, hiddenLaboratory(), options)).faults).toEqual([]);
  await portal.runJobs();
  await computeAtlas(portal.services, undefined);
  expect(listDifferences(ofRegistered, await askAll(ask, calls, asRegistered))).toEqual([]);
  expect(listDifferences(ofOthers, await askAll(ask, withoutWords, others))).toEqual([]);
}, 240_000);
