/** Downloads: a selection from two folders as a zip, a large file by notification, and personal links that expire. */
import { createHash, randomBytes } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { openDatabase, sql } from '@omicon/server/base/postgres/database.ts';
import { embeddedUrl } from '@omicon/server/base/postgres/embedded-postgres.ts';
import { NETWORK, smallLaboratory } from '@omicon/server/test-support/laboratories/small-laboratory.ts';
import { parse } from 'csv-parse/sync';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openPromise } from 'yauzl';
import {
  closeVisitors,
  enterAsGuest,
  expectAccessible,
  informed,
  isLateSocket,
  openVisitor,
  shareBrowser,
  signIn,
  type Visitor,
} from '../browser/browser.ts';
import { act, expectHeading, takeDownload } from '../browser/screens.ts';
import { type Portal, signInByToken, until } from '../harness/portal.ts';
import { startPortal } from '../harness/start-portal.ts';

const LARGE = { name: 'session.RData', bytes: randomBytes(3 * 1024 * 1024) };

let folder: string;
let portal: Portal;
let browser: Browser;
let visitor: Visitor;
let page: Page;
/** contents of the laboratory's files by name */
let written: Map<string, Buffer>;
let analysis: number;

beforeAll(async () => {
  folder = path.join(mkdtempSync(path.join(os.tmpdir(), 'omicon-downloads-')), 'laboratory');
  const files = smallLaboratory({ availability: 'Public' });
  const inNetwork = Object.keys(files).find((file) => file.includes(`/${NETWORK}/`)) ?? '';
  files[`${inNetwork.slice(0, inNetwork.indexOf(NETWORK))}${NETWORK}/${LARGE.name}`] = LARGE.bytes;
  written = new Map(
    Object.entries(files).map(([file, content]) => [path.basename(file), Buffer.from(content)]),
  );
  for (const [file, content] of Object.entries(files)) {
    mkdirSync(path.dirname(path.join(folder, file)), { recursive: true });
    writeFileSync(path.join(folder, file), content);
  }
  portal = await startPortal({ args: ['--empty', '--import', folder] });
  browser = await shareBrowser();
  const person = await signInByToken(portal.address, 'demo_lab');
  analysis = await until('the analysis', async () => {
    const { results } = (await (await person.get('/api/analyses/')).json()) as { results: { id: number }[] };
    return results[0]?.id ?? null;
  });
  visitor = await openVisitor(browser, portal.address);
  page = visitor.page;
  await signIn(visitor, 'demo_lab');
});

afterAll(async () => {
  await closeVisitors();
  await portal?.remove();
  rmSync(path.dirname(folder), { recursive: true, force: true });
});

function sha256(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('hex');
}

async function openFiles(at: Page): Promise<void> {
  const address = `/home/analyses/analysis-data/files?analysisId=${analysis}&mainAnalysisId=${analysis}`;
  await at.goto(address);
  await informed(at);
  await at.getByRole('grid', { name: 'Files of the analysis' }).getByRole('row').nth(1).waitFor();
}

async function choose(name: string): Promise<void> {
  await page.getByRole('checkbox', { name: `Select ${name}`, exact: true }).check();
}

/** Downloads the newest entry of the download log. */
async function fetchFromLog(name: string) {
  await page.getByRole('link', { name: 'Downloads', exact: true }).click();
  await expectHeading(page, 'Downloads');
  const entry = page
    .getByRole('grid', { name: 'Downloads' })
    .getByRole('button', { name: `${name}, unread`, exact: true });
  await entry.waitFor();
  return { entry, download: await takeDownload(page, () => entry.click()) };
}

/** SHA-256 of all entries of the archive, by path. */
async function hashEntries(file: string): Promise<{ hashes: Map<string, string>; manifest: Buffer }> {
  const zip = await openPromise(file);
  const hashes = new Map<string, string>();
  let manifest = Buffer.alloc(0);
  for await (const entry of zip.eachEntry()) {
    const chunks: Buffer[] = [];
    for await (const chunk of await zip.openReadStreamPromise(entry)) chunks.push(Buffer.from(chunk));
    const bytes = Buffer.concat(chunks);
    if (entry.fileName === 'manifest.csv') manifest = bytes;
    else hashes.set(entry.fileName, sha256(bytes));
  }
  return { hashes, manifest };
}

test('files of two folders, and a folder, can be selected together', async () => {
  await openFiles(page);
  const [top = ''] = [...written.keys()].filter((name) => name.endsWith('project_attributes.csv'));
  await choose(top);
  await choose(NETWORK);
  await page.getByText(/ records, 2 selected$/).waitFor();
  await page.getByRole('link', { name: new RegExp(`^${NETWORK}`) }).click();
  await choose(LARGE.name);
  await page.getByText(/ records, 3 selected, 2 of them not shown here$/).waitFor();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Clear', exact: true }).click();
  await page
    .getByText(/ records$/)
    .first()
    .waitFor();
  await page.goBack();
  await choose(top);
  await choose(NETWORK);
});

