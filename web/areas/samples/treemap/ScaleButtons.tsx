import { Group } from '@mantine/core';
import { IconZoomIn, IconZoomOut } from '@tabler/icons-react';
import { SecondaryButton } from '../../../ui/form/SecondaryButton.tsx';
import { SCALE_STEP } from './use-treemap-view.ts';

export function ScaleButtons({ scale, onScale }: { scale: number; onScale(scale: number): void }) {
  return (
    <Group gap={4}>
      <SecondaryButton icon={IconZoomIn} disabled={scale > 1} onClick={() => onScale(SCALE_STEP)}>
        Scale up
      </SecondaryButton>
      <SecondaryButton icon={IconZoomOut} disabled={scale === 1} onClick={() => onScale(1)}>
        Scale down
      </SecondaryButton>
    </Group>
  );
}
