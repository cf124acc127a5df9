import { type RefObject, useEffect, useState } from 'react';
import { flushSync } from 'react-dom';

/** Pixels around the window within which rows are rendered in advance. */
const MARGIN = 120;
/** Estimated number of rows visible at first, before any is rendered. */
const FIRST = new Set([0, 1, 2, 3]);

/** Indices of the rows in or near the window; all rows while the page is printed. */
export function useRowsNear(picture: RefObject<HTMLElement | null>, rows: number): ReadonlySet<number> {
  const [near, setNear] = useState<ReadonlySet<number>>(FIRST);
  useEffect(() => {
    const drawn = [...(picture.current?.children ?? [])].slice(0, rows);
    const indices = new Map<Element, number>(drawn.map((row, index) => [row, index]));
    const seen = new Set<number>();
    let isPrinting = false;
    const observer = new IntersectionObserver(
      (entries) => {
        for (const { target, isIntersecting } of entries) {
          const index = indices.get(target);
          if (index === undefined) continue;
          if (isIntersecting) seen.add(index);
          else seen.delete(index);
        }
        // Rendering all rows for paper moves them; what the observer then sees must not hide any.
        if (!isPrinting) setNear(new Set(seen));
      },
      { rootMargin: `${MARGIN}px` },
    );
    for (const row of drawn) observer.observe(row);
    const showAll = () => {
      isPrinting = true;
      flushSync(() => setNear(new Set(drawn.keys())));
    };
    const showNear = () => {
      isPrinting = false;
      setNear(new Set(seen));
    };
    window.addEventListener('beforeprint', showAll);
    window.addEventListener('afterprint', showNear);
    return () => {
      observer.disconnect();
      window.removeEventListener('beforeprint', showAll);
      window.removeEventListener('afterprint', showNear);
    };
  }, [picture, rows]);
  return near;
}
