/** Bug reports and wishes can be sent from every page, also without signing in, and read by administrators. */
import { PICTURES } from '@omicon/server/test-support/files/pictures.ts';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  closeVisitors,
  comeHome,
  expectAccessible,
  expectAccessibleLayer,
  openVisitor,
  shareBrowser,
  signIn,
  type Visitor,
} from '../browser/browser.ts';
import { startLaboratory } from '../browser/prepared.ts';
import { expectHeading } from '../browser/screens.ts';
import { type Caller, type Portal, signInByToken } from '../harness/portal.ts';

let portal: Portal;
let browser: Browser;
let script: Caller;
beforeAll(async () => {
  portal = await startLaboratory('empty');
  browser = await shareBrowser();
  script = await signInByToken(portal.address, 'demo_admin');
});
afterAll(async () => {
  await closeVisitors();
  await portal?.remove();
});

interface Listed {
  bug_description: string;
  comment: string;
  browser_version: string;
  timezone: string;
  environmental_variables: string;
  reported_by: string | null;
  screenshots: { name: string }[];
}

async function list(area: 'bug-reports' | 'feedback'): Promise<Listed[]> {
  return ((await (await script.get(`/api/${area}/`)).json()) as { results: Listed[] }).results;
}

function formOf(page: Page) {
  return page.getByRole('dialog', { name: 'Feedback', exact: true });
}

async function openForm({ page }: Visitor) {
  await page.getByRole('button', { name: 'Feedback', exact: true }).click();
  const form = formOf(page);
  await form.getByLabel('Bug description').waitFor();
  return form;
}

async function expectToast(page: Page, title: string, message: string): Promise<void> {
  const toast = page.getByRole(title === 'Error' ? 'alert' : 'status').filter({ hasText: title });
  await toast.getByText(message, { exact: true }).first().waitFor();
}

test('a visitor reports a bug with screenshots, and sees which fields are invalid', async () => {
  const stranger = await openVisitor(browser, portal.address);
  const { page } = stranger;
  await page.goto('/');
  const form = await openForm(stranger);
  await expectAccessible(page);
  const submit = form.getByRole('button', { name: 'Submit', exact: true });
  expect(await submit.isDisabled()).toBe(true);
  for (const [label, sentence] of [
    ['First name', 'Enter first name'],
    ['Last name', 'Enter last name'],
    ['Email', 'Enter email address'],
    ['Bug description', 'Enter bug description'],
  ] as const) {
    await form.getByLabel(label).focus();
    await page.keyboard.press('Tab');
    await form.getByText(sentence, { exact: true }).waitFor();
  }
  await form.getByLabel('Email').fill('rita');
  await form.getByText("You've entered an incorrect email address.", { exact: true }).waitFor();
  const phone = form.getByLabel('Phone number (optional)');
  await phone.fill('12a');
  await page.keyboard.press('Tab');
  await form.getByText('Please enter a valid number', { exact: true }).waitFor();
  await phone.fill('123');
  await form.getByText('Minimum length is 6', { exact: true }).waitFor();
  await phone.fill('');
  await form.getByLabel('First name').fill('Rita');
  await form.getByLabel('Last name').fill('Levi');
  await form.getByLabel('Email').fill('rita@neuro.test');
  await form.getByLabel('Bug description').fill('The <b>welcome</b> is missing.');
  await form.locator('input[type=file]').setInputFiles([
    { name: 'first.png', mimeType: 'image/png', buffer: PICTURES['picture.png'] },
    { name: 'second.webp', mimeType: 'image/webp', buffer: PICTURES['lossy.webp'] },
    { name: 'third.jpg', mimeType: 'image/jpeg', buffer: PICTURES['picture.jpg'] },
  ]);
  const chosen = form.getByRole('list', { name: 'Chosen screenshots' });
  await chosen.getByText('third.jpg', { exact: true }).waitFor();
  await form.getByRole('button', { name: 'Remove second.webp', exact: true }).click();
  await expect.poll(() => chosen.getByRole('listitem').count()).toBe(2);
  await form
    .locator('input[type=file]')
    .setInputFiles([{ name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('no picture') }]);
  await form.getByRole('alert').filter({ hasText: 'Only PNG, JPEG and WebP pictures' }).waitFor();
  await expectAccessible(page);
  await submit.click();
  await expectToast(page, 'Successful', 'Your response is recorded!');
  await form.waitFor({ state: 'hidden' });
  const [report] = await list('bug-reports');
  expect(report).toMatchObject({
    bug_description: 'The <b>welcome</b> is missing.',
    browser_version: expect.stringMatching(/^Chrome \d/),
    environmental_variables: expect.stringContaining('page /; window 1440 x 900'),
    reported_by: null,
    screenshots: [{ name: 'first.png' }, { name: 'third.jpg' }],
  });
  expect(report?.timezone).not.toBe('');
  expect(stranger.troubles).toEqual([]);
});

