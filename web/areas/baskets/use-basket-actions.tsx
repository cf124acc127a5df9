import { deleteBasket, replaceBasketLink, restoreBasket } from '@omicon/contract/areas/baskets.ts';
import { IconLink, IconLinkOff, IconPencil, IconTrash } from '@tabler/icons-react';
import { REFRESHES_BASKETS } from '../../actions/collect/calls.tsx';
import { openRenameBasket } from '../../actions/collect/name-basket.tsx';
import { sharedBasketAddress } from '../../base/addresses/addresses.ts';
import { useChange } from '../../base/calls/use-endpoint.ts';
import { offerUndo } from '../../ui/feedback/confirm-delete.tsx';
import { confirmNewLink, tellNewLink } from '../../ui/feedback/new-link.ts';
import type { RowAction } from '../../ui/grid/RowMenu.tsx';
import { copyText } from '../../ui/text/CopyText.tsx';

interface OwnBasket {
  id: number;
  name: string;
  share_token: string;
}

/**
 * What a person does with a whole basket: share, replace its link, rename, delete.
 * @param onLeave leaves the page of the basket that is deleted
 */
export function useBasketActions({ onLeave }: { onLeave?: () => void } = {}) {
  const restore = useChange(restoreBasket, REFRESHES_BASKETS);
  const remove = useChange(deleteBasket, REFRESHES_BASKETS);
  const replace = useChange(replaceBasketLink, REFRESHES_BASKETS);

  function replaceLink({ id, name }: OwnBasket): void {
    replace.mutate({ params: { id } }, { onSuccess: () => tellNewLink(name) });
  }

  async function removeNow({ id, name }: OwnBasket): Promise<void> {
    // Before the basket is gone: its page would read it again.
    onLeave?.();
    try {
      await remove.mutateAsync({ params: { id } });
    } catch {
      // The global error handler has shown the failure.
      return;
    }
    offerUndo(name, () => restore.mutate({ params: { id } }));
  }

  return function actionsOf(basket: OwnBasket): RowAction[] {
    const link = new URL(sharedBasketAddress(basket.share_token), window.location.origin).href;
    return [
      {
        label: 'Copy link to share',
        icon: <IconLink size={16} aria-hidden="true" />,
        run: () => void copyText(link, 'Everyone who may search can open the basket by this link'),
      },
      {
        label: 'Replace link',
        icon: <IconLinkOff size={16} aria-hidden="true" />,
        run: () => confirmNewLink(basket.name, () => replaceLink(basket)),
      },
      {
        label: 'Rename',
        icon: <IconPencil size={16} aria-hidden="true" />,
        run: () => openRenameBasket(basket),
      },
      {
        label: 'Delete',
        icon: <IconTrash size={16} aria-hidden="true" />,
        isDestructive: true,
        run: () => void removeNow(basket),
      },
    ];
  };
}
