import { Button, Menu, Text } from '@mantine/core';
import { type Basket, listBaskets } from '@omicon/contract/areas/baskets.ts';
import { IconBasket } from '@tabler/icons-react';
import { useState } from 'react';
import { describeError } from '../../base/calls/call-error.ts';
import { useEndpoint } from '../../base/calls/use-endpoint.ts';
import { useSession } from '../../base/sign-in/session.ts';
import { formatCount } from '../../ui/text/format.ts';
import { useSaveBasketGroup } from './basket-groups.ts';

interface BasketMenuProps {
  dataSetId: number;
  letter: string;
  onChoose(token: string): void;
}

function hasSamples({ number_of_items }: Basket): boolean {
  return number_of_items.sample > 0;
}

/** Takes the samples of a basket as a group; for people with an account. */
export function BasketMenu({ dataSetId, letter, onChoose }: BasketMenuProps) {
  const { hasPermission } = useSession();
  const [isOpen, setOpen] = useState(false);
  const list = useEndpoint(listBaskets, { query: {} }, { enabled: isOpen });
  const save = useSaveBasketGroup();
  if (!hasPermission('SEARCH_QUERY_CREATE')) return null;
  const baskets = list.data?.results.filter(hasSamples) ?? [];
  const choose = ({ id, name }: Basket) =>
    save.mutate({ dataSetId, name, items: id }, { onSuccess: (token) => token !== null && onChoose(token) });
  return (
    <Menu position="bottom-start" opened={isOpen} onChange={setOpen} withInitialFocusPlaceholder={false}>
      <Menu.Target>
        <Button
          size="compact-xs"
          variant="subtle"
          leftSection={<IconBasket size={14} aria-hidden="true" />}
          aria-label={`From a basket, for group ${letter}`}
          loading={save.isPending}
        >
          From a basket
        </Button>
      </Menu.Target>
      <Menu.Dropdown mah={360} style={{ overflowY: 'auto' }}>
        {list.isError && <Menu.Label>{describeError(list.error)}</Menu.Label>}
        {list.isLoading && <Menu.Label>Reading your baskets…</Menu.Label>}
        {list.isSuccess && baskets.length === 0 && <Menu.Label>None of your baskets has samples.</Menu.Label>}
        {baskets.map((basket) => (
          <Menu.Item
            key={basket.id}
            rightSection={
              <Text size="xs" c="dimmed">
                {formatCount(basket.number_of_items.sample)}
              </Text>
            }
            onClick={() => choose(basket)}
          >
            {basket.name}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
