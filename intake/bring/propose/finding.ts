/** Findings of the examination of files. */
import type { DataMap, Finding } from '@omicon/domain/data-map/data-map.ts';

/** A finding; without a place it is one of the whole file. */
export function finding(
  level: Finding['level'],
  key: string,
  { sentence, ...place }: Pick<Finding, 'sentence'> & Partial<Omit<Finding, 'key' | 'level' | 'sentence'>>,
): Finding {
  return {
    key: key.slice(0, 200),
    level,
    sentence,
    file: null,
    line: null,
    column: null,
    count: 1,
    ...place,
  };
}

/** What a person has confirmed is a warning. What is refused cannot be confirmed. */
export function withConfirmed(findings: readonly Finding[], { confirmed }: DataMap): Finding[] {
  const known = new Set(confirmed);
  return findings.map((each) =>
    each.level === 'confirm' && known.has(each.key) ? { ...each, level: 'warning' } : each,
  );
}

/** Names in a sentence: the first three, and how many others. */
export function listNames(names: readonly string[]): string {
  const listed = names.slice(0, 3).map((name) => `"${name.length > 60 ? `${name.slice(0, 60)}...` : name}"`);
  const more = names.length - listed.length;
  return more > 0 ? `${listed.join(', ')} and ${more.toLocaleString('en')} more` : listed.join(', ');
}

/** `is` or `are`, for sentences with a count. */
export function verb(count: number): 'is' | 'are' {
  return count === 1 ? 'is' : 'are';
}
