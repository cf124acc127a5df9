import { type RefObject, useEffect, useRef } from 'react';
import type { Picture } from './treemap-layout.ts';

/** Names of the attributes whose cells are in the window, or just beside it. Read while drawing; never a reason to draw. */
export function useCellsInSight(
  place: RefObject<HTMLElement | null>,
  picture: Picture,
): RefObject<ReadonlySet<string>> {
  const inSight = useRef<Set<string>>(new Set());
  const names = picture.cells.map(({ attribute }) => attribute.name).join('\n');
  useEffect(() => {
    const cells = place.current?.children;
    if (cells === undefined) return;
    const nameOf = new Map(names.split('\n').map((name, at) => [cells[at], name]));
    const observer = new IntersectionObserver(
      (entries) => {
        for (const { target, isIntersecting } of entries) {
          const name = nameOf.get(target) ?? '';
          if (isIntersecting) inSight.current.add(name);
          else inSight.current.delete(name);
        }
      },
      { rootMargin: '100px' },
    );
    for (const cell of cells) observer.observe(cell);
    return () => observer.disconnect();
  }, [place, names]);
  return inSight;
}
