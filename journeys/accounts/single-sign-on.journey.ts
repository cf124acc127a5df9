/** Sign-in through a popup: laboratory members by the demo institution, a researcher by the demo ORCID. */
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  closeVisitors,
  expectAccessible,
  openVisitor,
  shareBrowser,
  signIn,
  type Visitor,
} from '../browser/browser.ts';
import { startLaboratory } from '../browser/prepared.ts';
import { acceptTerms, PASSWORD, type Portal } from '../harness/portal.ts';

let portal: Portal;
let browser: Browser;

beforeAll(async () => {
  portal = await startLaboratory('empty');
  browser = await shareBrowser();
});

afterAll(async () => {
  await closeVisitors();
  await portal.remove();
});

const MEMBER = 'Lab Member Login';
const ORCID = 'Sign in with ORCID';

/** The window opened by a click. */
async function openedBy({ context }: Visitor, act: () => Promise<void>): Promise<Page> {
  const [opened] = await Promise.all([context.waitForEvent('page'), act()]);
  return opened;
}

async function openPopup(visitor: Visitor, door: string): Promise<Page> {
  const { page } = visitor;
  const popup = await openedBy(visitor, () => page.getByRole('button', { name: door, exact: true }).click());
  await page.getByRole('heading', { name: "We're almost there..." }).waitFor();
  await popup.getByText('This provider belongs to the demo').waitFor();
  return popup;
}

async function choose(popup: Page, name: string): Promise<void> {
  await popup.getByLabel(name).check();
  await popup.getByLabel('Password of the demo accounts').fill(PASSWORD);
  await popup.getByRole('button', { name: 'Sign in', exact: true }).click();
}

/** Everything that scripts of the page could read afterwards. */
function readableStorage(page: Page): Promise<string> {
  return page.evaluate('JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.cookie])');
}

async function logOut(visitor: Visitor): Promise<void> {
  await visitor.page.getByRole('button', { name: /^Account of / }).click();
  await visitor.page.getByRole('menuitem', { name: 'Log Out' }).click();
}

test('two members sign in one after the other, each signing out at the institution too', async () => {
  const visitor = await openVisitor(browser, portal.address);
  const { page, troubles } = visitor;
  await page.goto('/');
  const addresses: string[] = [];
  for (const name of ['Maren Solberg', 'Jonas Adeyemi']) {
    const popup = await openPopup(visitor, MEMBER);
    popup.on('framenavigated', (frame) => addresses.push(frame.url()));
    await expect.poll(() => popup.evaluate('[innerWidth, innerHeight]')).toEqual([650, 700]);
    await expectAccessible(popup);
    await Promise.all([popup.waitForEvent('close'), choose(popup, name)]);
    await page.waitForURL('**/home/recent-files');
    await acceptTerms(page);
    await page.getByRole('button', { name: `Account of ${name}` }).click();
    await page.getByText('Lab member').waitFor();
    await page.keyboard.press('Escape');
    const stored = await readableStorage(page);
    expect(stored).toContain('appId');
    expect(stored).not.toMatch(/[\w-]{43}/);
    const signOut = await openedBy(visitor, async () => {
      await logOut(visitor);
      await page.getByRole('heading', { name: 'Logging you out, Please wait.' }).waitFor();
      await expectAccessible(page);
    });
    await signOut.getByRole('button', { name: 'Yes, sign me out' }).click();
    await signOut.getByText('You are signed out.').waitFor();
    await expectAccessible(signOut);
    await signOut.close();
    await page.getByRole('link', { name: 'REGISTERED USERS' }).waitFor();
  }
  // No address that a server or the history could store contains a code.
  expect(addresses.filter((address) => address.startsWith(portal.address)).length).toBeGreaterThan(0);
  expect(addresses.filter((address) => address.startsWith(portal.address) && address.includes('?'))).toEqual(
    [],
  );
  expect(troubles).toEqual([]);
});

test('a person who is not on the whitelist is refused with the message of the landing page', async () => {
  const visitor = await openVisitor(browser, portal.address);
  const { page } = visitor;
  await page.goto('/');
  const popup = await openPopup(visitor, MEMBER);
  await Promise.all([popup.waitForEvent('close'), choose(popup, 'Petra Novak')]);
  await page.waitForURL(`${portal.address}/`);
  await page
    .getByRole('alert')
    .getByText('Access denied, please contact the admin.', { exact: true })
    .waitFor();
  await expectAccessible(page);
  await page.goto('/home');
  await page.getByRole('link', { name: 'REGISTERED USERS' }).waitFor();
});

test('closing the popup returns to the page without an error', async () => {
  const visitor = await openVisitor(browser, portal.address);
  const { page, troubles } = visitor;
  await page.goto('/');
  const popup = await openPopup(visitor, MEMBER);
  await popup.close();
  await page.waitForURL(`${portal.address}/`);
  await page.getByRole('link', { name: 'REGISTERED USERS' }).waitFor();
  expect(await page.getByRole('alert').count()).toBe(0);
  expect(troubles).toEqual([]);
});

test('a second popup replaces the first', async () => {
  const visitor = await openVisitor(browser, portal.address);
  const { page } = visitor;
  await page.goto('/');
  const first = await openPopup(visitor, MEMBER);
  await page.getByRole('link', { name: 'Other ways to enter' }).click();
  const [second] = await Promise.all([openPopup(visitor, ORCID), first.waitForEvent('close')]);
  await Promise.all([second.waitForEvent('close'), choose(second, 'Josiah Carberry')]);
  await page.waitForURL('**/home/recent-files');
});

