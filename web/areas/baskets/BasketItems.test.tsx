// @vitest-environment jsdom
import type { BasketItem } from '@omicon/contract/areas/baskets.ts';
import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { openScreen } from '../../test-support/open-screen.tsx';
import { BasketItems } from './BasketItems.tsx';

const SIGNAL: BasketItem = {
  ...{ id: 1, kind: 'meta-module', record_number: 3, name: 'Microglia', omicon_id: 'OM.MM.3' },
  ...{ source: '8 of 10 cohorts', is_readable: true },
};
const ENDED: BasketItem = {
  ...{ id: 4, kind: 'meta-module', record_number: null, name: '', omicon_id: null },
  ...{ source: null, is_readable: false },
};

function openItems(items: BasketItem[]) {
  const notReadable = items.filter(({ is_readable }) => !is_readable).length;
  const props = { basket: 5, name: 'Glia', items, notReadable, kind: undefined };
  return openScreen(
    <BasketItems
      {...props}
      hrefOf={(kind) => `/home/baskets?basket=5&kind=${kind}`}
      ofSamples={() => null}
    />,
  );
}

test('a meta-module has its support and leads to its page; of one that has ended only the kind is said', async () => {
  openItems([SIGNAL, ENDED]).draw();
  const grid = await screen.findByRole('grid', { name: 'Items' });
  expect(within(grid).getByRole('link', { name: 'Microglia' }).getAttribute('href')).toBe(
    '/home/meta-modules/OM.MM.3',
  );
  within(grid).getByText('8 of 10 cohorts');
  within(grid).getByText('A meta-module that you can no longer read');
  screen.getByRole('note');
  expect(screen.getByRole('link', { name: /^Meta-modules/ }).textContent).toBe('Meta-modules2');
});
