import { useEffect, useRef } from 'react';

/** For a part that changes while the button that changed it goes away: it takes the focus that went with the button. */
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
