import { Group } from '@mantine/core';
import { fitLine } from '@omicon/domain/statistics/expression/fit-line.ts';
import { useMemo, useState } from 'react';
import { collectSamplesOf } from '../../actions/collect/collect-rows.tsx';
import { useSampleLinks } from '../../base/addresses/use-sample-links.ts';
import { Select } from '../../ui/form/options/Select.tsx';
import { ScatterPlot } from '../../ui/plot/marks/ScatterPlot.tsx';
import { formatDecimal, formatPValue } from '../../ui/text/format.ts';
import { type Expression, pairOf } from './expression-rows.ts';

function lineOf(x: readonly number[], y: readonly number[]) {
  const line = fitLine(x, y);
  return line === null ? null : { ...line, p_value: line.p };
}

/** Two features against each other, coloured by the attribute. */
export function FeaturePair({ found }: { found: Expression }) {
  const links = useSampleLinks(found.data_set.data_collection_id);
  const names = found.features.map(({ feature }) => feature);
  const [chosen, setChosen] = useState<{ x?: string; y?: string }>({});
  const x = chosen.x !== undefined && names.includes(chosen.x) ? chosen.x : (names[0] ?? '');
  const y = chosen.y !== undefined && names.includes(chosen.y) ? chosen.y : (names[1] ?? '');
  const pair = useMemo(() => pairOf(found, x, y), [found, x, y]);
  const line = useMemo(() => lineOf(pair.x, pair.y), [pair]);
  const groups = useMemo(
    () =>
      found.attribute?.kind !== 'groups'
        ? undefined
        : {
            attribute: found.attribute.name,
            values: pair.indexes.map((at) => found.attribute?.values[at] ?? null),
          },
    [found, pair],
  );
  const select = (label: string, value: string, onChange: (name: string) => void) => (
    <Select
      size="xs"
      w={180}
      label={label}
      allowDeselect={false}
      searchable
      data={names}
      value={value}
      onChange={(name) => name !== null && onChange(name)}
    />
  );
  return (
    <section aria-label="Two features against each other">
      <Group gap="sm" mb="sm">
        {select('Across', x, (name) => setChosen({ x: name, y }))}
        {select('Upwards', y, (name) => setChosen({ x, y: name }))}
      </Group>
      <ScatterPlot
        {...links}
        title={`${y} by ${x} in ${found.data_set.title}`}
        fileName={`${y}_by_${x}`}
        about={
          line === null
            ? []
            : [
                `Pearson r ${formatDecimal(line.r)}, P ${formatPValue(line.p_value)}, n ${pair.samples.length}`,
              ]
        }
        samples={pair.samples}
        x={{ label: x, values: pair.x }}
        y={{ label: y, values: pair.y }}
        line={line}
        chosenAction={collectSamplesOf(found.data_set.data_collection_id)}
        {...(groups === undefined ? {} : { groups })}
      />
    </section>
  );
}
