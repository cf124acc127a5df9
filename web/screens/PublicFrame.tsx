import { Anchor, Paper } from '@mantine/core';
import { useDocumentTitle } from '@mantine/hooks';
import type { ReactNode } from 'react';
import { openReport } from '../areas/feedback/open-report.ts';
import { Logo } from '../layout/Logo.tsx';
import classes from './public-frame.module.css';

/** The quiet page around everything that needs no sign-in. */
export function PublicFrame({ children }: { children: ReactNode }) {
  useDocumentTitle('Omicon');
  return (
    <main className={classes.page}>
      <div className={classes.logo}>
        <Logo size={32} />
      </div>
      <Paper className={classes.card ?? ''} withBorder radius="lg">
        {children}
      </Paper>
      <Anchor component="button" type="button" size="sm" underline="always" onClick={openReport}>
        Feedback
      </Anchor>
    </main>
  );
}
