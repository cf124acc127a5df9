/** Preparing and announcing downloads (REL-4, REL-7). */
import { randomBytes } from 'node:crypto';
import { getDataSet } from '@omicon/contract/areas/collections.ts';
import {
  cancelDownload,
  createDownload,
  createDownloadNotification,
  getDownload,
} from '@omicon/contract/areas/downloads.ts';
import type { BodyInput } from '@omicon/contract/base/endpoint.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openDatabase, sql } from '../../base/postgres/database.ts';
import { isDamaged } from '../../base/store/fixity.ts';
import { type AddedFile, aFileOf } from '../../test-support/downloads.ts';
import { aLaboratory, type LaboratoryNumbers } from '../../test-support/intake.ts';
import { type Caller, openTestPortal, type TestPortal } from '../../test-support/portal.ts';
import { damageObject } from '../../test-support/store/objects.ts';
import { prepareDownload } from './prepare.ts';

type Asked = BodyInput<typeof createDownload>;

let portal: TestPortal;
let numbers: LaboratoryNumbers;
let member: Caller;
let csvKey: string;
let large: AddedFile;

beforeAll(async () => {
  portal = await openTestPortal();
  numbers = await aLaboratory(portal);
  member = await portal.signInAs('RU');
  const { reply } = await portal.call(getDataSet, { as: member, params: { id: numbers.loaded } });
  csvKey = reply.files.find((file) => file.name === 'GSE4271_DS1.csv')?.key ?? '';
  large = await aFileOf(portal, numbers.loaded, {
    folder: 'raw/scans',
    name: 'scans.tar.gz',
    bytes: randomBytes(1024 * 1024 + 1),
  });
});
afterAll(() => portal.close());

function ask(body: Asked, as: Caller = member) {
  return portal.call(createDownload, { as, body });
}

function stateOf(id: string, as: Caller = member) {
  return portal.call(getDownload, { as, params: { id } });
}

