import type { ComboboxProps } from '@mantine/core';
import { type FocusEvent, useEffect, useReducer, useState } from 'react';

interface OptionsField {
  comboboxProps?: ComboboxProps | undefined;
  onFocus?: ((event: FocusEvent<HTMLInputElement>) => void) | undefined;
}

/**
 * Mounts the options of a field when it first gets the focus. Mantine mounts them with the field and measures where
 * they would open, for which the browser has to lay out the page once more.
 */
export function useOptionsOnFocus({ comboboxProps, onFocus }: OptionsField) {
  const [isReached, setReached] = useState(false);
  const [, renderAgain] = useReducer((count: number) => count + 1, 0);
  // The field refers to its list (aria-expanded, aria-controls) only in a render after that of the list, and some open
  // on focus.
  useEffect(() => {
    if (!isReached) return;
    const frame = requestAnimationFrame(renderAgain);
    return () => cancelAnimationFrame(frame);
  }, [isReached]);
  return {
    comboboxProps: { ...comboboxProps, keepMounted: isReached },
    onFocus(event: FocusEvent<HTMLInputElement>) {
      setReached(true);
      onFocus?.(event);
    },
  };
}
