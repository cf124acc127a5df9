import { useEffect, useRef } from 'react';

/** Ref for an element that takes the focus when a change of `shown` has removed the focused element. */
export function useLostFocus(shown: string) {
  const part = useRef<HTMLDivElement>(null);
  const before = useRef(shown);
  useEffect(() => {
    const isLost = document.activeElement === null || document.activeElement === document.body;
    if (before.current !== shown && isLost) part.current?.focus();
    before.current = shown;
  }, [shown]);
  return part;
}
