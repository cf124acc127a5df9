import { dataCollectionAddress, dataSetAddress } from '@omicon/contract/addresses.ts';
import type { DataSetItem } from '@omicon/contract/areas/collections.ts';
import type { Column } from '../../ui/grid/columns.ts';
import { type AddressList, ListGrid } from '../../ui/grid/ListGrid.tsx';
import { visibilityColumn } from '../../ui/grid/record-columns.ts';

const COLUMNS: readonly Column<DataSetItem>[] = [
  { key: 'title', title: 'Title', width: 340, href: (row) => dataSetAddress(row.id) },
  { key: 'ds_version', title: 'Dataset Version', kind: 'version', width: 130 },
  { key: 'omicon_id', title: 'Omicon ID', kind: 'identifier', width: 110 },
  { key: 'platform', title: 'Platform', width: 140 },
  { key: 'technology', title: 'Technology', width: 120 },
  { key: 'transformations', title: 'Transformations', width: 150 },
  { key: 'quantification_scale', title: 'Quantification Scale', width: 160 },
  { key: 'number_of_samples', title: 'Number of Samples', kind: 'number', width: 150 },
  { key: 'number_of_features', title: 'Number of Features', kind: 'number', width: 150 },
  { key: 'notes', title: 'Notes', width: 200, isSortable: false },
  { key: 'upload_date', title: 'Upload Date', kind: 'date', width: 120 },
];

/** Columns shown only when data sets of several collections are listed. */
const COLLECTION_COLUMNS: readonly Column<DataSetItem>[] = [
  {
    key: 'data_collection_title',
    title: 'Data collection',
    width: 200,
    href: (row) => (row.data_collection_id === null ? null : dataCollectionAddress(row.data_collection_id)),
  },
  visibilityColumn(),
];

interface DataSetGridProps extends AddressList<DataSetItem> {
  isOfOneCollection: boolean;
}

export function DataSetGrid({ isOfOneCollection, ...props }: DataSetGridProps) {
  return (
    <ListGrid
      name={isOfOneCollection ? 'data-sets-of-collection' : 'data-sets'}
      caption="Data sets"
      columns={isOfOneCollection ? COLUMNS : [...COLUMNS, ...COLLECTION_COLUMNS]}
      rowKey={(row) => row.omicon_id}
      rowName={(row) => `${row.title} ${row.ds_version}`}
      emptyHint="Data sets appear here once a data collection has been added."
      {...props}
    />
  );
}
