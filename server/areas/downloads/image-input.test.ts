/** An image contains the version of its input data set that was checked at the request (SEC-2). */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { deleteDataCollection, getDataSet } from '@omicon/contract/areas/collections.ts';
import {
  createDownload,
  createDownloadLink,
  getDownload,
  type ImageType,
} from '@omicon/contract/areas/downloads.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sql } from '../../base/postgres/database.ts';
import { fetchBytes } from '../../test-support/downloads.ts';
import { unpackImage } from '../../test-support/files/images.ts';
import { aLaboratory, type LaboratoryNumbers, takeIn } from '../../test-support/intake.ts';
import { pathsOf, smallLaboratory, withChange } from '../../test-support/laboratories/small-laboratory.ts';
import { type Caller, openTestPortal, type TestPortal } from '../../test-support/portal.ts';

const PRIMARY = `${pathsOf().primary}.csv`;

let portal: TestPortal;
let numbers: LaboratoryNumbers;
let network: number;
let member: Caller;
let lab: Caller;
beforeAll(async () => {
  portal = await openTestPortal();
  numbers = await aLaboratory(portal, { visibility: 'public' });
  await portal.runJobs();
  [member, lab] = [await portal.signInAs('RU'), await portal.signInAs('LAB')];
  const { rows } = await sql<{ number: number }>`
    select n.number from covariation_network n join analysis a on a.id = n.analysis_id
     where a.number = ${numbers.analysis} and a.is_current`.execute(portal.services.db);
  network = rows[0]?.number ?? 0;
});
afterAll(() => portal.close());

function ask(type: ImageType, as: Caller) {
  return portal.call(createDownload, { as, body: { type, co_variation_network_id: network } });
}

async function inputOf(id: string): Promise<number | undefined> {
  const { rows } = await sql<{ version: number }>`
    select d.version from download_request q join data_set d on d.id = q.input_data_set_id where q.id = ${id}`.execute(
    portal.services.db,
  );
  return rows[0]?.version;
}

async function fetchRoot(id: string, as: Caller): Promise<string> {
  const { url } = (await portal.call(createDownloadLink, { as, params: { id } })).reply;
  const { status, bytes } = await fetchBytes(portal, url, as);
  expect(status).toBe(200);
  return unpackImage(portal, bytes);
}

/** The value of IDH1 in the first sample, from the image. */
function measuredIn(root: string): string | undefined {
  const lines = readFileSync(path.join(root, 'omicon/data/analyte.csv'), 'utf8').split('\n');
  return lines.find((line) => line.startsWith('IDH1,'))?.split(',')[1];
}

/** Version 2 of the input data set, visible to the laboratory only, with another value of IDH1. */
async function publishPrivately(): Promise<void> {
  const files = withChange(smallLaboratory(), PRIMARY, (text) =>
    text.replace(/^(1,"?IDH1"?),[^,]+/m, '$1,42.5'),
  );
  const report = await takeIn(portal, files, { visibility: 'private' });
  expect(report.faults).toEqual([]);
  // The import hid everything with it; here, as in older installations, only the new version is hidden.
  const { db } = portal.services;
  const isHidden = sql`number = ${numbers.primary} and is_current`;
  await sql`update data_collection set visibility = 'public'`.execute(db);
  await sql`update analysis set visibility = 'public'`.execute(db);
  await sql`update data_set set visibility = 'public' where not (${isHidden})`.execute(db);
  await sql`
    update file set visibility = 'public'
     where not (entity_type = 'ds' and entity_number = ${numbers.primary} and is_current)`.execute(db);
  const { reply } = await portal.call(getDataSet, { as: lab, params: { id: numbers.primary } });
  expect([reply.version, reply.visibility]).toEqual([2, 'private']);
}

// Packing Node into the first image is slow on a busy machine.
test('a private version published between request and build is not in the image; the permitted one is', {
  timeout: 120_000,
}, async () => {
  const [rebuild, modules] = [(await ask('kme-docker', member)).reply, (await ask('docker', member)).reply];
  await publishPrivately();
  await portal.runJobs();
  expect([await inputOf(rebuild.id), await inputOf(modules.id)]).toEqual([1, 1]);

  expect(measuredIn(await fetchRoot(rebuild.id, member))).toBe('5');
  const shown = readFileSync(
    path.join(await fetchRoot(modules.id, member), 'omicon/viewer/data/network.json'),
    'utf8',
  );
  expect(JSON.parse(shown).identifier).toBe('SYMBOL');

  // A new request uses the current version, which only the laboratory may read.
  expect((await ask('kme-docker', member)).status).toBe(404);
  const newer = (await ask('kme-docker', lab)).reply;
  await portal.runJobs();
  expect(await inputOf(newer.id)).toBe(2);
  expect(measuredIn(await fetchRoot(newer.id, lab))).toBe('42.5');
});

test('an image whose input data set is deleted before the build is refused at once, with a message', async () => {
  const { id } = (await ask('kme-docker', lab)).reply;
  const admin = await portal.signInAs('admin');
  const deleted = await portal.call(deleteDataCollection, { as: admin, params: { id: numbers.collection } });
  expect(deleted.status).toBe(200);
  await portal.runJobs();
  const { reply } = await portal.call(getDownload, { as: lab, params: { id } });
  expect([reply.state, reply.message]).toEqual([
    'failed',
    'The input data set of this network was deleted after the image was asked for. Please ask for it again.',
  ]);
  expect((await portal.call(createDownloadLink, { as: lab, params: { id } })).status).toBe(409);
  const parts = await sql`select path from download_part where download_request_id = ${id}`.execute(
    portal.services.db,
  );
  expect(parts.rows).toEqual([]);
});
