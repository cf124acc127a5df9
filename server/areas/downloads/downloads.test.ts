/** Requesting and fetching downloads (SEC-2, SEC-7, REL-4). */
import { randomBytes } from 'node:crypto';
import { getDataSet } from '@omicon/contract/areas/collections.ts';
import {
  cancelDownload,
  createDownload,
  createDownloadLink,
  getDownload,
  listDownloads,
} from '@omicon/contract/areas/downloads.ts';
import type { BodyInput } from '@omicon/contract/base/endpoint.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sql } from '../../base/postgres/database.ts';
import { type AddedFile, aFileOf, manifestOf, readZip } from '../../test-support/downloads.ts';
import { aLaboratory, type LaboratoryNumbers } from '../../test-support/intake.ts';
import { NETWORK, pathsOf, smallCollection } from '../../test-support/laboratories/small-laboratory.ts';
import { type Caller, openTestPortal, type TestPortal } from '../../test-support/portal.ts';

type Asked = BodyInput<typeof createDownload>;

const CSV = 'GSE4271_DS1.csv';
let portal: TestPortal;
let numbers: LaboratoryNumbers;
let hidden: LaboratoryNumbers;
let member: Caller;
let guest: Caller;
let csvKey: string;
let large: AddedFile;

beforeAll(async () => {
  portal = await openTestPortal();
  numbers = await aLaboratory(portal);
  hidden = await aLaboratory(portal, {
    accession: 'CGGA',
    study: 'Zhao 2021 CGGA',
    visibility: 'private',
  });
  [member, guest] = [await portal.signInAs('RU'), await portal.signInAs('GU')];
  csvKey = await keyOf(numbers.loaded, CSV);
  large = await aFileOf(portal, numbers.loaded, {
    folder: 'raw/scans',
    name: 'scans.tar.gz',
    bytes: randomBytes(1024 * 1024 + 1),
  });
});
afterAll(() => portal.close());

async function keyOf(dataSet: number, name: string): Promise<string> {
  const lab = await portal.signInAs('LAB');
  const { reply } = await portal.call(getDataSet, { as: lab, params: { id: dataSet } });
  return reply.files.find((file) => file.name === name)?.key ?? '';
}

function ask(body: Asked, as: Caller | null = member) {
  return portal.call(createDownload, { as, body });
}

function stateOf(id: string, as: Caller = member) {
  return portal.call(getDownload, { as, params: { id } });
}

async function linkTo(id: string, as: Caller = member): Promise<string> {
  return (await portal.call(createDownloadLink, { as, params: { id } })).reply.url;
}

function fetchAs(url: string, as: Caller | null = member, headers: Record<string, string> = {}) {
  return portal.app.inject({
    url,
    headers: { ...(as ? { authorization: `Token ${as.token}` } : {}), ...headers },
  });
}

/** Requests an archive, runs the job, and fetches it. */
async function zipOf(body: Omit<Asked, 'type'>, as: Caller = member) {
  const { id, name } = (await ask({ ...body, type: 'zip' }, as)).reply;
  await portal.runJobs();
  const response = await fetchAs(await linkTo(id, as), as);
  return { name, response, entries: await readZip(response.rawPayload) };
}

