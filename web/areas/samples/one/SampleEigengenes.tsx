import { Text } from '@mantine/core';
import { moduleAddress } from '@omicon/contract/addresses.ts';
import { listSampleEigengenes, type Sample } from '@omicon/contract/areas/samples.ts';
import { recordNumber } from '@omicon/contract/base/endpoint.ts';
import { z } from 'zod';
import { collectRecords } from '../../../actions/collect/collect-rows.tsx';
import { useAddressQuery } from '../../../base/addresses/address-query.ts';
import { useEndpoint } from '../../../base/calls/use-endpoint.ts';
import { EmptyState } from '../../../ui/feedback/EmptyState.tsx';
import { Select } from '../../../ui/form/options/Select.tsx';
import type { Column } from '../../../ui/grid/columns.ts';
import { DataGrid } from '../../../ui/grid/DataGrid.tsx';
import { rowsOf } from '../../../ui/grid/failure-of.ts';
import { moduleColumn } from '../../../ui/grid/record-columns.ts';
import { Percentile } from '../../../ui/plot/Percentile.tsx';
import { countOf } from '../../../ui/text/format.ts';

type EigengeneOfSample = z.output<(typeof listSampleEigengenes)['reply']>['results'][number];

const shape = z.object({ networkId: recordNumber.optional().catch(undefined) });

const COLUMNS: readonly Column<EigengeneOfSample>[] = [
  moduleColumn(260, ({ omicon_id }) => moduleAddress(omicon_id, 'eigengene')),
  {
    key: 'percentile',
    title: 'Percentile',
    kind: 'decimal',
    width: 200,
    show: ({ percentile }) => <Percentile value={percentile} digits={1} />,
  },
  { key: 'value', title: 'Module eigengene', kind: 'decimal', width: 160 },
];

/** The modules in which the sample is highest and lowest. */
function describeExtremes({
  results,
  number_of_samples,
}: z.output<(typeof listSampleEigengenes)['reply']>): string {
  const sorted = results.toSorted((a, b) => b.percentile - a.percentile);
  const [highest, lowest] = [sorted[0], sorted.at(-1)];
  if (highest === undefined || lowest === undefined) return '';
  const percent = ({ percentile }: EigengeneOfSample) => `${percentile.toFixed(0)} %`;
  return `Highest in ${highest.name}, ${percent(highest)}; lowest in ${lowest.name}, ${percent(lowest)}; among ${countOf(number_of_samples, 'sample')}.`;
}

/** Where one sample lies in every module eigengene of a network, the most extreme first. */
export function SampleEigengenes({ sample }: { sample: Sample }) {
  const { query, setQuery } = useAddressQuery(shape);
  const chosen = sample.networks.find(({ id }) => id === query.networkId) ?? sample.networks[0];
  const list = useEndpoint(
    listSampleEigengenes,
    { params: { id: chosen?.id ?? 0, label: sample.label } },
    { enabled: chosen !== undefined },
  );
  if (chosen === undefined)
    return <EmptyState title="No networks">No network you can read contains this sample.</EmptyState>;
  return (
    <>
      <Text size="sm" c="dimmed" mb="xs" mih="1.5em">
        {list.data !== undefined && describeExtremes(list.data)}
      </Text>
      <DataGrid
        name="eigengenes-of-sample"
        caption={
          list.data === undefined
            ? 'Module eigengenes'
            : `Module eigengenes, percentiles among ${countOf(list.data.number_of_samples, 'sample')}, the most extreme first`
        }
        columns={COLUMNS}
        chosenAction={collectRecords}
        {...rowsOf(list)}
        pageSize={50}
        rowKey={(row) => row.omicon_id}
        emptyHint="This network has no modules."
        toolbar={
          <Select
            size="xs"
            w={440}
            maw="100%"
            aria-label="Covariation network"
            allowDeselect={false}
            searchable
            value={String(chosen.id)}
            data={sample.networks.map(({ id, name, analysis }) => ({
              value: String(id),
              label: `${name} (${analysis.title})`,
            }))}
            onChange={(networkId) => setQuery({ networkId }, true)}
          />
        }
      />
    </>
  );
}
