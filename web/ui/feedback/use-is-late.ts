import { useEffect, useState } from 'react';

const LATE_MS = 200;

/** True after waiting for 200 ms; until then, show no placeholder. */
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
