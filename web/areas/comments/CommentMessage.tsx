import { useLayoutEffect, useRef } from 'react';
import classes from './comments.module.css';
import { cleanMessage } from './editor/clean-message.ts';

interface CommentMessageProps {
  message: string;
  /** handles a click on the text; omitted where nothing happens */
  onClick?: (() => void) | undefined;
}

/** The text of a comment. */
export function CommentMessage({ message, onClick }: CommentMessageProps) {
  const body = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    body.current?.replaceChildren(cleanMessage(message));
  }, [message]);

  function open(target: EventTarget): void {
    const isLink = target instanceof Element && target.closest('a') !== null;
    // Selecting words to copy them must not start an edit.
    if (!isLink && window.getSelection()?.isCollapsed !== false) onClick?.();
  }

  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the button Edit does the same
    // biome-ignore lint/a11y/noStaticElementInteractions: the button Edit does the same
    <div
      ref={body}
      className={classes.message}
      data-editable={onClick !== undefined || undefined}
      onClick={(event) => open(event.target)}
    />
  );
}