async function countNews(person: Caller): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from notification where person_id = ${person.person_id}`.execute(
    portal.services.db,
  );
  return rows[0]?.n ?? 0;
}

describe('one file', () => {
  test.each(['csv', 'R', 'txt', 'pdf'])(
    'of type %s comes with its link at once, whatever its size',
    async (extension) => {
      const file = await aFileOf(portal, numbers.probes, {
        name: `large.${extension}`,
        bytes: randomBytes(1024 * 1024 + 1),
      });
      const { status, reply } = await ask({ type: 'file', key: file.key });
      expect([status, reply.state, reply.name]).toEqual([201, 'ready', `large.${extension}`]);
      expect((await fetchAs(reply.link?.url ?? '')).rawPayload.equals(file.bytes)).toBe(true);
    },
  );

  test('that is small gets its link at once, without an entry in the download log', async () => {
    const person = await portal.signInAs('RU');
    const file = await aFileOf(portal, numbers.probes, { name: 'small.bin', bytes: randomBytes(1024) });
    const { reply } = await ask({ type: 'file', key: file.key }, person);
    expect((await fetchAs(reply.link?.url ?? '', person)).rawPayload.equals(file.bytes)).toBe(true);
    expect(await countNews(person)).toBe(0);
  });

  test('that is large is prepared by a job, announced once, and fetched whole or by range', async () => {
    const person = await portal.signInAs('RU');
    const { reply } = await ask({ type: 'file', key: large.key }, person);
    expect(reply).toMatchObject({
      state: 'waiting',
      link: null,
      key: null,
      name: 'scans.tar.gz',
      file_size: large.bytes.length,
      number_of_files: 1,
    });
    expect((await portal.call(createDownloadLink, { as: person, params: { id: reply.id } })).status).toBe(
      409,
    );
    await portal.runJobs();
    expect((await stateOf(reply.id, person)).reply).toMatchObject({
      state: 'ready',
      bytes_done: large.bytes.length,
      key: `${reply.id}/scans.tar.gz`,
    });
    expect(await countNews(person)).toBe(1);
    const url = await linkTo(reply.id, person);
    expect((await fetchAs(url, person)).rawPayload.equals(large.bytes)).toBe(true);
    const part = await fetchAs(url, person, { range: 'bytes=1000-' });
    expect([part.statusCode, part.rawPayload.equals(large.bytes.subarray(1000))]).toEqual([206, true]);
  });
});

describe('a zip', () => {
  test('of files of several folders and records has each under its own path, and a manifest at the end', async () => {
    const { name, response, entries } = await zipOf({
      keys: [csvKey, large.key],
      folders: [{ entity_type: 'project', entity_id: numbers.analysis, folder: NETWORK }],
    });
    expect(response.statusCode).toBe(200);
    expect(response.headers).toMatchObject({
      'content-length': String(response.rawPayload.length),
      'content-type': 'application/octet-stream',
      'accept-ranges': 'none',
      'cache-control': 'private, no-store',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; sandbox; frame-ancestors 'none'",
    });
    const paths = [...entries.keys()];
    expect(name).toBe(`Omicon ${paths.length - 1} files.zip`);
    expect(response.headers['content-disposition']).toContain(`filename="${name}"`);
    expect(entries.get('Phillips 2006 GSE4271 EXT A.1/raw/scans/scans.tar.gz')?.equals(large.bytes)).toBe(
      true,
    );
    expect(entries.get(`Phillips 2006 GSE4271 EXT A.1/${CSV}`)?.toString()).toBe(
      String(smallCollection()[`${pathsOf().loaded}.csv`]),
    );
    expect(paths.filter((path) => path.includes(`/${NETWORK}/`)).length).toBeGreaterThan(2);
    expect(paths.at(-1)).toBe('manifest.csv');
    expect(entries.get('manifest.csv')?.toString()).toBe(manifestOf(entries));
  });

  test('of a whole data collection includes its data sets', async () => {
    const { name, entries } = await zipOf({
      folders: [{ entity_type: 'dc', entity_id: numbers.collection }],
    });
    expect(name).toBe('Phillips 2006 GSE4271.zip');
    const { rows } = await sql<{ n: number }>`
      select count(*)::int as n from file where (entity_type = 'dc' and entity_number = ${numbers.collection})
          or (entity_type = 'ds' and entity_number = any(${[numbers.loaded, numbers.probes, numbers.primary]}))`.execute(
      portal.services.db,
    );
    expect(entries.size).toBe((rows[0]?.n ?? 0) + 1);
    expect(new Set([...entries.keys()].map((path) => path.split('/')[0]))).toContain(
      'Phillips 2006 GSE4271 EXT A.1',
    );
  });

  test('contains a file once, however often it was selected', async () => {
    const { entries } = await zipOf({
      keys: [csvKey, csvKey],
      folders: [
        { entity_type: 'ds', entity_id: numbers.loaded },
        { entity_type: 'ds', entity_id: numbers.loaded, folder: 'raw' },
      ],
    });
    expect([...entries.keys()].filter((path) => path.endsWith(CSV))).toHaveLength(1);
    expect([...entries.keys()].filter((path) => path.endsWith('scans.tar.gz'))).toHaveLength(1);
  });

  test('of a folder is named after its record and folder, and contains nothing else', async () => {
    const { name, entries } = await zipOf({
      folders: [{ entity_type: 'ds', entity_id: numbers.loaded, folder: 'raw/scans' }],
    });
    expect(name).toBe('Phillips 2006 GSE4271 EXT A.1 scans.zip');
    expect([...entries.keys()]).toEqual([
      'Phillips 2006 GSE4271 EXT A.1/raw/scans/scans.tar.gz',
      'manifest.csv',
    ]);
  });

  test('of chosen files is not named like the whole record', async () => {
    expect((await zipOf({ keys: [csvKey, large.key] })).name).toBe(
      'Phillips 2006 GSE4271 EXT A.1 2 files.zip',
    );
    expect((await zipOf({ keys: [csvKey] })).name).toBe(`Phillips 2006 GSE4271 EXT A.1 ${CSV}.zip`);
  });

  test('of a folder and a file beside it is not named like the folder', async () => {
    const folders = [{ entity_type: 'ds' as const, entity_id: numbers.loaded, folder: 'raw/scans' }];
    expect((await zipOf({ folders, keys: [csvKey] })).name).toBe('Phillips 2006 GSE4271 EXT A.1 2 files.zip');
  });

  test('ignores ranges, as it is created on the fly', async () => {
    const { id } = (await ask({ type: 'zip', keys: [csvKey] })).reply;
    await portal.runJobs();
    const response = await fetchAs(await linkTo(id), member, { range: 'bytes=100-' });
    expect([response.statusCode, response.rawPayload.length]).toEqual([
      200,
      Number(response.headers['content-length']),
    ]);
  });
});

describe('refused downloads', () => {
  const NO_KEY = 'Please provide a valid key for download';

  test.each<[string, Asked]>([
    ['no key', { type: 'file' }],
    ['an empty key', { type: 'file', key: '' }],
    ['a path', { type: 'zip', keys: ['../../etc/passwd'] }],
    ['an absolute path', { type: 'file', key: '/etc/passwd' }],
    ['an address', { type: 'zip', keys: ['https://evil.test/1'] }],
    ['nothing at all', { type: 'zip', keys: [], folders: [] }],
  ])('%s is refused in the words of the specification', async (_, body) => {
    const answer = await ask(body);
    expect([answer.status, answer.refusal.detail]).toEqual([400, NO_KEY]);
  });

  test('two files requested as a single file', async () => {
    expect((await ask({ type: 'file', keys: [csvKey, large.key] })).refusal.detail).toBe(
      'More than one file comes as a zip',
    );
  });

  test('a file or folder of the laboratory looks missing to others, alone or among readable ones', async () => {
    const secret = await keyOf(hidden.loaded, 'CGGA_DS1.csv');
    expect(secret).not.toBe('');
    const refused: Asked[] = [
      { type: 'file', key: secret },
      { type: 'zip', keys: [csvKey, secret] },
      { type: 'zip', keys: [csvKey], folders: [{ entity_type: 'ds', entity_id: hidden.loaded }] },
      { type: 'zip', folders: [{ entity_type: 'dc', entity_id: hidden.collection }] },
    ];
    for (const body of refused) expect((await ask(body)).status, JSON.stringify(body)).toBe(404);
    expect((await ask({ type: 'zip', keys: [csvKey, secret] }, await portal.signInAs('LAB'))).status).toBe(
      201,
    );
  });

  test('a folder, a version or a file that does not exist is not found', async () => {
    const entity = { entity_type: 'ds', entity_id: numbers.loaded } as const;
    const refused: Asked[] = [
      { type: 'zip', folders: [{ ...entity, folder: 'nowhere' }] },
      { type: 'zip', folders: [{ ...entity, folder: 'ra' }] },
      { type: 'zip', folders: [{ ...entity, folder: 'raw/' }] },
      { type: 'zip', folders: [{ ...entity, version: 7 }] },
      { type: 'zip', keys: [csvKey, '99999999/x.csv'] },
    ];
    for (const body of refused) expect((await ask(body)).status, JSON.stringify(body)).toBe(404);
  });

  test('a guest is refused, and nothing is recorded', async () => {
    expect((await ask({ type: 'file', key: csvKey }, guest)).status).toBe(403);
    expect((await ask({ type: 'zip', keys: [csvKey] }, guest)).status).toBe(403);
    const rows = await portal.services.db
      .selectFrom('download_request')
      .select('id')
      .where('person_id', '=', guest.person_id)
      .execute();
    expect(rows).toEqual([]);
  });

  test('a permission removed from a role affects every file of a selection', async () => {
    const { db } = portal.services;
    const taken = { role: 'REVIEWER', permission: 'PROJECT_FOLDER_FILE_DOWNLOAD' } as const;
    const reviewer = await portal.signInAs('REVIEWER');
    const body: Asked = {
      type: 'zip',
      keys: [csvKey],
      folders: [{ entity_type: 'project', entity_id: numbers.analysis }],
    };
    await db
      .deleteFrom('role_permission')
      .where('role', '=', taken.role)
      .where('permission', '=', taken.permission)
      .execute();
    const answer = await ask(body, reviewer);
    await db.insertInto('role_permission').values(taken).execute();
    expect([answer.status, answer.refusal.detail]).toEqual([
      403,
      'You need to login to download/modify contents of the system.',
    ]);
    expect((await ask(body, reviewer)).status).toBe(201);
  });

  test('more than 10,000 files or 20 GB are refused with the reason', async () => {
    const { db } = portal.services;
    const { rows } = await sql<{ id: number }>`
      select id from data_set where number = ${numbers.primary} and is_current`.execute(db);
    const owner = rows[0]?.id ?? 0;
    await sql`
      insert into file (entity_type, owner_id, entity_number, folder, name, size_bytes, sha256, storage_key, visibility)
      select 'ds', ${owner}, ${numbers.primary}, 'many', 'f' || n, 1, '\\x00', 'none', 'public' from generate_series(1, 10001) n`.execute(
      db,
    );
    const folders = [{ entity_type: 'ds' as const, entity_id: numbers.primary, folder: 'many' }];
    expect((await ask({ type: 'zip', folders })).refusal).toMatchObject({
      code: 'too_large',
      detail: 'A download can have at most 10,000 files. Please choose fewer files or folders.',
    });
    await sql`delete from file where folder = 'many' and name <> 'f1'`.execute(db);
    await sql`update file set size_bytes = 20 * 1024::bigint ^ 3 + 1 where folder = 'many'`.execute(db);
    expect((await ask({ type: 'zip', folders })).refusal.detail).toBe(
      'A download holds at most 20 GB; this selection has 20 GB. Please choose less.',
    );
    await sql`delete from file where folder = 'many'`.execute(db);
  });

  test('more than four concurrent downloads are refused until one is cancelled', async () => {
    const person = await portal.signInAs('RU');
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => ask({ type: 'zip', keys: [csvKey] }, person)),
    );
    expect(answers.map((answer) => answer.status).sort()).toEqual([201, 201, 201, 201, 429, 429, 429, 429]);
    expect(answers.find((answer) => answer.status === 429)?.headers['retry-after']).toBe('10');
    const { results } = (await portal.call(listDownloads, { as: person })).reply;
    expect(results.map((each) => each.state)).toEqual(Array(4).fill('waiting'));
    expect(
      (await portal.call(cancelDownload, { as: person, params: { id: results[0]?.id ?? '' } })).status,
    ).toBe(200);
    expect((await ask({ type: 'zip', keys: [csvKey] }, person)).status).toBe(201);
    await portal.runJobs();
  });
});

describe('the link to a zip', () => {
  let id: string;
  let lab: Caller;
  beforeAll(async () => {
    lab = await portal.signInAs('LAB');
    const folders = [{ entity_type: 'ds' as const, entity_id: hidden.loaded }];
    id = (await ask({ type: 'zip', folders }, lab)).reply.id;
    await portal.runJobs();
  });

  test('lives 30 minutes and reveals no storage key', async () => {
    const { reply } = await portal.call(createDownloadLink, { as: lab, params: { id } });
    expect(reply.url).toMatch(/^\/api\/downloads\/content\/[\w-]{32}$/);
    expect(Math.round((Date.parse(reply.expires_at) - Date.now()) / 60_000)).toBe(30);
  });

  test('works only for its person, and nobody else can create one', async () => {
    const url = await linkTo(id, lab);
    const admin = await portal.signInAs('admin');
    for (const other of [admin, member, guest])
      expect((await fetchAs(url, other)).json().code).toBe('link_expired');
    expect((await fetchAs(url, null)).statusCode).toBe(401);
    for (const other of [admin, member])
      expect((await portal.call(createDownloadLink, { as: other, params: { id } })).status).toBe(404);
    expect((await stateOf(id, admin)).status).toBe(404);
  });

  test('expires', async () => {
    const url = await linkTo(id, lab);
    await sql`update download set expires_at = now() where id = ${url.split('/').at(-1)}`.execute(
      portal.services.db,
    );
    const response = await fetchAs(url, lab);
    expect([response.statusCode, response.json().detail]).toEqual([
      403,
      'This link is not valid or has expired. Please ask for the download again.',
    ]);
  });

  test('is checked again when used: a person who left the laboratory gets nothing', async () => {
    const url = await linkTo(id, lab);
    const setRole = (role: 'RU' | 'LAB') =>
      portal.services.db.updateTable('person').set({ role }).where('id', '=', lab.person_id).execute();
    await setRole('RU');
    expect((await fetchAs(url, lab)).json().detail).toBe('You may no longer see all files of this download.');
    await setRole('LAB');
    expect((await fetchAs(url, lab)).statusCode).toBe(200);
  });

  test('does not work as the link of a file, or vice versa', async () => {
    const zip = (await linkTo(id, lab)).split('/').at(-1);
    expect((await fetchAs(`/api/files/content/${zip}`, lab)).statusCode).toBe(403);
    const file = (await ask({ type: 'file', key: csvKey }, lab)).reply.link?.url.split('/').at(-1);
    expect((await fetchAs(`/api/downloads/content/${file}`, lab)).statusCode).toBe(403);
  });
});
