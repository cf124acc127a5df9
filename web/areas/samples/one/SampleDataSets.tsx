import { dataSetAddress } from '@omicon/contract/addresses.ts';
import type { Sample } from '@omicon/contract/areas/samples.ts';
import type { Column } from '../../../ui/grid/columns.ts';
import { DataGrid } from '../../../ui/grid/DataGrid.tsx';

type DataSetOfSample = Sample['data_sets'][number];

const COLUMNS: readonly Column<DataSetOfSample>[] = [
  { key: 'title', title: 'Data set', width: 480, href: (row) => dataSetAddress(row.id) },
  { key: 'number_of_samples', title: 'Samples', kind: 'number', width: 110 },
];

/** Readable data sets of the collection with this sample. */
export function SampleDataSets({ sample }: { sample: Sample }) {
  return (
    <DataGrid
      name="data-sets-of-sample"
      caption="Data sets with this sample"
      columns={COLUMNS}
      rows={sample.data_sets}
      rowKey={(row) => row.omicon_id}
      emptyHint="No data set you can read contains this sample."
    />
  );
}
