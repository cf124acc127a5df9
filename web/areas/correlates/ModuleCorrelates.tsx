import { Group, Text } from '@mantine/core';
import type { ModuleRecord } from '@omicon/contract/areas/analyses/covariation-networks.ts';
import { CORRELATION_MEASURES } from '@omicon/contract/areas/statistics/expression.ts';
import { z } from 'zod';
import { useAddressQuery } from '../../base/addresses/address-query.ts';
import { EmptyState } from '../../ui/feedback/EmptyState.tsx';
import { CorrelatesResult } from './CorrelatesResult.tsx';
import { MeasureSelect } from './MeasureSelect.tsx';
import { RestrictSamples, useSampleRules } from './RestrictSamples.tsx';

const shape = z.object({ measure: z.enum(CORRELATION_MEASURES).catch('pearson') });

/** Features of the input data set by their correlation with the eigengene of a module, members or not. */
export function ModuleCorrelates({ module }: { module: ModuleRecord }) {
  const { query, setQuery } = useAddressQuery(shape);
  const { rules } = useSampleRules();
  if (module.input_data_set_id === null)
    return (
      <EmptyState title="No values">
        The samples of this module are in a data set that you cannot read.
      </EmptyState>
    );
  const body = {
    data_sets: [module.input_data_set_id],
    subject: { kind: 'module' as const, id: module.id },
    measure: query.measure,
    samples: rules,
  };
  return (
    <>
      <Group gap="sm" align="flex-end" mb="md">
        <MeasureSelect value={query.measure} onChange={(measure) => setQuery({ measure }, true)} />
        <Text size="sm">Features of {module.input_data_set} by the eigengene, members or not.</Text>
      </Group>
      <RestrictSamples dataSet={module.input_data_set_id} />
      <CorrelatesResult key={JSON.stringify(body)} body={body} />
    </>
  );
}
