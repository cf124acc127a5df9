import { Title } from '@mantine/core';
import type { ReactNode } from 'react';

/** A part of a page of text, with its heading. */
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
