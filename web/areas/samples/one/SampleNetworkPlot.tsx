import { sampleAddress } from '@omicon/contract/addresses.ts';
import type { SampleNetwork } from '@omicon/contract/areas/samples.ts';
import { useRouter } from '@tanstack/react-router';
import { useMemo } from 'react';
import { collectRows } from '../../../actions/collect/collect-rows.tsx';
import { toSample } from '../../../actions/collect/collected-items.ts';
import { categoryColour } from '../../../ui/colour/data-colours.ts';
import { OwnMark } from '../../../ui/plot/marks/OwnMark.tsx';
import { PointsPlot } from '../../../ui/plot/marks/PointsPlot.tsx';
import { formatDecimal, withMinus } from '../../../ui/text/format.ts';

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
export function SampleNetworkPlot({
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
