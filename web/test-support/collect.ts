/** Presses Collect in a test, by keyboard, and tells what went into the basket. */
import { addBasketItems, listBaskets } from '@omicon/contract/areas/baskets.ts';
import { screen, waitFor } from '@testing-library/react';
import { expect } from 'vitest';
import type { openScreen } from './open-screen.tsx';

/** The session of someone who has baskets. */
export const MAY_COLLECT = { permissions: new Set(['SEARCH_QUERY_CREATE']) };

const GLIA = {
  ...{ id: 1, name: 'Glia', share_token: 'token-1', updated_at: '2026-11-02T10:00:00Z' },
  number_of_items: { module: 0, 'meta-module': 0, gene: 0, 'gene set': 0, sample: 0 },
};

/** @returns the items sent by the button with this label */
export async function collect(
  { portal, user }: Pick<ReturnType<typeof openScreen>, 'portal' | 'user'>,
  label = 'Collect',
): Promise<unknown> {
  portal.replies(listBaskets, { results: [GLIA], total: 1, page: 1, items_per_page: 100 });
  portal.replies(addBasketItems, { added: 1, already: 0, ids: [77] });
  const before = portal.sent(addBasketItems).length;
  const button = await screen.findByRole('button', { name: label });
  button.focus();
  await user.keyboard('{Enter}');
  const basket = await screen.findByRole('menuitem', { name: /^Glia/ });
  basket.focus();
  await user.keyboard('{Enter}');
  await waitFor(() => {
    expect(portal.sent(addBasketItems)).toHaveLength(before + 1);
    expect(button.hasAttribute('disabled')).toBe(false);
  });
  const [sent] = portal.sent(addBasketItems).slice(-1);
  return addBasketItems.body.parse(sent?.body).items;
}
