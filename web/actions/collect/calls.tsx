import { Button } from '@mantine/core';
import { basketAddress } from '@omicon/contract/addresses.ts';
import {
  addBasketItems,
  type CollectedItem,
  createBasket,
  listBaskets,
  MAX_ITEMS_AT_ONCE,
  removeBasketItems,
} from '@omicon/contract/areas/baskets.ts';
import { useRouter } from '@tanstack/react-router';
import { callEndpoint } from '../../base/calls/call.ts';
import { useChangeBy } from '../../base/calls/use-endpoint.ts';
import { hideToast, showToast } from '../../ui/feedback/toasts.ts';
import { countOf, formatCount } from '../../ui/text/format.ts';

export const REFRESHES_BASKETS = { refreshes: [listBaskets] };

const TOAST_MS = 10_000;

/** What is collected; read when a basket has been chosen. */
export type ItemSource = () => readonly CollectedItem[] | Promise<readonly CollectedItem[]>;

interface Named {
  id: number;
  name: string;
}

function inParts<T>(all: readonly T[]): T[][] {
  const parts: T[][] = [];
  for (let from = 0; from < all.length; from += MAX_ITEMS_AT_ONCE)
    parts.push(all.slice(from, from + MAX_ITEMS_AT_ONCE));
  return parts;
}

/** Adds items of any number, a thousand at a time. */
async function addAll(id: number, items: readonly CollectedItem[]) {
  const all = { added: 0, already: 0, ids: [] as number[] };
  for (const part of inParts(items)) {
    const reply = await callEndpoint(addBasketItems, { params: { id }, body: { items: part } });
    all.added += reply.added;
    all.already += reply.already;
    all.ids.push(...reply.ids);
  }
  return all;
}

async function removeAll(id: number, ids: readonly number[]): Promise<void> {
  for (const part of inParts(ids))
    await callEndpoint(removeBasketItems, { params: { id }, body: { ids: part } });
}

/** Adds items to a basket without a word, such as to undo their removal. */
export function useAddItems() {
  return useChangeBy(
    ({ id, items }: { id: number; items: readonly CollectedItem[] }) => addAll(id, items),
    REFRESHES_BASKETS,
  );
}

export function useRemoveItems() {
  return useChangeBy(
    ({ id, ids }: { id: number; ids: readonly number[] }) => removeAll(id, ids),
    REFRESHES_BASKETS,
  );
}

function ToastActions({
  href,
  onOpen,
  onUndo,
}: {
  href: string;
  onOpen(): void;
  onUndo: (() => void) | null;
}) {
  return (
    <>
      <Button
        component="a"
        size="compact-xs"
        variant="light"
        href={href}
        mr={6}
        onClick={(event) => {
          event.preventDefault();
          onOpen();
        }}
      >
        Open basket
      </Button>
      {onUndo !== null && (
        <Button size="compact-xs" variant="light" onClick={onUndo}>
          Undo
        </Button>
      )}
    </>
  );
}

/** Puts items into a basket, an old or a new one, and shows a toast with a link and Undo. */
export function useCollect() {
  const { history } = useRouter();
  const removal = useRemoveItems();
  function tell({ id, name }: Named, { added, already, ids }: Awaited<ReturnType<typeof addAll>>): void {
    const toast = crypto.randomUUID();
    const href = basketAddress(id);
    const inBasket = `${countOf(added, 'item')} in “${name}”`;
    const before = already === 0 ? '' : `, ${formatCount(already)} in it before`;
    const undo = () => {
      hideToast(toast);
      removal.mutate({ id, ids });
    };
    showToast({
      id: toast,
      type: 'success',
      title: added === 0 ? 'Nothing new' : 'Collected',
      message: added === 0 ? `“${name}” has them already` : `${inBasket}${before}`,
      durationMs: TOAST_MS,
      action: (
        <ToastActions
          key="actions"
          href={href}
          onOpen={() => {
            hideToast(toast);
            history.push(href);
          }}
          onUndo={added === 0 ? null : undo}
        />
      ),
    });
  }
  return useChangeBy(async ({ basket, items }: { basket: Named; items: ItemSource }) => {
    tell(basket, await addAll(basket.id, await items()));
  }, REFRESHES_BASKETS);
}

/** Creates a basket; the form shows why it cannot. */
export function useCreateBasket() {
  return useChangeBy(
    ({ name, copy_of }: { name: string; copy_of?: string }) =>
      callEndpoint(createBasket, { body: { name, ...(copy_of === undefined ? {} : { copy_of }) } }),
    { ...REFRESHES_BASKETS, isHandled: true },
  );
}
