/** Who is let in, on which terms, for how long; and how they learn that it is over. */
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { getPermissions } from '@omicon/contract/accounts.ts';
import type { ReplyOf } from '@omicon/contract/endpoint.ts';
import { openDatabase, sql } from '@omicon/server/base/database.ts';
import { embeddedUrl } from '@omicon/server/base/embedded-postgres.ts';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { findRecords } from './addresses.ts';
import {
  enterAsGuest,
  expectAccessible,
  expectAccessibleLayer,
  openBrowser,
  openVisitor,
  settle,
  signIn,
  watchCalls,
} from './browser.ts';
import { acceptTerms, type Caller, PASSWORD, type Portal, signInByToken } from './portal.ts';
import { startLaboratory } from './prepared.ts';
import { expectHeading } from './screens.ts';

let portal: Portal;
let browser: Browser;
let admin: Caller;

beforeAll(async () => {
  portal = await startLaboratory('demo');
  browser = await openBrowser();
  admin = await signInByToken(portal.address, 'demo_admin');
});

afterAll(async () => {
  await browser?.close();
  await portal?.remove();
});

/** Status of the answer to "who am I", asked by the page with its own cookie. */
function statusOfMe(page: Page): Promise<unknown> {
  return page.evaluate(
    `fetch('/api/me/', { headers: { 'x-omicon-client': 'web' } }).then((answer) => answer.status)`,
  );
}

async function usernameOf(page: Page): Promise<unknown> {
  return page.evaluate(
    `fetch('/api/me/', { headers: { 'x-omicon-client': 'web' } }).then((answer) => answer.json()).then((me) => me.username)`,
  );
}

async function fillLogin(page: Page, username: string, password: string): Promise<void> {
  await page.getByLabel('User name').fill(username);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.keyboard.press('Enter');
}

const ENDED = 'Your sign-in has ended. Please sign in again.';

/** The landing page, with a sentence and the way back to where the person was. */
async function expectLedOut(page: Page, from: string): Promise<void> {
  await page.getByText(ENDED, { exact: true }).waitFor();
  await page.getByRole('link', { name: 'REGISTERED USERS' }).waitFor();
  expect(new URL(page.url()).searchParams.get('next')).toBe(from);
  expect(await statusOfMe(page)).toBe(401);
}

describe('a reviewer', () => {
  test('has a login page with a sentence of its own, and comes in by it', async () => {
    const { page } = await openVisitor(browser, portal.address);
    await page.goto('/login?userType=reviewer');
    await expectHeading(page, 'Reviewer login');
    await fillLogin(page, 'demo_reviewer', 'not the password');
    await page
      .getByRole('alert')
      .getByText("Invalid login. Make sure you've entered the right credentials.", { exact: true })
      .waitFor();
    await fillLogin(page, 'demo_reviewer', PASSWORD);
    await page.waitForURL('**/home/recent-files');
    await expectHeading(page, 'Recent files');
  });
});

