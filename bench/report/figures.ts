/** Times and how they are printed, the same in every benchmark and fault run. */
import os from 'node:os';

/** The quantile of sorted values at this share. */
export function quantile(sorted: ArrayLike<number>, share: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? Number.NaN;
}

export function ascending(values: readonly number[]): Float64Array {
  return Float64Array.from(values).sort();
}

export function median(values: readonly number[]): number {
  return quantile(ascending(values), 0.5);
}

/** p50 and p95, such as `12.3 / 45.6 ms`. */
export function describeTimes(times: readonly number[]): string {
  const sorted = ascending(times);
  return `${quantile(sorted, 0.5).toFixed(1)} / ${quantile(sorted, 0.95).toFixed(1)} ms`;
}

/** One line of a table: what was measured, its p50 and p95, and other figures. */
export function printTimes(name: string, times: readonly number[], more = ''): void {
  console.log(`  ${name.padEnd(52)} ${describeTimes(times).padStart(18)}${more === '' ? '' : `  ${more}`}`);
}

/** Duration in ms. */
export async function timed(run: () => unknown): Promise<number> {
  const started = performance.now();
  await run();
  return performance.now() - started;
}

/** Durations of one try after the other, as each reports it. */
export async function repeat(tries: number, run: (number: number) => Promise<number>): Promise<number[]> {
  const times: number[] = [];
  for (let number = 0; number < tries; number += 1) times.push(await run(number));
  return times;
}

/** The end of a line whose figure may miss its target, which fails no run. */
export function noteMissed(isMissed: boolean): string {
  return isMissed ? ', target missed' : '';
}

/** Processor, cores, memory and Node version, printed with all figures. */
export function describeMachine(): string {
  return `${os.cpus()[0]?.model ?? 'unknown processor'}, ${os.cpus().length} cores, ${Math.round(os.totalmem() / 1024 ** 3)} GiB, Node ${process.version}`;
}
