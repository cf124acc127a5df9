/** A histogram of values whose range is not known before the last one. */
import { f64At } from '@omicon/domain/arrays/number-at.ts';

/** Power of two, so that bins of a doubled range are pairs of bins. */
const FINE_BINS = 2 ** 15;
export const HISTOGRAM_BINS = 30;

/**
 * Counts values in fine bins over a range that doubles when a value is outside of it. Widths are powers of two, so whole
 * numbers of a narrow range keep their exact place.
 */
export class GrowingHistogram {
  #counts = new Float64Array(FINE_BINS);
  #start = 0;
  #width = 0;

  add(value: number): void {
    if (this.#width === 0) {
      this.#width = 2 ** -10;
      this.#start = Math.floor(value);
    }
    let bin = Math.floor((value - this.#start) / this.#width);
    while (bin < 0 || bin >= FINE_BINS) {
      // At the largest doubles the width would become infinite.
      if (!this.#grow(bin < 0)) break;
      bin = Math.floor((value - this.#start) / this.#width);
    }
    const at = Math.min(FINE_BINS - 1, Math.max(0, bin));
    this.#counts[at] = f64At(this.#counts, at) + 1;
  }

  #grow(downwards: boolean): boolean {
    const start = downwards ? this.#start - this.#width * FINE_BINS : this.#start;
    if (!Number.isFinite(start) || !Number.isFinite(this.#width * FINE_BINS * 2)) return false;
    const half = FINE_BINS / 2;
    const counts = new Float64Array(FINE_BINS);
    const offset = downwards ? half : 0;
    for (let at = 0; at < half; at += 1)
      counts[offset + at] = f64At(this.#counts, 2 * at) + f64At(this.#counts, 2 * at + 1);
    this.#counts = counts;
    this.#start = start;
    this.#width *= 2;
    return true;
  }

  /** Numbers of values in thirty bins of equal width between the least and the greatest. */
  bins(least: number, greatest: number): number[] {
    const bins = new Array<number>(HISTOGRAM_BINS).fill(0);
    const range = greatest - least;
    for (let at = 0; at < FINE_BINS; at += 1) {
      const count = f64At(this.#counts, at);
      if (count === 0) continue;
      const share = range > 0 ? (this.#start + at * this.#width - least) / range : 0;
      const bin = Math.min(HISTOGRAM_BINS - 1, Math.max(0, Math.floor(share * HISTOGRAM_BINS)));
      bins[bin] = (bins[bin] ?? 0) + count;
    }
    return bins;
  }
}
