import type { ColumnKind } from './columns.ts';

const UNIT_SECONDS: ReadonlyMap<string, number> = new Map([
  ['second', 1],
  ['minute', 60],
  ['hour', 3600],
  ['day', 86_400],
]);

/** `2 minutes` in seconds; a text of another form sorts by the number it begins with. */
function durationSeconds(text: string): number {
  const [amount = '', unit = ''] = text.trim().split(/\s+/);
  return Number.parseFloat(amount) * (UNIT_SECONDS.get(unit.toLowerCase().replace(/s$/, '')) ?? 1);
}

/** The numbers in a version code in their order: `V2.10` is 2 and 10. */
function versionNumbers(text: string): number[] {
  return (text.match(/\d+/g) ?? []).map(Number);
}

function compareVersions(a: string, b: string): number {
  const left = versionNumbers(a);
  const right = versionNumbers(b);
  for (let i = 0; i < Math.max(left.length, right.length); i += 1) {
    const difference = (left[i] ?? -1) - (right[i] ?? -1);
    if (difference !== 0) return difference;
  }
  return compareTexts(a, b);
}

function compareTexts(a: string, b: string): number {
  const left = a.toLowerCase();
  const right = b.toLowerCase();
  return left < right ? -1 : left > right ? 1 : 0;
}

/**
 * Two present values of a column in ascending order: versions by their numbers, durations by unit, sizes by bytes,
 * numbers numerically, text without letter case.
 */
export function compareValues(kind: ColumnKind | undefined, a: string | number, b: string | number): number {
  if (kind === 'version') return compareVersions(String(a), String(b));
  if (kind === 'duration' && typeof a === 'string' && typeof b === 'string') {
    return durationSeconds(a) - durationSeconds(b);
  }
  const left = Number(a);
  const right = Number(b);
  const areNumbers = a !== '' && b !== '' && !Number.isNaN(left) && !Number.isNaN(right);
  if (areNumbers && kind !== 'date' && kind !== 'time') return left - right;
  return compareTexts(String(a), String(b));
}
