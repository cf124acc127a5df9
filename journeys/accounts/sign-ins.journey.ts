/** Duration of sessions, and how open pages learn that a session has ended or lost permissions. */
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { openDatabase, sql } from '@omicon/server/base/postgres/database.ts';
import { embeddedUrl } from '@omicon/server/base/postgres/embedded-postgres.ts';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  closeVisitors,
  comeHome,
  expectAccessibleLayer,
  openVisitor,
  settle,
  shareBrowser,
  signIn,
  watchCalls,
} from '../browser/browser.ts';
import { startLaboratory } from '../browser/prepared.ts';
import { expectHeading } from '../browser/screens.ts';
import { type Caller, PASSWORD, type Portal, signInByToken } from '../harness/portal.ts';
import { fillLogin, statusOfMe } from './login.ts';

let portal: Portal;
let browser: Browser;
let admin: Caller;

beforeAll(async () => {
  portal = await startLaboratory('demo');
  browser = await shareBrowser();
  admin = await signInByToken(portal.address, 'demo_admin');
});

afterAll(async () => {
  await closeVisitors();
  await portal?.remove();
});

const ENDED = 'Your sign-in has ended. Please sign in again.';

/** The landing page with a message, and the previous address as `next`. */
async function expectLedOut(page: Page, from: string): Promise<void> {
  await page.getByText(ENDED, { exact: true }).waitFor();
  await page.getByRole('link', { name: 'REGISTERED USERS' }).waitFor();
  expect(new URL(page.url()).searchParams.get('next')).toBe(from);
  expect(await statusOfMe(page)).toBe(401);
}

describe('the page of another version', () => {
  /** Simulates an update of the server: from now on the page names an outdated version. */
  async function growOld(page: Page): Promise<void> {
    await page.waitForLoadState('networkidle');
    await page.route('**/api/**', (route) =>
      route.continue({ headers: { ...route.request().headers(), 'api-version': '0.9' } }),
    );
  }

  const modalOf = (page: Page) => page.getByRole('dialog', { name: 'Version Update Available', exact: true });
  const REFRESH = 'New version is available. Please refresh the application to continue';
  const LOG_OUT = 'You need to update the app by logging out. Please login again to continue';

  test.each(['Login as Guest User', 'LOGIN'])('%s shows the modal and no other message', async (button) => {
    const { page } = await openVisitor(browser, portal.address);
    await page.goto(button === 'LOGIN' ? '/login' : '/');
    await page.getByRole('button', { name: button, exact: true }).waitFor();
    await growOld(page);
    if (button === 'LOGIN') await fillLogin(page, 'demo_ru', PASSWORD);
    else await page.getByRole('button', { name: button }).click();
    await modalOf(page).getByText(REFRESH, { exact: true }).waitFor();
    expect(await page.getByRole('alert').count()).toBe(0);
    await modalOf(page).getByRole('button', { name: 'Refresh', exact: true }).waitFor();
    await page.context().close();
  });

  test('asks people who are signed in to log out, which ends the session on the server', async () => {
    const visitor = await openVisitor(browser, portal.address);
    const { page } = visitor;
    await comeHome(visitor, 'demo_ru');
    const link = page.getByRole('link', { name: 'Data sets', exact: true });
    await link.waitFor();
    await growOld(page);
    // The page's own calls may have failed already, and the modal then covers the link.
    await link.dispatchEvent('click');
    await modalOf(page).getByText(LOG_OUT, { exact: true }).waitFor();
    const reloaded = page.waitForEvent('load');
    await modalOf(page).getByRole('button', { name: 'Logout', exact: true }).click();
    await reloaded;
    await page.waitForURL(`${portal.address}/`);
    await page.unroute('**/api/**');
    expect(await statusOfMe(page)).toBe(401);
  });
});

describe('an open page', () => {
  test('of a person who is removed is signed out at once; Undo restores the person', async () => {
    const boss = await openVisitor(browser, portal.address);
    await signIn(boss, 'demo_admin');
    await boss.page.goto('/home/admin/user-management');
    const own = boss.page.getByRole('checkbox', { name: 'Select Ada Lindqvist' });
    await own.waitFor();
    expect([await own.isChecked(), await own.isDisabled()]).toEqual([true, true]);
    expect(await boss.page.getByRole('button', { name: 'Actions for Ada Lindqvist' }).count()).toBe(0);

    const person = await openVisitor(browser, portal.address);
    await signIn(person, 'demo_ru2');
    await person.page.goto('/home/collections/data-sets');
    await expectHeading(person.page, 'Data sets');

    await boss.page.getByRole('button', { name: 'Actions for Tomas Vale' }).click();
    await boss.page.getByRole('menuitem', { name: 'Remove user' }).click();
    const question = boss.page.getByRole('dialog', { name: 'Remove user', exact: true });
    await question.getByText('Tomas Vale', { exact: true }).waitFor();
    await expectAccessibleLayer(boss.page);
    await question.getByRole('button', { name: 'Remove', exact: true }).click();
    // The toast stays while it has the focus, however long the other person takes.
    const undo = boss.page.getByRole('button', { name: 'Undo', exact: true });
    await undo.focus();

    await expectLedOut(person.page, '/home/collections/data-sets');
    await person.page.getByRole('link', { name: 'REGISTERED USERS' }).click();
    await fillLogin(person.page, 'demo_ru2', PASSWORD);
    await person.page.getByText('Invalid login. Make sure your username and password are correct.').waitFor();

    await undo.click();
    await boss.page.getByText('Tomas Vale is back.', { exact: true }).waitFor();
    await fillLogin(person.page, 'demo_ru2', PASSWORD);
    await person.page.waitForURL('**/home/collections/data-sets');
    expect([...boss.troubles, ...person.troubles]).toEqual([]);
  });

  test('applies a changed role without a reload', async () => {
    const visitor = await openVisitor(browser, portal.address);
    await comeHome(visitor, 'demo_lab');
    const add = visitor.page.getByRole('link', { name: 'Add data collection', exact: true });
    await add.waitFor();
    const { permissions } = (await (await admin.get('/api/roles/LAB/permissions/')).json()) as {
      permissions: string[];
    };
    const fewer = permissions.filter((code) => code !== 'COLLECTION_CREATE');
    await admin.send('PUT', '/api/roles/LAB/permissions/', { permissions: fewer });
    await add.waitFor({ state: 'detached' });
    await admin.send('PUT', '/api/roles/LAB/permissions/', { permissions });
    await add.waitFor();
    expect(visitor.troubles).toEqual([]);
  });
});

