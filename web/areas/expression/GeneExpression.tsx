import { Box, Group, Stack, Text, Title } from '@mantine/core';
import { listGeneDataSets } from '@omicon/contract/areas/genes/genes.ts';
import {
  type GeneInDataSet,
  getExpression,
  listGeneExpression,
  MAX_DATA_SETS_OF_GENE,
} from '@omicon/contract/areas/statistics/expression.ts';
import { displayAttribute } from '@omicon/domain/records/samples/sample-attributes.ts';
import { z } from 'zod';
import { useAddressQuery } from '../../base/addresses/address-query.ts';
import { CallError } from '../../base/calls/call-error.ts';
import { useEndpoint } from '../../base/calls/use-endpoint.ts';
import { useEveryRow } from '../../base/calls/use-every-row.ts';
import { EmptyState } from '../../ui/feedback/EmptyState.tsx';
import { ErrorPanel } from '../../ui/feedback/ErrorPanel.tsx';
import { NotLoaded } from '../../ui/feedback/NotLoaded.tsx';
import { Waiting } from '../../ui/feedback/Waiting.tsx';
import { DataSetChooser } from '../../ui/form/DataSetChooser.tsx';
import { Select } from '../../ui/form/options/Select.tsx';
import { ListGrid } from '../../ui/grid/ListGrid.tsx';
import { useAddressList } from '../../ui/grid/use-address-list.ts';
import { countOf, formatCount } from '../../ui/text/format.ts';
import { everyDataSetColumns, NO_GENE_TEST_TEXTS } from './every-data-set-columns.tsx';
import { FeaturePlot } from './FeaturePlot.tsx';

/** A gene in every data set that measures it, by the attribute of the picture above. */
function GeneInEveryDataSet({ symbol, attribute }: { symbol: string; attribute: string }) {
  const { list, pagingOf, input } = useAddressList(
    listGeneExpression,
    (query) => ({ params: { symbol }, query: { ...query, ...(attribute === '' ? {} : { attribute }) } }),
    { sort: 'n', order: 'desc', keepsRows: true },
  );
  const every = useEveryRow(listGeneExpression, input);
  const columnsOf = (rows: readonly GeneInDataSet[]) => everyDataSetColumns(symbol, attribute, rows);
  const { tested = 0, not_tested = [], left_out = 0, total = 0 } = list.data ?? {};
  const { tested_collections = 0, collections = 0 } = list.data ?? {};
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
          `${displayAttribute(attribute)} is tested in ${formatCount(tested)} of ${countOf(total, 'data set')}, from ${formatCount(tested_collections)} of ${countOf(collections, 'data collection')}: data sets of one are mostly stages of each other, no independent evidence. q is Benjamini-Hochberg over the tests. `}
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

const MAX_LISTED = 100;
/** Height of the plot of one feature with its controls, reserved until it is drawn. */
const PLOT_HEIGHT = 400;

const shape = z.object({
  ds: z.coerce.number().int().optional().catch(undefined),
  attribute: z.string().max(200).catch(''),
  facet: z.string().max(200).catch(''),
});

/** A choice that makes no sense in this data set is told, other failures can be retried. */
function Failure({ error, onRetry }: { error: unknown; onRetry(): void }) {
  if (error instanceof CallError && error.status === 400)
    return <EmptyState title="Nothing to compare">{error.message}</EmptyState>;
  return <ErrorPanel error={error} onRetry={onRetry} />;
}

/** Values of a gene in one data set, by an attribute of its samples. */
export function GeneExpression({ symbol }: { symbol: string }) {
  const { query, setQuery } = useAddressQuery(shape);
  const dataSets = useEndpoint(listGeneDataSets, {
    params: { symbol },
    query: { sort: 'number_of_samples', order: 'desc', page_size: MAX_LISTED },
  });
  const rows = dataSets.data?.results ?? [];
  const id = query.ds ?? rows[0]?.id;
  const reply = useEndpoint(
    getExpression,
    {
      params: { id: id ?? 0 },
      query: {
        features: symbol,
        ...(query.attribute === '' ? {} : { attribute: query.attribute }),
        ...(query.facet === '' ? {} : { facet: query.facet }),
      },
    },
    { enabled: id !== undefined, placeholderData: (before) => before },
  );
  if (!dataSets.isSuccess) return <NotLoaded reply={dataSets} what="the data sets" />;
  if (id === undefined) {
    return <EmptyState title="Not measured">No data set you can read measures {symbol}.</EmptyState>;
  }
  const found = reply.data;
  // What is chosen stays a choice in a data set whose samples do not differ by it.
  const chosen = [query.attribute, query.facet].filter((name) => name !== '');
  const options = [...new Set([...(found?.attributes ?? []), ...chosen])].map((value) => ({
    value,
    label: displayAttribute(value),
  }));
  return (
    <>
      <Group gap="sm" align="flex-end" mb="md">
        <DataSetChooser dataSets={rows} value={id} onChange={(ds) => setQuery({ ds: String(ds) }, true)} />
        <Select
          size="xs"
          w={220}
          label="By attribute"
          placeholder="All samples"
          searchable
          clearable
          data={options}
          value={query.attribute === '' ? null : query.attribute}
          onChange={(attribute) => setQuery({ attribute }, true)}
        />
        <Select
          size="xs"
          w={220}
          label="A panel for each"
          searchable
          clearable
          data={options.filter(({ value }) => value !== query.attribute)}
          value={query.facet === '' ? null : query.facet}
          onChange={(facet) => setQuery({ facet }, true)}
        />
      </Group>
      {reply.isError ? (
        <Failure error={reply.error} onRetry={() => void reply.refetch()} />
      ) : found === undefined ? (
        <Box mih={PLOT_HEIGHT}>
          <Waiting what="the values" />
        </Box>
      ) : found.features.length === 0 ? (
        <EmptyState title="Not measured">
          {found.data_set.title} does not measure {symbol}.
        </EmptyState>
      ) : (
        <Stack gap="xl" mih={PLOT_HEIGHT}>
          {found.features.length < found.number_of_features && (
            <Text size="sm">
              The first {found.features.length} of {found.number_of_features} features of {symbol} are shown.
            </Text>
          )}
          {found.features.map((feature) => (
            <FeaturePlot key={feature.feature} found={found} feature={feature} />
          ))}
        </Stack>
      )}
      <GeneInEveryDataSet symbol={symbol} attribute={query.attribute} />
    </>
  );
}