test('the selection is downloaded as one zip with the original bytes', async () => {
  await page.getByRole('button', { name: 'Download 2', exact: true }).click();
  await page.getByText("You'll be notified when your download is ready.", { exact: true }).waitFor();
  await page.getByText('Your download is ready!', { exact: true }).waitFor();
  await page.getByRole('link', { name: 'Downloads', exact: true }).click();
  const entry = page
    .getByRole('grid', { name: 'Downloads' })
    .getByRole('button', { name: /^(?!Actions for).*\.zip, unread$/ });
  await entry.waitFor();
  await expectAccessible(page);
  const coming = page.waitForEvent('download');
  await entry.click();
  await page.getByText('Download Initiated!', { exact: true }).first().waitFor();
  const download = await coming;
  const { hashes, manifest } = await hashEntries(await download.path());

  const rows = parse<{ path: string; size_bytes: string; sha256: string }>(manifest, { columns: true });
  expect(new Map(rows.map((row) => [row.path, row.sha256]))).toEqual(hashes);
  expect(rows.length).toBeGreaterThan(5);
  for (const row of rows) {
    const name = path.basename(row.path);
    expect(sha256(written.get(name) ?? Buffer.alloc(0)), row.path).toBe(row.sha256);
    const stored = await portal.readObject(row.sha256);
    expect(sha256(stored)).toBe(row.sha256);
    expect(stored.length).toBe(Number(row.size_bytes));
  }
  expect([...hashes.keys()].some((entryPath) => entryPath.endsWith(`/${NETWORK}/${LARGE.name}`))).toBe(true);

  // A downloaded entry counts as read.
  await entry.waitFor({ state: 'detached' });
  await page
    .getByRole('grid', { name: 'Downloads' })
    .getByRole('button', { name: /\.zip$/ })
    .first()
    .waitFor();
});

test('a large file is announced when it is ready, and has the original bytes', async () => {
  await openFiles(page);
  await page.getByRole('link', { name: new RegExp(`^${NETWORK}`) }).click();
  await act(page, LARGE.name, 'Download');
  await page.getByText('Your download is ready!', { exact: true }).waitFor();
  const { download } = await fetchFromLog(LARGE.name);
  expect(download).toEqual({ name: LARGE.name, sha256: sha256(LARGE.bytes) });
});

test('a csv file is downloaded at once, without a log entry', async () => {
  await openFiles(page);
  const [name = ''] = [...written.keys()].filter((each) => each.endsWith('project_attributes.csv'));
  const taken = await takeDownload(page, () => act(page, name, 'Download'));
  expect(taken).toEqual({ name, sha256: sha256(written.get(name) ?? Buffer.alloc(0)) });
  await page.goto('/home/downloads');
  await page.getByText('2 records', { exact: true }).waitFor();
});

test('a whole analysis can be downloaded from the list', async () => {
  await page.goto('/home/analyses/analyses');
  await informed(page);
  const title = (await page.getByRole('grid').getByRole('link').first().textContent()) ?? '';
  await act(page, title, 'Download');
  await page.getByText('Your download is ready!', { exact: true }).waitFor();
  const { download } = await fetchFromLog(`${title}.zip`);
  expect(download.name).toBe(`${title}.zip`);
  expect(visitor.troubles.filter((trouble) => !isLateSocket(trouble))).toEqual([]);
});

test('a link works only for its person and until it expires', async () => {
  const [person, other] = [
    await signInByToken(portal.address, 'demo_lab'),
    await signInByToken(portal.address, 'demo_admin'),
  ];
  const { results } = (await (await person.get('/api/notifications/download/')).json()) as {
    results: { key: string; type: string }[];
  };
  const id = results.find(({ type }) => type === 'zip')?.key.split('/')[0];
  const { url } = (await (await person.send('POST', `/api/downloads/${id}/link/`)).json()) as { url: string };
  expect((await other.get(url)).status).toBe(403);
  expect((await fetch(`${portal.address}${url}`)).status).toBe(401);
  expect((await other.send('POST', `/api/downloads/${id}/link/`)).status).toBe(404);
  expect((await person.get(url)).status).toBe(200);
  const { db, close } = openDatabase(embeddedUrl(portal.dataDir), { connections: 1 });
  await sql`update download set expires_at = now() where id = ${url.split('/').at(-1)}`.execute(db);
  await close();
  const late = await person.get(url);
  expect([late.status, ((await late.json()) as { code: string }).code]).toEqual([403, 'link_expired']);
});

test('a guest who tries to download sees the permission modal, and has no download log', async () => {
  const guest = await openVisitor(browser, portal.address);
  await enterAsGuest(guest);
  const modal = guest.page.getByRole('dialog');
  const words = modal.getByText('You need to login to download/modify contents of the system...', {
    exact: true,
  });
  await openFiles(guest.page);
  expect(await guest.page.getByRole('checkbox').count()).toBe(0);
  for (const ask of [
    () => act(guest.page, NETWORK, 'Download'),
    () => guest.page.getByRole('button', { name: 'Download', exact: true }).click(),
  ]) {
    await ask();
    await words.waitFor();
    await expectAccessible(guest.page);
    await modal.getByRole('button', { name: 'Cancel', exact: true }).click();
    await modal.waitFor({ state: 'hidden' });
  }
  const menu = guest.page.getByRole('navigation', { name: 'Side menu' });
  expect(await menu.getByRole('link', { name: 'Downloads', exact: true }).count()).toBe(0);
  await guest.page.goto('/home/downloads');
  await guest.page.getByText('There is no download log for guests', { exact: true }).waitFor();
  expect(guest.troubles).toEqual([]);
});
