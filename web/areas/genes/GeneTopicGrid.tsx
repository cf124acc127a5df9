import { Text } from '@mantine/core';
import { listGeneTopics } from '@omicon/contract/areas/genes/genes.ts';
import type { ReplyOf } from '@omicon/contract/base/endpoint.ts';
import { collectRecords } from '../../actions/collect/collect-rows.tsx';
import { useEndpoint } from '../../base/calls/use-endpoint.ts';
import type { Column } from '../../ui/grid/columns.ts';
import { DataGrid } from '../../ui/grid/DataGrid.tsx';
import { rowsOf } from '../../ui/grid/failure-of.ts';
import { geneSetColumn } from '../../ui/grid/record-columns.ts';
import { countOf, formatPValue } from '../../ui/text/format.ts';
import { WholeNumbers } from '../../ui/text/WholeNumbers.tsx';

type Topic = ReplyOf<typeof listGeneTopics>['results'][number];

const COLUMNS: readonly Column<Topic>[] = [
  { ...geneSetColumn('name', 340), title: 'Gene set' },
  { key: 'number_of_collections', title: 'Data collections', kind: 'number', width: 140 },
  { key: 'number_of_data_sets', title: 'Data sets', kind: 'number', width: 100 },
  { key: 'number_of_modules', title: 'Modules', kind: 'number', width: 100 },
  { key: 'best_p_value', title: 'Best P', kind: 'p-value', width: 100 },
  { key: 'category', title: 'Set Category', width: 160 },
];

/** What the modules of a gene are about: the sets most often enriched in them. */
export function GeneTopicGrid({ symbol }: { symbol: string }) {
  const list = useEndpoint(listGeneTopics, { params: { symbol }, query: {} });
  const { data } = list;
  return (
    <>
      {data !== undefined && data.number_of_modules > 0 && (
        <Text size="sm" c="dimmed" mb="xs">
          Counts the top {data.top_sets} enriched sets (P &lt;{' '}
          <WholeNumbers text={formatPValue(data.p_below)} />) of each of the{' '}
          {countOf(data.number_of_modules, 'module')}. The data sets of a collection are mostly stages of each
          other, so sets are ordered by data collections.
        </Text>
      )}
      <DataGrid
        name="gene-topics"
        caption="Sets enriched in its modules, those of most data collections first"
        columns={COLUMNS}
        chosenAction={collectRecords}
        {...rowsOf(list)}
        rowKey={(row) => row.omicon_id}
        emptyHint={`No gene set is enriched in the modules of ${symbol} that you can read, or none was tested.`}
      />
    </>
  );
}
