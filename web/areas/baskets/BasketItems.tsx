import { Stack, Text } from '@mantine/core';
import { BASKET_KINDS, type BasketItem, type BasketKind } from '@omicon/contract/areas/baskets.ts';
import { type ReactNode, useState } from 'react';
import { TabLinks } from '../../ui/navigation/TabLinks.tsx';
import { countOf } from '../../ui/text/format.ts';
import { ItemGrid } from './ItemGrid.tsx';
import { ItemUses } from './ItemUses.tsx';
import { KIND_TITLES } from './item-text.ts';

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
