import { Group, NativeSelect, NumberInput } from '@mantine/core';
import { QUANTIFIERS, type ResultType, type SampleGroup } from '@omicon/domain/query/query.ts';

const LABELS: Readonly<Record<(typeof QUANTIFIERS)[number], string>> = {
  includes: 'Includes: at least one sample satisfies the rules',
  solely: 'Solely: all samples satisfy the rules',
  at_least: 'At least k samples satisfy the rules',
  share: 'At least f % of the samples satisfy the rules',
};

interface QuantifierFieldsProps {
  group: SampleGroup;
  type: ResultType;
  onChange(group: SampleGroup): void;
}

/** How many samples of a data set must satisfy the rules; without a quantifier, samples themselves are listed. */
export function QuantifierFields({ group, type, onChange }: QuantifierFieldsProps) {
  const { quantifier, count: _, percent: __, ...rest } = group;
  const isOfSamples = type === 'samples';

  function choose(value: string): void {
    const next = QUANTIFIERS.find((each) => each === value);
    if (next === undefined) onChange(rest);
    else if (next === 'at_least') onChange({ ...rest, quantifier: next, count: 100 });
    else onChange({ ...rest, quantifier: next, ...(next === 'share' ? { percent: 10 } : {}) });
  }

  return (
    <Group gap="sm" align="end" mb="sm">
      <NativeSelect
        size="xs"
        label="Samples of each data set"
        w="min(360px, 100%)"
        data={[
          ...(isOfSamples ? [{ value: '', label: 'List the samples that satisfy the rules' }] : []),
          ...QUANTIFIERS.map((value) => ({ value, label: LABELS[value] })),
        ]}
        value={quantifier ?? (isOfSamples ? '' : 'includes')}
        onChange={(event) => choose(event.currentTarget.value)}
      />
      {quantifier === 'at_least' && (
        <NumberInput
          size="xs"
          w={110}
          label="k samples"
          min={1}
          max={100_000_000}
          allowDecimal={false}
          value={group.count ?? ''}
          onChange={(count) => onChange({ ...group, count: count === '' ? undefined : Number(count) || 1 })}
        />
      )}
      {quantifier === 'share' && (
        <NumberInput
          size="xs"
          w={110}
          label="f %"
          min={0}
          max={100}
          clampBehavior="strict"
          value={group.percent ?? ''}
          onChange={(percent) =>
            onChange({ ...group, percent: percent === '' ? undefined : Number(percent) || 0 })
          }
        />
      )}
    </Group>
  );
}
