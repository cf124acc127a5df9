import { useDebouncedCallback } from '@mantine/hooks';
import { useEffect, useRef, useState } from 'react';

interface LateText {
  /** what holds: of the address, or of whoever else keeps it */
  value: string;
  pauseMs: number;
  /** after a pause in typing */
  onLate(text: string): void;
  /** whether what was said is what came back, where it comes back in another spelling */
  isSame?: (said: string, value: string) => boolean;
}

/**
 * The text of a field whose value is kept elsewhere and changed only after a pause in typing. What was said and comes
 * back does not interrupt somebody who types on; anything else, as by the back button or a link, takes its place.
 */
export function useLateText({ value, pauseMs, onLate, isSame = Object.is }: LateText) {
  const [typed, setTyped] = useState(value);
  const said = useRef(value);
  const sayLate = useDebouncedCallback((text: string) => {
    said.current = text;
    onLate(text);
  }, pauseMs);
  // biome-ignore lint/correctness/useExhaustiveDependencies: only another value is news
  useEffect(() => {
    if (isSame(said.current, value)) return;
    said.current = value;
    sayLate.cancel();
    setTyped(value);
  }, [value]);

  function type(text: string): void {
    setTyped(text);
    sayLate(text);
  }

  return { typed, type };
}
