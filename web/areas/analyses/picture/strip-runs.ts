/** Neighbouring samples with one value, so that a strip of thousands of samples is a few shapes. */
export function stripRuns(
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
