/** Where the cursor of a plot of groups stops: at each group as a whole, then at each of its points. */
import { type GroupOfValues, type GroupsLayout, isViolin } from './groups-layout.ts';

export interface GroupStop {
  group: number;
  /** index of a sample in its group; null for the group as a whole */
  member: number | null;
}

const PAGE = 10;

const POINT_STEPS: Readonly<Record<string, number>> = {
  ArrowUp: -1,
  ArrowDown: 1,
  PageUp: -PAGE,
  PageDown: PAGE,
};

/** The groups, then the points of each, highest first; a violin has no points. */
export function listStops(groups: readonly Pick<GroupOfValues, 'values'>[]): GroupStop[] {
  const points = groups.flatMap(({ values }, group) => {
    if (isViolin(values)) return [];
    const falling = [...values.keys()].sort((a, b) => (values[b] ?? 0) - (values[a] ?? 0));
    return falling.map((member): GroupStop => ({ group, member }));
  });
  return [...groups.keys()].map((group): GroupStop => ({ group, member: null })).concat(points);
}

/** Points of the stops in a picture; that of a group is its median. */
export function pointsOfStops(
  stops: readonly GroupStop[],
  { marks }: GroupsLayout,
): { x: number; y: number }[] {
  return stops.map(({ group, member }) => {
    const mark = marks[group];
    // A group draws all of its samples in their order.
    const point = member === null ? undefined : mark?.points[member];
    return point ?? { x: mark?.x ?? 0, y: mark?.box.median ?? 0 };
  });
}

/**
 * Left and right go from group to group, up and down through the points of one, below the group as a whole.
 * @param at index of a stop; null enters at the first group
 * @returns undefined for other keys
 */
export function moveStop(stops: readonly GroupStop[], at: number | null, key: string): number | undefined {
  const groups = stops.filter(({ member }) => member === null).length;
  const across = { ArrowLeft: -1, ArrowRight: 1, Home: -groups, End: groups }[key];
  const along = POINT_STEPS[key];
  if (groups === 0 || (across === undefined && along === undefined)) return undefined;
  if (at === null) return key === 'End' ? groups - 1 : 0;
  const group = stops[at]?.group ?? 0;
  if (across !== undefined) return Math.min(Math.max(group + across, 0), groups - 1);
  const inside = [...stops.keys()].filter((stop) => stops[stop]?.group === group);
  const to = inside.indexOf(at) + (along ?? 0);
  return inside[Math.min(Math.max(to, 0), inside.length - 1)];
}
