/** Values too small for a label and a finger, painted all at once under the buttons of the larger ones. */
import { type MouseEvent, memo, useLayoutEffect, useRef } from 'react';
import { toHex } from '../../ui/rgb.ts';
import classes from './treemap.module.css';
import type { PlacedValue } from './treemap-layout.ts';

/** Pixels; below it a rectangle has no line around it. */
const LEAST_LINED = 4;
/** Pixels; from this side on a rectangle is a button of its own. */
const LEAST_BUTTON = 12;
/** Pixels of one canvas, which browsers hold in memory at 4 bytes each. */
const MOST_PIXELS = 16_000_000;

export function isPainted({ width, height }: Pick<PlacedValue, 'width' | 'height'>): boolean {
  return Math.min(width, height) < LEAST_BUTTON;
}

/** Place of the painted value under the pointer; null where a button or nothing lies. */
export function paintedValueAt(
  values: readonly PlacedValue[],
  { currentTarget, clientX, clientY }: Pick<MouseEvent<HTMLElement>, 'currentTarget' | 'clientX' | 'clientY'>,
): number | null {
  const box = currentTarget.getBoundingClientRect();
  const [x, y] = [clientX - box.left, clientY - box.top];
  const place = values.findIndex(
    (value) =>
      x >= value.x &&
      x < value.x + value.width &&
      y >= value.y &&
      y < value.y + value.height &&
      isPainted(value),
  );
  return place < 0 ? null : place;
}

function paint(
  canvas: HTMLCanvasElement,
  values: readonly PlacedValue[],
  width: number,
  height: number,
): void {
  const sharpness = Math.min(window.devicePixelRatio, Math.sqrt(MOST_PIXELS / (width * height)));
  canvas.width = Math.round(width * sharpness);
  canvas.height = Math.round(height * sharpness);
  const drawing = canvas.getContext('2d');
  if (drawing === null) return;
  drawing.scale(sharpness, sharpness);
  for (const value of values) {
    const line = Math.min(value.width, value.height) < LEAST_LINED ? 0 : 1;
    drawing.fillStyle = toHex(value.colour);
    drawing.fillRect(value.x + line / 2, value.y + line / 2, value.width - line, value.height - line);
  }
}

interface PaintedValuesProps {
  values: readonly PlacedValue[];
  width: number;
  height: number;
}

export const PaintedValues = memo(function PaintedValues({ values, width, height }: PaintedValuesProps) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const hasPainted = values.some(isPainted);
  useLayoutEffect(() => {
    if (canvas.current !== null) paint(canvas.current, values.filter(isPainted), width, height);
  }, [values, width, height]);
  if (!hasPainted) return null;
  return <canvas ref={canvas} className={classes.painted} style={{ width, height }} />;
});
