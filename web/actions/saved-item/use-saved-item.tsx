import { modals } from '@mantine/modals';
import type { EndpointSpec } from '@omicon/contract/base/endpoint.ts';
import type { SavedItemCalls } from '@omicon/contract/base/saved-item.ts';
import { type ChangeOptions, useChange } from '../../base/calls/use-endpoint.ts';
import { confirmDelete, offerUndo } from '../../ui/feedback/confirm-delete.tsx';
import { showToast } from '../../ui/feedback/toasts.ts';
import { lazyForm } from '../../ui/form/lazy-form.tsx';

const RenameForm = lazyForm(async () => (await import('./RenameForm.tsx')).RenameForm);

export interface SavedItem {
  id: number;
  name: string;
  share_token: string;
}

/**
 * What a person does with a saved item.
 * @param what such as `basket`, for the dialogs
 * @param shows the call by which an open item shows its name; read again when it is renamed
 */
export function useSavedItem(
  calls: SavedItemCalls,
  what: string,
  refreshes: ChangeOptions,
  shows: readonly EndpointSpec[] = [],
) {
  const { refreshesOnly = [] } = refreshes;
  const restore = useChange(calls.restore, refreshes);
  const remove = useChange(calls.remove, refreshes);
  const replace = useChange(calls.replaceLink, refreshes);
  return {
    rename({ id, name }: SavedItem): void {
      const modal = modals.open({
        title: `Rename ${what}`,
        children: (
          <RenameForm
            call={calls.rename}
            refreshes={{ ...refreshes, refreshesOnly: [...refreshesOnly, ...shows] }}
            id={id}
            name={name}
            onClose={() => modals.close(modal)}
          />
        ),
      });
    },

    /** Asks before. */
    replaceLink({ id, name }: SavedItem, onReplaced: (token: string) => void = () => {}): void {
      confirmDelete({
        verb: 'Replace',
        kind: 'link',
        name: `the link of ${name}`,
        consequence: 'Links that were shared before stop working for everyone.',
        run: () =>
          replace.mutate(
            { params: { id } },
            {
              onSuccess({ share_token }) {
                showToast({ type: 'success', title: 'Link replaced', message: name });
                onReplaced(share_token);
              },
            },
          ),
      });
    },

    /** With Undo. @param onLeave leaves the page of the item before it is gone: the page would read it again */
    async remove({ id, name }: SavedItem, onLeave: () => void = () => {}): Promise<void> {
      onLeave();
      try {
        await remove.mutateAsync({ params: { id } });
      } catch {
        // The global error handler has shown the failure.
        return;
      }
      offerUndo(name, () => restore.mutate({ params: { id } }));
    },
  };
}
