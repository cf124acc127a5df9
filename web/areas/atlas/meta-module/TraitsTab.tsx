import { Text } from '@mantine/core';
import { dataSetAddress } from '@omicon/contract/addresses.ts';
import { listTraitsOfMetaModule, type MetaModuleDetail } from '@omicon/contract/areas/analyses/atlas.ts';
import { useMemo, useState } from 'react';
import { useEndpoint } from '../../../base/calls/use-endpoint.ts';
import { EmptyState } from '../../../ui/feedback/EmptyState.tsx';
import { NotLoaded } from '../../../ui/feedback/NotLoaded.tsx';
import { writeTable } from '../../../ui/files/write-table.ts';
import { SecondaryButton } from '../../../ui/form/SecondaryButton.tsx';
import { type Column, tableOf } from '../../../ui/grid/columns.ts';
import { DataGrid } from '../../../ui/grid/DataGrid.tsx';
import { countOf } from '../../../ui/text/format.ts';
import { ForestFrame } from '../forest/ForestFrame.tsx';
import { R_SCALE } from '../forest/forest-layout.ts';
import { type MetaTrait, type TraitRow, traitLine, traitParts, traitRows } from './trait-text.ts';

/** Attributes of the picture at first; the table has all. */
const FIRST_ATTRIBUTES = 20;
const COMBINED = 'Combined';

const COLUMNS: readonly Column<TraitRow>[] = [
  { key: 'attribute', title: 'Attribute', width: 200 },
  { key: 'direction', title: 'Positive r', width: 180 },
  {
    key: 'data_set',
    title: 'Data set',
    width: 280,
    value: ({ dataSet }) => dataSet?.title ?? COMBINED,
    href: ({ dataSet }) => (dataSet === null ? null : dataSetAddress(dataSet.id)),
  },
  { key: 'n', title: 'Samples', kind: 'number', width: 90 },
  { key: 'cohorts', title: 'Cohorts', kind: 'number', width: 90 },
  { key: 'r', title: 'r', kind: 'decimal', width: 80 },
  { key: 'low', title: 'Lower 95 %', kind: 'decimal', width: 110 },
  { key: 'high', title: 'Upper 95 %', kind: 'decimal', width: 110 },
  { key: 'p_value', title: 'P', kind: 'p-value', width: 100 },
  { key: 'i_squared', title: 'I²', kind: 'decimal', width: 80 },
];

const CAPTION =
  'Pearson r of the module eigengene with each attribute, with its 95 % interval. Squares: data sets, by number of samples. Diamonds: combined over cohorts, one data set of each; I²: share of the differences between them beyond chance.';

function TraitsFrame({ meta, traits }: { meta: MetaModuleDetail; traits: readonly MetaTrait[] }) {
  const [isWhole, setWhole] = useState(traits.length <= FIRST_ATTRIBUTES);
  const rows = useMemo(() => traitRows(traits), [traits]);
  const indexes = useMemo(() => new Map(rows.map((row, at) => [row, String(at)])), [rows]);
  const shown = useMemo(() => (isWhole ? traits : traits.slice(0, FIRST_ATTRIBUTES)), [traits, isWhole]);
  const parts = useMemo(() => traitParts(shown), [shown]);
  const title = `Sample attributes and ${meta.title}`;
  return (
    <ForestFrame
      title={title}
      fileName={`traits_${meta.omicon_id}`}
      caption={CAPTION}
      parts={parts}
      scale={R_SCALE}
      rows={rows.map(traitLine)}
      write={() => writeTable(...tableOf(COLUMNS, rows), 'tsv')}
      table={
        <DataGrid
          name="meta-module-traits"
          caption={title}
          columns={COLUMNS}
          rows={rows}
          pageSize={50}
          rowKey={(row) => indexes.get(row) ?? ''}
        />
      }
    >
      {!isWhole && (
        <SecondaryButton onClick={() => setWhole(true)}>
          Show all {countOf(traits.length, 'attribute')}
        </SecondaryButton>
      )}
    </ForestFrame>
  );
}

function describeWaiting(waiting: number): string {
  return waiting === 1
    ? 'The associations of 1 data set are not computed yet.'
    : `The associations of ${countOf(waiting, 'data set')} are not computed yet.`;
}

/** Sample attributes associated with a meta-module, in each data set and over all cohorts. */
export function TraitsTab({ meta }: { meta: MetaModuleDetail }) {
  const reply = useEndpoint(listTraitsOfMetaModule, { params: { id: meta.id } });
  if (!reply.isSuccess) return <NotLoaded reply={reply} what="the traits" />;
  const { traits, waiting } = reply.data;
  if (traits.length === 0)
    return (
      <EmptyState title="No traits">
        {waiting > 0
          ? describeWaiting(waiting)
          : 'No sample attribute of these data sets can be compared with this signal.'}
      </EmptyState>
    );
  return (
    <>
      {waiting > 0 && (
        <Text size="sm" c="dimmed" mb="sm" role="status">
          {describeWaiting(waiting)}
        </Text>
      )}
      <TraitsFrame meta={meta} traits={traits} />
    </>
  );
}
