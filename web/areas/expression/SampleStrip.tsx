import { Group, Stack, Text, TextInput } from '@mantine/core';
import { geneAddress } from '@omicon/contract/addresses.ts';
import { getExpression } from '@omicon/contract/areas/statistics/expression.ts';
import { recordNumber } from '@omicon/contract/base/endpoint.ts';
import { useState } from 'react';
import { z } from 'zod';
import { useAddressQuery } from '../../base/addresses/address-query.ts';
import { useEndpoint } from '../../base/calls/use-endpoint.ts';
import { EmptyState } from '../../ui/feedback/EmptyState.tsx';
import { NotLoaded } from '../../ui/feedback/NotLoaded.tsx';
import { DataSetChooser } from '../../ui/form/DataSetChooser.tsx';
import { Form } from '../../ui/form/Form.tsx';
import { SecondaryButton } from '../../ui/form/SecondaryButton.tsx';
import { AddressLink } from '../../ui/navigation/AddressLink.tsx';
import { formatCount, formatDecimal } from '../../ui/text/format.ts';
import type { Expression } from './expression-rows.ts';
import { FeaturePlot } from './FeaturePlot.tsx';

const shape = z.object({
  ds: recordNumber.optional().catch(undefined),
  feature: z.string().max(200).catch(''),
});

function FeatureForm({ name, onChange }: { name: string; onChange(name: string): void }) {
  const [text, setText] = useState(name);
  return (
    <Form onSubmit={() => onChange(text.trim())}>
      <Group gap={4} align="flex-end" wrap="nowrap">
        <TextInput
          size="xs"
          w={200}
          label="Gene or feature"
          placeholder="TREM2"
          spellCheck={false}
          maxLength={200}
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
        />
        <SecondaryButton type="submit" flex="none" disabled={text.trim() === ''}>
          Show
        </SecondaryButton>
      </Group>
    </Form>
  );
}

/** After the name of the feature: its value in the sample, and the rank among those measured. */
function describeSample({ samples }: Expression, { values }: Expression['features'][number], label: string) {
  const value = values[samples.indexOf(label)] ?? null;
  if (value === null) return ` has no value in ${label}.`;
  const known = values.filter((other) => other !== null);
  const higher = known.filter((other) => other > value).length;
  return ` in ${label}: ${formatDecimal(value)}, rank ${formatCount(higher + 1)} of ${formatCount(known.length)}, the highest first.`;
}

function Strips({ dataSet, feature, label }: { dataSet: number; feature: string; label: string }) {
  const reply = useEndpoint(getExpression, { params: { id: dataSet }, query: { features: feature } });
  if (!reply.isSuccess) return <NotLoaded reply={reply} what="the values" />;
  const found = reply.data;
  if (found.features.length === 0)
    return (
      <EmptyState title="Not measured">
        {found.data_set.title} does not measure {feature}.
      </EmptyState>
    );
  return (
    <Stack gap="xl">
      {found.features.length < found.number_of_features && (
        <Text size="sm">
          The first {found.features.length} of {found.number_of_features} features of {feature} are shown.
        </Text>
      )}
      {found.features.map((each) => (
        <div key={each.feature}>
          <Text size="sm" mb="xs">
            <AddressLink href={geneAddress(each.feature)} underline="always">
              {each.feature}
            </AddressLink>
            {describeSample(found, each, label)}
          </Text>
          <FeaturePlot found={found} feature={each} marked={label} />
        </div>
      ))}
    </Stack>
  );
}

interface SampleStripProps {
  label: string;
  /** data sets with the sample */
  dataSets: readonly { id: number; title: string; number_of_samples: number }[];
}

/** A feature in all samples of a data set, with one sample marked. */
export function SampleStrip({ label, dataSets }: SampleStripProps) {
  const { query, setQuery } = useAddressQuery(shape);
  const chosen = dataSets.find(({ id }) => id === query.ds) ?? dataSets[0];
  if (chosen === undefined)
    return <EmptyState title="No data sets">No data set you can read contains this sample.</EmptyState>;
  return (
    <>
      <Group gap="sm" align="flex-end" mb="md">
        <DataSetChooser
          dataSets={dataSets}
          value={chosen.id}
          onChange={(ds) => setQuery({ ds: String(ds) }, true)}
        />
        <FeatureForm
          key={query.feature}
          name={query.feature}
          onChange={(feature) => setQuery({ feature }, true)}
        />
      </Group>
      {query.feature === '' ? (
        <EmptyState title="Name a gene">
          Its values in all samples of the data set are shown, with {label} marked.
        </EmptyState>
      ) : (
        <Strips dataSet={chosen.id} feature={query.feature} label={label} />
      )}
    </>
  );
}
