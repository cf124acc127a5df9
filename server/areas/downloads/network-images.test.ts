/** Images and the kME table of a network: permissions, content, retention (SEC-2, SEC-7, REL-7). */
import { execFile } from 'node:child_process';
import path from 'node:path';
import { buffer } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { gunzipSync } from 'node:zlib';
import {
  createDownload,
  createDownloadLink,
  getDownload,
  type ImageType,
} from '@omicon/contract/areas/downloads.ts';
import { listDownloadNotifications } from '@omicon/contract/areas/notifications.ts';
import type { BodyInput } from '@omicon/contract/base/endpoint.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sweep } from '../../base/jobs/sweep.ts';
import { sql } from '../../base/postgres/database.ts';
import { StoreUnavailable } from '../../base/store/store.ts';
import { verifyConsistency } from '../../database/operations/verify.ts';
import { tasks } from '../../tasks.ts';
import { fetchBytes } from '../../test-support/downloads.ts';
import { unpackImage } from '../../test-support/files/images.ts';
import { aLaboratory, type LaboratoryNumbers } from '../../test-support/intake.ts';
import {
  NETWORK,
  pathsOf,
  smallLaboratory,
  withChange,
} from '../../test-support/laboratories/small-laboratory.ts';
import { type Caller, openTestPortal, type TestPortal } from '../../test-support/portal.ts';
import { damageObject } from '../../test-support/store/objects.ts';

let portal: TestPortal;
let numbers: LaboratoryNumbers;
let network: number;
let hidden: number;
let member: Caller;

async function networkOf(analysis: number): Promise<number> {
  const { rows } = await sql<{ number: number }>`
    select n.number from covariation_network n join analysis a on a.id = n.analysis_id
     where a.number = ${analysis} and a.is_current`.execute(portal.services.db);
  return rows[0]?.number ?? 0;
}

/** Its kME table is the short form, so that the portal computes the complete one. */
function withShortTable() {
  return withChange(smallLaboratory(), pathsOf().kmeTable, (text) =>
    text
      .split('\n')
      .map((line) => line.split(',').slice(0, 9).join(','))
      .join('\n'),
  );
}

beforeAll(async () => {
  portal = await openTestPortal();
  numbers = await aLaboratory(portal, { files: withShortTable(), visibility: 'public' });
  const others = await aLaboratory(portal, {
    accession: 'CGGA',
    study: 'Zhao 2021 CGGA',
    visibility: 'private',
  });
  [network, hidden] = [await networkOf(numbers.analysis), await networkOf(others.analysis)];
  member = await portal.signInAs('RU');
});
afterAll(() => portal.close());

function ask(body: BodyInput<typeof createDownload>, as: Caller = member) {
  return portal.call(createDownload, { as, body });
}

async function linkTo(id: string, as: Caller = member) {
  return portal.call(createDownloadLink, { as, params: { id } });
}

function fetchAs(url: string, as: Caller = member) {
  return portal.app.inject({ url, headers: { authorization: `Token ${as.token}` } });
}

/** Requests an image, runs the job, and fetches it. */
async function imageOf(type: ImageType, as: Caller = member) {
  const { reply } = await ask({ type, co_variation_network_id: network }, as);
  await portal.runJobs();
  const { url } = (await linkTo(reply.id, as)).reply;
  return { id: reply.id, name: reply.name, ...(await fetchBytes(portal, url, as)) };
}

test('while the kME is being computed, downloads of the network are refused with the reason', async () => {
  for (const type of ['docker', 'kme-docker', 'kme-table'] as const) {
    const { status, refusal } = await ask({ type, co_variation_network_id: network });
    expect([status, refusal.detail]).toEqual([503, 'The kME table of this network is still being computed.']);
  }
  await portal.runJobs();
});

describe('the kME table', () => {
  test('gets its link at once, like a small file', async () => {
    const { status, reply } = await ask({ type: 'kme-table', co_variation_network_id: network });
    expect([status, reply.state, reply.type]).toEqual([201, 'ready', 'kme-table']);
    const table = gunzipSync((await fetchAs(reply.link?.url ?? '')).rawPayload).toString();
    expect(table.split('\n')[0]).toMatch(/kMEturquoise\.cor,kMEturquoise\.pval/);
  });
});

