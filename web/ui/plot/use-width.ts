import { useCallback, useState } from 'react';

/**
 * Width of an element in pixels; 0 before it is mounted. Measured in the commit that mounts it; a picture that waits
 * for it is drawn once, in its final width.
 */
export function useWidth() {
  const [width, setWidth] = useState(0);
  const ref = useCallback((element: HTMLElement) => {
    setWidth(element.clientWidth);
    const observer = new ResizeObserver(() => setWidth(element.clientWidth));
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return { ref, width };
}
