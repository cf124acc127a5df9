/** Values too small for a label or a finger: painted on a canvas below the buttons of the larger ones. */
import { type MouseEvent, memo, useLayoutEffect, useRef } from 'react';
import { hatchFor } from '../../ui/colour/na-hatch.ts';
import { toHex } from '../../ui/colour/rgb.ts';
import classes from './treemap/treemap.module.css';
import { type LaidOutCell, type LaidOutValue, TITLE_HEIGHT } from './treemap/treemap-layout.ts';

/** Pixels; smaller rectangles have no outline. */
const MIN_LINED = 4;
/** Pixels; a rectangle with at least this side is a button, large enough for a finger (WCAG 2.2, 2.5.8). */
const MIN_BUTTON = 24;
/** Pixels of one canvas; browsers need 4 bytes of memory for each. */
const MAX_PIXELS = 16_000_000;

export function isPainted({ width, height }: Pick<LaidOutValue, 'width' | 'height'>): boolean {
  return Math.min(width, height) < MIN_BUTTON;
}

/** Index of the painted value under the pointer; null over a button or outside. */
export function paintedValueAt(
  values: readonly LaidOutValue[],
  { currentTarget, clientX, clientY }: Pick<MouseEvent<HTMLElement>, 'currentTarget' | 'clientX' | 'clientY'>,
): number | null {
  const box = currentTarget.getBoundingClientRect();
  const [x, y] = [clientX - box.left, clientY - box.top];
  const index = values.findIndex(
    (value) =>
      x >= value.x &&
      x < value.x + value.width &&
      y >= value.y &&
      y < value.y + value.height &&
      isPainted(value),
  );
  return index < 0 ? null : index;
}

function paint(
  canvas: HTMLCanvasElement,
  cells: readonly LaidOutCell[],
  { width, height }: { width: number; height: number },
): void {
  const sharpness = Math.min(window.devicePixelRatio, Math.sqrt(MAX_PIXELS / (width * height)));
  canvas.width = Math.round(width * sharpness);
  canvas.height = Math.round(height * sharpness);
  const drawing = canvas.getContext('2d');
  if (drawing === null) return;
  const hatch = hatchFor(drawing);
  for (const cell of cells) {
    drawing.setTransform(sharpness, 0, 0, sharpness, cell.x * sharpness, TITLE_HEIGHT * sharpness);
    for (const value of cell.values) {
      if (!isPainted(value)) continue;
      const line = Math.min(value.width, value.height) < MIN_LINED ? 0 : 1;
      drawing.fillStyle = value.value === null ? hatch : toHex(value.colour);
      drawing.fillRect(value.x + line / 2, value.y + line / 2, value.width - line, value.height - line);
    }
  }
}

interface PaintedValuesProps {
  /** cells side by side */
  cells: readonly LaidOutCell[];
  width: number;
  height: number;
}

/** One canvas for a whole row of cells: each canvas is a layer, and one layer per cell took 30 ms. */
export const PaintedValues = memo(function PaintedValues({ cells, width, height }: PaintedValuesProps) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const hasPainted = cells.some(({ values }) => values.some(isPainted));
  useLayoutEffect(() => {
    if (canvas.current !== null) paint(canvas.current, cells, { width, height });
  }, [cells, width, height]);
  if (!hasPainted) return null;
  return <canvas ref={canvas} className={classes.painted} style={{ width, height }} />;
});
