import type { DataSetItem } from '@omicon/contract/collections.ts';
import { nameVisibility } from '@omicon/domain/permissions.ts';
import { dataCollectionAddress, dataSetAddress } from '../../base/addresses.ts';
import type { Column } from '../../ui/grid/columns.ts';
import { DataGrid } from '../../ui/grid/DataGrid.tsx';
import type { ServerPaging } from '../../ui/grid/use-grid-rows.ts';

const COLUMNS: readonly Column<DataSetItem>[] = [
  {
    key: 'title',
    title: 'Title',
    kind: 'text',
    width: 310,
    value: (row) => row.title,
    href: (row) => dataSetAddress(row.id),
  },
  {
    key: 'ds_version',
    title: 'Dataset Version',
    kind: 'version',
    width: 130,
    value: (row) => row.ds_version,
  },
  { key: 'omicon_id', title: 'Omicon ID', kind: 'identifier', width: 110, value: (row) => row.omicon_id },
  { key: 'platform', title: 'Platform', kind: 'text', width: 140, value: (row) => row.platform },
  { key: 'technology', title: 'Technology', kind: 'text', width: 120, value: (row) => row.technology },
  {
    key: 'transformations',
    title: 'Transformations',
    kind: 'text',
    width: 150,
    value: (row) => row.transformations,
  },
  {
    key: 'quantification_scale',
    title: 'Quantification Scale',
    kind: 'text',
    width: 160,
    value: (row) => row.quantification_scale,
  },
  {
    key: 'number_of_samples',
    title: 'Number of Samples',
    kind: 'number',
    width: 150,
    value: (row) => row.number_of_samples,
  },
  {
    key: 'number_of_features',
    title: 'Number of Features',
    kind: 'number',
    width: 150,
    value: (row) => row.number_of_features,
  },
  { key: 'notes', title: 'Notes', kind: 'text', width: 200, value: (row) => row.notes, isSortable: false },
  { key: 'upload_date', title: 'Upload Date', kind: 'date', width: 120, value: (row) => row.upload_date },
];

/** Columns that say something only when data sets of several collections are listed. */
const COLLECTION_COLUMNS: readonly Column<DataSetItem>[] = [
  {
    key: 'data_collection_title',
    title: 'Data collection',
    kind: 'text',
    width: 200,
    value: (row) => row.data_collection_title,
    href: (row) => (row.data_collection_id === null ? null : dataCollectionAddress(row.data_collection_id)),
  },
  {
    key: 'visibility',
    title: 'Availability',
    kind: 'text',
    width: 110,
    value: (row) => nameVisibility(row.visibility),
  },
];

interface DataSetGridProps {
  rows: readonly DataSetItem[] | undefined;
  server: ServerPaging;
  failure: { error: unknown; onRetry(): void } | null;
  isOfOneCollection: boolean;
}

export function DataSetGrid({ isOfOneCollection, ...props }: DataSetGridProps) {
  return (
    <DataGrid
      name={isOfOneCollection ? 'data-sets-of-collection' : 'data-sets'}
      caption="Data sets"
      columns={isOfOneCollection ? COLUMNS : [...COLUMNS, ...COLLECTION_COLUMNS]}
      rowKey={(row) => row.omicon_id}
      rowName={(row) => `${row.title} ${row.ds_version}`}
      rowHref={(row) => dataSetAddress(row.id)}
      emptyHint="Data sets appear here once a data collection has been added."
      {...props}
    />
  );
}
