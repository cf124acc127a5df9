/** The graph of the strongest features of a module: features as nodes, strong correlations as edges. */
import type { getModulePicture } from '@omicon/contract/areas/analyses/module-picture.ts';
import type { ReplyOf } from '@omicon/contract/base/endpoint.ts';
import {
  bicorProfile,
  correlationOfProfiles,
  pearsonProfile,
} from '@omicon/domain/statistics/correlation.ts';
import {
  forceCollide,
  forceLink,
  forceManyBody,
  forceSimulation,
  forceX,
  forceY,
  type SimulationLinkDatum,
  type SimulationNodeDatum,
} from 'd3-force';

type Picture = ReplyOf<typeof getModulePicture>;

export interface Edge {
  /** indexes of nodes, `from` below `to` */
  from: number;
  to: number;
  r: number;
}

export interface Node {
  feature: string;
  kme: number | null;
  /** of its mean among all features of the data set, in (0, 100] */
  percentile: number | null;
}

/** Similarity that a network was made with; any but Bicor is shown as Pearson's r. */
export function measureOf(similarity: string): 'bicor' | 'Pearson r' {
  return similarity.toLowerCase() === 'bicor' ? 'bicor' : 'Pearson r';
}

/**
 * Correlations of all pairs of rows; pairs with a row that does not vary are left out. Missing values count as 0, as
 * they did when the network was made.
 */
export function correlatePairs({ values }: Picture, measure: ReturnType<typeof measureOf>): Edge[] {
  const profileOf = measure === 'bicor' ? bicorProfile : pearsonProfile;
  const profiles = values.map((row) => profileOf(Float64Array.from(row, (value) => value ?? 0)));
  return profiles.flatMap((a, from) =>
    profiles.slice(from + 1).flatMap((b, offset) => {
      const r = correlationOfProfiles(a, b);
      return Number.isNaN(r) ? [] : [{ from, to: from + 1 + offset, r }];
    }),
  );
}

/** The |r| that a tenth of the pairs reach, rounded down to two digits; 0 without pairs. */
export function firstThreshold(pairs: readonly Edge[]): number {
  const sizes = pairs.map(({ r }) => Math.abs(r)).toSorted((a, b) => a - b);
  return Math.floor(100 * (sizes[Math.floor(0.9 * sizes.length)] ?? 0)) / 100;
}

/** More edges would be a ball of wool. */
export const MAX_EDGES = 300;

/** Pairs whose |r| is at least the threshold, the strongest first. */
export function edgesAbove(pairs: readonly Edge[], threshold: number): Edge[] {
  return pairs
    .filter(({ r }) => Math.abs(r) >= threshold)
    .toSorted((a, b) => Math.abs(b.r) - Math.abs(a.r) || a.from - b.from || a.to - b.to);
}

export interface Point {
  x: number;
  y: number;
}

const TICKS = 300;
const MARGIN = 40;

/**
 * Positions of the nodes in a box; the same graph is laid out the same way everywhere: it starts on a circle by rank.
 */
export function layoutGraph(
  count: number,
  edges: readonly Edge[],
  { width, height }: { width: number; height: number },
): Point[] {
  const nodes: SimulationNodeDatum[] = Array.from({ length: count }, (_, rank) => ({
    x: Math.cos((2 * Math.PI * rank) / count) * 100,
    y: Math.sin((2 * Math.PI * rank) / count) * 100,
  }));
  const links: (SimulationLinkDatum<SimulationNodeDatum> & { r: number })[] = edges.map(
    ({ from, to, r }) => ({ source: from, target: to, r }),
  );
  forceSimulation(nodes)
    .force('charge', forceManyBody().strength(-160))
    .force(
      'link',
      forceLink<SimulationNodeDatum, (typeof links)[number]>(links).distance(
        ({ r }) => 30 + 90 * (1 - Math.abs(r)),
      ),
    )
    .force('x', forceX().strength(0.08))
    .force('y', forceY().strength(0.12))
    .force('collide', forceCollide(22))
    .stop()
    .tick(TICKS);
  const [xs, ys] = [nodes.map(({ x = 0 }) => x), nodes.map(({ y = 0 }) => y)];
  const fit = (values: readonly number[], size: number) => {
    const [low, high] = [Math.min(...values), Math.max(...values)];
    const span = high - low;
    return (value: number) => (span > 0 ? MARGIN + ((value - low) / span) * (size - 2 * MARGIN) : size / 2);
  };
  const [fitX, fitY] = [fit(xs, width), fit(ys, height)];
  return nodes.map(({ x = 0, y = 0 }) => ({ x: fitX(x), y: fitY(y) }));
}

/** Radius of a node: its area grows with |kME|. */
export function radiusOf({ kme }: Node): number {
  return 3 + 7 * Math.sqrt(Math.abs(kme ?? 0));
}
