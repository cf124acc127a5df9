import { Button, type ButtonProps } from '@mantine/core';
import type { Icon } from '@tabler/icons-react';
import type { ComponentProps } from 'react';

type SecondaryButtonProps = Omit<ButtonProps, 'variant' | 'leftSection'> &
  Omit<ComponentProps<'button'>, keyof ButtonProps> & {
    /** before the label */
    icon?: Icon;
  };

/** A small outlined button: what can be done with the record, list or picture beside it. */
export function SecondaryButton({ icon: Icon, ...button }: SecondaryButtonProps) {
  return (
    <Button
      size="xs"
      variant="default"
      leftSection={Icon && <Icon size={14} aria-hidden="true" />}
      {...button}
    />
  );
}
