import { Group, SegmentedControl, Stack, Text } from '@mantine/core';
import { useMemo, useState } from 'react';
import { MultiSelect } from '../../ui/form/options/MultiSelect.tsx';
import { countOf, formatCount } from '../../ui/text/format.ts';
import { OutlierPlot, type OutlierRow } from './OutlierPlot.tsx';
import type { PipelineOptions } from './pipeline-text.ts';

type Round = PipelineOptions['rounds'][number];

function toRows({ samples }: Round, removed: ReadonlySet<string>): OutlierRow[] {
  return samples
    .toSorted((a, b) => a.z_k - b.z_k)
    .map(({ label, z_k, is_proposed }, at) => ({
      sample: label,
      rank: at + 1,
      z_k,
      proposed: is_proposed ? 'yes' : 'no',
      removed: removed.has(label) ? 'yes' : 'no',
    }));
}

interface OutlierChoiceProps {
  dataSet: number;
  rounds: readonly Round[];
  removed: readonly string[];
  onChange(removed: string[]): void;
}

/** Samples to remove: those that rounds of sample networks propose, until the person decides otherwise. */
export function OutlierChoice({ dataSet, rounds, removed, onChange }: OutlierChoiceProps) {
  const [at, setAt] = useState(0);
  const round = rounds[at];
  const isRemoved = useMemo(() => new Set(removed), [removed]);
  const rows = useMemo(() => (round === undefined ? [] : toRows(round, isRemoved)), [round, isRemoved]);
  if (round === undefined) return null;
  const proposed = rounds.flatMap(({ samples }) => samples).filter(({ is_proposed }) => is_proposed);
  const toggle = (label: string) =>
    onChange(isRemoved.has(label) ? removed.filter((each) => each !== label) : [...removed, label]);
  return (
    <Stack gap="sm">
      <Group justify="space-between" align="flex-end">
        <Text size="sm" maw="68ch">
          {proposed.length === 0
            ? 'No sample is an outlier: none falls below the cutoff.'
            : `${formatCount(proposed.length)} of ${countOf(rounds[0]?.samples.length ?? 0, 'sample')} ${proposed.length === 1 ? 'falls' : 'fall'} below the cutoff and ${proposed.length === 1 ? 'is' : 'are'} selected for removal. Change the selection if you disagree.`}
        </Text>
        {rounds.length > 1 && (
          <SegmentedControl
            size="xs"
            aria-label="Round"
            data={rounds.map((_, index) => ({ value: String(index), label: `Round ${index + 1}` }))}
            value={String(at)}
            onChange={(value) => setAt(Number(value))}
          />
        )}
      </Group>
      <OutlierPlot dataSet={dataSet} rows={rows} cut={round.cut} onToggle={toggle} />
      <MultiSelect
        size="xs"
        label="Samples to remove"
        placeholder={removed.length === 0 ? 'None; type a label to add one' : ''}
        searchable
        clearable
        limit={50}
        data={(rounds[0]?.samples ?? []).map(({ label }) => label)}
        value={[...removed]}
        onChange={onChange}
      />
    </Stack>
  );
}
