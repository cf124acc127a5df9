/** Neighbouring samples with one value, so that a strip of thousands of samples is a few shapes. */
function stripRuns(
  values: readonly (string | null)[],
  samples: readonly number[],
): { value: string | null; from: number; to: number }[] {
  const runs: { value: string | null; from: number; to: number }[] = [];
  for (const [position, sample] of samples.entries()) {
    const value = values[sample] ?? null;
    const last = runs.at(-1);
    if (last !== undefined && last.value === value) last.to = position + 1;
    else runs.push({ value, from: position, to: position + 1 });
  }
  return runs;
}

/**
 * One shape for every value, over all places where it is: a strip changes with the order of its samples, and a shape
 * for every place would take most of the time of drawing a picture again.
 */
export function stripPaths(
  values: readonly (string | null)[],
  samples: readonly number[],
  place: { left: number; columns: number; top: number; height: number },
): { value: string | null; d: string }[] {
  const width = place.columns / Math.max(1, samples.length);
  const paths = new Map<string | null, string>();
  for (const { value, from, to } of stripRuns(values, samples)) {
    const [start, end] = [(place.left + from * width).toFixed(2), (place.left + to * width).toFixed(2)];
    paths.set(value, `${paths.get(value) ?? ''}M${start} ${place.top}H${end}v${place.height}H${start}Z`);
  }
  return [...paths].map(([value, d]) => ({ value, d }));
}
