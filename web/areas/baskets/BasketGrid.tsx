import { basketAddress } from '@omicon/contract/addresses.ts';
import { type Basket, type BasketKind, listBaskets } from '@omicon/contract/areas/baskets.ts';
import { IconPlus } from '@tabler/icons-react';
import { useRouter } from '@tanstack/react-router';
import { openNewBasket } from '../../actions/collect/name-basket.tsx';
import { useEndpoint } from '../../base/calls/use-endpoint.ts';
import { SecondaryButton } from '../../ui/form/SecondaryButton.tsx';
import type { Column } from '../../ui/grid/columns.ts';
import { DataGrid } from '../../ui/grid/DataGrid.tsx';
import { rowsOf } from '../../ui/grid/failure-of.ts';
import { KIND_TITLES } from './item-text.ts';
import { useBasketActions } from './use-basket-actions.tsx';

function countColumn(kind: BasketKind): Column<Basket> {
  return {
    key: kind,
    title: KIND_TITLES[kind],
    kind: 'number',
    width: 110,
    value: ({ number_of_items }) => number_of_items[kind],
  };
}

const COLUMNS: readonly Column<Basket>[] = [
  { key: 'name', title: 'Basket', kind: 'text', width: 320, href: ({ id }) => basketAddress(id) },
  countColumn('module'),
  countColumn('meta-module'),
  countColumn('gene'),
  countColumn('gene set'),
  countColumn('sample'),
  { key: 'updated_at', title: 'Changed', kind: 'date', width: 110 },
];

/** The person's baskets. */
export function BasketGrid() {
  const list = useEndpoint(listBaskets, { query: {} });
  const { history } = useRouter();
  const actionsOf = useBasketActions();
  return (
    <DataGrid
      name="baskets"
      caption="Baskets"
      columns={COLUMNS}
      {...rowsOf(list)}
      rowKey={({ id }) => String(id)}
      actions={actionsOf}
      emptyHint="Press Collect on a module, meta-module, gene, gene set or sample, or above any list of them."
      toolbar={
        <SecondaryButton
          icon={IconPlus}
          onClick={() => openNewBasket({ start: '', onCreated: ({ id }) => history.push(basketAddress(id)) })}
        >
          New basket
        </SecondaryButton>
      }
    />
  );
}