async function countNews(person: Caller): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from notification where person_id = ${person.person_id}`.execute(
    portal.services.db,
  );
  return rows[0]?.n ?? 0;
}

describe('the job', () => {
  test('run twice, or by two workers at once, makes one result and one notification', async () => {
    const person = await portal.signInAs('RU');
    const { id } = (await ask({ type: 'zip', keys: [csvKey, large.key] }, person)).reply;
    const options = { signal: undefined, isLastTry: false };
    await Promise.all([1, 2, 3].map(() => prepareDownload(portal.services, id, options)));
    await prepareDownload(portal.services, id, options);
    await portal.runJobs();
    expect((await stateOf(id, person)).reply.state).toBe('ready');
    expect(await countNews(person)).toBe(1);
  });

  test('stops when its download is cancelled, and notifies nobody', async () => {
    const person = await portal.signInAs('RU');
    const { id } = (await ask({ type: 'zip', keys: [large.key] }, person)).reply;
    const slow = {
      ...portal.services.store,
      read: async (key: string) => {
        await portal.call(cancelDownload, { as: person, params: { id } });
        return portal.services.store.read(key);
      },
    };
    await prepareDownload({ ...portal.services, store: slow }, id, { signal: undefined, isLastTry: false });
    expect((await stateOf(id, person)).reply.state).toBe('cancelled');
    expect(await countNews(person)).toBe(0);
    expect((await portal.call(cancelDownload, { as: person, params: { id } })).status).toBe(409);
  });

  test('stopped with its process leaves the download to the next worker', async () => {
    const person = await portal.signInAs('RU');
    const { id } = (await ask({ type: 'zip', keys: [large.key] }, person)).reply;
    await expect(
      prepareDownload(portal.services, id, { signal: AbortSignal.abort(), isLastTry: true }),
    ).rejects.toThrow();
    await portal.runJobs();
    expect((await stateOf(id, person)).reply.state).toBe('ready');
  });

  test('that cannot read the store retries, and reports after the last attempt', async () => {
    const person = await portal.signInAs('RU');
    const { id } = (await ask({ type: 'zip', keys: [large.key] }, person)).reply;
    const broken = {
      ...portal.services,
      store: {
        ...portal.services.store,
        read: async () => {
          throw new Error('no answer');
        },
      },
    };
    await expect(prepareDownload(broken, id, { signal: undefined, isLastTry: false })).rejects.toThrow();
    expect((await stateOf(id, person)).reply.state).toBe('preparing');
    await prepareDownload(broken, id, { signal: undefined, isLastTry: true });
    expect((await stateOf(id, person)).reply).toMatchObject({
      state: 'failed',
      message: 'The download could not be made ready. Please ask for it again.',
    });
  });

  test('that finds a damaged file fails with its name, without retrying', async () => {
    const file = await aFileOf(portal, numbers.probes, { name: 'flipped.bin', bytes: randomBytes(2048) });
    const { id } = (await ask({ type: 'zip', keys: [csvKey, file.key] })).reply;
    const flipped = Buffer.from(file.bytes);
    flipped[1000] = (flipped[1000] ?? 0) ^ 1;
    await damageObject(portal, file.storageKey, flipped);
    await portal.runJobs();
    expect((await stateOf(id)).reply).toMatchObject({ state: 'failed', key: null });
    expect((await stateOf(id)).reply.message).toMatch(
      /\/flipped\.bin is damaged in the store and is not served\.$/,
    );
    expect((await ask({ type: 'zip', keys: [file.key] })).refusal.code).toBe('damaged');
  });

  test('does not report files as damaged because of a short database outage', async () => {
    const person = await portal.signInAs('RU');
    const { id } = (await ask({ type: 'zip', keys: [large.key] }, person)).reply;
    // A connection to a missing database socket fails with the code of a missing file.
    const away = openDatabase('postgres://omicon@localhost/postgres?host=/nowhere', { connections: 1 });
    const { db, store } = portal.services;
    let isAway = false;
    const services = {
      ...portal.services,
      get db() {
        const asked = isAway ? away.db : db;
        isAway = false;
        return asked;
      },
      store: {
        ...store,
        read: async (key: string) => {
          isAway = true;
          return store.read(key);
        },
      },
    };
    const options = { signal: undefined, isLastTry: false };
    await expect(prepareDownload(services, id, options)).rejects.toMatchObject({ code: 'ENOENT' });
    expect(await isDamaged(db, large.storageKey)).toBe(false);
    await portal.runJobs();
    expect((await stateOf(id, person)).reply.state).toBe('ready');
    await away.close();
  });

  test('fails for a file missing in the store', async () => {
    const file = await aFileOf(portal, numbers.probes, { name: 'lost.bin', bytes: randomBytes(2048) });
    const { id } = (await ask({ type: 'zip', keys: [file.key] })).reply;
    await portal.services.store.remove(file.storageKey);
    await portal.runJobs();
    expect((await stateOf(id)).reply.message).toMatch(/\/lost\.bin is damaged in the store/);
  });
});

describe('a download notification', () => {
  test("requested by a page is the one of the job, with the record's own name, size and type", async () => {
    const person = await portal.signInAs('RU');
    const { id } = (await ask({ type: 'zip', keys: [csvKey] }, person)).reply;
    const key = `${id}/x.zip`;
    expect((await portal.call(createDownloadNotification, { as: person, body: { key } })).status).toBe(409);
    await portal.runJobs();
    const forged = { key, name: 'other.zip', file_size: 1, type: 'docker' };
    const { reply } = await portal.call(createDownloadNotification, { as: person, body: forged });
    const { name, file_size } = (await stateOf(id, person)).reply;
    expect(reply).toMatchObject({ type: 'zip', name, file_size, key: `${id}/${name}`, is_read: false });
    expect(await countNews(person)).toBe(1);
    expect((await portal.call(createDownloadNotification, { as: member, body: { key } })).status).toBe(404);
  });

  test.each(['', 'x', '../x', '/etc/passwd'])('with the key %j is refused', async (key) => {
    const answer = await portal.call(createDownloadNotification, { as: member, body: { key } });
    expect([answer.status, answer.refusal.detail]).toEqual([400, 'Please provide a valid key for download']);
  });
});
