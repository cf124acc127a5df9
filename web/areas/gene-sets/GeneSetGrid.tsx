import { Button, Menu } from '@mantine/core';
import { geneSetAddress } from '@omicon/contract/addresses.ts';
import { type GeneSetItem, listGeneSets } from '@omicon/contract/areas/genes/gene-sets.ts';
import { FIRST_ORDER } from '@omicon/routes/list-address.ts';
import { useRouter } from '@tanstack/react-router';
import { collectRows } from '../../actions/collect/collect-rows.tsx';
import { toGeneSet } from '../../actions/collect/collected-items.ts';
import { openGeneSetForm } from '../../actions/gene-set/open-form.tsx';
import { useSession } from '../../base/sign-in/session.ts';
import { SecondaryButton } from '../../ui/form/SecondaryButton.tsx';
import type { Column } from '../../ui/grid/columns.ts';
import { ListGrid } from '../../ui/grid/ListGrid.tsx';
import { geneSetColumn } from '../../ui/grid/record-columns.ts';
import { useAddressList } from '../../ui/grid/use-address-list.ts';
import { exportAddress } from './calls.ts';
import { useGeneSetActions } from './use-gene-set-actions.tsx';

const COLUMNS: readonly Column<GeneSetItem>[] = [
  geneSetColumn('name', 280),
  { key: 'omicon_id', title: 'Omicon ID', kind: 'identifier', width: 120 },
  { key: 'set_id', title: 'Set ID', kind: 'identifier', width: 120 },
  { key: 'set_source', title: 'Set Source', width: 130 },
  { key: 'category', title: 'Set Category', width: 140 },
  { key: 'size', title: 'Set Size', kind: 'number', width: 90 },
  { key: 'species', title: 'Set Species', width: 130 },
  { key: 'pubmed_id', title: 'PubMed ID', kind: 'identifier', width: 110 },
  { key: 'description', title: 'Description', width: 240, isSortable: false },
  { key: 'updated_at', title: 'Date Updated', kind: 'date', width: 120 },
  { key: 'uploaded_by', title: 'Uploaded By', width: 130 },
];

const COLLECT = collectRows(toGeneSet);

export function GeneSetGrid() {
  const { list, pagingOf, query } = useAddressList(
    listGeneSets,
    (query) => ({ query }),
    FIRST_ORDER.geneSets,
  );
  const router = useRouter();
  const { hasPermission } = useSession();
  const { actionsOf, download, isDownloadOffered } = useGeneSetActions();
  const take = (format: 'gmt' | 'csv') =>
    download(exportAddress({ format, search: query.search }), `gene_sets.${format}`);
  return (
    <ListGrid
      name="gene-sets"
      caption="Gene sets"
      columns={COLUMNS}
      list={list}
      pagingOf={pagingOf}
      rowKey={(row) => row.omicon_id}
      actions={actionsOf}
      chosenAction={COLLECT}
      emptyHint="Gene sets appear here once a collection of gene sets has been added."
      toolbar={
        <>
          {isDownloadOffered && (
            <Menu position="bottom-end">
              <Menu.Target>
                <SecondaryButton>Export</SecondaryButton>
              </Menu.Target>
              <Menu.Dropdown>
                <Menu.Item onClick={() => take('gmt')}>All found sets as GMT</Menu.Item>
                <Menu.Item onClick={() => take('csv')}>All found sets as CSV</Menu.Item>
              </Menu.Dropdown>
            </Menu>
          )}
          <Button
            size="xs"
            disabled={!hasPermission('RESOURCE_GENESET_ATTRIBUTES_MODIFY')}
            onClick={() => openGeneSetForm(null, (set) => router.history.push(geneSetAddress(set.omicon_id)))}
          >
            Add gene set
          </Button>
        </>
      }
    />
  );
}
