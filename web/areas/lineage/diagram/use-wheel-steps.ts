import { type RefObject, useEffect, useRef } from 'react';

/** Pixels of wheel that make one step; a notch of a mouse is about 100. */
const NOTCH = 80;
const LINE = 33;

/** Turns the wheel over an element into steps in or out around the pointer; trackpads send many small turns. */
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
    // React's own wheel listeners cannot stop the page from scrolling.
    element.addEventListener('wheel', turn, { passive: false });
    return () => element.removeEventListener('wheel', turn);
  }, [frame]);
}
