import type { ValueLabels } from '@omicon/domain/records/value-labels.ts';

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
  ticks: { value: number; y: number }[];
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

/** A step of 1, 2 or 5 times a power of ten that gives at most five ticks over the span. */
function tickStep(span: number): number {
  const rough = span / 4;
  const power = 10 ** Math.floor(Math.log10(rough));
  const factor = [1, 2, 5, 10].find((candidate) => candidate * power >= rough) ?? 10;
  return factor * power;
}

/** Bars up and down from 0; the scale includes 0 and all values. */
export function layoutEigengene(
  eigengene: Eigengene,
  { width, height, order }: { width: number; height: number; order: Order },
): Chart {
  const { samples, values, attribute_values } = eigengene;
  const most = Math.max(0, ...values);
  const least = Math.min(0, ...values);
  const span = most - least > SAME ? most - least : 1;
  const inner = height - 2 * PADDING;
  const yOf = (value: number) => PADDING + ((most - value) / span) * inner;
  const step = Math.max(0, width - AXIS_WIDTH) / Math.max(1, samples.length);
  // A thin gap separates bars as long as there is room for one.
  const gap = step >= 4 ? 1 : 0;
  const bars = orderSamples(eigengene, order).map((index, at) => {
    const value = values[index] ?? 0;
    const top = yOf(Math.max(0, value));
    return {
      sample: samples[index] ?? '',
      value,
      group: attribute_values[index] ?? null,
      x: AXIS_WIDTH + at * step,
      y: top,
      width: Math.max(step - gap, 0.25),
      height: Math.max(yOf(Math.min(0, value)) - top, 0.5),
    };
  });
  const tick = tickStep(span);
  const first = Math.ceil(least / tick);
  const count = Math.floor(most / tick) - first + 1;
  const ticks = Array.from({ length: count }, (_, at) => {
    const value = Number(((first + at) * tick).toPrecision(6));
    return { value, y: yOf(value) };
  });
  return { width, height, zero: yOf(0), bars, ticks };
}

/** Values of the attribute with their sample counts, most frequent first, NA last. */
export function groupsOf({ attribute_values }: Eigengene): { value: string | null; count: number }[] {
  const counts = new Map<string | null, number>();
  for (const value of attribute_values) counts.set(value, (counts.get(value) ?? 0) + 1);
  return [...counts]
    .map(([value, count]) => ({ value, count }))
    .toSorted((a, b) => Number(a.value === null) - Number(b.value === null) || b.count - a.count);
}
