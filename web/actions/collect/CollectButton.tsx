import { Button, Menu, Text } from '@mantine/core';
import { BASKET_KINDS, type Basket, listBaskets } from '@omicon/contract/areas/baskets.ts';
import { IconBasketPlus, IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { describeError } from '../../base/calls/call-error.ts';
import { useEndpoint } from '../../base/calls/use-endpoint.ts';
import { askForAccount } from '../../base/sign-in/ask-for-account.ts';
import { useSession } from '../../base/sign-in/session.ts';
import { type ItemSource, useCollect } from './calls.tsx';
import { openNewBasket } from './name-basket.tsx';

interface CollectButtonProps {
  items: ItemSource;
  isDisabled?: boolean;
  /** `the first 100 genes`, where the page has others too */
  which?: string;
}

const LOOK = {
  size: 'xs',
  variant: 'default',
  leftSection: <IconBasketPlus size={14} aria-hidden="true" />,
} as const;

/** Items of all kinds. */
function countAll(counts: Basket['number_of_items']): number {
  return BASKET_KINDS.reduce((sum, kind) => sum + counts[kind], 0);
}

/** The most recently used one first. */
function newestFirst(baskets: readonly Basket[]): Basket[] {
  return baskets.toSorted((a, b) => (a.updated_at < b.updated_at ? 1 : -1));
}

/** Shown once all are known, so that none moves under the pointer. */
function BasketChoice({ baskets, onChoose }: { baskets: readonly Basket[]; onChoose(basket: Basket): void }) {
  return (
    <>
      {newestFirst(baskets).map((basket) => (
        <Menu.Item
          key={basket.id}
          rightSection={
            <Text size="xs" c="dimmed">
              {countAll(basket.number_of_items)}
            </Text>
          }
          onClick={() => onChoose(basket)}
        >
          {basket.name}
        </Menu.Item>
      ))}
      <Menu.Item
        leftSection={<IconPlus size={14} aria-hidden="true" />}
        onClick={() => openNewBasket({ start: '', onCreated: onChoose })}
      >
        New basket…
      </Menu.Item>
    </>
  );
}

function CollectMenu({ items, isDisabled = false, label }: CollectButtonProps & { label: string }) {
  const [isOpen, setOpen] = useState(false);
  const list = useEndpoint(listBaskets, { query: {} }, { enabled: isOpen });
  const collect = useCollect();
  const put = (basket: Basket) => collect.mutate({ basket, items });
  return (
    <Menu
      position="bottom-end"
      width={260}
      opened={isOpen}
      onChange={setOpen}
      withInitialFocusPlaceholder={false}
    >
      <Menu.Target>
        <Button {...LOOK} loading={collect.isPending} disabled={isDisabled}>
          {label}
        </Button>
      </Menu.Target>
      <Menu.Dropdown mah={360} style={{ overflowY: 'auto' }}>
        {list.isError && <Menu.Label>{describeError(list.error)}</Menu.Label>}
        {list.isLoading ? (
          <Menu.Label>Reading your baskets…</Menu.Label>
        ) : (
          <BasketChoice baskets={list.data?.results ?? []} onChoose={put} />
        )}
      </Menu.Dropdown>
    </Menu>
  );
}

/** Puts items into one of the person's baskets, or a new one. */
export function CollectButton(props: CollectButtonProps) {
  const { hasPermission, isGuest } = useSession();
  const label = props.which === undefined ? 'Collect' : `Collect ${props.which}`;
  // Guests are offered it, too, and learn that it requires an account.
  if (isGuest)
    return (
      <Button {...LOOK} onClick={askForAccount}>
        {label}
      </Button>
    );
  return hasPermission('SEARCH_QUERY_CREATE') ? <CollectMenu {...props} label={label} /> : null;
}
