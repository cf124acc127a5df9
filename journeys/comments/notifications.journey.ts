/** The bell: notifications on all open pages of a person, links to their subjects, and clearing. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { openDatabase, sql } from '@omicon/server/base/postgres/database.ts';
import { embeddedUrl } from '@omicon/server/base/postgres/embedded-postgres.ts';
import { aComment, tellOf } from '@omicon/server/test-support/comments.ts';
import { smallLaboratory } from '@omicon/server/test-support/laboratories/small-laboratory.ts';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  closeVisitors,
  comeHome,
  enterAsGuest,
  expectAccessible,
  informed,
  openVisitor,
  shareBrowser,
  type Visitor,
  withoutFirstReplies,
} from '../browser/browser.ts';
import { expectHeading } from '../browser/screens.ts';
import { type Caller, type Portal, signInByToken, until } from '../harness/portal.ts';
import { startPortal } from '../harness/start-portal.ts';

let folder: string;
let portal: Portal;
let browser: Browser;
let database: ReturnType<typeof openDatabase>;
let visitor: Visitor;
let page: Page;
/** a second page of the same browser */
let second: Page;
let script: Caller;
let people: Record<'demo_lab' | 'demo_ru', number>;
let collection: number;
/** which page opened the notification socket, in order; the last one holds it */
const openings: string[] = [];

function watchSockets(watched: Page, name: string): void {
  watched.on('websocket', (socket) => {
    if (socket.url().includes('/ws/mention-notification/')) openings.push(name);
  });
}

beforeAll(async () => {
  folder = path.join(mkdtempSync(path.join(os.tmpdir(), 'omicon-bell-')), 'laboratory');
  for (const [file, content] of Object.entries(smallLaboratory({ availability: 'Public' }))) {
    mkdirSync(path.dirname(path.join(folder, file)), { recursive: true });
    writeFileSync(path.join(folder, file), content);
  }
  portal = await startPortal({ args: ['--empty', '--import', folder] });
  browser = await shareBrowser();
  database = openDatabase(embeddedUrl(portal.dataDir), { connections: 3 });
  script = await signInByToken(portal.address, 'demo_ru');
  collection = await until('the collection', async () => {
    const answer = await script.get('/api/data-collections/');
    return ((await answer.json()) as { results: { id: number }[] }).results[0]?.id ?? null;
  });
  const { rows } = await sql<{ username: 'demo_lab' | 'demo_ru'; id: number }>`
    select username, id from person where username in ('demo_lab', 'demo_ru')`.execute(database.db);
  people = Object.fromEntries(rows.map(({ username, id }) => [username, id])) as typeof people;
  visitor = await openVisitor(browser, portal.address);
  page = visitor.page;
  watchSockets(page, 'first');
  await comeHome(visitor, 'demo_ru');
  await informed(page);
  await until('the socket', async () => (openings.length > 0 ? true : null));
  second = await visitor.context.newPage();
  watchSockets(second, 'second');
  await second.goto('/home/starred');
  await informed(second);
  await expectHeading(second, 'Starred');
});

afterAll(async () => {
  await closeVisitors();
  await database?.close();
  await portal?.remove();
  rmSync(path.dirname(folder), { recursive: true, force: true });
});

function bell(at: Page, unread: number) {
  const name = unread === 0 ? 'Notifications' : `Notifications, ${unread} unread`;
  return at.getByRole('button', { name, exact: true });
}

/** A comment by demo_lab that notifies demo_ru. */
async function tell(text: string): Promise<number> {
  const id = await aComment(database, { person_id: people.demo_lab, collection, text });
  await tellOf(database, people.demo_ru, id);
  return id;
}

test('a mention appears at once on all open pages, over one shared socket', async () => {
  await bell(page, 0).waitFor();
  await tell('Could you look at batch 3?');
  const toast = page.getByRole('status').filter({ hasText: 'Could you look at batch 3?' }).first();
  const showAll = async () => {
    for (const each of [page, second]) {
      await each.bringToFront();
      await bell(each, 1).waitFor();
    }
  };
  // The toast disappears soon, so look for it at once.
  await Promise.all([toast.waitFor(), showAll()]);
  expect(openings).toEqual(['first']);
});

