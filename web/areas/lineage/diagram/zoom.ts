/**
 * Zoom in the specification's units: 0.7525 is the most and the start, and draws a node in its own size.
 * The drawing itself counts in shares of that, so that text is sharp at the start.
 */
export const ZOOM = { least: 0.02525, most: 0.7525, step: 0.052 } as const;

/** Units that one press moves the drawing. */
export const PAN_STEP = 60;

export function clampZoom(zoom: number): number {
  return Math.min(Math.max(zoom, ZOOM.least), ZOOM.most);
}

export function zoomIn(zoom: number): number {
  return clampZoom(zoom + ZOOM.step);
}

export function zoomOut(zoom: number): number {
  return clampZoom(zoom - ZOOM.step);
}

/** Share of the own size of nodes at a zoom, in (0, 1]. */
export function scaleOf(zoom: number): number {
  return clampZoom(zoom) / ZOOM.most;
}

/** Zoom of a share of the own size. */
export function zoomOf(scale: number): number {
  return clampZoom(scale * ZOOM.most);
}

export interface DrawingView {
  x: number;
  y: number;
  /** share of the own size */
  scale: number;
}

interface Point {
  x: number;
  y: number;
}

/** The view after zooming, in which the given point of the window stays where it is. */
export function zoomAround(view: DrawingView, scale: number, { x, y }: Point): DrawingView {
  const ratio = scale / view.scale;
  return { x: x - (x - view.x) * ratio, y: y - (y - view.y) * ratio, scale };
}
