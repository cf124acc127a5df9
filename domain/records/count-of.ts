/** Counts in sentences, written without `Intl`, which a new page takes 20 ms to load. */

/** A whole number: `23,479`; with a minus sign below 0. */
export function formatCount(count: number): string {
  return String(count)
    .replace(/\B(?=(?:\d{3})+$)/g, ',')
    .replace(/^-/, '\u2212');
}

/** `1 data set`, `2,000 data sets`. */
export function countOf(count: number, one: string, many = `${one}s`): string {
  return `${formatCount(count)} ${count === 1 ? one : many}`;
}
