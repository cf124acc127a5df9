import type { getPermissions } from '@omicon/contract/areas/people/sign-in.ts';
import type { ReplyOf } from '@omicon/contract/base/endpoint.ts';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { findRecords, packGenes } from '../browser/addresses.ts';
import {
  closeVisitors,
  comeHome,
  enterAsGuest,
  expectAccessible,
  expectAccessibleLayer,
  openVisitor,
  shareBrowser,
  signIn,
} from '../browser/browser.ts';
import { startLaboratory } from '../browser/prepared.ts';
import { expectHeading } from '../browser/screens.ts';
import { acceptTerms, PASSWORD, type Portal, signInByToken } from '../harness/portal.ts';
import { fillLogin, statusOfMe } from './login.ts';

let portal: Portal;
let browser: Browser;

beforeAll(async () => {
  portal = await startLaboratory('demo');
  browser = await shareBrowser();
});

afterAll(async () => {
  await closeVisitors();
  await portal?.remove();
});

async function usernameOf(page: Page): Promise<unknown> {
  return page.evaluate(
    `fetch('/api/me/', { headers: { 'x-omicon-client': 'web' } }).then((answer) => answer.json()).then((me) => me.username)`,
  );
}

describe('a reviewer', () => {
  test('signs in on a separate login page with its own text', async () => {
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
    await expectHeading(page, 'Home');
  });
});

describe('a guest', () => {
  test('is a new person at every click', async () => {
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

  test('who tries to download learns that it requires an account, with a link to the registration', async () => {
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

test('a person signed in without permissions stays on the public pages, others are redirected home', async () => {
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

describe('a screen without permission', () => {
  test('says so, and makes no calls that would be refused', async () => {
    const visitor = await openVisitor(browser, portal.address);
    const { page, troubles } = visitor;
    await enterAsGuest(visitor);
    const refusals: readonly [address: string, sentence: string][] = [
      ['/home/starred', 'Guests have no starred records'],
      ['/home/downloads', 'There is no download log for guests'],
      [`/home/docker?key=${'x'.repeat(32)}`, 'There are no images for guests'],
      ['/home/comment-notifications', 'There is no comment log for guests'],
      ['/home/admin?tab=ontologies', 'You cannot see these tables'],
      ['/home/admin/sample-attributes', 'You cannot see this table'],
      ['/home/admin/user-management', 'You cannot see this list'],
      ['/home/admin/roles', 'You cannot see this page'],
      ['/home/admin/preferences', 'You cannot see this page'],
      ['/home/admin/preferences?tab=terms', 'You cannot see this page'],
      ['/home/admin/feedback', 'You cannot see this list'],
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

describe('the terms of service', () => {
  const modalOf = (page: Page) => page.getByRole('dialog', { name: 'Terms Of Service', exact: true });

  test('must be accepted first, and declining them signs out', async () => {
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
    // Screens that request their data while their scripts load.
    for (const address of [
      `/home/explore?genes=${packGenes(['AIF1', 'CD68', 'MBP'])}`,
      '/home/analyses/analysis-data/files?analysisId=1&pdf_name=Modules.pdf',
    ]) {
      await page.goto(address);
      await modalOf(page).getByText('Research and education', { exact: true }).waitFor();
    }
    const allowed =
      /^\/api\/(version-check|guest-login\/|session\/|user-permissions\/|terms\/|preferences\/|demo-progress\/|public-contents\/)$/;
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

  test('must be accepted again on an open page when an administrator publishes a new version', async () => {
    const person = await openVisitor(browser, portal.address);
    await comeHome(person, 'demo_ru');
    await expectHeading(person.page, 'Home');
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
    await expectHeading(person.page, 'Home');
    await person.page.goto('/home/termsofservice');
    await person.page.getByText(/^You accepted these terms on /).waitFor();
    expect(await modalOf(person.page).count()).toBe(0);

    await acceptTerms(boss.page);
    const versions = boss.page.getByRole('grid', { name: 'Versions' });
    await versions.getByRole('row').filter({ hasText: 'Ada Lindqvist' }).waitFor();
    expect([...person.troubles, ...boss.troubles]).toEqual([]);
  });
});
