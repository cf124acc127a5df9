import { Stack, Text } from '@mantine/core';
import { metaModuleAddress, moduleAddress } from '@omicon/contract/addresses.ts';
import { BASKET_KINDS, type BasketItem, type BasketKind } from '@omicon/contract/areas/baskets.ts';
import { IconX } from '@tabler/icons-react';
import { useRouter } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { useAddItems, useRemoveItems } from '../../actions/collect/calls.tsx';
import { offerUndo } from '../../ui/feedback/confirm-delete.tsx';
import { SecondaryButton } from '../../ui/form/SecondaryButton.tsx';
import type { GridChecks } from '../../ui/grid/checks.ts';
import type { Column } from '../../ui/grid/columns.ts';
import { DataGrid } from '../../ui/grid/DataGrid.tsx';
import type { RowAction } from '../../ui/grid/RowMenu.tsx';
import { TabLinks } from '../../ui/navigation/TabLinks.tsx';
import { countOf, MISSING } from '../../ui/text/format.ts';
import { ItemUses } from './ItemUses.tsx';
import { addressOfItem, KIND_TITLES, toCollected } from './item-text.ts';

/** Items that the person may no longer read are shown by their kind only. */
function nameOf({ kind, name, is_readable }: BasketItem): string {
  return is_readable ? name : `A ${kind} that you can no longer read`;
}

const COLUMNS: readonly Column<BasketItem>[] = [
  { key: 'name', title: 'Name', kind: 'text', width: 260, value: nameOf, href: addressOfItem },
  { key: 'kind', title: 'Kind', kind: 'text', width: 100 },
  // Genes have neither, which is not a missing value.
  { key: 'source', title: 'From', kind: 'text', width: 420, show: ({ source }) => source ?? MISSING },
  {
    key: 'omicon_id',
    title: 'Omicon ID',
    kind: 'identifier',
    width: 130,
    show: ({ omicon_id }) => omicon_id ?? MISSING,
  },
];

/** Removes items of a basket, and offers Undo for those that can be added again. */
function useRemoval(basket: number | null) {
  const add = useAddItems();
  const remove = useRemoveItems();
  return async (items: readonly BasketItem[]): Promise<void> => {
    if (basket === null || items.length === 0) return;
    try {
      await remove.mutateAsync({ id: basket, ids: items.map(({ id }) => id) });
    } catch {
      // The global error handler has shown the failure.
      return;
    }
    const collected = items.map(toCollected).filter((item) => item !== null);
    const [first] = items;
    const what = items.length === 1 && first !== undefined ? nameOf(first) : countOf(items.length, 'item');
    if (collected.length > 0) offerUndo(what, () => add.mutate({ id: basket, items: collected }), 'Removed');
  };
}

interface ItemGridProps {
  /** the own basket whose items can be removed; null for a shared one */
  basket: number | null;
  items: readonly BasketItem[];
  checks: GridChecks;
  toolbar: ReactNode;
}

/** Items of a basket; what is done with them applies to the checked ones, or to all. */
function ItemGrid({ basket, items, checks, toolbar }: ItemGridProps) {
  const { history } = useRouter();
  const remove = useRemoval(basket);
  const checked = items.filter(({ id }) => checks.keys.has(String(id)));

  /** Tabs of the page of the item. */
  function tabsOf({ kind, omicon_id }: BasketItem): RowAction[] {
    if (omicon_id === null) return [];
    if (kind === 'module')
      return [{ label: 'Elsewhere', run: () => history.push(moduleAddress(omicon_id, 'elsewhere')) }];
    return kind === 'meta-module'
      ? [{ label: 'Consensus genes', run: () => history.push(metaModuleAddress(omicon_id, 'genes')) }]
      : [];
  }

  function actionsOf(item: BasketItem): RowAction[] {
    return [
      ...tabsOf(item),
      ...(basket === null ? [] : [{ label: 'Remove', isDestructive: true, run: () => void remove([item]) }]),
    ];
  }

  return (
    <DataGrid
      name="basket-items"
      caption="Items"
      columns={COLUMNS}
      rows={items}
      pageSize={50}
      rowKey={({ id }) => String(id)}
      checks={checks}
      actions={actionsOf}
      emptyHint="Press Collect on a module, meta-module, gene, gene set or sample, or above any list of them."
      toolbar={
        <>
          {basket !== null && (
            <SecondaryButton
              icon={IconX}
              disabled={checked.length === 0}
              onClick={() => {
                checks.onChange(new Set());
                void remove(checked);
              }}
            >
              Remove
            </SecondaryButton>
          )}
          {toolbar}
        </>
      }
    />
  );
}

interface BasketItemsProps {
  /** the own basket; null for a shared one */
  basket: number | null;
  name: string;
  items: readonly BasketItem[];
  notReadable: number;
  kind: BasketKind | undefined;
  hrefOf(kind: BasketKind | null): string;
  ofSamples(samples: readonly BasketItem[]): ReactNode;
}

/** The items of a basket by kind, and what can be done with them. */
export function BasketItems(props: BasketItemsProps) {
  const { basket, name, items, notReadable, kind, hrefOf, ofSamples } = props;
  const [keys, setKeys] = useState<ReadonlySet<string>>(new Set());
  const shown = kind === undefined ? items : items.filter((item) => item.kind === kind);
  const checked = shown.filter(({ id }) => keys.has(String(id)));
  const kinds = BASKET_KINDS.map((each) => ({
    name: each,
    title: KIND_TITLES[each],
    count: items.filter((item) => item.kind === each).length,
    href: hrefOf(each),
  })).filter(({ name: each, count }) => count > 0 || each === kind);
  return (
    <Stack gap="md">
      <TabLinks
        label="Kinds of items"
        chosen={kind ?? 'all'}
        tabs={[{ name: 'all', title: 'All', count: items.length, href: hrefOf(null) }, ...kinds]}
      />
      {notReadable > 0 && (
        <Text size="sm" c="dimmed" role="note">
          {countOf(notReadable, 'item')} of this basket {notReadable === 1 ? 'is' : 'are'} not readable:
          deleted since, or records that you may not read.
        </Text>
      )}
      <ItemGrid
        basket={basket}
        items={shown}
        checks={{ keys, onChange: setKeys }}
        toolbar={
          <ItemUses name={name} items={checked.length === 0 ? shown : checked} ofSamples={ofSamples} />
        }
      />
    </Stack>
  );
}