describe('an image', () => {
  test('is prepared by a job, announced with its network, and complete', async () => {
    const { id, name, status, headers, bytes } = await imageOf('docker');
    expect(name).toBe(`omicon-OM.CN.${network}.V1-modules.tar`);
    expect(status).toBe(200);
    expect(headers['content-disposition']).toContain(`filename="${name}"`);
    expect(Number(headers['content-length'])).toBe(bytes.length);
    const { reply } = await portal.call(getDownload, { as: member, params: { id } });
    expect(reply).toMatchObject({ state: 'ready', file_size: bytes.length, type: 'docker' });
    const news = await portal.call(listDownloadNotifications, { as: member });
    expect(news.reply.results.filter((each) => each.key === `${id}/${name}`)).toMatchObject([
      { type: 'docker', name, file_size: bytes.length, network_id: network },
    ]);
  });

  test('is announced with its record and network, for as long as the person may read them', async () => {
    const { id, name } = await imageOf('docker');
    const subject = async () => {
      const { reply } = await portal.call(listDownloadNotifications, { as: member });
      const found = reply.results.find((each) => each.key === `${id}/${name}`);
      return [found?.record, found?.network];
    };
    const { db } = portal.services;
    const { title } = await db
      .selectFrom('analysis')
      .select('title')
      .where('number', '=', numbers.analysis)
      .executeTakeFirstOrThrow();
    expect(await subject()).toEqual([title, NETWORK]);
    const show = async (visibility: 'public' | 'private') => {
      const to = { visibility };
      await db.updateTable('analysis').set(to).where('number', '=', numbers.analysis).execute();
      await db.updateTable('file').set(to).where('entity_number', '=', numbers.analysis).execute();
    };
    await show('private');
    expect(await subject()).toEqual([null, null]);
    await show('public');
  });

  test.each(['docker', 'kme-docker'] as const)(
    'of type %s asked for twice is the same bytes',
    async (type) => {
      const first = await imageOf(type);
      const second = await imageOf(type, await portal.signInAs('LAB'));
      expect(first.bytes.equals(second.bytes)).toBe(true);
    },
  );

  test('of the kME rebuilds exactly the table computed by the portal', async () => {
    const root = unpackImage(portal, (await imageOf('kme-docker')).bytes);
    const { stdout } = await promisify(execFile)(process.execPath, [
      path.join(root, 'omicon/program/rebuild-kme.js'),
    ]);
    const { reply } = await ask({ type: 'kme-table', co_variation_network_id: network });
    expect(stdout).toBe(gunzipSync((await fetchAs(reply.link?.url ?? '')).rawPayload).toString());
  });

  test('whose build is restarted announces the same size', async () => {
    const { id } = (await ask({ type: 'docker', co_variation_network_id: network })).reply;
    const put = async () => {
      throw new StoreUnavailable();
    };
    const away = { ...portal.services, store: { ...portal.services.store, put } };
    const sizes: number[] = [];
    for (const jobId of ['first try', 'second try']) {
      const context = { services: away, jobId, signal: undefined, isLastTry: false };
      await expect(tasks.prepare_image({ download_id: id }, context)).rejects.toThrow(StoreUnavailable);
      sizes.push((await portal.call(getDownload, { as: member, params: { id } })).reply.file_size);
    }
    expect(sizes[1]).toBe(sizes[0]);
    await portal.runJobs();
  });

  test('leaves no unreferenced object', async () => {
    await imageOf('docker');
    expect(await verifyConsistency(portal.services)).toMatchObject({
      lost_refs: 0,
      orphans: 0,
      mismatches: 0,
    });
  });

  test('expires after seven days: its link, and a new one, are refused with a message', async () => {
    const person = await portal.signInAs('RU');
    const { id } = await imageOf('docker', person);
    const { url } = (await linkTo(id, person)).reply;
    await sql`update download_request set ended_at = now() - interval '8 days' where id = ${id}`.execute(
      portal.services.db,
    );
    await sweep(portal.services);
    const { reply } = await portal.call(getDownload, { as: person, params: { id } });
    expect([reply.state, reply.key]).toEqual(['over', null]);
    expect((await fetchAs(url, person)).statusCode).toBe(403);
    const refused = await linkTo(id, person);
    expect([refused.status, refused.refusal.detail]).toEqual([
      403,
      'This download is over. Please ask for it again.',
    ]);
    const parts = await sql`select path from download_part where download_request_id = ${id}`.execute(
      portal.services.db,
    );
    expect(parts.rows).toEqual([]);
    // Layers shared with other images still exist.
    expect((await imageOf('docker')).status).toBe(200);
  });

  test('whose stored part is damaged breaks off before its end', async () => {
    const { id } = await imageOf('kme-docker');
    const { rows } = await sql<{ storage_key: string }>`
      select storage_key from download_part where download_request_id = ${id} order by size_bytes limit 1`.execute(
      portal.services.db,
    );
    const key = rows[0]?.storage_key ?? '';
    const right = await buffer(await portal.services.store.read(key));
    await damageObject(portal, key, Buffer.alloc(right.length, 'x'));
    await expect(fetchAs((await linkTo(id)).reply.url)).rejects.toThrow();
    await damageObject(portal, key, right);
  });
});

