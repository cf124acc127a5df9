import { CloseButton, Drawer } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { type KeyboardEvent, type ReactNode, type RefObject, useEffect, useRef } from 'react';
import classes from './comments.module.css';

/** In narrower windows a column would leave too little room for the screen. */
const NARROW = '(max-width: 1100px)';

interface CommentPanelProps {
  /** beside the whole screen, or inside it, where a click outside turns pages and does not close the panel */
  form: 'beside' | 'inside';
  onClose(): void;
  children: ReactNode;
}

/** Whether a click was outside the panel; modals and menus in portals do not count. */
function isElsewhere(target: EventTarget | null, panel: HTMLElement): boolean {
  if (!(target instanceof Element) || target === document.documentElement) return false;
  return !panel.contains(target) && target.closest('[data-portal]') === null;
}

function useClickElsewhere(
  panel: RefObject<HTMLElement | null>,
  isWanted: boolean,
  onClick: () => void,
): void {
  useEffect(() => {
    if (!isWanted) return;
    let isOutside = false;
    // Decide in the capture phase, because the target may be removed by its own handler; close after all handlers,
    // so that a clicked link has been followed by then.
    function judge({ target }: MouseEvent): void {
      isOutside = panel.current !== null && isElsewhere(target, panel.current);
    }
    function close(): void {
      if (isOutside) onClick();
    }
    document.addEventListener('click', judge, true);
    document.addEventListener('click', close);
    return () => {
      document.removeEventListener('click', judge, true);
      document.removeEventListener('click', close);
    };
  }, [panel, isWanted, onClick]);
}

function Column({ form, onClose, children }: CommentPanelProps) {
  const panel = useRef<HTMLElement>(null);
  useClickElsewhere(panel, form === 'beside', onClose);

  useEffect(() => {
    const before = document.activeElement;
    panel.current?.focus({ preventScroll: true });
    return () => {
      // If the focus has moved elsewhere, leave it there.
      const isLost = document.activeElement === document.body || document.activeElement === null;
      if (isLost && before instanceof HTMLElement && before.isConnected) before.focus();
    };
  }, []);

  function leave(event: KeyboardEvent): void {
    if (event.key !== 'Escape' || event.defaultPrevented) return;
    event.stopPropagation();
    onClose();
  }

  return (
    <aside
      ref={panel}
      aria-label="Comments"
      tabIndex={-1}
      className={classes.panel}
      data-form={form}
      onKeyDown={leave}
    >
      <div className={classes.panelHead}>
        <h2 className={classes.panelTitle}>Comments</h2>
        <CloseButton aria-label="Close comments" onClick={onClose} />
      </div>
      <div className={classes.panelBody}>{children}</div>
    </aside>
  );
}

/** Comments on the right: a column where there is room, else a drawer. Escape closes it and returns the focus. */
export function CommentPanel(props: CommentPanelProps) {
  const isNarrow = useMediaQuery(NARROW, undefined, { getInitialValueInEffect: false });
  if (!isNarrow) return <Column {...props} />;
  return (
    <Drawer
      opened
      onClose={props.onClose}
      position="right"
      size="min(420px, 100%)"
      title="Comments"
      padding="md"
      closeButtonProps={{ 'aria-label': 'Close comments' }}
    >
      {props.children}
    </Drawer>
  );
}
