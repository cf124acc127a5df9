import { Button, Group } from '@mantine/core';
import { IconZoomIn, IconZoomOut } from '@tabler/icons-react';
import { SCALE_STEP } from './use-treemap-view.ts';

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
