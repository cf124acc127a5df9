import { Box } from '@mantine/core';
import type { ReactNode } from 'react';

/** The part of a record that its chosen tab names. */
export function TabPanel({ children }: { children: ReactNode }) {
  return <Box pt="lg">{children}</Box>;
}
