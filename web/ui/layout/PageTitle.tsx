import { Group, Title } from '@mantine/core';
import { useDocumentTitle } from '@mantine/hooks';
import type { ReactNode } from 'react';
import { BreakableName } from '../text/BreakableName.tsx';

/** Heading of a screen, with its actions on the right. */
export function PageTitle({ title, children }: { title: string; children?: ReactNode }) {
  useDocumentTitle(`${title} - Omicon`);
  return (
    <Group justify="space-between" mb="md" gap="sm" mih={34}>
      <Title order={1}>
        <BreakableName text={title} />
      </Title>
      {children}
    </Group>
  );
}
