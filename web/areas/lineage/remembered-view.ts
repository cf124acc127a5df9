import { z } from 'zod';
import { type DrawingView, scaleOf, zoomOf } from './diagram/zoom.ts';

const KEY = 'omicon.lineage.view';

const shape = z.object({
  of: z.string(),
  zoom: z.number(),
  translate: z.object({ x: z.number(), y: z.number() }),
});

/** Zoom and translation of the drawing, stored until the diagram is left. */
export function readView(of: string): DrawingView | null {
  try {
    const stored = shape.safeParse(JSON.parse(localStorage.getItem(KEY) ?? 'null'));
    if (!stored.success || stored.data.of !== of) return null;
    const { zoom, translate } = stored.data;
    return { x: translate.x, y: translate.y, scale: scaleOf(zoom) };
  } catch {
    // Storage may be disabled or invalid; the diagram then starts at its focus.
    return null;
  }
}

export function rememberView(of: string, { x, y, scale }: DrawingView): void {
  try {
    localStorage.setItem(KEY, JSON.stringify({ of, zoom: zoomOf(scale), translate: { x, y } }));
  } catch {
    // Storage is disabled: nothing is remembered.
  }
}

export function forgetView(): void {
  try {
    localStorage.removeItem(KEY);
  } catch {
    // Storage is disabled: there is nothing to remove.
  }
}
