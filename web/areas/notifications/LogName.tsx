import { UnstyledButton } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './log.module.css';

interface LogNameProps {
  /** the whole text, even if it is shown shortened */
  name: string;
  isRead: boolean;
  onOpen(): void;
  children: ReactNode;
}

/** The first cell of a log: opens the row's subject, and is bold until read. */
export function LogName({ name, isRead, onOpen, children }: LogNameProps) {
  return (
    <UnstyledButton
      tabIndex={-1}
      aria-label={isRead ? name : `${name}, unread`}
      className={classes.name ?? ''}
      data-unread={!isRead || undefined}
      onClick={onOpen}
    >
      {children}
    </UnstyledButton>
  );
}
