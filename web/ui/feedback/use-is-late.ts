import { useEffect, useState } from 'react';

const LATE_MS = 200;

/** True once something has been awaited for 200 ms; before that nothing is drawn in its place. */
export function useIsLate(isAwaited: boolean, afterMs = LATE_MS): boolean {
  const [isLate, setLate] = useState(false);
  useEffect(() => {
    if (!isAwaited) return;
    const timer = setTimeout(() => setLate(true), afterMs);
    return () => {
      clearTimeout(timer);
      setLate(false);
    };
  }, [isAwaited, afterMs]);
  return isAwaited && isLate;
}
