/**
 * Zoom in the specification's units: 0.7525 is both maximum and default, and shows nodes at their full size.
 * The drawing uses a scale relative to it, so that text is sharp at the default zoom.
 */
export const ZOOM = { least: 0.02525, most: 0.7525, step: 0.052 } as const;

/** Pixels that one press pans the drawing. */
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

/** Scale of the drawing at a zoom, in (0, 1]. */
export function scaleOf(zoom: number): number {
  return clampZoom(zoom) / ZOOM.most;
}

/** Zoom at a scale of the drawing. */
export function zoomOf(scale: number): number {
  return clampZoom(scale * ZOOM.most);
}

export interface DrawingView {
  x: number;
  y: number;
  /** 1 is full size */
  scale: number;
}

interface Point {
  x: number;
  y: number;
}

/** The view after zooming around a fixed point of the viewport. */
export function zoomAround(view: DrawingView, scale: number, { x, y }: Point): DrawingView {
  const ratio = scale / view.scale;
  return { x: x - (x - view.x) * ratio, y: y - (y - view.y) * ratio, scale };
}
