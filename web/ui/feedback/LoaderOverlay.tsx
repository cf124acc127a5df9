import { Loader, Overlay, Stack, Text } from '@mantine/core';
import { useCoverText } from './loader-overlay.ts';

export function LoaderOverlay() {
  const text = useCoverText();
  if (text === null) return null;
  return (
    <Overlay
      fixed
      center
      zIndex={1000}
      backgroundOpacity={0.6}
      blur={1}
      color="var(--omicon-surface)"
      role="status"
    >
      <Stack align="center" gap="sm">
        <Loader />
        <Text fw={500}>{text}</Text>
      </Stack>
    </Overlay>
  );
}
