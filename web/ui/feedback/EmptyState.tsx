import { Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';

/** Explains why a list is empty and, in `children`, what to do next. */
export function EmptyState({ title, children }: { title: string; children?: ReactNode }) {
  return (
    <Stack align="center" gap={4} py={40} px="lg" ta="center">
      <Text fw={500}>{title}</Text>
      <Text component="div" size="sm" c="dimmed" maw={520}>
        {children}
      </Text>
    </Stack>
  );
}
