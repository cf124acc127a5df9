import { Text, Title } from '@mantine/core';
import {
  type GeneInDataSet,
  listGeneExpression,
  MAX_DATA_SETS_OF_GENE,
} from '@omicon/contract/areas/statistics/expression.ts';
import { displayAttribute } from '@omicon/domain/records/sample-attributes.ts';
import { useEveryRow } from '../../base/calls/use-every-row.ts';
import { ListGrid } from '../../ui/grid/ListGrid.tsx';
import { useAddressList } from '../../ui/grid/use-address-list.ts';
import { countOf, formatCount } from '../../ui/text/format.ts';
import { everyDataSetColumns, NO_GENE_TEST_TEXTS } from './every-data-set-columns.tsx';

/** A gene in every data set that measures it, by the attribute of the picture above. */
export function GeneInEveryDataSet({ symbol, attribute }: { symbol: string; attribute: string }) {
  const { list, pagingOf, input } = useAddressList(
    listGeneExpression,
    (query) => ({ params: { symbol }, query: { ...query, ...(attribute === '' ? {} : { attribute }) } }),
    { sort: 'n', order: 'desc', keepsRows: true },
  );
  const every = useEveryRow(listGeneExpression, input);
  const columnsOf = (rows: readonly GeneInDataSet[]) => everyDataSetColumns(symbol, attribute, rows);
  const { tested = 0, not_tested = [], left_out = 0, total = 0 } = list.data ?? {};
  const by = attribute === '' ? '' : ` by ${displayAttribute(attribute)}`;
  return (
    <section aria-labelledby="every-data-set">
      <Title order={2} id="every-data-set" mt="xl" mb="xs">
        In every data set{by}
      </Title>
      <Text size="sm" c="dimmed" mb="xs">
        Where several features map to {symbol}, the one with the highest mean is used.{' '}
        {list.data !== undefined &&
          attribute !== '' &&
          `${formatCount(tested)} of ${countOf(total, 'data set')} ${tested === 1 ? 'is' : 'are'} tested by ${displayAttribute(attribute)}; q is Benjamini-Hochberg over them. `}
        {not_tested.length > 0 &&
          `Not tested: ${not_tested.map(({ reason, n }) => `${formatCount(n)}, ${NO_GENE_TEST_TEXTS[reason]}`).join('; ')}. `}
        {left_out > 0 &&
          `The ${MAX_DATA_SETS_OF_GENE} data sets with most samples are listed; ${countOf(left_out, 'smaller one')} measure it, too.`}
      </Text>
      <ListGrid
        name="gene-expression"
        caption={`${symbol} in every data set${by}`}
        columns={columnsOf(list.data?.results ?? [])}
        list={list}
        pagingOf={pagingOf}
        everyRow={{ ...every, columnsOf }}
        rowKey={(row) => row.omicon_id}
        emptyHint={`No data set you can read measures ${symbol}.`}
      />
    </section>
  );
}
