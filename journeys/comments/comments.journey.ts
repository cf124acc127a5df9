/** Comments on records and files: write, reply, delete and restore. */
import { describe, expect, test } from 'vitest';
import { expectAccessible } from '../browser/browser.ts';
import { signInByToken } from '../harness/portal.ts';
import { beginIn, commentLaboratory, commentOf, NAMES, newestComment, writingIn } from './comment-threads.ts';

const { demo, collectionTab, countNotifications, say, visit } = commentLaboratory();

function analysisFiles(query = ''): string {
  return `/home/analyses/analysis-data/files?analysisId=${demo.records.analysis}&mainAnalysisId=${demo.records.analysis}${query}`;
}

describe('writing', () => {
  test('a comment with a mention is written by keyboard, and the person is notified', async () => {
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

    const comment = await newestComment(demo.callers.demo_lab, demo.records.dc);
    expect(comment.message).toContain('<strong>please check</strong>');
    expect(comment.visibility).toBe('public');
    expect(comment.mentioned_users).toHaveLength(1);
    expect(await countNotifications('demo_lab2', comment.id)).toBe(1);
    expect(await countNotifications('demo_lab', comment.id)).toBe(0);
    expect(troubles).toEqual([]);
  });

  test('a mention of somebody who could not read the comment is told before it is sent', async () => {
    const { page } = await visit('demo_lab');
    await page.goto(collectionTab());
    await beginIn(page).click();
    const text = await writingIn(page);
    await page.keyboard.type('For the laboratory only @ros');
    await page.getByRole('option', { name: NAMES.demo_ru }).waitFor();
    await page.keyboard.press('Enter');
    await text.locator('.mention', { hasText: `@${NAMES.demo_ru}` }).waitFor();
    const form = page.getByRole('group', { name: 'New comment' });
    await form.getByText('Lab', { exact: true }).click();
    await text.press('Control+Enter');
    const notice = form.getByRole('alert').filter({ hasText: `${NAMES.demo_ru} cannot read this comment` });
    await notice.waitFor();
    await expectAccessible(page);
    expect(await commentOf(page, 'For the laboratory only').count()).toBe(0);

    // Making it public clears the notice; restricting it again shows it again.
    await form.getByText('Public', { exact: true }).click();
    await notice.waitFor({ state: 'detached' });
    await form.getByText('Lab', { exact: true }).click();
    await notice.waitFor();
    await text.press('Control+Enter');
    await commentOf(page, 'For the laboratory only').waitFor();
    const comment = await newestComment(demo.callers.demo_lab, demo.records.dc);
    expect([comment.visibility, comment.mentioned_users]).toEqual(['lab', []]);
    expect(await countNotifications('demo_ru', comment.id)).toBe(0);
  });

  test('in the mention list arrow keys move, Tab chooses and Escape closes, without leaving the text', async () => {
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

  test('unsent text is restored when the panel is opened again', async () => {
    const { page, troubles } = await visit('demo_lab');
    await page.goto(analysisFiles());
    const link = page.getByRole('link', { name: `0 comments on ${demo.records.csv}`, exact: true });
    await link.focus();
    await page.keyboard.press('Enter');
    const panel = page.getByRole('complementary', { name: 'Comments' });
    await panel.and(page.locator(':focus')).waitFor();
    expect(new URL(page.url()).searchParams.get('file_folder_name')).toBe(demo.records.csv);
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
    // The first Escape leaves the text, the second closes the panel.
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

  test('the whole text is sent, even if Ctrl+Enter follows at once', async () => {
    const { page } = await visit('demo_lab');
    await page.goto(collectionTab());
    await beginIn(page).click();
    await writingIn(page);
    // Before the page has rendered the typed text, as on a busy machine.
    await page.evaluate(`(async () => {
      document.execCommand('insertText', false, 'Typed and sent at once');
      await null;
      const keys = { key: 'Enter', ctrlKey: true, bubbles: true, cancelable: true };
      document.activeElement.dispatchEvent(new KeyboardEvent('keydown', keys));
    })()`);
    await commentOf(page, 'Typed and sent at once').waitFor();
  });

  test('a click on one’s own comment edits it, which marks it as edited; an empty one is not sent', async () => {
    const { page } = await visit('demo_lab');
    const comment = await say(demo.callers.demo_lab, 'Three outliers');
    await page.goto(collectionTab());
    await page.getByText('Three outliers').click();
    const text = await writingIn(page, 'Edit comment');
    await page.keyboard.press('Control+a');
    await page.keyboard.press('Delete');
    await page.getByRole('button', { name: 'UPDATE' }).click();
    await page.getByRole('alert').getByText('Enter comment').waitFor();
    await text.focus();
    await page.keyboard.type('Two outliers');
    // Somebody else has edited it first.
    const body = {
      message: '<p>Four outliers</p>',
      comment_page_url: collectionTab(),
      version: 1,
    };
    expect((await demo.callers.demo_admin.send('PUT', `/api/comment/${comment.id}/`, body)).status).toBe(200);
    await page.getByRole('button', { name: 'UPDATE' }).click();
    await page.getByRole('alert').getByText('was changed by somebody else').waitFor();
    expect((await newestComment(demo.callers.demo_lab, demo.records.dc)).message).toBe(
      '<p>Four outliers</p>',
    );
    await page.getByRole('button', { name: 'UPDATE' }).click();
    await text.waitFor({ state: 'detached' });
    await commentOf(page, 'Two outliers').getByText('edited', { exact: true }).waitFor();
    expect((await newestComment(demo.callers.demo_lab, demo.records.dc)).message).toBe('<p>Two outliers</p>');
  });
});

describe('answering', () => {
  test('two people reply to each other down to the third level, which is the last', async () => {
    const [lab, ru] = [await visit('demo_lab'), await visit('demo_ru')];
    await say(demo.callers.demo_lab, 'Level zero');
    for (const { page } of [lab, ru]) await page.goto(collectionTab());
    let before = 'Level zero';
    for (const [level, { page }] of [ru, lab, ru].entries()) {
      const text = `Level ${['one', 'two', 'three'][level]}`;
      const parent = commentOf(page, before);
      // Somebody else has just written it.
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

  test('a new comment appears on an open page, without affecting unsent text', async () => {
    const { page } = await visit('demo_lab');
    await page.goto(collectionTab());
    await beginIn(page).click();
    const text = await writingIn(page);
    await page.keyboard.type('Half a sent');
    await say(demo.callers.demo_ru, 'Seen by everybody at once');
    await commentOf(page, 'Seen by everybody at once').waitFor();
    await page.keyboard.type('ence');
    await expect.poll(() => text.textContent()).toBe('Half a sentence');
    await text.and(page.locator(':focus')).waitFor();
  });
});

describe('deleting', () => {
  test('a deleted comment is restored with Undo by keyboard, and another after a restart', async () => {
    const comment = await say(demo.callers.demo_lab, 'To be regretted');
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
    expect((await demo.callers.demo_lab.get(`/api/comments/${comment.id}/`)).status).toBe(404);
    await page.getByRole('button', { name: 'Undo' }).and(page.locator(':focus')).waitFor();
    await page.keyboard.press('Enter');
    await shown.waitFor();
    expect((await demo.callers.demo_lab.get(`/api/comments/${comment.id}/`)).status).toBe(200);
    expect(troubles).toEqual([]);

    await remove();
    demo.portal = await demo.portal.restart();
    demo.callers.demo_lab = await signInByToken(demo.portal.address, 'demo_lab');
    expect((await demo.callers.demo_lab.get(`/api/comments/${comment.id}/`)).status).toBe(404);
    expect((await demo.callers.demo_lab.send('POST', `/api/comment/${comment.id}/restore/`)).status).toBe(
      200,
    );
    const later = await visit('demo_lab2');
    await later.page.goto(`${collectionTab()}&comment=${comment.id}`);
    // Its mark fades, the focus stays.
    await later.page.locator(`#comment-${comment.id}`).and(later.page.locator(':focus')).waitFor();
    expect(later.troubles).toEqual([]);
  });
});

describe('on a small screen', () => {
  test('the comments of a file are a drawer of full width, and Escape closes it', async () => {
    const { page, troubles } = await visit('demo_lab2');
    await page.setViewportSize({ width: 390, height: 844 });
    await page.goto(analysisFiles(`&file_folder_name=${demo.records.csv}`));
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
