/** What an attribute of numbers leaves out. */
import { countOf } from './format.ts';

const MAX_LISTED = 3;

/** `; 3 are not numbers: > 3000, 1,5`; empty if all are. */
export function describeNotNumbers(not_numbers: readonly { value: string; n: number }[]): string {
  const samples = not_numbers.reduce((sum, { n }) => sum + n, 0);
  if (samples === 0) return '';
  const listed = not_numbers.slice(0, MAX_LISTED).map(({ value }) => `\u201c${value}\u201d`);
  const more = not_numbers.length - listed.length;
  const others = more > 0 ? ` and ${countOf(more, 'other value')}` : '';
  return `; ${samples} ${samples === 1 ? 'is not a number' : 'are not numbers'} (${listed.join(', ')}${others})`;
}
