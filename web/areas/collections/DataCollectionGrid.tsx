import { dataCollectionAddress, dataSetsOfCollectionAddress } from '@omicon/contract/addresses.ts';
import {
  type DataCollectionItem,
  deleteDataCollection,
  restoreDataCollection,
} from '@omicon/contract/areas/collections.ts';
import type { ReactNode } from 'react';
import { useRecordActions } from '../../actions/use-record-actions.ts';
import { useChange } from '../../base/calls/use-endpoint.ts';
import type { Column } from '../../ui/grid/columns.ts';
import { type AddressList, ListGrid } from '../../ui/grid/ListGrid.tsx';
import { visibilityColumn } from '../../ui/grid/record-columns.ts';

const COLUMNS: readonly Column<DataCollectionItem>[] = [
  { key: 'title', title: 'Title', width: 320, href: (row) => dataCollectionAddress(row.id) },
  { key: 'omicon_id', title: 'Omicon ID', kind: 'identifier', width: 120 },
  { key: 'accession_id', title: 'Accession ID', kind: 'identifier', width: 130 },
  { key: 'pubmed_id', title: 'PubMed ID', kind: 'identifier', width: 110 },
  { key: 'source', title: 'Source', width: 150, isSortable: false },
  {
    key: 'data_sets',
    title: 'Data sets',
    kind: 'number',
    width: 100,
    href: (row) => dataSetsOfCollectionAddress(row.id),
  },
  { key: 'number_of_samples', title: 'Samples', kind: 'number', width: 100 },
  visibilityColumn(),
  { key: 'owner', title: 'Owner', width: 130, isSortable: false },
  { key: 'upload_date', title: 'Upload Date', kind: 'date', width: 120 },
];

interface DataCollectionGridProps extends AddressList<DataCollectionItem> {
  /** why the list may be empty */
  emptyHint: ReactNode;
}

export function DataCollectionGrid(props: DataCollectionGridProps) {
  // Data sets, files and analyses are hidden along with the collection.
  const actions = useRecordActions('dc', {
    permission: deleteDataCollection.permission,
    remove: useChange(deleteDataCollection, { refreshes: 'everything' }),
    restore: useChange(restoreDataCollection, { refreshes: 'everything' }),
  });
  return (
    <ListGrid
      name="data-collections"
      caption="Data collections"
      columns={COLUMNS}
      rowKey={(row) => row.omicon_id}
      actions={actions}
      {...props}
    />
  );
}
