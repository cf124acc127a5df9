/** Reading comments: by address, by the bell, by role, and on the pages of a module PDF. */
import { describe, expect, test } from 'vitest';
import { enterAsGuest, expectAccessible, openVisitor, signIn } from '../browser/browser.ts';
import type { Caller } from '../harness/portal.ts';
import { beginIn, commentLaboratory, commentOf, NAMES, newestComment, writingIn } from './comment-threads.ts';

const { demo, answer, collectionTab, countNotifications, say, visit } = commentLaboratory();

function analysisTab(): string {
  const id = demo.records.analysis;
  return `/home/analyses/analysis-data/attributes?analysisId=${id}&mainAnalysisId=${id}&contentType=analyses&tab=comments`;
}

function modulePdf(page?: number): string {
  const { network, pdf } = demo.records;
  const address = `/home/analyses/analysis-data/files?analysisId=${demo.records.analysis}&analysisFileFolderId=${network}&mainAnalysisId=${demo.records.analysis}&pdf_name=${pdf}`;
  return page === undefined ? address : `${address}&page=${page}`;
}

async function countUnread(caller: Caller): Promise<number> {
  const reply = await caller.get('/api/notifications/unread/');
  return ((await reply.json()) as { total: number }).total;
}

const bellName = (unread: number) => (unread === 0 ? 'Notifications' : `Notifications, ${unread} unread`);

describe('reading', () => {
  test('the address of a comment opens its page, expands its ancestors and highlights it for a while', async () => {
    const first = await say(demo.callers.demo_ru, 'Far down', {
      entity_type: 'ds',
      entity_id: demo.records.ds,
    });
    const reply = await answer(demo.callers.demo_lab, first, 'An answer far down');
    const deep = await answer(demo.callers.demo_ru, reply, 'The exact comment');
    for (let count = 0; count < 24; count += 1)
      await say(demo.callers.demo_lab, `Newer ${count}`, { entity_type: 'ds', entity_id: demo.records.ds });
    const { page, troubles } = await visit('demo_lab2');
    const tab = `/home/collections/data-sets/attributes?dsId=${demo.records.ds}&contentType=collections&from=dsListing&tab=comments`;
    await page.goto(`${tab}&comment=${deep.id}`);
    const exact = page.locator(`#comment-${deep.id}`);
    await exact.and(page.locator('[data-marked]:focus')).waitFor();
    expect(await exact.textContent()).toContain('The exact comment');
    const bottom = `document.getElementById('comment-${deep.id}').getBoundingClientRect().bottom`;
    await expect.poll(() => page.evaluate(`${bottom} <= window.innerHeight`)).toBe(true);
    // At the top, the header covers no button.
    await page.evaluate('window.scrollTo(0, 0)');
    await expectAccessible(page);
    await exact.and(page.locator(':not([data-marked])')).waitFor();
    // The third page offers newer comments.
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

  test('a mention reaches another browser by the bell; its entry opens and marks the comment', async () => {
    const reader = await visit('demo_lab2');
    await reader.page.goto('/home/starred');
    const unread = await countUnread(demo.callers.demo_lab2);
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
    const comment = await newestComment(demo.callers.demo_lab, demo.records.dc);
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

  test('on a screen without comments the address opens the panel; a missing comment is reported', async () => {
    const comment = await say(demo.callers.demo_lab, 'On a file', {
      entity_type: 'project',
      entity_id: demo.records.analysis,
      file_folder_name: demo.records.csv,
      comment_page_url: '/home/recent-files',
    });
    const { page } = await visit('demo_ru');
    await page.goto(`/home/recent-files?comment=${comment.id}`);
    await page.locator(`#comment-${comment.id}`).and(page.locator('[data-marked]')).waitFor();
    await demo.callers.demo_lab.send('DELETE', `/api/comment/${comment.id}/delete/`);
    await page.goto(`/home/recent-files?comment=${comment.id}`);
    await page
      .getByRole('alert')
      .getByText('This comment has been deleted, or you cannot read it.')
      .waitFor();
  });

  test('each role sees and counts only the comments it may read, and guests learn why they cannot write', async () => {
    const topic = {
      entity_type: 'project',
      entity_id: demo.records.analysis,
      comment_page_url: analysisTab(),
    };
    for (const visibility of ['public', 'lab', 'private'])
      await say(demo.callers.demo_lab2, `A ${visibility} word`, { ...topic, visibility });
    const seen = {
      demo_admin: ['public', 'lab', 'private'],
      demo_lab2: ['public', 'lab', 'private'],
      demo_lab: ['public', 'lab'],
      demo_reviewer: ['public', 'lab'],
      demo_ru: ['public'],
      guest: ['public'],
    };
    for (const [username, visibilities] of Object.entries(seen)) {
      const visitor = await openVisitor(demo.browser, demo.portal.address);
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
        await page.getByText('Guests can read public comments.').waitFor();
        expect(
          await page.getByRole('button', { name: /Join|^Reply$|^Edit$|^Delete$|Follow|Mute/ }).count(),
        ).toBe(0);
        await expectAccessible(page);
      }
      await visitor.context.close();
    }
  });

  test('following and muting a thread are saved', async () => {
    const { page } = await visit('demo_reviewer');
    await page.goto(collectionTab());
    // The button shows the choice at once; wait for the saved state.
    const choose = async (name: string) => {
      const kept = page.waitForResponse(
        (answer) => answer.request().method() === 'PUT' && answer.url().includes('/comment-threads/'),
      );
      await page.getByRole('button', { name }).click();
      await kept;
      await page.getByRole('button', { name }).and(page.locator('[aria-pressed="true"]')).waitFor();
    };
    await choose('Follow');
    const comment = await say(demo.callers.demo_lab, 'News for who follows');
    expect(await countNotifications('demo_reviewer', comment.id)).toBe(1);
    await choose('Mute');
    await page.reload();
    await page.getByRole('button', { name: 'Mute' }).and(page.locator('[aria-pressed="true"]')).waitFor();
  });
});

describe('a module PDF', () => {
  test('each page has its own comments; pages with comments are marked, with buttons to go to them', async () => {
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

    const modules = await demo.callers.demo_lab.get(
      `/api/covariation-networks/${demo.records.networkId}/modules/?sort=page_number&page_size=10`,
    );
    const { results } = (await modules.json()) as { results: { id: number; page: number; name: string }[] };
    const third = results.find((each) => each.page === 3);
    const comment = await newestComment(demo.callers.demo_lab, third?.id ?? 0);
    expect(comment.covariation_module_id).toBe(third?.id);
    expect(comment.comment_page_url).toBe(modulePdf(3));
    expect(troubles).toEqual([]);

    const other = await visit('demo_ru');
    // A wrong page in the address is corrected, because the comment belongs to the module.
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
      `/home/analyses/analysis-data/attributes?analysisId=${demo.records.analysis}&tab=networks&networkId=${demo.records.networkId}`,
    );
    const cell = other.page
      .getByRole('grid', { name: 'Modules' })
      .locator(`a[href*="OM.CM.${third?.id}"]`)
      .last();
    await cell.getByText('1', { exact: true }).waitFor();
    expect(other.troubles).toEqual([]);
  });
});
