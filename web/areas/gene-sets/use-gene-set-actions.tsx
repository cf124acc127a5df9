import { deleteGeneSet, type GeneSetItem, restoreGeneSet } from '@omicon/contract/areas/genes/gene-sets.ts';
import { IconDownload, IconEye, IconPencil, IconTrash } from '@tabler/icons-react';
import { useDownload } from '../../actions/download/use-download.ts';
import { REFRESHES_SETS } from '../../actions/gene-set/calls.ts';
import { openGeneSetForm } from '../../actions/gene-set/open-form.tsx';
import { useChange } from '../../base/calls/use-endpoint.ts';
import { useSession } from '../../base/sign-in/session.ts';
import { confirmDelete, offerUndo } from '../../ui/feedback/confirm-delete.tsx';
import type { RowAction } from '../../ui/grid/RowMenu.tsx';
import { exportAddress } from './calls.ts';
import { openGeneSetPreview } from './GeneSetPreview.tsx';

/** Actions on a gene set, depending on permissions. */
export function useGeneSetActions({ onDeleted }: { onDeleted?: () => void } = {}) {
  const { hasPermission } = useSession();
  const { isOffered, download } = useDownload('RESOURCE_GENESET_DOWNLOAD');
  const deletion = useChange(deleteGeneSet, REFRESHES_SETS);
  const restoration = useChange(restoreGeneSet, REFRESHES_SETS);

  async function removeNow(set: GeneSetItem): Promise<void> {
    try {
      await deletion.mutateAsync({ params: { id: set.id } });
    } catch {
      // The global error handler has shown the failure.
      return;
    }
    // The page of the set may be unmounted by now, and with it the callbacks of `mutate`.
    onDeleted?.();
    offerUndo(set.name, () => restoration.mutate({ params: { id: set.id } }));
  }

  function remove(set: GeneSetItem): void {
    confirmDelete({ kind: 'gene set', name: set.name, run: () => void removeNow(set) });
  }

  function actionsOf(set: GeneSetItem): RowAction[] {
    return [
      ...(hasPermission('RESOURCE_GENESET_PREVIEW')
        ? [{ label: 'Preview', icon: IconEye, run: () => openGeneSetPreview(set) }]
        : []),
      ...(isOffered
        ? [
            {
              label: 'Download',
              icon: IconDownload,
              run: () => download(exportAddress({ id: set.id, format: 'gmt' }), set.set_id),
            },
          ]
        : []),
      ...(set.editable
        ? [{ label: 'Edit', icon: IconPencil, run: () => openGeneSetForm(set, () => undefined) }]
        : []),
      ...(set.deletable
        ? [{ label: 'Delete', icon: IconTrash, isDestructive: true, run: () => remove(set) }]
        : []),
    ];
  }

  return { actionsOf, download, isDownloadOffered: isOffered };
}