describe('an idle session', () => {
  /** Sets the last activity of all sessions of a person to some minutes ago. */
  async function leaveUnused(username: string, minutes: number): Promise<void> {
    const { db, close } = openDatabase(embeddedUrl(portal.dataDir), { connections: 1 });
    await sql`
      update session set last_seen_at = now() - make_interval(secs => ${minutes * 60})
       where person_id = (select id from person where username = ${username})`.execute(db);
    await close();
  }

  /** The person returns to the page, as after a break. */
  async function returnTo(page: Page): Promise<void> {
    await page.evaluate(`window.dispatchEvent(new Event('visibilitychange'))`);
  }

  test('shows a warning on all pages, is extended on one for all, and ends without an answer', async () => {
    const visitor = await openVisitor(browser, portal.address);
    const first = visitor.page;
    // A later call would count as activity.
    const untilAtRest = async (page: Page, calls: ReturnType<typeof watchCalls>) => {
      await page.getByRole('heading', { level: 1 }).waitFor();
      await settle(page);
      await expect.poll(() => calls.countUnderWay()).toBe(0);
    };
    const calls = watchCalls(first);
    let sinceSocket: typeof calls | null = null;
    first.on('websocket', (socket) => {
      if (socket.url().includes('/ws/session/')) sinceSocket = watchCalls(first);
    });
    await comeHome(visitor, 'demo_lab2');
    // When its socket opens, the page loads the session again.
    await expect.poll(() => sinceSocket?.countAnswers('/api/user-permissions/')).toBe(1);
    await untilAtRest(first, calls);
    const second = await visitor.context.newPage();
    const laterCalls = watchCalls(second);
    await second.goto('/home/data-listing');
    await untilAtRest(second, laterCalls);

    const question = (page: Page) => page.getByRole('dialog', { name: 'Are you still there?', exact: true });
    const expectAsked = async () => {
      await leaveUnused('demo_lab2', 59);
      for (const page of [first, second]) {
        await returnTo(page);
        await question(page)
          .getByText(/You will be signed out in \d+ s\./)
          .waitFor();
      }
    };
    await expectAsked();
    await first.bringToFront();
    await expectAccessibleLayer(first);
    // A page that becomes wide again loads its menu, which counts as activity.
    await expect.poll(() => calls.countUnderWay()).toBe(0);
    await expectAsked();
    await question(first).getByRole('button', { name: 'Stay signed in', exact: true }).click();
    for (const page of [first, second]) await question(page).waitFor({ state: 'hidden' });
    expect(await statusOfMe(second)).toBe(200);

    await leaveUnused('demo_lab2', 61);
    await returnTo(second);
    await expectLedOut(second, '/home/data-listing');
  });
});

test('a token created on the account page works in a script until it is revoked', async () => {
  const visitor = await openVisitor(browser, portal.address);
  const { page } = visitor;
  await signIn(visitor, 'demo_ru');
  await page.goto('/home/account');
  await page.getByLabel('Name of the token').fill('nightly');
  await page.getByRole('button', { name: 'Make a token' }).click();
  const copy = page.getByRole('button', { name: /^Copy the token omicon_/ });
  const token = (await copy.getAttribute('aria-label'))?.split(' ').at(-1) ?? '';

  /** As in the guide. Asynchronous, because this process may be the proxy for the calls. */
  async function ask(): Promise<string> {
    const address = `${portal.address}/api/data-sets/?page_size=5&sort=title`;
    const args = [
      '--silent',
      '--write-out',
      '\n%{http_code}',
      '--header',
      `Authorization: Token ${token}`,
      address,
    ];
    return (await promisify(execFile)('curl', args)).stdout;
  }

  const [body = '', status] = (await ask()).split('\n');
  expect(status).toBe('200');
  expect((JSON.parse(body) as { results: unknown[] }).results).toHaveLength(5);
  await page.getByRole('button', { name: 'Actions for nightly' }).click();
  await page.getByRole('menuitem', { name: 'Revoke' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Revoke', exact: true }).click();
  await page.getByText('No records found', { exact: true }).waitFor();
  expect((await ask()).split('\n').at(-1)).toBe('401');
  expect(visitor.troubles).toEqual([]);
});
