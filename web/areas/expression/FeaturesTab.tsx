import { Group, Stack, Text, Textarea } from '@mantine/core';
import { getExpression, MAX_EXPRESSION_FEATURES } from '@omicon/contract/areas/statistics/expression.ts';
import { splitIdentifiers } from '@omicon/domain/identifiers/lists/split-identifiers.ts';
import { displayAttribute } from '@omicon/domain/records/samples/sample-attributes.ts';
import { useState } from 'react';
import { z } from 'zod';
import { useAddressQuery } from '../../base/addresses/address-query.ts';
import { useEndpoint } from '../../base/calls/use-endpoint.ts';
import { EmptyState } from '../../ui/feedback/EmptyState.tsx';
import { NotLoaded } from '../../ui/feedback/NotLoaded.tsx';
import { Form } from '../../ui/form/Form.tsx';
import { Select } from '../../ui/form/options/Select.tsx';
import { SecondaryButton } from '../../ui/form/SecondaryButton.tsx';
import { FeaturePair } from './FeaturePair.tsx';
import { FeaturePlot } from './FeaturePlot.tsx';
import { FeatureTables } from './FeatureTables.tsx';

const shape = z.object({
  /** names, one on each line */
  features: z.string().max(4000).catch(''),
  attribute: z.string().max(200).catch(''),
  facet: z.string().max(200).catch(''),
});

function NamesForm({ names, onChange }: { names: string; onChange(names: string): void }) {
  const [text, setText] = useState(names);
  return (
    <Form onSubmit={() => onChange(splitIdentifiers(text).join('\n'))}>
      <Group gap={4} align="flex-end" wrap="nowrap">
        <Textarea
          size="xs"
          w={320}
          autosize
          minRows={1}
          maxRows={6}
          label={`Genes or features, up to ${MAX_EXPRESSION_FEATURES}`}
          placeholder="TREM2, OLIG2"
          spellCheck={false}
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

function Result({ id, query }: { id: number; query: z.output<typeof shape> }) {
  const reply = useEndpoint(
    getExpression,
    {
      params: { id },
      query: {
        features: query.features,
        ...(query.attribute === '' ? {} : { attribute: query.attribute }),
        ...(query.facet === '' ? {} : { facet: query.facet }),
      },
    },
    { placeholderData: (before) => before },
  );
  const { setQuery } = useAddressQuery(shape);
  const found = reply.data;
  const options = (found?.attributes ?? [...new Set([query.attribute, query.facet])].filter(Boolean)).map(
    (value) => ({ value, label: displayAttribute(value) }),
  );
  const select = (key: 'attribute' | 'facet', label: string, placeholder: string) => (
    <Select
      size="xs"
      w={220}
      label={label}
      placeholder={placeholder}
      searchable
      clearable
      data={options}
      value={query[key] === '' ? null : query[key]}
      onChange={(name) => setQuery({ [key]: name }, true)}
    />
  );
  return (
    <>
      <Group gap="sm" align="flex-end" mb="md">
        {select('attribute', 'By attribute', 'All samples')}
        {select('facet', 'A panel for each', '')}
      </Group>
      {found === undefined || reply.isError ? (
        <NotLoaded reply={reply} refusal="Nothing to show" refusedWith={[400, 404]} what="the values" />
      ) : (
        <Stack gap="xl">
          {found.not_found.length > 0 && (
            <Text size="sm">This data set does not measure {found.not_found.join(', ')}.</Text>
          )}
          {found.features.length < found.number_of_features && (
            <Text size="sm">
              The first {found.features.length} of {found.number_of_features} features are shown.
            </Text>
          )}
          {found.features.length > 1 && <FeaturePair found={found} />}
          {found.features.map((feature) => (
            <FeaturePlot key={feature.feature} found={found} feature={feature} />
          ))}
          {found.features.length > 0 && <FeatureTables found={found} />}
        </Stack>
      )}
    </>
  );
}

/** Values of chosen features of a data set, by an attribute of its samples. */
export function FeaturesTab({ id }: { id: number }) {
  const { query, setQuery } = useAddressQuery(shape);
  return (
    <Stack gap="sm">
      <NamesForm
        key={query.features}
        names={query.features.replaceAll('\n', ', ')}
        onChange={(features) => setQuery({ features }, true)}
      />
      {query.features === '' ? (
        <EmptyState title="Choose features">Enter genes or features to see their values.</EmptyState>
      ) : (
        <Result id={id} query={query} />
      )}
    </Stack>
  );
}
