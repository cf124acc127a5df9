import { Button } from '@mantine/core';
import type { RowAction } from './RowMenu.tsx';

/** What the menu of a row offers, as buttons on the page of its record. */
export function ActionButtons({ actions }: { actions: readonly RowAction[] }) {
  return actions.map(({ label, icon: Icon, isDestructive, run }) => (
    <Button
      key={label}
      size="xs"
      variant="default"
      leftSection={Icon && <Icon size={16} aria-hidden="true" />}
      onClick={run}
      {...(isDestructive === true ? { c: 'red' } : {})}
    >
      {label}
    </Button>
  ));
}
