/** Malicious messages in the comments panel: sanitized by the server, and as if they had passed it. */
import { HTML_ATTACKS } from '@omicon/server/test-support/attacks/html-attacks.ts';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type DemoRecords, findRecords } from '../browser/addresses.ts';
import { closeVisitors, openVisitor, shareBrowser, signIn, withoutFirstReplies } from '../browser/browser.ts';
import { startLaboratory } from '../browser/prepared.ts';
import { type Caller, type Portal, signInByToken } from '../harness/portal.ts';

let portal: Portal;
let browser: Browser;
let records: DemoRecords;
let writer: Caller;

beforeAll(async () => {
  portal = await startLaboratory('demo');
  browser = await shareBrowser();
  writer = await signInByToken(portal.address, 'demo_lab');
  records = await findRecords(writer);
});

afterAll(async () => {
  await closeVisitors();
  await portal?.remove();
});

/** Forbidden in a message: other elements, handlers, styles, and links that are not external. */
const FORBIDDEN = [
  ...[
    'script',
    'iframe',
    'object',
    'embed',
    'img',
    'video',
    'audio',
    'form',
    'input',
    'style',
    'link',
    'base',
    'svg',
    'math',
  ],
  ...[
    '[style]',
    '[onclick]',
    '[onerror]',
    '[onload]',
    '[srcdoc]',
    '[id]',
    '[name]',
    'a[href]:not([rel~="noopener"])',
    'a[href]:not([href^="http" i], [href^="mailto:" i])',
  ],
]
  .map((forbidden) => `[class*="_message_"] ${forbidden}`)
  .join(', ');

/** The first file of a data set. */
async function firstFile(id: number): Promise<string | undefined> {
  const reply = await writer.get(`/api/files/?entity_type=ds&entity_id=${id}`);
  const { results } = (await reply.json()) as { results: { name: string; fileType: string }[] };
  return results.find(({ fileType }) => fileType !== 'folder')?.name;
}

test('malicious messages run no script, contact no other host and open no dialog', async () => {
  const topic = { entity_type: 'ds', entity_id: records.ds, comment_page_url: '/home' };
  const path = (await firstFile(records.ds)) ?? '';
  let kept = 0;
  for (const [number, attack] of HTML_ATTACKS.entries()) {
    const body = { ...topic, file_folder_name: path, message: `<p>Attack ${number}</p>${attack}` };
    const reply = await writer.send('POST', '/api/comment/create/', body);
    expect([201, 400]).toContain(reply.status);
    if (reply.status === 201) kept += 1;
  }
  expect(kept).toBeGreaterThan(HTML_ATTACKS.length / 2);
  const visitor = await openVisitor(browser, portal.address);
  await signIn(visitor, 'demo_lab2');
  const { page, troubles } = visitor;
  page.on('dialog', (dialog) => {
    troubles.push(`dialog: ${dialog.message()}`);
    void dialog.dismiss();
  });
  const query = new URLSearchParams({ dsId: String(records.ds), tab: 'files', file_folder_name: path });
  await page.goto(`/home/collections/data-sets/attributes?${query}`);
  const panel = page.getByRole('complementary', { name: 'Comments' });
  // By element: queries by role would search all messages.
  const shown = panel.locator('article');
  await shown.first().waitFor();
  while ((await shown.count()) < kept) {
    const before = await shown.count();
    await panel.getByRole('button', { name: 'Show more' }).click();
    await shown.nth(before).waitFor();
  }
  const address = page.url();
  expect(await page.evaluate('window.attacked')).toBeUndefined();
  expect(await panel.locator(FORBIDDEN).count()).toBe(0);
  expect(page.url()).toBe(address);
  expect(troubles).toEqual([]);

  // Messages that pass the server are sanitized by the page.
  await withoutFirstReplies(page);
  let replaced = 0;
  await page.route('**/api/file-comments/**', async (route) => {
    const reply = await route.fetch();
    const list = (await reply.json()) as { comments: { message: string }[] };
    for (const [at, comment] of list.comments.entries())
      comment.message = HTML_ATTACKS.filter((_attack, number) => number % 10 === at).join('');
    replaced += 1;
    await route.fulfill({ response: reply, json: list });
  });
  await page.reload();
  await shown.nth(9).waitFor();
  // The page asks once more when its socket has opened; the journey may not end within that reply.
  await page.unrouteAll({ behavior: 'wait' });
  expect(replaced).toBeGreaterThan(0);
  expect(await page.evaluate('window.attacked')).toBeUndefined();
  expect(await panel.locator(FORBIDDEN).count()).toBe(0);
  expect(page.url()).toBe(address);
  // While parsing, the browser logs each handler that the content security policy blocks.
  expect(troubles.filter((trouble) => !trouble.includes('Content Security Policy'))).toEqual([]);
});