describe('refused downloads', () => {
  const image = (id: number) => ({ type: 'docker', co_variation_network_id: id }) as const;

  test.each<[string, BodyInput<typeof createDownload>, string]>([
    ['no network', { type: 'docker' }, 'Please provide a valid key for download'],
    ['a file', { type: 'kme-docker', key: '1/x.csv' }, 'Please provide a valid key for download'],
    [
      'a network and a file',
      { type: 'docker', co_variation_network_id: 1, key: '1/x.csv' },
      'Files and networks are asked for one by one',
    ],
    [
      'a zip and a network',
      { type: 'zip', keys: ['1/x.csv'], co_variation_network_id: 1 },
      'Files and networks are asked for one by one',
    ],
  ])('%s as an image is refused with a sentence', async (_, body, sentence) => {
    const { status, refusal } = await ask(body);
    expect([status, refusal.detail]).toEqual([400, sentence]);
  });

  test('networks of the laboratory, missing networks and those of another version look the same', async () => {
    const answers = [
      await ask(image(hidden)),
      await ask(image(99_999_999)),
      await ask({ ...image(network), version: 7 }),
    ];
    expect(answers.map(({ status, refusal }) => [status, refusal.detail])).toEqual(
      Array(3).fill([404, answers[0]?.refusal.detail]),
    );
    expect((await ask(image(hidden), await portal.signInAs('LAB'))).status).toBe(201);
  });

  test('the kME image also requires access to the input data set', async () => {
    const { db } = portal.services;
    const setVisibility = (visibility: 'public' | 'private') =>
      sql`update file set visibility = ${visibility} where entity_type = 'ds' and entity_number = ${numbers.primary}`.execute(
        db,
      );
    const { id } = await imageOf('kme-docker');
    const { url } = (await linkTo(id)).reply;
    await setVisibility('private');
    expect((await ask({ type: 'kme-docker', co_variation_network_id: network })).status).toBe(404);
    expect((await ask(image(network))).status).toBe(201);
    expect((await fetchAs(url)).json().detail).toBe('You may no longer see all files of this download.');
    await setVisibility('public');
    expect((await fetchBytes(portal, url, member)).status).toBe(200);
    await portal.runJobs();
  });

  test('a network whose analysis becomes private is refused at its link', async () => {
    const { id } = await imageOf('docker');
    const { url } = (await linkTo(id)).reply;
    const setVisibility = (visibility: 'public' | 'private') =>
      sql`update file set visibility = ${visibility} where entity_type = 'project' and folder like ${`%${NETWORK}`} and entity_number = ${numbers.analysis}`.execute(
        portal.services.db,
      );
    await setVisibility('private');
    expect((await fetchAs(url)).statusCode).toBe(403);
    await setVisibility('public');
    expect((await fetchAs(url, await portal.signInAs('admin'))).json().code).toBe('link_expired');
  });

  test('a permission removed from a role takes effect', async () => {
    const { db } = portal.services;
    const taken = { role: 'REVIEWER', permission: 'DS_FOLDER_FILE_DOWNLOAD' } as const;
    const reviewer = await portal.signInAs('REVIEWER');
    await db
      .deleteFrom('role_permission')
      .where('role', '=', taken.role)
      .where('permission', '=', taken.permission)
      .execute();
    const statuses = [
      (await ask({ type: 'kme-docker', co_variation_network_id: network }, reviewer)).status,
      (await ask(image(network), reviewer)).status,
    ];
    await db.insertInto('role_permission').values(taken).execute();
    expect(statuses).toEqual([403, 201]);
    await portal.runJobs();
  });
});
