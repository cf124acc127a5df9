import { Box, Group, Stack, Text } from '@mantine/core';
import { listGeneDataSets } from '@omicon/contract/areas/genes.ts';
import { getExpression } from '@omicon/contract/areas/statistics/expression.ts';
import { displayAttribute } from '@omicon/domain/records/sample-attributes.ts';
import { z } from 'zod';
import { useAddressQuery } from '../../base/addresses/address-query.ts';
import { CallError } from '../../base/calls/call-error.ts';
import { useEndpoint } from '../../base/calls/use-endpoint.ts';
import { EmptyState } from '../../ui/feedback/EmptyState.tsx';
import { ErrorPanel } from '../../ui/feedback/ErrorPanel.tsx';
import { NotLoaded } from '../../ui/feedback/NotLoaded.tsx';
import { Waiting } from '../../ui/feedback/Waiting.tsx';
import { DataSetChooser } from '../../ui/form/DataSetChooser.tsx';
import { Select } from '../../ui/form/options/Select.tsx';
import { FeaturePlot } from './FeaturePlot.tsx';
import { GeneInEveryDataSet } from './GeneInEveryDataSet.tsx';

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
