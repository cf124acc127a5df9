import { Group } from '@mantine/core';
import { QUANTIFIERS, type ResultType, type SampleGroup } from '@omicon/domain/query/query.ts';
import { Choice } from '../../../../ui/form/Choice.tsx';
import { CountInput, PercentInput } from './AmountInputs.tsx';

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

  function choose(next: (typeof QUANTIFIERS)[number] | ''): void {
    if (next === '') onChange(rest);
    else if (next === 'at_least') onChange({ ...rest, quantifier: next, count: 100 });
    else onChange({ ...rest, quantifier: next, ...(next === 'share' ? { percent: 10 } : {}) });
  }

  return (
    <Group gap="sm" align="end" mb="sm">
      <Choice
        label="Samples of each data set"
        w="min(360px, 100%)"
        data={[
          ...(isOfSamples ? [{ value: '' as const, label: 'List the samples that satisfy the rules' }] : []),
          ...QUANTIFIERS.map((value) => ({ value, label: LABELS[value] })),
        ]}
        value={quantifier ?? (isOfSamples ? '' : 'includes')}
        onChange={choose}
      />
      {quantifier === 'at_least' && (
        <CountInput
          w={110}
          label="k samples"
          max={100_000_000}
          value={group.count}
          onChange={(count) => onChange({ ...group, count })}
        />
      )}
      {quantifier === 'share' && (
        <PercentInput w={110} value={group.percent} onChange={(percent) => onChange({ ...group, percent })} />
      )}
    </Group>
  );
}
