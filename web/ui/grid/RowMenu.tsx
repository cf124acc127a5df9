import { Menu, Tooltip, VisuallyHidden } from '@mantine/core';
import type { Icon } from '@tabler/icons-react';
import classes from './data-grid.module.css';

/** An action of a row. One that cannot be taken stays in the menu and says why. */
export interface RowAction {
  label: string;
  icon?: Icon;
  refusal?: string | null;
  isDestructive?: boolean;
  run(): void;
}

export interface OpenRowMenu {
  actions: readonly RowAction[];
  x: number;
  y: number;
  /** takes the focus back when the menu closes */
  origin: HTMLElement;
}

function RefusedItem({ action, refusal, isFirst }: { action: RowAction; refusal: string; isFirst: boolean }) {
  const { icon: Icon } = action;
  const explanation = `refusal-${action.label}`;
  return (
    <Tooltip label={refusal} events={{ hover: true, focus: true, touch: true }} position="left">
      <Menu.Item
        aria-disabled="true"
        aria-describedby={explanation}
        className={classes.refused ?? ''}
        closeMenuOnClick={false}
        leftSection={Icon && <Icon size={16} aria-hidden="true" />}
        data-autofocus={isFirst || undefined}
      >
        {action.label}
        <VisuallyHidden id={explanation}>{refusal}</VisuallyHidden>
      </Menu.Item>
    </Tooltip>
  );
}

function ActionItem({ action, isFirst }: { action: RowAction; isFirst: boolean }) {
  const { refusal, icon: Icon } = action;
  if (typeof refusal === 'string') return <RefusedItem action={action} refusal={refusal} isFirst={isFirst} />;
  return (
    <Menu.Item
      leftSection={Icon && <Icon size={16} aria-hidden="true" />}
      onClick={action.run}
      data-autofocus={isFirst || undefined}
      {...(action.isDestructive === true ? { color: 'red' } : {})}
    >
      {action.label}
    </Menu.Item>
  );
}

/** The actions of one row, at the pointer or at the row's button. */
export function RowMenu({ open, onClose }: { open: OpenRowMenu | null; onClose(): void }) {
  if (open === null) return null;
  function close(): void {
    onClose();
    open?.origin.focus();
  }
  return (
    <Menu
      opened
      onClose={close}
      position="bottom-start"
      offset={2}
      returnFocus={false}
      withInitialFocusPlaceholder={false}
      // The key that opened the menu is still on its way up and must not close it.
      clickOutsideEvents={['mousedown', 'touchstart']}
    >
      <Menu.Target>
        <button
          type="button"
          tabIndex={-1}
          aria-label="Actions of the row"
          className={classes.menuAnchor}
          style={{ left: open.x, top: open.y }}
        />
      </Menu.Target>
      <Menu.Dropdown>
        {open.actions.map((action, index) => (
          <ActionItem key={action.label} action={action} isFirst={index === 0} />
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
