import { Group, TextInput } from '@mantine/core';
import { type getSurvival, MAX_ADJUSTED } from '@omicon/contract/areas/statistics/survival.ts';
import type { ReplyOf } from '@omicon/contract/base/endpoint.ts';
import { displayAttribute } from '@omicon/domain/records/samples/sample-attributes.ts';
import { useState } from 'react';
import { Form } from '../../ui/form/Form.tsx';
import { MultiSelect } from '../../ui/form/options/MultiSelect.tsx';
import { Select } from '../../ui/form/options/Select.tsx';
import { SecondaryButton } from '../../ui/form/SecondaryButton.tsx';
import { namesIn, parseBy, type SurvivalQuery } from './survival-query.ts';

interface SurvivalControlsProps {
  query: SurvivalQuery;
  found: ReplyOf<typeof getSurvival>;
  onChange(changes: Readonly<Record<string, string | null>>): void;
}

const options = (names: readonly string[]) =>
  names.map((value) => ({ value, label: displayAttribute(value) }));

/** A limit between low and high, instead of the median. */
function CutForm({ query, onChange }: Pick<SurvivalControlsProps, 'query' | 'onChange'>) {
  const [text, setText] = useState(query.cut === undefined ? '' : String(query.cut));
  const isNumber = text.trim() !== '' && Number.isFinite(Number(text));
  return (
    <Form onSubmit={() => onChange({ cut: isNumber ? text.trim() : null })}>
      <TextInput
        size="xs"
        w={130}
        label="Limit of your own"
        placeholder="median"
        inputMode="decimal"
        error={text.trim() === '' || isNumber ? null : 'Please enter a number'}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
        onBlur={() => (isNumber || text.trim() === '') && onChange({ cut: isNumber ? text.trim() : null })}
      />
    </Form>
  );
}

function FeatureForm({ query, onChange }: Pick<SurvivalControlsProps, 'query' | 'onChange'>) {
  const by = parseBy(query.by);
  const [text, setText] = useState(by?.kind === 'feature' ? by.name : '');
  return (
    <Form onSubmit={() => text.trim() !== '' && onChange({ by: `feature:${text.trim()}` })}>
      <Group gap={4} align="flex-end" wrap="nowrap">
        <TextInput
          size="xs"
          w={150}
          label="or by gene or feature"
          placeholder="MKI67"
          spellCheck={false}
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
        />
        <SecondaryButton type="submit" disabled={text.trim() === ''}>
          Compare
        </SecondaryButton>
      </Group>
    </Form>
  );
}

/** What survival is compared by, and how. */
export function SurvivalControls({ query, found, onChange }: SurvivalControlsProps) {
  const by = parseBy(query.by);
  const others = found.attributes.filter((name) => by?.kind !== 'attribute' || name !== by.name);
  return (
    <Group gap="sm" align="flex-end" mb="md">
      <Select
        size="xs"
        w={200}
        label="Compare by attribute"
        placeholder="All samples"
        searchable
        clearable
        data={options(found.attributes)}
        value={by?.kind === 'attribute' ? by.name : null}
        onChange={(name) => onChange({ by: name === null ? null : `attribute:${name}`, cut: null })}
      />
      <FeatureForm key={query.by} query={query} onChange={onChange} />
      {found.subject?.kind === 'numeric' && (
        <>
          <Select
            size="xs"
            w={100}
            label="Curves of"
            allowDeselect={false}
            data={['halves', 'thirds']}
            value={query.split}
            onChange={(split) => onChange({ split, cut: null })}
          />
          <CutForm key={`${query.by} ${query.cut}`} query={query} onChange={onChange} />
        </>
      )}
      <MultiSelect
        size="xs"
        w={220}
        label="Adjust for"
        maxValues={MAX_ADJUSTED}
        clearable
        data={options(others)}
        value={namesIn(query.adjust)}
        onChange={(names) => onChange({ adjust: names.length === 0 ? null : names.join('\n') })}
      />
      <Select
        size="xs"
        w={160}
        label="A panel for each"
        clearable
        searchable
        data={options(others)}
        value={query.facet === '' ? null : query.facet}
        onChange={(facet) => onChange({ facet })}
      />
      <Select
        size="xs"
        w={150}
        label="Time"
        allowDeselect={false}
        data={options(found.possible_times)}
        value={found.time}
        onChange={(time) => onChange({ time })}
      />
      <Select
        size="xs"
        w={150}
        label="Event"
        allowDeselect={false}
        data={options([
          ...new Set([...found.possible_events, ...(found.event === null ? [] : [found.event])]),
        ])}
        value={found.event}
        onChange={(event) => onChange({ event, observed: null })}
      />
      <MultiSelect
        size="xs"
        w={160}
        label="Values that are events"
        data={[...found.event_values]}
        value={[...found.observed]}
        onChange={(texts) => onChange({ observed: texts.length === 0 ? null : texts.join('\n') })}
      />
      <Select
        size="xs"
        w={120}
        label="Intervals on"
        allowDeselect={false}
        data={[
          { value: 'log', label: 'log scale' },
          { value: 'log-log', label: 'log-log scale' },
        ]}
        value={query.interval}
        onChange={(interval) => onChange({ interval: interval === 'log' ? null : interval })}
      />
    </Group>
  );
}
