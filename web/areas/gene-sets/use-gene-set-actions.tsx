import { Stack, Text } from '@mantine/core';
import { modals } from '@mantine/modals';
import { geneAddress, geneSetAddress } from '@omicon/contract/addresses.ts';
import {
  deleteGeneSet,
  type GeneSetItem,
  listGenes,
  restoreGeneSet,
} from '@omicon/contract/areas/gene-sets.ts';
import { IconDownload, IconEye, IconPencil, IconTrash } from '@tabler/icons-react';
import { Fragment } from 'react';
import { useDownload } from '../../actions/download/use-download.ts';
import { REFRESHES_SETS } from '../../actions/gene-set/calls.ts';
import { openGeneSetForm } from '../../actions/gene-set/open-form.tsx';
import { describeError } from '../../base/calls/call-error.ts';
import { useChange, useEndpoint } from '../../base/calls/use-endpoint.ts';
import { useSession } from '../../base/sign-in/session.ts';
import { confirmDelete, offerUndo } from '../../ui/feedback/confirm-delete.tsx';
import { Waiting } from '../../ui/feedback/Waiting.tsx';
import type { RowAction } from '../../ui/grid/RowMenu.tsx';
import { AddressLink } from '../../ui/navigation/AddressLink.tsx';
import { countOf } from '../../ui/text/format.ts';
import { exportAddress } from './calls.ts';

const MAX_SHOWN = 100;

/** The first genes of a set; its page lists all. */
function GeneSetPreview({ set }: { set: GeneSetItem }) {
  const genes = useEndpoint(listGenes, { params: { id: set.id }, query: { page_size: MAX_SHOWN } });
  if (genes.isError) return <Text>{describeError(genes.error)}</Text>;
  if (genes.isPending) return <Waiting what="the genes" />;
  const { results, total } = genes.data;
  return (
    <Stack gap="sm">
      <Text size="sm">{set.description}</Text>
      <Text size="sm" c="dimmed">
        {countOf(total, 'gene')}
        {total > results.length && `, the first ${results.length}`}
      </Text>
      <Text size="sm" className="identifier" style={{ overflowWrap: 'anywhere' }}>
        {results.map(({ gene, place }, at) => (
          <Fragment key={place}>
            {at > 0 && ', '}
            <AddressLink href={geneAddress(gene)} onClick={() => modals.closeAll()}>
              {gene}
            </AddressLink>
          </Fragment>
        ))}
      </Text>
      <AddressLink href={geneSetAddress(set.omicon_id)} onClick={() => modals.closeAll()}>
        Open {set.name}
      </AddressLink>
    </Stack>
  );
}

function openGeneSetPreview(set: GeneSetItem): void {
  modals.open({ title: set.name, size: 'lg', children: <GeneSetPreview set={set} /> });
}

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
