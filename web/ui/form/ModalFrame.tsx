import { Button, Group, Stack } from '@mantine/core';
import type { ReactNode } from 'react';

interface ModalButton {
  /** submit and delete act, close changes nothing */
  kind: 'submit' | 'delete' | 'close';
  label: string;
  /** omitted if the button submits the surrounding form */
  onClick?: () => void;
  isBusy?: boolean;
  isDisabled?: boolean;
}

/** Content of a modal, with its buttons in a fixed order: close first, action last. */
export function ModalFrame({ children, buttons }: { children: ReactNode; buttons: readonly ModalButton[] }) {
  const ordered = [...buttons].sort((a, b) => Number(b.kind === 'close') - Number(a.kind === 'close'));
  return (
    <Stack gap="lg">
      <div>{children}</div>
      <Group justify="flex-end" gap="sm">
        {ordered.map(({ kind, label, onClick, isBusy = false, isDisabled = false }) => (
          <Button
            key={label}
            variant={kind === 'close' ? 'default' : 'filled'}
            {...(kind === 'delete' ? { color: 'red' } : {})}
            loading={isBusy}
            disabled={isDisabled}
            {...(onClick === undefined ? { type: 'submit' } : { onClick })}
          >
            {label}
          </Button>
        ))}
      </Group>
    </Stack>
  );
}
