import { type RefObject, useEffect, useRef } from 'react';

/** Wheel pixels per step; a notch of a mouse is about 100. */
const NOTCH = 80;
const LINE = 33;

/** Converts wheel events into zoom steps around the pointer; trackpads send many small events. */
export function useWheelSteps(
  frame: RefObject<HTMLElement | null>,
  onStep: (isIn: boolean, at: { x: number; y: number }) => void,
): void {
  const step = useRef(onStep);
  step.current = onStep;
  useEffect(() => {
    const element = frame.current;
    if (element === null) return;
    let turned = 0;
    function turn(event: WheelEvent): void {
      if (element === null || (event.target instanceof Element && event.target.closest('.nowheel'))) return;
      event.preventDefault();
      turned += event.deltaMode === WheelEvent.DOM_DELTA_LINE ? event.deltaY * LINE : event.deltaY;
      if (Math.abs(turned) < NOTCH) return;
      const { left, top } = element.getBoundingClientRect();
      step.current(turned < 0, { x: event.clientX - left, y: event.clientY - top });
      turned = 0;
    }
    // React's wheel listeners are passive and cannot prevent scrolling.
    element.addEventListener('wheel', turn, { passive: false });
    return () => element.removeEventListener('wheel', turn);
  }, [frame]);
}
