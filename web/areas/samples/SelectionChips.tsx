import { Button, Group, Text } from '@mantine/core';
import { labelOf, labelWithCode, type ValueLabels } from '@omicon/domain/records/samples/value-labels.ts';
import { IconArrowBackUp, IconX } from '@tabler/icons-react';
import { countOf, formatCount, NA } from '../../ui/text/format.ts';
import type { TreemapView } from './treemap/use-treemap-view.ts';

interface SelectionChipsProps {
  view: TreemapView;
  shown: number;
  total: number;
  titleOf(attribute: string): string;
  labelsOf(attribute: string): ValueLabels;
}

/** The number of samples shown, and a chip to undo each selected value and removed attribute. */
export function SelectionChips({ view, shown, total, titleOf, labelsOf }: SelectionChipsProps) {
  return (
    <Group gap={6} mb="sm" mih={26}>
      <Text size="sm" role="status" mr={4}>
        {formatCount(shown)} of {countOf(total, 'sample')}
      </Text>
      {view.selection.map((chosen) => {
        const labels = labelsOf(chosen.attribute);
        const text = `${titleOf(chosen.attribute)}: ${labelOf(chosen.value, labels) ?? NA}`;
        const whole = `${titleOf(chosen.attribute)}: ${labelWithCode(chosen.value, labels) ?? NA}`;
        return (
          <Button
            key={chosen.attribute}
            size="compact-xs"
            variant="light"
            maw={320}
            rightSection={<IconX size={12} aria-hidden="true" />}
            aria-label={`Stop selecting ${whole}`}
            title={whole}
            onClick={() => view.toggle(chosen)}
          >
            {text}
          </Button>
        );
      })}
      {view.selection.length > 1 && (
        <Button size="compact-xs" variant="subtle" onClick={view.clearSelection}>
          Select all samples
        </Button>
      )}
      {view.removed.map((name) => (
        <Button
          key={name}
          size="compact-xs"
          variant="default"
          maw={320}
          leftSection={<IconArrowBackUp size={12} aria-hidden="true" />}
          aria-label={`Undo removing ${titleOf(name)}`}
          onClick={() => view.add(name)}
        >
          {titleOf(name)} removed
        </Button>
      ))}
      {view.removed.length > 1 && (
        <Button size="compact-xs" variant="subtle" onClick={view.restoreAll}>
          Show all attributes
        </Button>
      )}
    </Group>
  );
}
