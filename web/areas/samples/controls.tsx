import { Button, Group, SegmentedControl } from '@mantine/core';
import { IconZoomIn, IconZoomOut } from '@tabler/icons-react';
import { SCALE_STEP } from './use-treemap-view.ts';

type View = 'picture' | 'table';

export function ViewChoice({ view, onChange }: { view: View; onChange(view: View): void }) {
  return (
    <SegmentedControl
      size="xs"
      aria-label="Show as"
      value={view}
      data={[
        { value: 'picture', label: 'Picture' },
        { value: 'table', label: 'Table' },
      ]}
      onChange={(chosen) => onChange(chosen === 'table' ? 'table' : 'picture')}
    />
  );
}

export function ScaleButtons({ scale, onScale }: { scale: number; onScale(scale: number): void }) {
  return (
    <Group gap={4}>
      <Button
        size="xs"
        variant="default"
        leftSection={<IconZoomIn size={14} aria-hidden="true" />}
        disabled={scale > 1}
        onClick={() => onScale(SCALE_STEP)}
      >
        Scale up
      </Button>
      <Button
        size="xs"
        variant="default"
        leftSection={<IconZoomOut size={14} aria-hidden="true" />}
        disabled={scale === 1}
        onClick={() => onScale(1)}
      >
        Scale down
      </Button>
    </Group>
  );
}
