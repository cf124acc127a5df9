/** The discussion of a gene: written, answered and found again from the bell. */
import { expect, test } from 'vitest';
import { enterAsGuest, expectAccessible, openVisitor } from '../browser/browser.ts';
import { beginIn, commentLaboratory, commentOf, NAMES, writingIn } from './comment-threads.ts';

const { demo, visit } = commentLaboratory();
const TAB = '/home/genes/AIF1?tab=comments';

test('a gene is discussed on its page; a mention leads back to it, and lab comments stay in the laboratory', async () => {
  const writer = await visit('demo_lab');
  await writer.page.goto(TAB);
  const reader = await visit('demo_lab2');
  await reader.page.goto('/home/starred');
  await reader.page.getByRole('button', { name: /^Notifications/ }).waitFor();

  await beginIn(writer.page).click();
  await writingIn(writer.page);
  await writer.page.keyboard.type('Microglia in every cohort, @bruno c');
  const option = writer.page.getByRole('option', { name: NAMES.demo_lab2 });
  await option.waitFor();
  await writer.page.keyboard.press('Enter');
  await option.waitFor({ state: 'detached' });
  await writer.page.getByRole('radiogroup', { name: 'Visibility' }).getByText('Lab', { exact: true }).click();
  await writer.page.getByRole('button', { name: 'Comment', exact: true }).click();
  await commentOf(writer.page, 'Microglia in every cohort').waitFor();
  await writer.page.getByRole('link', { name: 'Comments 1', exact: true }).waitFor();
  await expectAccessible(writer.page);

  await reader.page.getByRole('button', { name: /^Notifications, / }).click();
  const list = reader.page.getByRole('dialog', { name: 'Notifications', exact: true });
  await list.getByRole('button', { name: /Microglia in every cohort/ }).click();
  await reader.page.getByRole('heading', { level: 1, name: 'AIF1' }).waitFor();
  const shown = commentOf(reader.page, 'Microglia in every cohort');
  await shown.and(reader.page.locator('[data-marked]')).waitFor();
  await shown.getByRole('button', { name: 'Reply', exact: true }).click();
  await writingIn(reader.page, /^Reply to/);
  await reader.page.keyboard.type('In blood, too');
  await reader.page.keyboard.press('Control+Enter');
  await commentOf(reader.page, 'In blood, too').waitFor();
  // The open page of the writer hears of it by its socket.
  await writer.page.getByRole('link', { name: 'Comments 2', exact: true }).waitFor();

  const guest = await openVisitor(demo.browser, demo.portal.address);
  await enterAsGuest(guest);
  await guest.page.goto(TAB);
  await guest.page.getByText('No comments yet').waitFor();
  expect(await guest.page.getByRole('article').count()).toBe(0);
  expect([...writer.troubles, ...reader.troubles, ...guest.troubles]).toEqual([]);
  await guest.context.close();
});
