import { useEffect, useState } from 'react';

const HIGHLIGHT_MS = 5000;

/** Brings the element of a comment into sight and to the focus, and says for five seconds that it is the one asked for. */
export function useHighlight(isTarget: boolean, asked: string, elementId: string): boolean {
  const [isMarked, setMarked] = useState(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the same comment asked for once more is shown once more
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
  }, [isTarget, asked, elementId]);
  return isMarked;
}
