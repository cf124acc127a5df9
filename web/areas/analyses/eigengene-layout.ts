import type { ValueLabels } from '@omicon/domain/records/samples/value-labels.ts';
import { extent, rollup } from 'd3-array';
import { scaleLinear } from 'd3-scale';
import { type Tick, ticksOf } from '../../ui/plot/ticks.ts';

/** A module eigengene across samples, with the attribute value that colours each bar. */
export interface Eigengene {
  samples: readonly string[];
  values: readonly number[];
  attribute: string | null;
  attribute_values: readonly (string | null)[];
  value_labels: ValueLabels;
}

export const ORDERS = ['data', 'value', 'attribute'] as const;
export type Order = (typeof ORDERS)[number];

export interface Bar {
  sample: string;
  value: number;
  group: string | null;
  x: number;
  y: number;
  width: number;
  height: number;
}

export interface Chart {
  width: number;
  height: number;
  /** y of the value 0 */
  zero: number;
  bars: Bar[];
  ticks: Tick[];
}

/** Smaller differences are rounding error: an eigengene is a vector of length 1. */
const SAME = Number.EPSILON;

/** Width for the tick labels of the axis. */
export const AXIS_WIDTH = 52;
const PADDING = 8;

/** Indices of the samples in the given order; ties keep the order of the data. NA sorts last among attribute values. */
export function orderSamples({ values, attribute_values }: Eigengene, order: Order): number[] {
  const indices = values.map((_, index) => index);
  if (order === 'data') return indices;
  const valueAt = (index: number) => values[index] ?? 0;
  if (order === 'value') return indices.toSorted((a, b) => valueAt(a) - valueAt(b));
  const groupAt = (index: number) => attribute_values[index] ?? null;
  return indices.toSorted((a, b) => {
    const [left, right] = [groupAt(a), groupAt(b)];
    if (left === right) return valueAt(a) - valueAt(b);
    if (left === null) return 1;
    if (right === null) return -1;
    return left < right ? -1 : 1;
  });
}

/** Bars up and down from 0; the scale includes 0 and all values. */
export function layoutEigengene(
  eigengene: Eigengene,
  { width, height, order }: { width: number; height: number; order: Order },
): Chart {
  const { samples, values, attribute_values } = eigengene;
  const [least = 0, most = 0] = extent([0, ...values]);
  const scale = scaleLinear([most - least > SAME ? least : most - 1, most], [height - PADDING, PADDING]);
  const step = Math.max(0, width - AXIS_WIDTH) / Math.max(1, samples.length);
  // A thin gap separates bars as long as there is room for one.
  const gap = step >= 4 ? 1 : 0;
  const bars = orderSamples(eigengene, order).map((index, at) => {
    const value = values[index] ?? 0;
    const top = scale(Math.max(0, value));
    return {
      sample: samples[index] ?? '',
      value,
      group: attribute_values[index] ?? null,
      x: AXIS_WIDTH + at * step,
      y: top,
      width: Math.max(step - gap, 0.25),
      height: Math.max(scale(Math.min(0, value)) - top, 0.5),
    };
  });
  return { width, height, zero: scale(0), bars, ticks: ticksOf(scale, 3) };
}

/** Values of the attribute with their sample counts, most frequent first, NA last. */
export function groupsOf({ attribute_values }: Eigengene): { value: string | null; count: number }[] {
  return [
    ...rollup(
      attribute_values,
      ({ length }) => length,
      (value) => value,
    ),
  ]
    .map(([value, count]) => ({ value, count }))
    .toSorted((a, b) => Number(a.value === null) - Number(b.value === null) || b.count - a.count);
}
