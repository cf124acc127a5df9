/** Layout of a ranking as points: -log10 P against share of the list. */
export interface RankedPoint {
  key: string;
  name: string;
  /** where the item belongs, such as data set and network of a module */
  context: string;
  /** module definition; null where there is only one kind of point */
  group: string | null;
  p: number;
  q: number;
  overlap: number;
  size: number;
  listed: number;
  universe: number;
  href: string;
}

export interface ChartPoint extends RankedPoint {
  x: number;
  y: number;
}

interface Tick {
  value: number;
  at: number;
}

export interface RankingChart {
  width: number;
  height: number;
  /** in the order given */
  points: ChartPoint[];
  xTicks: Tick[];
  yTicks: Tick[];
  /** y of the line at q = .05; null if all points lie on one side */
  threshold: number | null;
}

export const LEFT = 46;
export const BOTTOM = 40;
const TOP = 12;
const RIGHT = 16;
const SIGNIFICANT = 0.05;
/** Smallest positive P; below it, floating point underflows to 0. */
const MOST_SCORE = 324;

/** -log10 P. */
export function scoreOf(p: number): number {
  return p > 0 ? Math.abs(Math.log10(p)) : MOST_SCORE;
}

/** A step of 1, 2 or 5 times a power of ten that gives at most six ticks up to `most`. */
function ticksUpTo(most: number): number[] {
  const rough = most / 5;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = ([1, 2, 5, 10].find((factor) => factor * power >= rough) ?? 10) * power;
  return Array.from({ length: Math.floor(most / step + 1e-9) + 1 }, (_, at) =>
    Number((at * step).toPrecision(6)),
  );
}

/** -log10 P midway between the weakest significant and the strongest other point; q increases with P. */
function thresholdScore(points: readonly RankedPoint[]): number | null {
  const passing = points.filter(({ q }) => q < SIGNIFICANT).map(({ p }) => scoreOf(p));
  const others = points.filter(({ q }) => q >= SIGNIFICANT).map(({ p }) => scoreOf(p));
  if (passing.length === 0 || others.length === 0) return null;
  return (Math.min(...passing) + Math.max(...others)) / 2;
}

export function layoutRanking(
  points: readonly RankedPoint[],
  { width, height }: { width: number; height: number },
): RankingChart {
  const shareOf = ({ overlap, listed }: RankedPoint) => (100 * overlap) / Math.max(1, listed);
  const mostShare = Math.max(1, ...points.map(shareOf));
  const mostScore = Math.max(1, ...points.map(({ p }) => scoreOf(p)));
  const xOf = (share: number) => LEFT + (share / mostShare) * (width - LEFT - RIGHT);
  const yOf = (score: number) => height - BOTTOM - (score / mostScore) * (height - BOTTOM - TOP);
  const threshold = thresholdScore(points);
  return {
    width,
    height,
    points: points.map((point) => ({ ...point, x: xOf(shareOf(point)), y: yOf(scoreOf(point.p)) })),
    xTicks: ticksUpTo(mostShare).map((value) => ({ value, at: xOf(value) })),
    yTicks: ticksUpTo(mostScore).map((value) => ({ value, at: yOf(value) })),
    threshold: threshold === null ? null : yOf(threshold),
  };
}

const REACH = 14;

/** Index of the point nearest to x, y; null if none is near. Of two equally near, the one with the smaller P. */
export function pointAt({ points }: RankingChart, x: number, y: number): number | null {
  let nearest: { index: number; distance: number } | null = null;
  points.forEach((point, index) => {
    const distance = Math.hypot(point.x - x, point.y - y);
    if (distance <= REACH && (nearest === null || distance < nearest.distance)) nearest = { index, distance };
  });
  return (nearest as { index: number; distance: number } | null)?.index ?? null;
}
