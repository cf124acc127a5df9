import { Paper, Stack, Text } from '@mantine/core';
import { getDataSetSampleAttributes } from '@omicon/contract/areas/samples.ts';
import { useState } from 'react';
import { z } from 'zod';
import { useAddressQuery } from '../../base/addresses/address-query.ts';
import { useEndpoint } from '../../base/calls/use-endpoint.ts';
import { ErrorPanel } from '../../ui/feedback/ErrorPanel.tsx';
import { readRules, type SampleRule, writeRules } from '../../ui/sample-rules/rule-text.ts';
import { SampleRules } from '../../ui/sample-rules/SampleRules.tsx';

const shape = z.object({ samples: z.string().max(4000).catch('').transform(readRules) });

/** The rules of the address, which restrict correlates to some samples of one data set. */
export function useSampleRules() {
  const { query, setQuery } = useAddressQuery(shape);
  return {
    rules: query.samples,
    setRules: (rules: readonly SampleRule[]) => setQuery({ samples: writeRules(rules) }, true),
  };
}

/** Chooses the samples of a data set by the values of their attributes. */
export function RestrictSamples({ dataSet }: { dataSet: number }) {
  const { rules, setRules } = useSampleRules();
  const [pending, setPending] = useState<string | null>(null);
  const used = [...rules.map(({ attribute }) => attribute), ...(pending === null ? [] : [pending])].sort();
  const reply = useEndpoint(
    getDataSetSampleAttributes,
    { body: { id: dataSet, optional_attributes: used, selection: [] } },
    { placeholderData: (before) => before },
  );
  if (reply.isError) return <ErrorPanel error={reply.error} onRetry={() => void reply.refetch()} />;
  const known = reply.data?.sample_attributes ?? [];
  return (
    <Paper withBorder p="sm" mb="md" maw={560} component="section" aria-label="Samples">
      <Stack gap="xs">
        <Text size="sm">
          {rules.length === 0
            ? 'All samples. Add an attribute to use only some.'
            : 'Only samples with these values:'}
        </Text>
        <SampleRules
          rules={rules}
          attributes={{ known, optional: reply.data?.optional_attributes ?? [] }}
          of="the samples"
          pending={pending}
          onPending={setPending}
          onChange={setRules}
        />
      </Stack>
    </Paper>
  );
}