/** Simulates a provider with an opener policy: to the page, the popup looks like a closed window. */
const CUT_OFF = `window.open = ((open) => (...parts) => {
  const popup = open.apply(window, parts);
  return { get closed() { return window.isCutOff === true }, close() {}, location: { replace: (address) => popup.location.replace(address) } };
})(window.open)`;

test('sign-in works with a provider whose opener policy cuts off the popup', async () => {
  const visitor = await openVisitor(browser, portal.address);
  const { page } = visitor;
  await page.goto('/');
  await page.evaluate(CUT_OFF);
  const popup = await openPopup(visitor, MEMBER);
  await page.evaluate('window.isCutOff = true');
  await page.getByRole('link', { name: 'REGISTERED USERS' }).waitFor();
  await choose(popup, 'Maren Solberg');
  await page.waitForURL('**/home/recent-files');
  await page.getByRole('button', { name: 'Account of Maren Solberg' }).waitFor();
});

test('cancelling at the provider shows a failure', async () => {
  const visitor = await openVisitor(browser, portal.address);
  const { page } = visitor;
  await page.goto('/');
  const popup = await openPopup(visitor, MEMBER);
  await Promise.all([popup.waitForEvent('close'), popup.getByRole('button', { name: 'Cancel' }).click()]);
  await page
    .getByRole('alert')
    .getByText('Something went wrong, please try again.', { exact: true })
    .waitFor();
});

test('sign-in by keyboard, after a wrong password, leads to the requested address', async () => {
  const visitor = await openVisitor(browser, portal.address);
  const { page } = visitor;
  await page.goto('/home/collections/data-sets');
  const door = page.getByRole('button', { name: MEMBER, exact: true });
  await door.focus();
  const popup = await openedBy(visitor, () => page.keyboard.press('Enter'));
  const password = popup.getByLabel('Password of the demo accounts').and(popup.locator(':focus'));
  await password.waitFor();
  await popup.keyboard.type('not the password');
  await popup.keyboard.press('Enter');
  await popup.getByText('This is not the password of the demo accounts.').waitFor();
  await password.waitFor();
  await popup.keyboard.press('Shift+Tab');
  await popup.keyboard.press('ArrowDown');
  await popup.getByLabel('Jonas Adeyemi').and(popup.locator(':checked')).waitFor();
  await popup.keyboard.press('Tab');
  await popup.keyboard.type(PASSWORD);
  await Promise.all([popup.waitForEvent('close'), popup.keyboard.press('Enter')]);
  await page.waitForURL('**/home/collections/data-sets');
  await page.getByRole('button', { name: 'Account of Jonas Adeyemi' }).waitFor();
});

test('a blocked window is reported, with a button to open it', async () => {
  const visitor = await openVisitor(browser, portal.address);
  const { page } = visitor;
  await page.goto('/');
  await page.evaluate('window.reallyOpen = window.open; window.open = () => null');
  await page.getByRole('button', { name: MEMBER, exact: true }).click();
  await page.getByText('The sign-in window was blocked').waitFor();
  await expectAccessible(page);
  await page.evaluate('window.open = window.reallyOpen');
  const popup = await openedBy(visitor, () =>
    page.getByRole('button', { name: 'Open the sign-in window' }).click(),
  );
  await Promise.all([popup.waitForEvent('close'), choose(popup, 'Maren Solberg')]);
  await page.waitForURL('**/home/recent-files');
});

test('after a failed permissions call, home shows nothing private', async () => {
  const visitor = await openVisitor(browser, portal.address);
  const { page } = visitor;
  await page.goto('/');
  const popup = await openPopup(visitor, MEMBER);
  await page.route('**/api/user-permissions/', (route) => route.fulfill({ status: 503, body: '{}' }));
  await Promise.all([popup.waitForEvent('close'), choose(popup, 'Maren Solberg')]);
  await page.waitForURL('**/home**');
  await page.getByRole('button', { name: 'Retry' }).waitFor();
  expect(await page.getByRole('navigation').count()).toBe(0);
  await page.unroute('**/api/user-permissions/');
  await page.getByRole('button', { name: 'Retry' }).click();
  await page.getByRole('button', { name: 'Account of Maren Solberg' }).waitFor();
});

test('a new researcher signs in by ORCID as a registered user, and signs out once', async () => {
  const visitor = await openVisitor(browser, portal.address);
  const { page, troubles } = visitor;
  await page.goto('/');
  const popup = await openPopup(visitor, ORCID);
  await Promise.all([popup.waitForEvent('close'), choose(popup, 'Josiah Carberry')]);
  await page.waitForURL('**/home/recent-files');
  await acceptTerms(page);
  await page.getByRole('button', { name: 'Account of Josiah Carberry' }).click();
  await page.getByText('Registered user').waitFor();
  await page.keyboard.press('Escape');
  await page.goto('/home/account');
  await page.getByText('0000-0002-1825-0097 is connected').waitFor();
  await expectAccessible(page);
  await logOut(visitor);
  await page.getByRole('link', { name: 'REGISTERED USERS' }).waitFor();
  expect(await page.getByText('Please wait.').count()).toBe(0);
  expect(troubles).toEqual([]);
});

test('an iD in use cannot be connected to another account', async () => {
  const visitor = await openVisitor(browser, portal.address);
  const { page } = visitor;
  await signIn(visitor, 'demo_lab');
  await page.goto('/home/account');
  const popup = await openedBy(visitor, () => page.getByRole('button', { name: 'Connect ORCID iD' }).click());
  await Promise.all([popup.waitForEvent('close'), choose(popup, 'Josiah Carberry')]);
  await page.getByText('This ORCID iD belongs to another account.').waitFor();
});
