import { Group, Text } from '@mantine/core';
import { sampleAddress } from '@omicon/contract/addresses.ts';
import { getSampleNetwork, type Sample, type SampleNetwork } from '@omicon/contract/areas/samples.ts';
import { recordNumber } from '@omicon/contract/base/endpoint.ts';
import { useRouter } from '@tanstack/react-router';
import { useMemo } from 'react';
import { z } from 'zod';
import { collectRows } from '../../../actions/collect/collect-rows.tsx';
import { toSample } from '../../../actions/collect/collected-items.ts';
import { useAddressQuery } from '../../../base/addresses/address-query.ts';
import { useEndpoint } from '../../../base/calls/use-endpoint.ts';
import { categoryColour } from '../../../ui/colour/data-colours.ts';
import { EmptyState } from '../../../ui/feedback/EmptyState.tsx';
import { NotLoaded } from '../../../ui/feedback/NotLoaded.tsx';
import { DataSetChooser } from '../../../ui/form/DataSetChooser.tsx';
import { OwnMark } from '../../../ui/plot/marks/OwnMark.tsx';
import { PointsPlot } from '../../../ui/plot/marks/PointsPlot.tsx';
import { countOf, formatCount, formatDecimal, withMinus } from '../../../ui/text/format.ts';

const FITS = categoryColour(0);
const OUTLIER = categoryColour(5);

interface RankedSample {
  rank: number;
  label: string;
  z: number;
  connectivity: number | null;
  mean_correlation: number | null;
  mean_adjacency: number | null;
}

function rankSamples({ samples }: SampleNetwork): RankedSample[] {
  return samples
    .flatMap(({ z_connectivity, ...sample }) =>
      z_connectivity === null ? [] : [{ ...sample, z: z_connectivity }],
    )
    .map((sample, at) => ({ rank: at + 1, ...sample }));
}

/** All samples of a data set by Z.K, one of them marked, with the cut. Enter opens the sample under the cursor. */
function SampleNetworkPlot({
  network,
  collection,
  label,
}: {
  network: SampleNetwork;
  collection: number;
  label: string;
}) {
  const { history } = useRouter();
  const rows = useMemo(() => rankSamples(network), [network]);
  const { cut } = network;
  return (
    <PointsPlot
      title={`Sample network of ${network.data_set.title}`}
      fileName={`sample_network_${network.data_set.id}`}
      caption={`Standardised connectivity Z.K of ${rows.length} samples, the least connected first; the diamond is ${label}, the dashed line the cut.`}
      keys="The arrow keys read the samples one by one; Enter opens one."
      columns={[
        { key: 'rank', title: 'Rank', kind: 'number', width: 80 },
        {
          key: 'label',
          title: 'Sample',
          kind: 'identifier',
          width: 200,
          href: (row) => sampleAddress(collection, row.label, 'network'),
        },
        { key: 'z', title: 'Z.K', kind: 'decimal', width: 90 },
        { key: 'connectivity', title: 'K', kind: 'decimal', width: 90 },
        { key: 'mean_correlation', title: 'Mean correlation', kind: 'decimal', width: 150 },
        { key: 'mean_adjacency', title: 'Mean adjacency', kind: 'decimal', width: 140 },
      ]}
      rows={rows}
      chosenAction={collectRows(({ label: name }) => toSample(collection, name))}
      x={{ key: 'rank', label: 'Rank of the sample' }}
      y={{ key: 'z', label: 'Z.K' }}
      levels={[{ value: cut, name: `Cut ${withMinus(String(cut))}` }]}
      describe={(row) => {
        const correlation = row.mean_correlation === null ? 'NA' : formatDecimal(row.mean_correlation);
        return `${row.label}: Z.K ${formatDecimal(row.z)}, mean correlation ${correlation}, rank ${row.rank} of ${rows.length}.`;
      }}
      onOpen={(row) => history.push(sampleAddress(collection, row.label, 'network'))}
      colourOf={({ z }) => (z < cut ? OUTLIER : FITS)}
      over={({ points, width }) => {
        const own = points[rows.findIndex((row) => row.label === label)];
        return own && <OwnMark at={own} name={label} width={width} />;
      }}
    />
  );
}

const shape = z.object({ ds: recordNumber.optional().catch(undefined) });

const orNA = (value: number | null | undefined) => (value == null ? 'NA' : formatDecimal(value));

/** Where one sample lies in the network, in sentences. */
function Summary({ network, label }: { network: SampleNetwork; label: string }) {
  const { samples, cut, complete_features, number_of_features } = network;
  const own = samples.find((sample) => sample.label === label);
  const zOf = (sample: SampleNetwork['samples'][number] | undefined) => sample?.z_connectivity ?? null;
  const below = samples.filter((sample) => (zOf(sample) ?? 0) < cut);
  const own_z = zOf(own);
  return (
    <Text size="sm" mb="sm">
      {label}: mean correlation {orNA(own?.mean_correlation)} with the others (mean of all pairs{' '}
      {orNA(network.mean_correlation)}), connectivity K {orNA(own?.connectivity)}, Z.K {orNA(own_z)}
      {own_z !== null &&
        (own_z < cut
          ? `, below the cut of ${withMinus(String(cut))}`
          : `, above the cut of ${withMinus(String(cut))}`)}
      .{' '}
      {below.length === 0
        ? 'No sample is below the cut.'
        : `${countOf(below.length, 'sample')} of ${formatCount(samples.length)} ${below.length === 1 ? 'is' : 'are'} below it.`}{' '}
      {complete_features < number_of_features
        ? `Computed from the ${countOf(complete_features, 'feature')} of ${formatCount(number_of_features)} without missing values.`
        : `Computed from ${countOf(number_of_features, 'feature')}.`}
    </Text>
  );
}

function Result({ dataSet, sample }: { dataSet: number; sample: Sample }) {
  const reply = useEndpoint(getSampleNetwork, { params: { id: dataSet } });
  if (!reply.isSuccess)
    return <NotLoaded reply={reply} refusal="No sample network" what="the sample network" />;
  if (reply.data.samples.every(({ z_connectivity }) => z_connectivity === null))
    return (
      <EmptyState title="No sample network">
        The connectivity of the samples does not vary, or the values of a sample do not.
      </EmptyState>
    );
  return (
    <>
      <Summary network={reply.data} label={sample.label} />
      <SampleNetworkPlot network={reply.data} collection={sample.collection.id} label={sample.label} />
    </>
  );
}

/** How well the sample fits the other samples of one of its data sets. */
export function SampleNetworkPart({ sample }: { sample: Sample }) {
  const { query, setQuery } = useAddressQuery(shape);
  const chosen = sample.data_sets.find(({ id }) => id === query.ds) ?? sample.data_sets[0];
  if (chosen === undefined)
    return <EmptyState title="No data sets">No data set you can read contains this sample.</EmptyState>;
  return (
    <>
      <Group mb="md">
        <DataSetChooser
          dataSets={sample.data_sets}
          value={chosen.id}
          onChange={(ds) => setQuery({ ds: String(ds) }, true)}
        />
      </Group>
      <Result dataSet={chosen.id} sample={sample} />
    </>
  );
}
