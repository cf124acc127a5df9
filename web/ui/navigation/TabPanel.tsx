import { Box } from '@mantine/core';
import type { ReactNode } from 'react';

/** Panel for the content of the chosen tab. */
export function TabPanel({ children }: { children: ReactNode }) {
  return <Box pt="lg">{children}</Box>;
}
