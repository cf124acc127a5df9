import { useEffect, useState } from 'react';

const HIGHLIGHT_MS = 5000;

/** Scrolls to and focuses the requested comment. @returns true for five seconds, while it is highlighted */
export function useHighlight(isTarget: boolean, requestKey: string, elementId: string): boolean {
  const [isMarked, setMarked] = useState(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a repeated request highlights it again
  useEffect(() => {
    if (!isTarget) return;
    const element = document.getElementById(elementId);
    const isStill = window.matchMedia('(prefers-reduced-motion: reduce)').matches;
    element?.scrollIntoView({ block: 'center', behavior: isStill ? 'auto' : 'smooth' });
    element?.focus({ preventScroll: true });
    setMarked(true);
    const timer = setTimeout(() => setMarked(false), HIGHLIGHT_MS);
    return () => {
      clearTimeout(timer);
      setMarked(false);
    };
  }, [isTarget, requestKey, elementId]);
  return isMarked;
}
