import { CloseButton, Drawer } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { type KeyboardEvent, type ReactNode, type RefObject, useEffect, useRef } from 'react';
import classes from './comments.module.css';

/** Below this the panel would leave too little of the screen beside it. */
const NARROW = '(max-width: 1100px)';

interface CommentPanelProps {
  /** beside the whole screen, or inside it, where clicks elsewhere turn pages and do not close */
  form: 'beside' | 'inside';
  onClose(): void;
  children: ReactNode;
}

/** Layers above the page belong to whatever opened them. */
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
    // Judged before anybody acts on the click, because what was clicked may be gone afterwards; closed after that,
    // because a link that was clicked has been followed by then.
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
      // Whoever went on elsewhere stays there.
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

/** Comments at the right: a column where there is room, else a drawer. Escape closes it, and the focus returns. */
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
