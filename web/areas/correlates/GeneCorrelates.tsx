import { Group } from '@mantine/core';
import { listGeneDataSets } from '@omicon/contract/areas/genes/genes.ts';
import { MAX_COMBINED_DATA_SETS } from '@omicon/contract/areas/statistics/correlates.ts';
import { CORRELATION_MEASURES } from '@omicon/contract/areas/statistics/expression.ts';
import { z } from 'zod';
import { useAddressQuery } from '../../base/addresses/address-query.ts';
import { useEndpoint } from '../../base/calls/use-endpoint.ts';
import { EmptyState } from '../../ui/feedback/EmptyState.tsx';
import { NotLoaded } from '../../ui/feedback/NotLoaded.tsx';
import { MultiSelect } from '../../ui/form/options/MultiSelect.tsx';
import { countOf } from '../../ui/text/format.ts';
import { CorrelatesResult } from './CorrelatesResult.tsx';
import { MeasureSelect } from './MeasureSelect.tsx';
import { RestrictSamples, useSampleRules } from './RestrictSamples.tsx';

const MAX_LISTED = 100;

const shape = z.object({
  /** numbers of data sets, such as `12,15` */
  ds: z
    .string()
    .catch('')
    .transform((text) => text.split(',').map(Number).filter(Number.isInteger).filter(Boolean))
    .transform((numbers) => [...new Set(numbers)].slice(0, MAX_COMBINED_DATA_SETS)),
  measure: z.enum(CORRELATION_MEASURES).catch('pearson'),
});

/** What correlates with a gene in one data set, or in several together. */
export function GeneCorrelates({ symbol }: { symbol: string }) {
  const { query, setQuery } = useAddressQuery(shape);
  const { rules } = useSampleRules();
  const dataSets = useEndpoint(listGeneDataSets, {
    params: { symbol },
    query: { sort: 'number_of_samples', order: 'desc', page_size: MAX_LISTED },
  });
  if (!dataSets.isSuccess) return <NotLoaded reply={dataSets} what="the data sets" />;
  const [largest] = dataSets.data.results;
  const chosen = query.ds.length > 0 ? query.ds : largest === undefined ? [] : [largest.id];
  if (chosen.length === 0)
    return <EmptyState title="Not measured">No data set you can read measures {symbol}.</EmptyState>;
  const single = chosen.length === 1 ? chosen[0] : undefined;
  const choose = (ids: readonly (number | string)[]) =>
    setQuery({ ds: ids.length === 0 ? null : ids.join(','), samples: null }, true);
  const body = {
    data_sets: chosen,
    subject: { kind: 'feature' as const, name: symbol },
    measure: query.measure,
    // Attributes of samples differ between data sets, so rules restrict one only.
    samples: single === undefined ? [] : rules,
  };
  return (
    <>
      <Group gap="sm" align="flex-end" mb="md">
        <MultiSelect
          size="xs"
          w={420}
          maw="100%"
          flex={1}
          label="Data sets (choose several to combine)"
          searchable
          maxValues={MAX_COMBINED_DATA_SETS}
          data={dataSets.data.results.map(({ id, title, number_of_samples }) => ({
            value: String(id),
            label: `${title} (${countOf(number_of_samples, 'sample')})`,
          }))}
          value={chosen.map(String)}
          onChange={choose}
        />
        <MeasureSelect value={query.measure} onChange={(measure) => setQuery({ measure }, true)} />
      </Group>
      {single !== undefined && <RestrictSamples key={single} dataSet={single} />}
      <CorrelatesResult key={JSON.stringify(body)} body={body} onKeep={choose} />
    </>
  );
}
