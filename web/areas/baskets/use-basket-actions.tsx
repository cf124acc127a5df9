import { sharedBasketAddress } from '@omicon/contract/addresses.ts';
import { basketCalls } from '@omicon/contract/areas/baskets.ts';
import { IconLink, IconLinkOff, IconPencil, IconTrash } from '@tabler/icons-react';
import { REFRESHES_BASKETS } from '../../actions/collect/calls.tsx';
import { type SavedItem, useSavedItem } from '../../actions/saved-item/use-saved-item.tsx';
import type { RowAction } from '../../ui/grid/RowMenu.tsx';
import { copyText } from '../../ui/text/CopyText.tsx';

/**
 * What a person does with a whole basket: share, replace its link, rename, delete.
 * @param onLeave leaves the page of the basket that is deleted
 */
export function useBasketActions({ onLeave }: { onLeave?: () => void } = {}) {
  const { rename, replaceLink, remove } = useSavedItem(basketCalls, 'basket', REFRESHES_BASKETS);
  return function actionsOf(basket: SavedItem): RowAction[] {
    const link = new URL(sharedBasketAddress(basket.share_token), window.location.origin).href;
    return [
      {
        label: 'Copy link to share',
        icon: IconLink,
        run: () => void copyText(link, 'Everyone who may search can open the basket by this link'),
      },
      { label: 'Replace link', icon: IconLinkOff, run: () => replaceLink(basket) },
      { label: 'Rename', icon: IconPencil, run: () => rename(basket) },
      { label: 'Delete', icon: IconTrash, isDestructive: true, run: () => void remove(basket, onLeave) },
    ];
  };
}
