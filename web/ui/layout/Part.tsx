import { Title } from '@mantine/core';
import type { ReactNode } from 'react';

/** A section of a text page, with its heading. */
export function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section>
      <Title order={2} mb={4}>
        {title}
      </Title>
      {children}
    </section>
  );
}
