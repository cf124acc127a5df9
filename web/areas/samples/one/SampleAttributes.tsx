import type { Sample } from '@omicon/contract/areas/samples.ts';
import { displayAttribute } from '@omicon/domain/records/samples/sample-attributes.ts';
import type { Column } from '../../../ui/grid/columns.ts';
import { DataGrid } from '../../../ui/grid/DataGrid.tsx';
import { MISSING } from '../../../ui/text/format.ts';

type SampleAttribute = Sample['attributes'][number];

const COLUMNS: readonly Column<SampleAttribute>[] = [
  { key: 'name', title: 'Attribute', width: 260, value: ({ name }) => displayAttribute(name) },
  {
    key: 'value',
    title: 'Value',
    width: 420,
    value: ({ value, label }) => label ?? value,
    show: ({ value, label }) => <span title={value ?? undefined}>{label ?? value ?? MISSING}</span>,
  },
];

/** Attributes of one sample; the code of a labelled value is its tooltip. */
export function SampleAttributes({ sample }: { sample: Sample }) {
  return (
    <DataGrid
      name="sample-attributes-of-one"
      caption="Attributes of the sample"
      columns={COLUMNS}
      rows={sample.attributes}
      pageSize={100}
      rowKey={(row) => row.name}
      emptyHint="The collection describes no attributes of its samples."
    />
  );
}
