/** Numbers of groups that last while their members change. */

/** A group of an earlier computation. */
export interface NumberedGroup {
  number: number;
  members: ReadonlySet<number>;
}

interface Overlap {
  group: number;
  number: number;
  common: number;
}

function overlapsOf(groups: readonly (readonly number[])[], earlier: readonly NumberedGroup[]): Overlap[] {
  const numbersOf = new Map<number, number[]>();
  for (const { number, members } of earlier)
    for (const member of members) numbersOf.set(member, [...(numbersOf.get(member) ?? []), number]);
  return groups.flatMap((members, group) => {
    const counts = new Map<number, number>();
    for (const member of members)
      for (const number of numbersOf.get(member) ?? []) counts.set(number, (counts.get(number) ?? 0) + 1);
    return [...counts].map(([number, common]): Overlap => ({ group, number, common }));
  });
}

const byOverlap = (a: Overlap, b: Overlap) => b.common - a.common || a.number - b.number || a.group - b.group;

/**
 * Gives each group the number of the earlier one with which it has most members in common, the largest overlap first;
 * each number goes to one group.
 * @returns number of each group, null for new ones
 */
export function inheritNumbers(
  groups: readonly (readonly number[])[],
  earlier: readonly NumberedGroup[],
): (number | null)[] {
  const numbers: (number | null)[] = groups.map(() => null);
  const taken = new Set<number>();
  for (const { group, number } of overlapsOf(groups, earlier).toSorted(byOverlap)) {
    if (numbers[group] !== null || taken.has(number)) continue;
    numbers[group] = number;
    taken.add(number);
  }
  return numbers;
}

/** What became of groups: one that was part of another, or one that went into another. */
export interface GroupEvent {
  number: number;
  event: 'split from' | 'merged with';
  other: number;
}

/**
 * What split and what merged. A new group is split from the earlier one that has most of its members; an earlier group
 * without a successor is merged with the group that has most of its members.
 * @param groups with their numbers
 */
export function listEvents(
  groups: readonly { number: number; members: readonly number[] }[],
  earlier: readonly NumberedGroup[],
): GroupEvent[] {
  const known = new Set(earlier.map(({ number }) => number));
  const kept = new Set(groups.map(({ number }) => number));
  const overlaps = overlapsOf(
    groups.map(({ members }) => members),
    earlier,
  ).toSorted(byOverlap);
  const split = groups.flatMap(({ number }, at): GroupEvent[] => {
    const largest = known.has(number) ? undefined : overlaps.find(({ group }) => group === at);
    return largest === undefined ? [] : [{ number, event: 'split from', other: largest.number }];
  });
  const merged = earlier.flatMap(({ number }): GroupEvent[] => {
    const largest = kept.has(number) ? undefined : overlaps.find((overlap) => overlap.number === number);
    const into = largest === undefined ? undefined : groups[largest.group]?.number;
    return into === undefined ? [] : [{ number: into, event: 'merged with', other: number }];
  });
  return [...split, ...merged];
}
