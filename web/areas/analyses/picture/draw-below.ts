/** The panel under the heat map: bars of the eigengene, or lines of the strongest members. */
import { scaleLinear } from 'd3-scale';
import { line } from 'd3-shape';
import { categoryColour } from '../../../ui/colour/data-colours.ts';
import { toHex } from '../../../ui/colour/rgb.ts';
import { PLAIN_BAR } from '../draw-eigengene.ts';
import type { PictureLayout } from './picture-layout.ts';
import type { Arrangement, Picture } from './picture-model.ts';

/** `eigengene`, or how many members are drawn as lines. */
export const BELOW = ['eigengene', '5', '10', '15'] as const;
export type Below = (typeof BELOW)[number];

export interface BelowMarks {
  ticks: { label: string; y: number }[];
  paths: { d: string; colour: string; isLine: boolean }[];
  /** names of the lines with their colours; empty for bars */
  legend: { name: string; colour: string }[];
}

const SHORTEST_BAR = 0.5;

function scaleOver(values: readonly (number | null)[], { eigengene: { top, height } }: PictureLayout) {
  const known = values.filter((value) => value !== null);
  const lowest = Math.min(0, ...known);
  const highest = Math.max(0, ...known);
  const isFlat = highest === lowest;
  return scaleLinear([isFlat ? -1 : lowest, isFlat ? 1 : highest], [top + height, top]);
}

function ticksOf(scale: ReturnType<typeof scaleOver>): BelowMarks['ticks'] {
  const format = scale.tickFormat(3);
  return scale.ticks(3).map((value) => ({ label: format(value), y: scale(value) }));
}

function bars(picture: Picture, { samples }: Arrangement, layout: PictureLayout): BelowMarks {
  const scale = scaleOver(picture.eigengene, layout);
  const step = layout.columns / Math.max(1, samples.length);
  const gap = step >= 4 ? 1 : 0;
  const d = samples
    .map((sample, position) => {
      const value = picture.eigengene[sample] ?? 0;
      const [zero, end] = [scale(0), scale(value)];
      const top = Math.min(zero, end);
      const height = Math.max(Math.abs(end - zero), SHORTEST_BAR);
      const x = layout.left + position * step;
      return `M${x.toFixed(2)} ${top.toFixed(2)}h${Math.max(step - gap, 0.25).toFixed(2)}v${height.toFixed(2)}H${x.toFixed(2)}Z`;
    })
    .join('');
  return { ticks: ticksOf(scale), paths: [{ d, colour: PLAIN_BAR, isLine: false }], legend: [] };
}

function lines(
  picture: Picture,
  { samples, z }: Arrangement,
  { count, layout }: { count: number; layout: PictureLayout },
): BelowMarks {
  // Rows come by kME, the strongest first.
  const rows = z.slice(0, count);
  const scale = scaleOver(rows.flat(), layout);
  const step = layout.columns / Math.max(1, samples.length);
  const legend = rows.map((_, row) => ({
    name: picture.rows[row]?.feature ?? '',
    colour: toHex(categoryColour(row)),
  }));
  const draw = line<number | null>()
    .defined((value) => value !== null)
    .x((_, position) => layout.left + (position + 0.5) * step)
    .y((value) => scale(value ?? 0))
    .digits(2);
  const paths = rows.flatMap((row, index) => {
    const d = draw(samples.map((sample) => row[sample] ?? null));
    return d === null ? [] : [{ d, colour: legend[index]?.colour ?? PLAIN_BAR, isLine: true }];
  });
  return { ticks: ticksOf(scale), paths, legend };
}

export function drawBelow(
  picture: Picture,
  arrangement: Arrangement,
  { below, layout }: { below: Below; layout: PictureLayout },
): BelowMarks {
  return below === 'eigengene'
    ? bars(picture, arrangement, layout)
    : lines(picture, arrangement, { count: Number(below), layout });
}
