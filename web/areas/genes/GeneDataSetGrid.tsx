import { Text } from '@mantine/core';
import { dataSetAddress } from '@omicon/contract/addresses.ts';
import { listGeneDataSets } from '@omicon/contract/areas/genes/genes.ts';
import type { ReplyOf } from '@omicon/contract/base/endpoint.ts';
import { useEveryRow } from '../../base/calls/use-every-row.ts';
import type { Column } from '../../ui/grid/columns.ts';
import { ListGrid } from '../../ui/grid/ListGrid.tsx';
import { useAddressList } from '../../ui/grid/use-address-list.ts';
import { Percentile } from '../../ui/plot/Percentile.tsx';

type GeneDataSet = ReplyOf<typeof listGeneDataSets>['results'][number];

/** The feature with the highest mean: of several probes, the one that measures the gene best. */
function highest({ features }: GeneDataSet): GeneDataSet['features'][number] | null {
  return features.reduce<GeneDataSet['features'][number] | null>(
    (best, feature) =>
      best === null || (feature.mean ?? -Infinity) > (best.mean ?? -Infinity) ? feature : best,
    null,
  );
}

const COLUMNS: readonly Column<GeneDataSet>[] = [
  { key: 'title', title: 'Data set', width: 380, href: (row) => dataSetAddress(row.id) },
  { key: 'number_of_samples', title: 'Samples', kind: 'number', width: 100 },
  {
    key: 'percentile',
    title: 'Level (percentile)',
    kind: 'number',
    width: 190,
    isSortable: false,
    value: (row) => (row.is_centred ? null : (highest(row)?.percentile ?? null)),
    show: (row) => (row.is_centred ? 'centred' : <Percentile value={highest(row)?.percentile ?? null} />),
  },
  {
    key: 'mean',
    title: 'Mean',
    kind: 'decimal',
    width: 90,
    isSortable: false,
    value: (row) => highest(row)?.mean ?? null,
  },
  {
    key: 'sd',
    title: 'SD',
    kind: 'decimal',
    width: 90,
    isSortable: false,
    value: (row) => highest(row)?.sd ?? null,
  },
  {
    key: 'features',
    title: 'Features',
    kind: 'identifier',
    width: 240,
    isSortable: false,
    value: ({ features }) => features.map(({ feature }) => feature).join(', '),
  },
];

/** Data sets that measure a gene, with its mean level among all features of each. */
export function GeneDataSetGrid({ symbol }: { symbol: string }) {
  const page = useAddressList(listGeneDataSets, (query) => ({ params: { symbol }, query }), {
    order: 'desc',
    keepsRows: true,
  });
  const hasCentred = page.list.data?.results.some(({ is_centred }) => is_centred) === true;
  return (
    <ListGrid
      name="gene-data-sets"
      caption="Data sets that measure it; where several features map to it, the one with the highest mean is used"
      columns={COLUMNS}
      {...page}
      everyRow={useEveryRow(listGeneDataSets, page.input)}
      rowKey={(row) => row.omicon_id}
      toolbar={
        hasCentred && (
          <Text size="xs" c="dimmed">
            Centred: each feature has a mean of about 0, so its level among the others is not known.
          </Text>
        )
      }
      emptyHint={`No data set you can read measures ${symbol}.`}
    />
  );
}
