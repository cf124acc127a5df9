/** Coming in through a popup: members of the laboratory by the demo's institution, a researcher by the demo's ORCID. */
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { expectAccessible, openBrowser, openVisitor, signIn, type Visitor } from '../browser/browser.ts';
import { acceptTerms, PASSWORD, type Portal } from '../browser/portal.ts';
import { startLaboratory } from '../browser/prepared.ts';

let portal: Portal;
let browser: Browser;

beforeAll(async () => {
  portal = await startLaboratory('empty');
  browser = await openBrowser();
});

afterAll(async () => {
  await browser.close();
  await portal.remove();
});

const MEMBER = 'Lab Member Login';
const ORCID = 'Sign in with ORCID';

/** The window that a click opens. */
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

/** Everything that scripts of the page could read later. */
function readableStorage(page: Page): Promise<string> {
  return page.evaluate('JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.cookie])');
}

async function logOut(visitor: Visitor): Promise<void> {
  await visitor.page.getByRole('button', { name: /^Account of / }).click();
  await visitor.page.getByRole('menuitem', { name: 'Log Out' }).click();
}

test('two members come in one after the other, each signing out at the institution too', async () => {
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
  // No code stands in an address that a server or a history could keep.
  expect(addresses.filter((address) => address.startsWith(portal.address)).length).toBeGreaterThan(0);
  expect(addresses.filter((address) => address.startsWith(portal.address) && address.includes('?'))).toEqual(
    [],
  );
  expect(troubles).toEqual([]);
});

test('a person who is not on the whitelist is refused with the sentence of the landing page', async () => {
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

test('a popup that the person closes leads back without a complaint', async () => {
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

test('a second popup takes the place of the first', async () => {
  const visitor = await openVisitor(browser, portal.address);
  const { page } = visitor;
  await page.goto('/');
  const first = await openPopup(visitor, MEMBER);
  await page.getByRole('link', { name: 'Other ways to enter' }).click();
  const [second] = await Promise.all([openPopup(visitor, ORCID), first.waitForEvent('close')]);
  await Promise.all([second.waitForEvent('close'), choose(second, 'Josiah Carberry')]);
  await page.waitForURL('**/home/recent-files');
});

/** What a page holds of its popup once a page of the provider has asked the browser to cut it off: a closed window. */
const CUT_OFF = `window.open = ((open) => (...parts) => {
  const popup = open.apply(window, parts);
  return { get closed() { return window.isCutOff === true }, close() {}, location: { replace: (address) => popup.location.replace(address) } };
})(window.open)`;

test('a provider whose pages cut the popup off still brings the person in', async () => {
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

test('a person who goes back at the provider reads that it did not work', async () => {
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

test('by keyboard alone, after a wrong password, to the address that was asked for', async () => {
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

test('a blocked window is said to be so, and opened by the button there', async () => {
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

test('a failing permissions call leaves the person at home with nothing private', async () => {
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

test('a new researcher comes in by ORCID as a registered user, and leaves without a second sign-out', async () => {
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

test('an iD that belongs to somebody is not connected to another account', async () => {
  const visitor = await openVisitor(browser, portal.address);
  const { page } = visitor;
  await signIn(visitor, 'demo_lab');
  await page.goto('/home/account');
  const popup = await openedBy(visitor, () => page.getByRole('button', { name: 'Connect ORCID iD' }).click());
  await Promise.all([popup.waitForEvent('close'), choose(popup, 'Josiah Carberry')]);
  await page.getByText('This ORCID iD belongs to another account.').waitFor();
});
