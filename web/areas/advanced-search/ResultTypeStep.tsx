import { NativeSelect, Radio, Stack, Text, Title } from '@mantine/core';
import type { getSearchDefinitions } from '@omicon/contract/areas/advanced-search/advanced-search.ts';
import type { ReplyOf } from '@omicon/contract/base/endpoint.ts';
import { QUERY_IDENTIFIERS, type ResultType } from '@omicon/domain/query/query.ts';
import type { Draft } from './query-address.ts';
import { ShowToggle } from './rules/ShowToggle.tsx';
import classes from './wizard.module.css';

const FIRST: Omit<Draft, 'result_type'> = {
  filters: {},
  output: undefined,
  description: '',
  show: 'records',
};

const HINTS: Readonly<Partial<Record<ResultType, string>>> = {
  'kme-table': 'For one network: filter until only one is left',
};

interface ResultTypeStepProps {
  draft: Draft | null;
  types: ReplyOf<typeof getSearchDefinitions>['result_types'];
  onChange(draft: Draft): void;
}

/** Choice of the result type and of how results are shown. */
export function ResultTypeStep({ draft, types, onChange }: ResultTypeStepProps) {
  function choose(type: ResultType): void {
    const output = type === 'features' ? (draft?.output ?? { identifier: 'SYMBOL' as const }) : undefined;
    onChange({ ...(draft ?? FIRST), result_type: type, output });
  }
  return (
    <Stack gap="md">
      <Title order={2}>What are you looking for?</Title>
      <Radio.Group
        aria-label="Result type"
        value={draft?.result_type ?? null}
        onChange={(value) => {
          const type = types.find((each) => each.type === value)?.type;
          if (type) choose(type);
        }}
      >
        <div className={classes.types}>
          {types.map(({ type, label }) => (
            <Radio key={type} value={type} label={label} description={HINTS[type]} />
          ))}
        </div>
      </Radio.Group>
      {draft?.result_type === 'features' && (
        <NativeSelect
          label="Features shown as"
          w={220}
          data={[...QUERY_IDENTIFIERS]}
          value={draft.output?.identifier ?? 'SYMBOL'}
          onChange={({ currentTarget: { value } }) =>
            onChange({
              ...draft,
              output: { identifier: QUERY_IDENTIFIERS.find((each) => each === value) ?? 'SYMBOL' },
            })
          }
        />
      )}
      {draft === null ? (
        <Text size="sm" c="dimmed">
          Choose a result type to continue, or run a query from the list.
        </Text>
      ) : (
        <div>
          <ShowToggle show={draft.show} onChange={(show) => onChange({ ...draft, show })} />
          <Text size="xs" c="dimmed" mt={4}>
            Records can be sorted, opened and downloaded; a count is one number.
          </Text>
        </div>
      )}
    </Stack>
  );
}