test('the list shows who, where and when, with the exact time on focus; Escape returns to the bell', async () => {
  await page.bringToFront();
  await bell(page, 1).press('Enter');
  const list = page.getByRole('dialog', { name: 'Notifications', exact: true });
  const item = list.getByRole('button', { name: /^Lena Okafor mentioned you on Phillips 2006 GSE4271/ });
  await item.getByText('just now', { exact: true }).waitFor();
  // The list takes the focus when it opens.
  await list.locator(':focus').waitFor();
  await item.focus();
  await page
    .getByRole('tooltip')
    .filter({ hasText: /^\d{4}-\d{2}-\d{2} \d{2}:\d{2}$/ })
    .waitFor();
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await list.waitFor({ state: 'hidden' });
  await bell(page, 1).and(page.locator(':focus')).waitFor();
});

test('opening a mention shows its comment, and marks it as read on both pages', async () => {
  await bell(page, 1).click();
  await page.getByRole('button', { name: /^Lena Okafor mentioned you/ }).click();
  await page.waitForURL(/dcId=\d+&comment=\d+$/);
  await expectHeading(page, 'Phillips 2006 GSE4271');
  await bell(page, 0).waitFor();
  await bell(second, 0).waitFor();
  await page.goto('/home/comment-notifications');
  await expectHeading(page, 'Comment Notification');
  const grid = page.getByRole('grid', { name: 'Comment notifications' });
  await grid
    .getByRole('button', { name: 'Could you look at batch 3?, on Phillips 2006 GSE4271', exact: true })
    .waitFor();
});

test('clearing one and clearing all take effect on the other page too', async () => {
  for (const text of ['First', 'Second', 'Third']) await tell(text);
  await bell(page, 3).click();
  const list = page.getByRole('dialog', { name: 'Notifications', exact: true });
  await list
    .getByRole('button', { name: /^Clear: / })
    .nth(1)
    .click();
  await bell(page, 2).waitFor();
  expect(await list.getByText('Second', { exact: true }).count()).toBe(0);
  await list.getByRole('button', { name: 'Clear all', exact: true }).click();
  await list.getByText('Nothing unread', { exact: true }).waitFor();
  await expectAccessible(page);
  await bell(second, 0).waitFor();
  await list.getByRole('link', { name: 'Downloads', exact: true }).click();
  await expectHeading(page, 'Downloads');
});

test('when the page with the socket closes, another one takes over and catches up', async () => {
  const holder = openings.at(-1);
  const rest = holder === 'first' ? second : page;
  // Inserted without an event, as if it had arrived while no page was listening.
  const id = await aComment(database, { person_id: people.demo_lab, collection, text: 'Missed' });
  await sql`
    insert into notification (person_id, kind, subject, content)
    values (${people.demo_ru}, 'mention', ${`comment ${id}`}, ${JSON.stringify({ comment_id: id, reason: 'follow' })}::jsonb)`.execute(
    database.db,
  );
  await (holder === 'first' ? page : second).close();
  await bell(rest, 1).waitFor();
  page = rest;
  await page.bringToFront();
});

test('a comment hidden since then is removed from the list', async () => {
  await sql`update comment set visibility = 'private'`.execute(database.db);
  await bell(page, 1).click();
  const list = page.getByRole('dialog', { name: 'Notifications', exact: true });
  await list.getByText('Nothing unread', { exact: true }).waitFor();
  await page.keyboard.press('Escape');
  await page.goto('/home/comment-notifications');
  await page.getByText('No records found', { exact: true }).waitFor();
  await sql`update comment set visibility = 'public'`.execute(database.db);
});

