import { useDebouncedCallback } from '@mantine/hooks';
import { useEffect, useRef, useState } from 'react';

interface DebouncedText {
  /** current value, from the address or another owner */
  value: string;
  pauseMs: number;
  /** called after a pause in typing */
  onSettled(text: string): void;
  /** compares the sent text with the value, where the owner normalizes it */
  isSame?: (sent: string, value: string) => boolean;
}

/**
 * Text of a field whose value is owned elsewhere and updated after a pause in typing. When the sent text comes back
 * as the value, typing is not interrupted; any other value, as from the back button or a link, replaces the text.
 */
export function useDebouncedText({ value, pauseMs, onSettled, isSame = Object.is }: DebouncedText) {
  const [typed, setTyped] = useState(value);
  const sent = useRef(value);
  const sayLate = useDebouncedCallback((text: string) => {
    sent.current = text;
    onSettled(text);
  }, pauseMs);
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs only for a new value
  useEffect(() => {
    if (isSame(sent.current, value)) return;
    sent.current = value;
    sayLate.cancel();
    setTyped(value);
  }, [value]);

  function type(text: string): void {
    setTyped(text);
    sayLate(text);
  }

  return { typed, type };
}
