import { Group, Switch } from '@mantine/core';
import { isModerated, takesTwoGroups } from '@omicon/domain/statistics/comparison/tests.ts';
import { MultiSelect } from '../../ui/form/options/MultiSelect.tsx';
import { Select } from '../../ui/form/options/Select.tsx';
import { SecondaryButton } from '../../ui/form/SecondaryButton.tsx';
import { type Attributes, attributeNames } from '../../ui/sample-rules/attributes.ts';
import type { ComparisonView } from './use-comparison-view.ts';

const TESTS = [
  { value: 'moderated-t', label: 'Moderated t (limma)' },
  { value: 'welch', label: 'Welch’s t' },
  { value: 'rank-sum', label: 'Rank sum (Wilcoxon)' },
  { value: 'moderated-f', label: 'Moderated F (limma)' },
  { value: 'kruskal-wallis', label: 'Kruskal-Wallis' },
];

/** Test, pairs and adjustment. */
export function ComparisonControls({ view, attributes }: { view: ComparisonView; attributes: Attributes }) {
  const { titleOf } = attributeNames(attributes);
  const names = [...new Set([...attributes.known.map(({ name }) => name), ...attributes.optional])];
  return (
    <Group gap="md" my="md" align="flex-end">
      <Select
        size="xs"
        w={190}
        label="Test"
        allowDeselect={false}
        value={view.test}
        data={TESTS}
        onChange={view.setTest}
      />
      <MultiSelect
        size="xs"
        miw={220}
        label="Adjust for"
        searchable
        maxValues={2}
        disabled={!isModerated(view.test) && view.adjustFor.length === 0}
        placeholder={view.adjustFor.length === 0 ? 'No attribute' : ''}
        value={[...view.adjustFor]}
        data={names.map((name) => ({ value: name, label: titleOf(name) }))}
        onChange={view.setAdjustFor}
      />
      <Switch
        size="xs"
        mb={6}
        label="Pair samples of one Individual"
        checked={view.isPaired}
        disabled={!takesTwoGroups(view.test) && !view.isPaired}
        onChange={(event) => view.setPaired(event.currentTarget.checked)}
      />
      <SecondaryButton onClick={view.swap}>Swap A and B</SecondaryButton>
    </Group>
  );
}