test('a background search shows its results and a notification when it ends', async () => {
  const query = { result_type: 'data-sets', filters: {}, background: true, description: 'All data sets' };
  const { db } = database;
  const held = Promise.withResolvers<void>();
  const holding = db.transaction().execute(async (tx) => {
    await sql`lock table corpus_version in access exclusive mode`.execute(tx);
    await held.promise;
  });
  const { data } = (await (await script.send('POST', '/api/advanced-search/', query)).json()) as {
    data: { notifId: number };
  };
  const calls: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes('/api/advanced-search/results/')) calls.push(request.url());
  });
  const listening = page.waitForEvent('websocket', (socket) => socket.url().includes('/ws/advanced-search/'));
  await page.goto(`/home/advanced-search?notificationID=${data.notifId}`);
  await informed(page);
  await page.getByText('This search is being processed', { exact: true }).waitFor();
  await listening;
  await until('the call after the socket opened', async () => (calls.length >= 3 ? true : null));
  const before = calls.length;
  const toast = page.getByRole('status').filter({ hasText: 'Your search has ended' }).first();
  held.resolve();
  await holding;
  await Promise.all([toast.waitFor(), page.getByRole('grid', { name: 'Data sets' }).waitFor()]);
  // One more for the end of the search, and one for the end of its socket.
  expect(calls.length - before).toBeLessThanOrEqual(2);
  await page.goto('/home/notifications');
  // The page opens the results before they are marked as read on the server.
  const read = page.waitForResponse((answer) => answer.url().endsWith('/mark-as-read/'));
  await page
    .getByRole('grid', { name: 'Search notifications' })
    .getByRole('button', { name: 'All data sets, unread', exact: true })
    .click();
  await page.waitForURL(`**/home/advanced-search?notificationID=${data.notifId}`);
  await read;
  await page.goto('/home/notifications');
  await page
    .getByRole('grid', { name: 'Search notifications' })
    .getByRole('button', { name: 'All data sets', exact: true })
    .waitFor();
});

test('the daily mail can be turned on and off', async () => {
  const stored = async () =>
    (
      await sql<{ digest: string }>`select digest from person where id = ${people.demo_ru}`.execute(
        database.db,
      )
    ).rows[0]?.digest;
  await page.goto('/home/comment-notifications');
  await page.getByRole('radio', { name: 'Once a day', exact: true }).click();
  await page.getByText('You get one mail a day at most', { exact: false }).waitFor();
  expect(await stored()).toBe('daily');
  await page.reload();
  await page.getByRole('radio', { name: 'Once a day', exact: true, checked: true }).waitFor();
  await page.getByRole('radio', { name: 'No e-mail', exact: true }).click();
  await page.getByText('You get no mail about comments.', { exact: true }).waitFor();
  expect(await stored()).toBe('none');
  expect(visitor.troubles).toEqual([]);
});

test('a list that cannot be loaded shows an error with Retry, also at 390 px', async () => {
  const narrow = await openVisitor(browser, portal.address);
  await comeHome(narrow, 'demo_lab');
  await narrow.page.setViewportSize({ width: 390, height: 844 });
  await narrow.page.route('**/api/notifications/unread/*', (route) =>
    route.fulfill({
      status: 500,
      json: { detail: 'Internal Server Error', code: 'internal', request_id: 'r-1' },
    }),
  );
  await withoutFirstReplies(narrow.page);
  await narrow.page.goto('/home/recent-files');
  await bell(narrow.page, 0).click();
  const list = narrow.page.getByRole('dialog', { name: 'Notifications', exact: true });
  await list.getByRole('alert').waitFor();
  await expectAccessible(narrow.page);
  expect(await narrow.page.evaluate('document.documentElement.scrollWidth')).toBe(390);
  await narrow.page.unroute('**/api/notifications/unread/*');
  await list.getByRole('button', { name: 'Retry', exact: true }).click();
  await list.getByText('Nothing unread', { exact: true }).waitFor();
});

test('a guest has the bell and the search log, and no other logs', async () => {
  const guest = await openVisitor(browser, portal.address);
  await enterAsGuest(guest);
  const menu = guest.page.getByRole('navigation', { name: 'Side menu' });
  await menu.getByRole('link', { name: 'Search Notifications', exact: true }).click();
  await expectHeading(guest.page, 'Search Notifications');
  for (const name of ['Downloads', 'Comments'])
    expect(await menu.getByRole('link', { name, exact: true }).count()).toBe(0);
  await bell(guest.page, 0).click();
  const list = guest.page.getByRole('dialog', { name: 'Notifications', exact: true });
  await list.getByText('Nothing unread', { exact: true }).waitFor();
  expect(await list.getByRole('link').allTextContents()).toEqual(['Search Notifications']);
  await guest.page.goto('/home/comment-notifications');
  await guest.page.getByText('There is no comment log for guests', { exact: true }).waitFor();
  expect(guest.troubles).toEqual([]);
});
