import { Button, Group } from '@mantine/core';
import { BASKETS, basketAddress, sharedBasketAddress } from '@omicon/contract/addresses.ts';
import {
  BASKET_KINDS,
  getSharedBasket,
  listBasketItems,
  listBaskets,
  listSharedBasketItems,
  MAX_BASKET_ITEMS,
} from '@omicon/contract/areas/baskets.ts';
import { recordNumber } from '@omicon/contract/base/endpoint.ts';
import { NAMED_SCREENS } from '@omicon/routes/named-screens.ts';
import { IconCopy } from '@tabler/icons-react';
import { useRouter } from '@tanstack/react-router';
import { z } from 'zod';
import { openNewBasket } from '../../actions/collect/name-basket.tsx';
import { BasketGrid } from '../../areas/baskets/BasketGrid.tsx';
import { BasketItems } from '../../areas/baskets/BasketItems.tsx';
import { useBasketActions } from '../../areas/baskets/use-basket-actions.tsx';
import { CompareBasketSamples } from '../../areas/comparison/CompareBasketSamples.tsx';
import { useAddressQuery } from '../../base/addresses/address-query.ts';
import { useEndpoint } from '../../base/calls/use-endpoint.ts';
import { useSession } from '../../base/sign-in/session.ts';
import { OnlyWith } from '../../layout/OnlyWith.tsx';
import { RecordNotLoaded } from '../../record-page/RecordNotLoaded.tsx';
import { Waiting } from '../../ui/feedback/Waiting.tsx';
import { ActionButtons } from '../../ui/grid/ActionButtons.tsx';
import { PageTitle } from '../../ui/layout/PageTitle.tsx';
import { Trail } from '../../ui/navigation/Trail.tsx';

const shape = z.object({
  basket: recordNumber.optional().catch(undefined),
  /** token of a shared basket */
  shared: z.string().optional().catch(undefined),
  kind: z.enum(BASKET_KINDS).optional().catch(undefined),
});
type Kind = z.output<typeof shape>['kind'];

const LIST = NAMED_SCREENS.baskets;
/** A whole basket: what is done with its items applies to all of them. */
const WHOLE = { page_size: MAX_BASKET_ITEMS, sort: 'kind' } as const;

const withKind = (address: string) => (kind: Kind | null) =>
  kind == null ? address : `${address}&${new URLSearchParams({ kind })}`;

function OwnBasket({ id, kind }: { id: number; kind: Kind }) {
  const { history } = useRouter();
  const baskets = useEndpoint(listBaskets, { query: {} });
  const items = useEndpoint(listBasketItems, { params: { id }, query: WHOLE });
  const actionsOf = useBasketActions({ onLeave: () => history.push(BASKETS) });
  const failed = [items, baskets].find(({ isError }) => isError);
  if (failed !== undefined) return <RecordNotLoaded kind="Basket" list={LIST} reply={failed} />;
  const basket = baskets.data?.results.find((each) => each.id === id);
  if (basket === undefined || items.data === undefined) return <Waiting what="the basket" />;
  return (
    <>
      <Trail steps={[LIST]} here={basket.name} />
      <PageTitle title={basket.name}>
        <Group gap="xs">
          <ActionButtons actions={actionsOf(basket)} />
        </Group>
      </PageTitle>
      <BasketItems
        basket={id}
        name={basket.name}
        items={items.data.results}
        notReadable={items.data.not_readable}
        kind={kind}
        hrefOf={withKind(basketAddress(id))}
        ofSamples={(samples) => <CompareBasketSamples name={basket.name} items={samples} />}
      />
    </>
  );
}

function SharedBasket({ token, kind }: { token: string; kind: Kind }) {
  const { history } = useRouter();
  const { hasPermission } = useSession();
  const shared = useEndpoint(getSharedBasket, { params: { token } });
  const items = useEndpoint(listSharedBasketItems, { params: { token }, query: WHOLE });
  const failed = [shared, items].find(({ isError }) => isError);
  if (failed !== undefined) return <RecordNotLoaded kind="Basket" list={LIST} reply={failed} />;
  if (shared.data === undefined || items.data === undefined) return <Waiting what="the basket" />;
  const { name } = shared.data;
  return (
    <>
      <Trail steps={[LIST]} here={name} />
      <PageTitle title={name}>
        {hasPermission('SEARCH_QUERY_CREATE') && (
          <Button
            size="xs"
            leftSection={<IconCopy size={14} aria-hidden="true" />}
            onClick={() =>
              openNewBasket({
                copy_of: token,
                start: name,
                onCreated: ({ id }) => history.push(basketAddress(id)),
              })
            }
          >
            Copy to my baskets
          </Button>
        )}
      </PageTitle>
      <BasketItems
        basket={null}
        name={name}
        items={items.data.results}
        notReadable={items.data.not_readable}
        kind={kind}
        hrefOf={withKind(sharedBasketAddress(token))}
        ofSamples={(samples) => <CompareBasketSamples name={name} items={samples} />}
      />
    </>
  );
}

/** `/home/baskets`: one's own, one of them by `basket`, or that of a link by `shared`. */
export function Baskets() {
  const { query } = useAddressQuery(shape);
  if (query.shared !== undefined)
    return <SharedBasket key={query.shared} token={query.shared} kind={query.kind} />;
  return (
    <OnlyWith
      screen={NAMED_SCREENS.baskets}
      refusal="Guests have no baskets"
      hint="Register to collect modules, meta-modules, genes, gene sets and samples."
    >
      {query.basket === undefined ? (
        <>
          <PageTitle title={NAMED_SCREENS.baskets.title} />
          <BasketGrid />
        </>
      ) : (
        <OwnBasket key={query.basket} id={query.basket} kind={query.kind} />
      )}
    </OnlyWith>
  );
}
