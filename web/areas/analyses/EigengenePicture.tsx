import { SegmentedControl } from '@mantine/core';
import type { ModuleRecord } from '@omicon/contract/areas/analyses/covariation-networks.ts';
import { displayAttribute } from '@omicon/domain/records/samples/sample-attributes.ts';
import { labelOf, labelWithCode } from '@omicon/domain/records/samples/value-labels.ts';
import { z } from 'zod';
import { collectSampleRows } from '../../actions/collect/collect-rows.tsx';
import { useAddressQuery } from '../../base/addresses/address-query.ts';
import { NotLoaded } from '../../ui/feedback/NotLoaded.tsx';
import { Select } from '../../ui/form/options/Select.tsx';
import type { Column } from '../../ui/grid/columns.ts';
import { DataGrid } from '../../ui/grid/DataGrid.tsx';
import { Legend } from '../../ui/plot/Legend.tsx';
import { PictureFrame, useShownAs } from '../../ui/plot/PictureFrame.tsx';
import { useWidth } from '../../ui/plot/use-width.ts';
import { NA } from '../../ui/text/format.ts';
import { useGetEigengene } from './calls.ts';
import { drawEigengene, swatchesOf, writeEigengene } from './draw-eigengene.tsx';
import { EigengeneChart } from './EigengeneChart.tsx';
import { type Eigengene, layoutEigengene, ORDERS, orderSamples } from './eigengene-layout.ts';

const HEIGHT = 260;
const MAX_IN_LEGEND = 24;
const WHOLE = 'none';

const shape = z.object({
  attribute: z.string().max(200).optional().catch(undefined),
  by: z.enum(ORDERS).catch('data'),
});

interface SampleValue {
  sample: string;
  value: number;
  group: string | null;
}

interface SampleTableProps {
  eigengene: Eigengene;
  order: (typeof ORDERS)[number];
  /** null if the person may not read it */
  dataSet: number | null;
}

function SampleTable({ eigengene, order, dataSet }: SampleTableProps) {
  const rows = orderSamples(eigengene, order).map((index) => ({
    sample: eigengene.samples[index] ?? '',
    value: eigengene.values[index] ?? 0,
    group: eigengene.attribute_values[index] ?? null,
  }));
  const columns: Column<SampleValue>[] = [
    { key: 'sample', title: 'Sample', kind: 'identifier', width: 200 },
    { key: 'value', title: 'Module eigengene', kind: 'decimal', width: 150 },
  ];
  if (eigengene.attribute !== null) {
    const title = displayAttribute(eigengene.attribute);
    columns.push({
      key: 'group',
      title,
      width: 220,
      show: ({ group }) => (
        <span title={labelWithCode(group, eigengene.value_labels) ?? NA}>
          {labelOf(group, eigengene.value_labels) ?? NA}
        </span>
      ),
    });
  }
  return (
    <DataGrid
      name="module-eigengene"
      caption="Module eigengene"
      columns={columns}
      rows={rows}
      pageSize={100}
      {...(dataSet === null ? {} : { chosenAction: collectSampleRows(dataSet) })}
      rowKey={(row) => row.sample}
    />
  );
}

/** The module eigengene across samples, coloured by one of their attributes. */
export function EigengenePicture({ module }: { module: ModuleRecord }) {
  const { query, setQuery } = useAddressQuery(shape);
  const shownAs = useShownAs();
  const reply = useGetEigengene(module.id, { attribute: query.attribute, version: module.version });
  const { ref, width } = useWidth();
  if (!reply.isSuccess) return <NotLoaded reply={reply} what="the module eigengene" />;
  const eigengene = reply.data;
  const chart = layoutEigengene(eigengene, { width: Math.max(width, 200), height: HEIGHT, order: query.by });
  const title = `Module eigengene of ${module.title}`;
  return (
    <PictureFrame
      ref={ref}
      label={title}
      {...shownAs}
      controls={
        <>
          <Select
            size="xs"
            w={200}
            aria-label="Colour by"
            searchable
            value={eigengene.attribute ?? WHOLE}
            data={[
              { value: WHOLE, label: 'One colour' },
              ...eigengene.attributes.map((name) => ({ value: name, label: displayAttribute(name) })),
            ]}
            onChange={(attribute) => setQuery({ attribute }, true)}
          />
          <SegmentedControl
            size="xs"
            aria-label="Order of the samples"
            value={query.by}
            data={[
              { value: 'data', label: 'As in the data' },
              { value: 'value', label: 'By value' },
              { value: 'attribute', label: 'By attribute' },
            ]}
            onChange={(by) => setQuery({ by: by === 'data' ? null : by }, true)}
          />
        </>
      }
      download={{
        draw: () => drawEigengene(chart, eigengene, { title, about: [module.input_data_set] }),
        write: () => writeEigengene(eigengene, query.by),
        fileName: `module-eigengene-${module.omicon_id}`,
      }}
      table={<SampleTable eigengene={eigengene} order={query.by} dataSet={module.input_data_set_id} />}
    >
      {width > 0 && <EigengeneChart chart={chart} eigengene={eigengene} label={title} />}
      {eigengene.attribute !== null && (
        <Legend label="Colours" swatches={swatchesOf(eigengene)} most={MAX_IN_LEGEND} />
      )}
    </PictureFrame>
  );
}
