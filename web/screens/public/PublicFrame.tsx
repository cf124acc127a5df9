import { Anchor, Group, Paper } from '@mantine/core';
import { PUBLIC_ACCESSIBILITY } from '@omicon/contract/addresses.ts';
import type { ReactNode } from 'react';
import { openReport } from '../../areas/feedback/open-report.ts';
import { Logo } from '../../layout/Logo.tsx';
import { AddressLink } from '../../ui/navigation/AddressLink.tsx';
import classes from './public-frame.module.css';

/** Frame of all screens that need no sign-in. */
export function PublicFrame({ children, isWide = false }: { children: ReactNode; isWide?: boolean }) {
  return (
    <main className={classes.page}>
      <div className={classes.logo}>
        <Logo size={32} />
      </div>
      <Paper className={classes.card ?? ''} data-wide={isWide || undefined} withBorder radius="lg">
        {children}
      </Paper>
      <Group gap="lg">
        <Anchor component="button" type="button" size="sm" underline="always" onClick={openReport}>
          Feedback
        </Anchor>
        <AddressLink href={PUBLIC_ACCESSIBILITY} size="sm" underline="always">
          Accessibility
        </AddressLink>
      </Group>
    </main>
  );
}
