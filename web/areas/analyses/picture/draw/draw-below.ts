/** The panel under the heat map: bars of the eigengene, or lines of the strongest members. */
import { extent } from 'd3-array';
import { scaleLinear } from 'd3-scale';
import { line } from 'd3-shape';
import { categoryColour } from '../../../../ui/colour/data-colours.ts';
import { toHex } from '../../../../ui/colour/rgb.ts';
import { type Tick, ticksOf } from '../../../../ui/plot/ticks.ts';
import { PLAIN_BAR } from '../../draw-eigengene.tsx';
import type { PictureLayout } from '../picture-layout.ts';
import type { Arrangement, Picture } from '../picture-model.ts';
import type { Below } from '../picture-view.ts';

export interface BelowMarks {
  ticks: Tick[];
  paths: { d: string; colour: string; isLine: boolean }[];
}

const SHORTEST_BAR = 0.5;

function scaleOver(values: readonly (number | null)[], { eigengene: { top, height } }: PictureLayout) {
  const [lowest = 0, highest = 0] = extent([0, ...values.filter((value) => value !== null)]);
  const isFlat = highest === lowest;
  return scaleLinear([isFlat ? -1 : lowest, isFlat ? 1 : highest], [top + height, top]);
}

/** Names of the members drawn as lines, with their colours; none for bars. */
export function linesBelow(picture: Picture, below: Below): { name: string; colour: string }[] {
  if (below === 'eigengene') return [];
  // Rows come by kME, the strongest first.
  return picture.rows
    .slice(0, Number(below))
    .map(({ feature }, row) => ({ name: feature, colour: toHex(categoryColour(row)) }));
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
  return { ticks: ticksOf(scale, 3), paths: [{ d, colour: PLAIN_BAR, isLine: false }] };
}

function lines(
  picture: Picture,
  { samples, z }: Arrangement,
  { below, layout }: { below: Below; layout: PictureLayout },
): BelowMarks {
  const named = linesBelow(picture, below);
  const rows = z.slice(0, named.length);
  const scale = scaleOver(rows.flat(), layout);
  const step = layout.columns / Math.max(1, samples.length);
  const draw = line<number | null>()
    .defined((value) => value !== null)
    .x((_, position) => layout.left + (position + 0.5) * step)
    .y((value) => scale(value ?? 0))
    .digits(2);
  const paths = rows.flatMap((row, index) => {
    const d = draw(samples.map((sample) => row[sample] ?? null));
    return d === null ? [] : [{ d, colour: named[index]?.colour ?? PLAIN_BAR, isLine: true }];
  });
  return { ticks: ticksOf(scale, 3), paths };
}

export function drawBelow(
  picture: Picture,
  arrangement: Arrangement,
  { below, layout }: { below: Below; layout: PictureLayout },
): BelowMarks {
  return below === 'eigengene'
    ? bars(picture, arrangement, layout)
    : lines(picture, arrangement, { below, layout });
}