describe('a guest', () => {
  test('is somebody new at every click', async () => {
    const names: unknown[] = [];
    for (let click = 0; click < 2; click += 1) {
      const visitor = await openVisitor(browser, portal.address);
      await enterAsGuest(visitor);
      names.push(await usernameOf(visitor.page));
      await visitor.context.close();
    }
    expect(names[0]).toMatch(/^guest-/);
    expect(new Set(names).size).toBe(2);
  });

  test('who asks to download learns what it needs, and is led to the registration', async () => {
    const visitor = await openVisitor(browser, portal.address);
    const { page } = visitor;
    await enterAsGuest(visitor);
    await page
      .getByRole('button', { name: /^Actions for / })
      .first()
      .click();
    await page.getByRole('menuitem', { name: 'Download' }).click();
    const modal = page.getByRole('dialog', { name: 'Permission', exact: true });
    await modal
      .getByText('You need to login to download/modify contents of the system...', { exact: true })
      .waitFor();
    await expectAccessible(page);
    await modal.getByRole('button', { name: 'Go to Register', exact: true }).click();
    await page.waitForURL('**/register');
    await expectHeading(page, 'User Registration');
    expect(await statusOfMe(page)).toBe(401);
    expect(visitor.troubles).toEqual([]);
  });

  test('has menus on the rows of records, none on networks and enriched gene sets', async () => {
    const visitor = await openVisitor(browser, portal.address);
    const { page } = visitor;
    await enterAsGuest(visitor);
    const { analysis, moduleId } = await findRecords(await signInByToken(portal.address, 'demo_lab'));
    for (const [address, caption, hasMenus] of [
      ['/home/recent-files', 'Recent files', true],
      [
        `/home/analyses/analysis-data/attributes?analysisId=${analysis}&tab=networks`,
        'Covariation networks',
        false,
      ],
      [
        `/home/modules/OM.CM.${moduleId}?tab=enrichment`,
        'Enriched gene sets (P < .05, not corrected)',
        false,
      ],
    ] as const) {
      await page.goto(address);
      const grid = page.getByRole('grid', { name: caption, exact: true });
      const row = grid.getByRole('row').nth(1);
      await row.waitFor();
      expect((await grid.getByRole('button', { name: /^Actions for / }).count()) > 0, caption).toBe(hasMenus);
      await row.getByRole('gridcell').first().click({ button: 'right' });
      expect(await page.getByRole('menu').count(), caption).toBe(Number(hasMenus));
    }
    expect(visitor.troubles).toEqual([]);
  });
});

test('somebody signed in without permissions stays on the public pages, others are led home', async () => {
  const visitor = await openVisitor(browser, portal.address);
  const { page } = visitor;
  await signIn(visitor, 'demo_lab');
  await page.goto('/login');
  await page.waitForURL('**/home/recent-files');
  await page.route('**/api/user-permissions/', async (route) => {
    const response = await route.fetch();
    const answered = (await response.json()) as ReplyOf<typeof getPermissions>;
    await route.fulfill({ response, json: { ...answered, permissions: [] } });
  });
  await page.goto('/login');
  await expectHeading(page, 'Login');
  expect(new URL(page.url()).pathname).toBe('/login');
});

describe('a screen that a role does not open', () => {
  test('says so, and asks nothing that would be refused', async () => {
    const visitor = await openVisitor(browser, portal.address);
    const { page, troubles } = visitor;
    await enterAsGuest(visitor);
    const refusals: readonly [address: string, sentence: string][] = [
      ['/home/starred', 'Guests have no starred records'],
      ['/home/downloads', 'There is no download log for guests'],
      [`/home/docker?key=${'x'.repeat(32)}`, 'There are no images for guests'],
      ['/home/comment-notifications', 'There is no comment log for guests'],
      ['/home/admin?tab=ontologies', 'These tables are not for you'],
      ['/home/admin/sample-attributes', 'This table is not for you'],
      ['/home/admin/user-management', 'This list is not for you'],
      ['/home/admin/roles?tab=RU', 'This page is not for you'],
      ['/home/admin/preferences', 'This page is not for you'],
      ['/home/admin/preferences?tab=terms', 'This page is not for you'],
      ['/home/admin/feedback', 'This list is not for you'],
    ];
    for (const [address, sentence] of refusals) {
      await page.goto(address);
      await page.getByText(sentence, { exact: true }).waitFor();
      expect(await page.getByRole('heading', { level: 1 }).count(), address).toBe(1);
      expect(await page.getByRole('main').getByRole('textbox').count(), address).toBe(0);
    }
    expect(troubles).toEqual([]);
  });
});