test('for a person who is signed in, the form has their name; they send a wish', async () => {
  const visitor = await openVisitor(browser, portal.address);
  const { page } = visitor;
  await comeHome(visitor, 'demo_ru');
  const form = await openForm(visitor);
  await form.getByText('Comment/Feature Request', { exact: true }).click();
  await form.getByLabel('Comment', { exact: false }).last().waitFor();
  await expect.poll(() => form.getByLabel('First name').inputValue()).not.toBe('');
  await expect.poll(() => form.getByLabel('Email').inputValue()).toMatch(/@/);
  await form.getByRole('textbox', { name: 'Comment' }).fill('A legend would help.');
  await expectAccessible(page);
  await form.getByRole('button', { name: 'Submit', exact: true }).click();
  await expectToast(page, 'Successful', 'Your response is recorded!');
  expect((await list('feedback'))[0]).toMatchObject({
    comment: 'A legend would help.',
    reported_by: 'demo_ru',
  });
});

test('a refusal is shown, and a report whose response was lost is recorded once', async () => {
  const visitor = await openVisitor(browser, portal.address);
  const { page } = visitor;
  await comeHome(visitor, 'demo_lab');
  await page.setViewportSize({ width: 390, height: 844 });
  await page.getByRole('button', { name: /^Account of / }).click();
  await page.getByRole('menuitem', { name: 'Feedback', exact: true }).click();
  const form = formOf(page);
  await form.getByLabel('Bug description').fill('Told once.');
  await form
    .locator('input[type=file]')
    .setInputFiles([
      { name: 'evil.png', mimeType: 'image/png', buffer: Buffer.from('<script>alert(1)</script>') },
    ]);
  const submit = form.getByRole('button', { name: 'Submit', exact: true });
  await submit.click();
  await expectToast(page, 'Error', 'Something went wrong!');
  await form.getByText('evil.png is no whole PNG, JPEG or WebP picture.', { exact: true }).waitFor();
  await expectAccessible(page);
  await form.getByRole('button', { name: 'Remove evil.png', exact: true }).click();

  const before = (await list('bug-reports')).length;
  await page.route('**/api/create-bug-report/', async (route) => {
    await route.fetch();
    await route.abort();
  });
  await submit.click();
  await form.getByRole('alert').filter({ hasText: 'Network Failure' }).first().waitFor();
  await page.unroute('**/api/create-bug-report/');
  await submit.click();
  await expectToast(page, 'Successful', 'Your response is recorded!');
  const after = await list('bug-reports');
  expect(after).toHaveLength(before + 1);
  expect(after[0]).toMatchObject({ bug_description: 'Told once.', reported_by: 'demo_lab', screenshots: [] });
});

test('an administrator opens reports with screenshots and changes their status', async () => {
  const visitor = await openVisitor(browser, portal.address);
  const { page } = visitor;
  await signIn(visitor, 'demo_admin');
  await page.goto('/home/admin');
  await page
    .getByRole('main')
    .getByRole('link', { name: /^Reports and Feedback/ })
    .click();
  await expectHeading(page, 'Reports and Feedback');
  const grid = page.getByRole('grid', { name: 'Bug reports' });
  await grid.getByRole('button', { name: 'The <b>welcome</b> is missing.', exact: true }).click();
  const details = page.getByRole('dialog', { name: 'Bug report of Rita Levi', exact: true });
  for (const name of ['Screenshot 1', 'Screenshot 2']) {
    const picture = details.getByRole('img', { name, exact: true });
    await picture.waitFor();
    expect(
      await picture.evaluate((drawn: { decode(): Promise<void> }) => drawn.decode().then(() => true)),
    ).toBe(true);
  }
  await expectAccessibleLayer(page);
  await page.keyboard.press('Escape');
  const row = grid.getByRole('row').filter({ hasText: 'Rita Levi' });
  await row.getByRole('button', { name: 'Actions for the report of Rita Levi' }).click();
  await page.getByRole('menuitem', { name: 'Mark as closed', exact: true }).click();
  await row.getByText('Closed', { exact: true }).waitFor();
  await page.getByRole('link', { name: 'Feedback', exact: true }).click();
  await page
    .getByRole('grid', { name: 'Feedback' })
    .getByRole('button', { name: 'A legend would help.', exact: true })
    .click();
  await page.getByRole('dialog').getByText('A legend would help.', { exact: true }).waitFor();
  expect(visitor.troubles).toEqual([]);
});

test('nobody else can see the list', async () => {
  const visitor = await openVisitor(browser, portal.address);
  await signIn(visitor, 'demo_lab');
  await visitor.page.goto('/home/admin/feedback');
  await visitor.page.getByText('You cannot see this list', { exact: true }).waitFor();
  expect(visitor.troubles).toEqual([]);
});
