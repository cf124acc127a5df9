/** What people say about records, files and pages: written, answered, found again, hidden, deleted and brought back. */
import { openDatabase, sql } from '@omicon/server/base/database.ts';
import { embeddedUrl } from '@omicon/server/base/embedded-postgres.ts';
import type { Browser, Locator, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { type DemoRecords, findRecords } from './addresses.ts';
import { enterAsGuest, expectAccessible, openBrowser, openVisitor, signIn, type Visitor } from './browser.ts';
import { type Caller, type Portal, signInByToken, startPortal, untilDemo } from './portal.ts';

const NAMES = { demo_lab: 'Lena Okafor', demo_lab2: 'Bruno Castell', demo_ru: 'Rosa Unger' } as const;

let portal: Portal;
let browser: Browser;
let records: DemoRecords;
let callers: Record<'demo_admin' | 'demo_lab' | 'demo_lab2' | 'demo_ru' | 'demo_reviewer', Caller>;

beforeAll(async () => {
  portal = await startPortal({ args: [] });
  browser = await openBrowser();
  const call = (name: string) => signInByToken(portal.address, name);
  callers = {
    demo_admin: await call('demo_admin'),
    demo_lab: await call('demo_lab'),
    demo_lab2: await call('demo_lab2'),
    demo_ru: await call('demo_ru'),
    demo_reviewer: await call('demo_reviewer'),
  };
  await untilDemo(callers.demo_admin);
  records = await findRecords(callers.demo_admin);
});

afterAll(async () => {
  await browser?.close();
  await portal?.remove();
});

interface Stored {
  id: number;
  message: string;
  level: number;
  visibility: string;
  mentioned_users: number[];
  comment_page_url: string;
  covariation_module_id: number | null;
}

const COLLECTION = '/home/collections/data-collections/attributes';

function collectionTab(): string {
  return `${COLLECTION}?dcId=${records.dc}&contentType=collections&from=dsListing&tab=comments`;
}

function analysisTab(): string {
  const id = records.analysis;
  return `/home/analyses/analysis-data/attributes?analysisId=${id}&mainAnalysisId=${id}&contentType=analyses&tab=comments`;
}

function analysisFiles(query = ''): string {
  return `/home/analyses/analysis-data/files?analysisId=${records.analysis}&mainAnalysisId=${records.analysis}${query}`;
}

function modulePdf(page?: number): string {
  const { network, pdf } = records;
  const place = `/home/analyses/analysis-data/files?analysisId=${records.analysis}&analysisFileFolderId=${network}&mainAnalysisId=${records.analysis}&pdf_name=${pdf}`;
  return page === undefined ? place : `${place}&page=${page}`;
}

async function stored(answer: Response): Promise<Stored> {
  if (!answer.ok) throw new Error(`Not written: ${await answer.text()}`);
  return (await answer.json()) as Stored;
}

/** A comment on the data collection, unless something else is named, written by a script. */
async function say(caller: Caller, message: string, more: object = {}): Promise<Stored> {
  const body = {
    entity_type: 'dc',
    entity_id: records.dc,
    message: `<p>${message}</p>`,
    comment_page_url: collectionTab(),
    ...more,
  };
  return stored(await caller.send('POST', '/api/comment/create/', body));
}

async function answer(caller: Caller, to: Stored, message: string, more: object = {}): Promise<Stored> {
  const body = { comment: to.id, message: `<p>${message}</p>`, comment_page_url: collectionTab(), ...more };
  return stored(await caller.send('POST', '/api/reply/create/', body));
}

/** Browsers of the running test; a person has only so many connections. */
const visitors: Visitor[] = [];

afterEach(async () => {
  for (const { context } of visitors.splice(0)) await context.close();
});

async function visit(username: string): Promise<Visitor> {
  const visitor = await openVisitor(browser, portal.address);
  visitors.push(visitor);
  await signIn(visitor, username);
  return visitor;
}

/** The article of the comment that holds this text itself, not in one of its replies. */
function commentOf(page: Page, text: string): Locator {
  return page.getByRole('article').filter({ hasText: text });
}

const beginIn = (page: Page) => page.getByRole('button', { name: /^Join the discussion\.\.\./ });

/** The text of a new comment, or another one, once what is typed goes into it. */
async function writingIn(page: Page, name: string | RegExp = 'New comment'): Promise<Locator> {
  const text = page.getByRole('textbox', { name });
  await text.and(page.locator(':focus')).waitFor();
  return text;
}

/** Rows of the table of notifications that tell a person of a comment. */
async function countNotifications(username: string, commentId: number): Promise<number> {
  const { db, close } = openDatabase(embeddedUrl(portal.dataDir), { connections: 1 });
  try {
    const { rows } = await sql<{ n: number }>`
      select count(*)::int as n from notification n join person p on p.id = n.person_id
       where p.username = ${username} and n.kind = 'mention' and n.subject = ${`comment ${commentId}`}`.execute(
      db,
    );
    return rows[0]?.n ?? 0;
  } finally {
    await close();
  }
}

async function countUnread(caller: Caller): Promise<number> {
  const reply = await caller.get('/api/notifications/unread/');
  return ((await reply.json()) as { total: number }).total;
}

const bellName = (unread: number) => (unread === 0 ? 'Notifications' : `Notifications, ${unread} unread`);

async function newestComment(caller: Caller, recordId: number, path = ''): Promise<Stored> {
  const query = new URLSearchParams({ limit: '1', file_folder_name: path });
  const reply = await caller.get(`/api/file-comments/${recordId}/?${query}`);
  const { comments } = (await reply.json()) as { comments: Stored[] };
  const [newest] = comments;
  if (newest === undefined) throw new Error('There is no comment.');
  return newest;
}

describe('writing', () => {
  test('a comment with a mention is written with the keyboard alone, and the person is told', async () => {
    const { page, troubles } = await visit('demo_lab');
    await page.goto(collectionTab());
    await beginIn(page).focus();
    await page.keyboard.press('Enter');
    const text = await writingIn(page);
    await page.keyboard.type('Samples 3 and 7 look swapped, ');
    await page.keyboard.press('Control+b');
    await page.keyboard.type('please check');
    await page.keyboard.press('Control+b');
    await page.keyboard.type(' @bruno c');
    const option = page.getByRole('option', { name: NAMES.demo_lab2 });
    await option.waitFor();
    await page
      .locator(`[aria-activedescendant="${await option.getAttribute('id')}"]`)
      .and(text)
      .waitFor();
    await expectAccessible(page);
    await page.keyboard.press('Enter');
    await option.waitFor({ state: 'detached' });
    await page.keyboard.type('before Friday.');
    await page.keyboard.press('Control+Enter');
    const written = commentOf(page, 'before Friday.');
    await written.locator('.mention', { hasText: `@${NAMES.demo_lab2}` }).waitFor();
    await beginIn(page).and(page.locator(':focus')).waitFor();

    const comment = await newestComment(callers.demo_lab, records.dc);
    expect(comment.message).toContain('<strong>please check</strong>');
    expect(comment.visibility).toBe('public');
    expect(comment.mentioned_users).toHaveLength(1);
    expect(await countNotifications('demo_lab2', comment.id)).toBe(1);
    expect(await countNotifications('demo_lab', comment.id)).toBe(0);
    expect(troubles).toEqual([]);
  });

  test('the pick list is walked by arrows, taken by Tab and closed by Escape without leaving the text', async () => {
    const { page } = await visit('demo_lab');
    await page.goto(collectionTab());
    await beginIn(page).click();
    const text = await writingIn(page);
    await page.keyboard.type('@');
    const options = page.getByRole('option');
    await options.nth(2).waitFor();
    const names = await options.allTextContents();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('Tab');
    await text.locator('.mention', { hasText: `@${names[1]}` }).waitFor();
    await page.keyboard.type('and @ros');
    await page.getByRole('option', { name: NAMES.demo_ru }).waitFor();
    await page.keyboard.press('Escape');
    await options.first().waitFor({ state: 'detached' });
    expect(await text.textContent()).toContain('and @ros');
    await page.keyboard.press('Escape');
    await beginIn(page).and(page.locator(':focus')).waitFor();
  });

  test('a text that was not sent is there again after the panel was closed', async () => {
    const { page, troubles } = await visit('demo_lab');
    await page.goto(analysisFiles());
    const link = page.getByRole('link', { name: `0 comments on ${records.csv}`, exact: true });
    await link.focus();
    await page.keyboard.press('Enter');
    const panel = page.getByRole('complementary', { name: 'Comments' });
    await panel.and(page.locator(':focus')).waitFor();
    expect(new URL(page.url()).searchParams.get('file_folder_name')).toBe(records.csv);
    await beginIn(page).click();
    await writingIn(page);
    await page.keyboard.type('The column Batch is empty');
    await page.getByText('Lab', { exact: true }).click();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Close comments' }).click();
    await panel.waitFor({ state: 'detached' });
    expect(new URL(page.url()).searchParams.has('file_folder_name')).toBe(false);
    await link.and(page.locator(':focus')).waitFor();

    await page.keyboard.press('Enter');
    await page.getByText('Unsent text').waitFor();
    await beginIn(page).click();
    const text = page.getByRole('textbox', { name: 'New comment' });
    await text.getByText('The column Batch is empty').waitFor();
    expect(await page.getByRole('radio', { name: 'Lab', exact: true }).isChecked()).toBe(true);
    // Escape leaves the text first, then the panel.
    await text.focus();
    await page.keyboard.press('Escape');
    await text.waitFor({ state: 'detached' });
    await page.keyboard.press('Escape');
    await panel.waitFor({ state: 'detached' });
    await link.and(page.locator(':focus')).waitFor();

    await page.keyboard.press('Enter');
    await panel.and(page.locator(':focus')).waitFor();
    await page.getByRole('heading', { level: 1 }).click();
    await panel.waitFor({ state: 'detached' });
    await page.getByRole('grid', { name: 'Files of the analysis' }).waitFor();
    expect(troubles).toEqual([]);
  });

  test('an own comment is edited by a click on it and says so; an empty one is not sent', async () => {
    const { page } = await visit('demo_lab');
    const comment = await say(callers.demo_lab, 'Three outliers');
    await page.goto(collectionTab());
    await page.getByText('Three outliers').click();
    const text = await writingIn(page, 'Edit comment');
    await page.keyboard.press('Control+a');
    await page.keyboard.press('Delete');
    await page.getByRole('button', { name: 'UPDATE' }).click();
    await page.getByRole('alert').getByText('Enter comment').waitFor();
    await text.focus();
    await page.keyboard.type('Two outliers');
    // Somebody else was quicker.
    const body = {
      message: '<p>Four outliers</p>',
      comment_page_url: collectionTab(),
      version: 1,
    };
    expect((await callers.demo_admin.send('PUT', `/api/comment/${comment.id}/`, body)).status).toBe(200);
    await page.getByRole('button', { name: 'UPDATE' }).click();
    await page.getByRole('alert').getByText('changed by somebody else meanwhile').waitFor();
    expect((await newestComment(callers.demo_lab, records.dc)).message).toBe('<p>Four outliers</p>');
    await page.getByRole('button', { name: 'UPDATE' }).click();
    await text.waitFor({ state: 'detached' });
    await commentOf(page, 'Two outliers').getByText('edited', { exact: true }).waitFor();
    expect((await newestComment(callers.demo_lab, records.dc)).message).toBe('<p>Two outliers</p>');
  });
});

describe('answering', () => {
  test('two people answer each other down to the third level, where it ends', async () => {
    const [lab, ru] = [await visit('demo_lab'), await visit('demo_ru')];
    await say(callers.demo_lab, 'Level zero');
    for (const { page } of [lab, ru]) await page.goto(collectionTab());
    let before = 'Level zero';
    for (const [level, { page }] of [ru, lab, ru].entries()) {
      const text = `Level ${['one', 'two', 'three'][level]}`;
      const parent = commentOf(page, before);
      // Somebody else wrote it just now.
      await parent.waitFor();
      await parent.getByRole('button', { name: 'Reply', exact: true }).click();
      await writingIn(page, /^Reply to /);
      await page.keyboard.type(text);
      await page.keyboard.press('Control+Enter');
      await commentOf(page, text).waitFor();
      const other = page === ru.page ? lab.page : ru.page;
      await commentOf(other, before).getByRole('button', { name: 'View Reply (1)' }).click();
      await commentOf(other, text).waitFor();
      before = text;
    }
    for (const { page } of [lab, ru]) {
      expect(
        await commentOf(page, 'Level three')
          .getByRole('button', { name: /Reply|Replies/ })
          .count(),
      ).toBe(0);
      await expectAccessible(page);
    }
    await commentOf(lab.page, 'Level zero').getByRole('button', { name: 'Hide Reply (1)' }).click();
    await commentOf(lab.page, 'Level one').waitFor({ state: 'detached' });
    expect([...lab.troubles, ...ru.troubles]).toEqual([]);
  });

  test('a comment comes into an open page, and what is being typed stays', async () => {
    const { page } = await visit('demo_lab');
    await page.goto(collectionTab());
    await beginIn(page).click();
    const text = await writingIn(page);
    await page.keyboard.type('Half a sent');
    await say(callers.demo_ru, 'Seen by everybody at once');
    await commentOf(page, 'Seen by everybody at once').waitFor();
    await page.keyboard.type('ence');
    await expect.poll(() => text.textContent()).toBe('Half a sentence');
    await text.and(page.locator(':focus')).waitFor();
  });
});

describe('reading', () => {
  test('the address of a comment opens its page, unfolds the replies above it and marks it for a while', async () => {
    const first = await say(callers.demo_ru, 'Far down', {
      entity_type: 'ds',
      entity_id: records.ds,
    });
    const reply = await answer(callers.demo_lab, first, 'An answer far down');
    const deep = await answer(callers.demo_ru, reply, 'The exact comment');
    for (let count = 0; count < 24; count += 1)
      await say(callers.demo_lab, `Newer ${count}`, { entity_type: 'ds', entity_id: records.ds });
    const { page, troubles } = await visit('demo_lab2');
    const tab = `/home/collections/data-sets/attributes?dsId=${records.ds}&contentType=collections&from=dsListing&tab=comments`;
    await page.goto(`${tab}&comment=${deep.id}`);
    const exact = page.locator(`#comment-${deep.id}`);
    await exact.and(page.locator('[data-marked]:focus')).waitFor();
    expect(await exact.textContent()).toContain('The exact comment');
    const bottom = `document.getElementById('comment-${deep.id}').getBoundingClientRect().bottom`;
    await expect.poll(() => page.evaluate(`${bottom} <= window.innerHeight`)).toBe(true);
    // At the top no button lies half under the header.
    await page.evaluate('window.scrollTo(0, 0)');
    await expectAccessible(page);
    await exact.and(page.locator(':not([data-marked])')).waitFor();
    // From the third page the way leads to the newer ones.
    await page.getByRole('button', { name: 'Show newer' }).click();
    await commentOf(page, 'Newer 13').waitFor();
    await page.getByRole('button', { name: 'Show newer' }).click();
    await commentOf(page, 'Newer 23').waitFor();
    expect(await page.getByRole('list', { name: 'Comments', exact: true }).locator('> li').count()).toBe(25);
    await page.goto(tab);
    await commentOf(page, 'Newer 23').waitFor();
    expect(await page.getByRole('article').count()).toBe(10);
    await page.getByRole('button', { name: 'Show more' }).click();
    await commentOf(page, 'Newer 5').waitFor();
    expect(troubles).toEqual([]);
  });

  test('a mention reaches another browser by the bell, whose entry opens the exact comment and marks it', async () => {
    const reader = await visit('demo_lab2');
    await reader.page.goto('/home/starred');
    const unread = await countUnread(callers.demo_lab2);
    await reader.page.getByRole('button', { name: bellName(unread), exact: true }).waitFor();
    const { page } = await visit('demo_lab');
    await page.goto(collectionTab());
    await beginIn(page).click();
    await writingIn(page);
    await page.keyboard.type('Batch 5 came today, @bruno c');
    const option = page.getByRole('option', { name: NAMES.demo_lab2 });
    await option.waitFor();
    await page.keyboard.press('Enter');
    await option.waitFor({ state: 'detached' });
    await page.keyboard.press('Control+Enter');
    await commentOf(page, 'Batch 5 came today').waitFor();
    const comment = await newestComment(callers.demo_lab, records.dc);
    await reader.page.getByRole('button', { name: bellName(unread + 1), exact: true }).click();
    const list = reader.page.getByRole('dialog', { name: 'Notifications', exact: true });
    await list.getByRole('button', { name: /Batch 5 came today/ }).click();
    const shown = reader.page.locator(`#comment-${comment.id}`);
    await shown.and(reader.page.locator('[data-marked]:focus')).waitFor();
    expect(new URL(reader.page.url()).searchParams.get('comment')).toBe(String(comment.id));
    await reader.page.getByRole('button', { name: /^Notifications/ }).waitFor();
    await shown.and(reader.page.locator(':not([data-marked])')).waitFor();
    expect(reader.troubles).toEqual([]);
  });

  test('an address without a place of its own opens the panel, and a comment that is gone says so', async () => {
    const comment = await say(callers.demo_lab, 'On a file', {
      entity_type: 'project',
      entity_id: records.analysis,
      file_folder_name: records.csv,
      comment_page_url: '/home/recent-files',
    });
    const { page } = await visit('demo_ru');
    await page.goto(`/home/recent-files?comment=${comment.id}`);
    await page.locator(`#comment-${comment.id}`).and(page.locator('[data-marked]')).waitFor();
    await callers.demo_lab.send('DELETE', `/api/comment/${comment.id}/delete/`);
    await page.goto(`/home/recent-files?comment=${comment.id}`);
    await page
      .getByRole('alert')
      .getByText('The comment you were led to is gone, or is not for you to read.')
      .waitFor();
  });

  test('each role reads what it may, counts no more, and guests learn why they cannot write', async () => {
    const place = { entity_type: 'project', entity_id: records.analysis, comment_page_url: analysisTab() };
    for (const visibility of ['public', 'lab', 'private'])
      await say(callers.demo_lab2, `A ${visibility} word`, { ...place, visibility });
    const seen = {
      demo_admin: ['public', 'lab', 'private'],
      demo_lab2: ['public', 'lab', 'private'],
      demo_lab: ['public', 'lab'],
      demo_reviewer: ['public', 'lab'],
      demo_ru: ['public'],
      guest: ['public'],
    };
    for (const [username, visibilities] of Object.entries(seen)) {
      const visitor = await openVisitor(browser, portal.address);
      await (username === 'guest' ? enterAsGuest(visitor) : signIn(visitor, username));
      const { page } = visitor;
      await page.goto(analysisTab());
      await commentOf(page, 'A public word').waitFor();
      const shown = await page.getByRole('article').allTextContents();
      for (const visibility of ['public', 'lab', 'private']) {
        const isShown = shown.some((text) => text.includes(`A ${visibility} word`));
        expect([username, visibility, isShown]).toEqual([
          username,
          visibility,
          visibilities.includes(visibility),
        ]);
      }
      await page.getByRole('link', { name: `Comments ${shown.length}`, exact: true }).waitFor();
      if (username === 'guest') {
        await page.getByText('Guests read public comments.').waitFor();
        expect(
          await page.getByRole('button', { name: /Join|^Reply$|^Edit$|^Delete$|Follow|Mute/ }).count(),
        ).toBe(0);
        await expectAccessible(page);
      }
      await visitor.context.close();
    }
  });

  test('following and muting a thread are kept', async () => {
    const { page } = await visit('demo_reviewer');
    await page.goto(collectionTab());
    // The button shows the choice at once; the news of it comes with what the server has kept.
    const choose = async (name: string) => {
      const kept = page.waitForResponse(
        (answer) => answer.request().method() === 'PUT' && answer.url().includes('/comment-threads/'),
      );
      await page.getByRole('button', { name }).click();
      await kept;
      await page.getByRole('button', { name }).and(page.locator('[aria-pressed="true"]')).waitFor();
    };
    await choose('Follow');
    const comment = await say(callers.demo_lab, 'News for who follows');
    expect(await countNotifications('demo_reviewer', comment.id)).toBe(1);
    await choose('Mute');
    await page.reload();
    await page.getByRole('button', { name: 'Mute' }).and(page.locator('[aria-pressed="true"]')).waitFor();
  });
});

describe('a module PDF', () => {
  test('each page has its own comments; pages with any are marked and stepped through', async () => {
    const { page, troubles } = await visit('demo_lab');
    await page.goto(modulePdf(3));
    await page.getByRole('region', { name: 'Page 3', exact: true }).locator('canvas').waitFor();
    await page.getByRole('button', { name: /^Comments/ }).click();
    const panel = page.getByRole('complementary', { name: 'Comments' });
    await beginIn(page).click();
    await writingIn(page);
    await page.keyboard.type('This module is all batch effect');
    await page.keyboard.press('Control+Enter');
    await commentOf(page, 'all batch effect').waitFor();
    await page.getByText('1 comment on this page').waitFor();
    await page.getByRole('button', { name: 'Comments (1)' }).waitFor();
    await expectAccessible(page);

    await page.getByRole('button', { name: 'Previous page', exact: true }).click();
    await panel.getByText('No comments yet').waitFor();
    await page.getByText('1 page has comments').waitFor();
    await page.getByRole('button', { name: 'Next page with comments' }).click();
    await commentOf(page, 'all batch effect').waitFor();
    await expect.poll(() => new URL(page.url()).searchParams.get('page')).toBe('3');

    const modules = await callers.demo_lab.get(
      `/api/covariation-networks/${records.networkId}/modules/?sort=page_number&page_size=10`,
    );
    const { results } = (await modules.json()) as { results: { id: number; page: number; name: string }[] };
    const third = results.find((each) => each.page === 3);
    const comment = await newestComment(callers.demo_lab, third?.id ?? 0);
    expect(comment.covariation_module_id).toBe(third?.id);
    expect(comment.comment_page_url).toBe(modulePdf(3));
    expect(troubles).toEqual([]);

    const other = await visit('demo_ru');
    // Another page than its own is corrected: the comment belongs to the module.
    for (const address of [comment.comment_page_url, modulePdf(1)]) {
      await other.page.goto(`${address}&comment=${comment.id}`);
      await other.page.locator(`#comment-${comment.id}`).and(other.page.locator('[data-marked]')).waitFor();
      await other.page.getByRole('region', { name: 'Page 3', exact: true }).waitFor();
    }
    await other.page.goto(`/home/modules/OM.CM.${third?.id}?tab=comments`);
    await commentOf(other.page, 'all batch effect').waitFor();
    await other.page.goto(`/home/modules/OM.CM.${third?.id}?tab=page&comment=${comment.id}`);
    await other.page.locator(`#comment-${comment.id}`).and(other.page.locator('[data-marked]')).waitFor();
    await other.page.goto(
      `/home/analyses/analysis-data/attributes?analysisId=${records.analysis}&tab=networks&networkId=${records.networkId}`,
    );
    const cell = other.page
      .getByRole('grid', { name: 'Modules' })
      .locator(`a[href*="OM.CM.${third?.id}"]`)
      .last();
    await cell.getByText('1', { exact: true }).waitFor();
    expect(other.troubles).toEqual([]);
  });
});

describe('deleting', () => {
  test('a deleted comment is brought back by Undo, with the keyboard, and another after a restart', async () => {
    const comment = await say(callers.demo_lab, 'To be regretted');
    const { page, troubles } = await visit('demo_lab');
    await page.goto(collectionTab());
    const shown = commentOf(page, 'To be regretted');
    const remove = async () => {
      await shown.getByRole('button', { name: 'Delete' }).focus();
      await page.keyboard.press('Enter');
      // A dialog takes the focus when it opens.
      await page.getByRole('dialog').locator(':focus').waitFor();
      await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).focus();
      await page.keyboard.press('Enter');
      await shown.waitFor({ state: 'detached' });
    };
    await remove();
    expect((await callers.demo_lab.get(`/api/comments/${comment.id}/`)).status).toBe(404);
    await page.getByRole('button', { name: 'Undo' }).and(page.locator(':focus')).waitFor();
    await page.keyboard.press('Enter');
    await shown.waitFor();
    expect((await callers.demo_lab.get(`/api/comments/${comment.id}/`)).status).toBe(200);
    expect(troubles).toEqual([]);

    await remove();
    portal = await portal.restart();
    callers.demo_lab = await signInByToken(portal.address, 'demo_lab');
    expect((await callers.demo_lab.get(`/api/comments/${comment.id}/`)).status).toBe(404);
    expect((await callers.demo_lab.send('POST', `/api/comment/${comment.id}/restore/`)).status).toBe(200);
    const later = await visit('demo_lab2');
    await later.page.goto(`${collectionTab()}&comment=${comment.id}`);
    await later.page.locator(`#comment-${comment.id}`).and(later.page.locator('[data-marked]')).waitFor();
    expect(later.troubles).toEqual([]);
  });
});

describe('on a small screen', () => {
  test('the comments of a file are a drawer over the whole width, and Escape closes it', async () => {
    const { page, troubles } = await visit('demo_lab2');
    await page.setViewportSize({ width: 390, height: 844 });
    await page.goto(analysisFiles(`&file_folder_name=${records.csv}`));
    const drawer = page.getByRole('dialog', { name: 'Comments' });
    await beginIn(page).click();
    await drawer.getByRole('textbox', { name: 'New comment' }).and(page.locator(':focus')).waitFor();
    await expectAccessible(page);
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(390);
    expect((await drawer.boundingBox())?.width).toBe(390);
    await page.keyboard.press('Escape');
    await beginIn(page).and(page.locator(':focus')).waitFor();
    await page.keyboard.press('Escape');
    await drawer.waitFor({ state: 'detached' });
    expect(new URL(page.url()).searchParams.has('file_folder_name')).toBe(false);
    expect(troubles).toEqual([]);
  });
});