describe('the page of another version', () => {
  /** The server changes under a page that is open: from now on it names a version that is no longer served. */
  async function growOld(page: Page): Promise<void> {
    await page.waitForLoadState('networkidle');
    await page.route('**/api/**', (route) =>
      route.continue({ headers: { ...route.request().headers(), 'api-version': '0.9' } }),
    );
  }

  const modalOf = (page: Page) => page.getByRole('dialog', { name: 'Version Update Available', exact: true });
  const REFRESH = 'New version is available. Please refresh the application to continue';
  const LOG_OUT = 'You need to update the app by logging out. Please login again to continue';

  test.each(['Login as Guest User', 'LOGIN'])('%s shows the modal and nothing beside it', async (button) => {
    const { page } = await openVisitor(browser, portal.address);
    const [address, lastCall] = button === 'LOGIN' ? ['/login', '**/api/me/'] : ['/', '**/api/preferences/'];
    // A page that is still being read has no calls on their way either.
    await Promise.all([page.waitForResponse(lastCall), page.goto(address)]);
    await page.getByRole('button', { name: button, exact: true }).waitFor();
    await growOld(page);
    if (button === 'LOGIN') await fillLogin(page, 'demo_ru', PASSWORD);
    else await page.getByRole('button', { name: button }).click();
    await modalOf(page).getByText(REFRESH, { exact: true }).waitFor();
    expect(await page.getByRole('alert').count()).toBe(0);
    await modalOf(page).getByRole('button', { name: 'Refresh', exact: true }).waitFor();
    await page.context().close();
  });

  test('asks somebody signed in to log out, which the server then does', async () => {
    const visitor = await openVisitor(browser, portal.address);
    const { page } = visitor;
    await signIn(visitor, 'demo_ru');
    const link = page.getByRole('link', { name: 'Data sets', exact: true });
    await link.waitFor();
    await growOld(page);
    // The page's own calls may have told it already, and its window then lies over the link.
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
  test('of a person who is removed is led out at once; Undo brings the person back', async () => {
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
    // It stays for as long as it has the focus, whatever time the other person takes.
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

  test('shows what its role may do now, without a reload', async () => {
    const visitor = await openVisitor(browser, portal.address);
    await signIn(visitor, 'demo_lab');
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

describe('a sign-in that is not used', () => {
  /** Makes the last use of every sign-in of a person lie so many minutes back. */
  async function leaveUnused(username: string, minutes: number): Promise<void> {
    const { db, close } = openDatabase(embeddedUrl(portal.dataDir), { connections: 1 });
    await sql`
      update session set last_seen_at = now() - make_interval(secs => ${minutes * 60})
       where person_id = (select id from person where username = ${username})`.execute(db);
    await close();
  }

  /** The person comes back to the page, as after a walk. */
  async function returnTo(page: Page): Promise<void> {
    await page.evaluate(`window.dispatchEvent(new Event('visibilitychange'))`);
  }

  test('is spoken of on every page, prolonged on one for all, and over when nobody answers', async () => {
    const visitor = await openVisitor(browser, portal.address);
    const first = visitor.page;
    // A call that comes later would be a use of the sign-in.
    const untilAtRest = async (page: Page, calls: ReturnType<typeof watchCalls>, readings: number) => {
      await page.getByRole('heading', { level: 1 }).waitFor();
      await settle(page);
      await expect.poll(() => calls.countAnswers('/api/user-permissions/')).toBe(readings);
      await expect.poll(() => calls.countUnderWay()).toBe(0);
    };
    const calls = watchCalls(first);
    await signIn(visitor, 'demo_lab2');
    // The page whose socket opens reads once more who is signed in.
    await untilAtRest(first, calls, 2);
    const second = await visitor.context.newPage();
    const laterCalls = watchCalls(second);
    await second.goto('/home/data-listing');
    await untilAtRest(second, laterCalls, 1);

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
    // A page that becomes wide again reads its menu, and that is a use of the sign-in.
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

test('a token made on the account page works in a script until it is revoked there', async () => {
  const visitor = await openVisitor(browser, portal.address);
  const { page } = visitor;
  await signIn(visitor, 'demo_ru');
  await page.goto('/home/account');
  await page.getByLabel('Name of the token').fill('nightly');
  await page.getByRole('button', { name: 'Make a token' }).click();
  const copy = page.getByRole('button', { name: /^Copy the token omicon_/ });
  const token = (await copy.getAttribute('aria-label'))?.split(' ').at(-1) ?? '';

  /** As the guide tells it. This process may be the one that passes calls on, so it must not stand still meanwhile. */
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

describe('the terms of service', () => {
  const modalOf = (page: Page) => page.getByRole('dialog', { name: 'Terms Of Service', exact: true });

  test('come before anything else, and declining them leads out', async () => {
    const { page, troubles } = await openVisitor(browser, portal.address);
    await page.goto('/');
    const calls: string[] = [];
    await page.getByRole('button', { name: 'Login as Guest User' }).waitFor();
    page.on('request', (request) => calls.push(new URL(request.url()).pathname));
    await page.getByRole('button', { name: 'Login as Guest User' }).click();
    await modalOf(page).getByText('Research and education', { exact: true }).waitFor();
    await expectAccessibleLayer(page);
    await modalOf(page)
      .getByRole('region', { name: 'Text of the terms' })
      .and(page.locator(':focus'))
      .waitFor();
    await page.keyboard.press('Escape');
    await page.keyboard.press('?');
    expect(await page.getByRole('dialog').count()).toBe(1);
    expect(await page.getByRole('navigation').count()).toBe(0);
    const allowed = /^\/api\/(version-check|guest-login\/|me\/|user-permissions\/|terms\/|preferences\/)$/;
    expect(calls.filter((path) => path.startsWith('/api/') && !allowed.test(path))).toEqual([]);
    const reloaded = page.waitForEvent('load');
    await Promise.all([
      page.getByText('Logging you out', { exact: true }).waitFor(),
      modalOf(page).getByRole('button', { name: 'Decline', exact: true }).click(),
    ]);
    await reloaded;
    await page.waitForURL(`${portal.address}/`);
    expect(await statusOfMe(page)).toBe(401);
    expect(troubles).toEqual([]);
  });

  test('are asked again on an open page when an administrator publishes new ones', async () => {
    const person = await openVisitor(browser, portal.address);
    await signIn(person, 'demo_ru');
    await expectHeading(person.page, 'Recent files');
    const boss = await openVisitor(browser, portal.address);
    await signIn(boss, 'demo_admin');
    await boss.page.goto('/home/admin/preferences?tab=terms');

    const publish = boss.page.getByRole('button', { name: 'Publish', exact: true });
    await boss.page.getByText('The text is the one in force', { exact: true }).waitFor();
    expect(await publish.isDisabled()).toBe(true);
    await boss.page.getByRole('button', { name: 'Add section', exact: true }).click();
    const section = boss.page.getByRole('group', { name: 'Section 11', exact: true });
    await section.getByLabel('11. Heading').fill('Care');
    await section.getByLabel('Text').fill('Treat the samples of people with care.');
    await section.getByRole('button', { name: 'Move section 11 up', exact: true }).click();
    await boss.page.getByRole('button', { name: 'Remove section 1', exact: true }).click();
    await boss.page.getByText('Preview', { exact: true }).click();
    const headings = boss.page.getByRole('heading', { level: 2 });
    await expect
      .poll(async () => (await headings.allTextContents()).slice(-2))
      .toEqual(['Care', 'Acknowledgement']);
    await publish.click();
    const question = boss.page.getByRole('dialog', { name: 'Publish version 2', exact: true });
    await question.getByText(/^Everybody will be asked again/).waitFor();
    await expectAccessible(boss.page);
    await question.getByRole('button', { name: 'Publish', exact: true }).click();

    await modalOf(person.page).getByText('Treat the samples of people with care.', { exact: true }).waitFor();
    await person.page.reload();
    await acceptTerms(person.page);
    await expectHeading(person.page, 'Recent files');
    await person.page.goto('/home/termsofservice');
    await person.page.getByText(/^You accepted these terms on /).waitFor();
    expect(await modalOf(person.page).count()).toBe(0);

    await acceptTerms(boss.page);
    const versions = boss.page.getByRole('grid', { name: 'Versions' });
    await versions.getByRole('row').filter({ hasText: 'Ada Lindqvist' }).waitFor();
    expect([...person.troubles, ...boss.troubles]).toEqual([]);
  });
});
