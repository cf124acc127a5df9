/**
 * The pattern of missing values: grey with dark stripes, so that no grey module or value can be mistaken for it. The
 * same on light and dark backgrounds and in saved pictures.
 */
import { NA_COLOUR } from './data-colours.ts';
import { toHex } from './rgb.ts';

const STRIPE = '#8a9197';
const STEP = 6;

/** Tile of the hatch; its stripes continue in the adjacent tiles. */
export const HATCH_TILE = {
  id: 'na-hatch',
  size: STEP,
  ground: NA_COLOUR,
  stripe: STRIPE,
  stripes: `M-1 1L1 -1M0 ${STEP}L${STEP} 0M${STEP - 1} ${STEP + 1}L${STEP + 1} ${STEP - 1}`,
} as const;

/** CSS background of a data colour. */
export function backgroundOf(colour: string): string {
  if (colour !== NA_COLOUR) return colour;
  return `repeating-linear-gradient(135deg, ${STRIPE} 0 1px, ${NA_COLOUR} 1px ${STEP * Math.SQRT1_2}px)`;
}

/** `fill` of a data colour in a drawing that contains `NaHatch`. */
export function fillOf(colour: string): string {
  return colour === NA_COLOUR ? `url(#${HATCH_TILE.id})` : toHex(colour);
}

/** The same for a canvas. */
export function hatchFor(drawing: CanvasRenderingContext2D): CanvasPattern | string {
  const tile = document.createElement('canvas');
  tile.width = STEP;
  tile.height = STEP;
  const on = tile.getContext('2d');
  if (on === null) return NA_COLOUR;
  on.fillStyle = NA_COLOUR;
  on.fillRect(0, 0, STEP, STEP);
  on.strokeStyle = STRIPE;
  for (const from of [-STEP, 0, STEP]) {
    on.moveTo(from, STEP);
    on.lineTo(from + STEP, 0);
  }
  on.stroke();
  return drawing.createPattern(tile, 'repeat') ?? NA_COLOUR;
}
