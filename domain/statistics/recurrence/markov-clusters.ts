/** Markov clustering of a graph. */
import { f64At, numberAt } from '../../arrays/number-at.ts';

/** Two nodes that are joined, and how strongly; the weight is positive. */
export interface Edge {
  a: number;
  b: number;
  weight: number;
}

/** Higher values make smaller clusters. */
const INFLATION = 2;
/** Flows below this are none. */
const LEAST_FLOW = 1e-5;
/** Steps after which flows are taken as they are; some twenty are usual. */
const MOST_STEPS = 100;
/** Largest change of a flow at which they are settled. */
const SETTLED = 1e-8;

/** Flows between the nodes of a component: columns sum to 1, column-major. */
interface Flows {
  values: Float64Array;
  count: number;
}

/** Nodes of each component of the graph, ascending; components by their first node. Nodes without edges are alone. */
export function findComponents(nodeCount: number, edges: readonly Edge[]): number[][] {
  const parent = Int32Array.from({ length: nodeCount }, (_, node) => node);
  const rootOf = (node: number): number => {
    let root = node;
    while (numberAt(parent, root) !== root) {
      parent[root] = numberAt(parent, numberAt(parent, root));
      root = numberAt(parent, root);
    }
    return root;
  };
  for (const { a, b } of edges) {
    const [one, other] = [rootOf(a), rootOf(b)];
    parent[Math.max(one, other)] = Math.min(one, other);
  }
  const nodes = Array.from({ length: nodeCount }, (_, node) => node);
  return [...Map.groupBy(nodes, rootOf).values()];
}

/** Makes the flows out of each node sum to 1. */
function normalise({ values, count }: Flows): void {
  for (let column = 0; column < count; column += 1) {
    let sum = 0;
    for (let row = 0; row < count; row += 1) sum += f64At(values, column * count + row);
    for (let row = 0; row < count; row += 1)
      values[column * count + row] = f64At(values, column * count + row) / sum;
  }
}

/** Every node is joined to itself as strongly as to its nearest neighbour. */
function flowsOf(nodes: readonly number[], edges: readonly Edge[]): Flows {
  const count = nodes.length;
  const indexOf = new Map(nodes.map((node, index) => [node, index]));
  const values = new Float64Array(count * count);
  for (const { a, b, weight } of edges) {
    const [row, column] = [indexOf.get(a), indexOf.get(b)];
    if (row === undefined || column === undefined) continue;
    values[column * count + row] = weight;
    values[row * count + column] = weight;
  }
  for (let node = 0; node < count; node += 1) {
    const own = values.subarray(node * count, (node + 1) * count);
    own[node] = own.reduce((most, weight) => Math.max(most, weight), 0) || 1;
  }
  const flows = { values, count };
  normalise(flows);
  return flows;
}

/** Flows after two steps. */
function expand({ values, count }: Flows): Flows {
  const expanded = new Float64Array(count * count);
  for (let column = 0; column < count; column += 1)
    for (let middle = 0; middle < count; middle += 1) {
      const flow = f64At(values, column * count + middle);
      if (flow === 0) continue;
      for (let row = 0; row < count; row += 1) {
        const at = column * count + row;
        expanded[at] = f64At(expanded, at) + flow * f64At(values, middle * count + row);
      }
    }
  return { values: expanded, count };
}

/** Makes strong flows stronger and drops the weakest. */
function inflate(flows: Flows): void {
  const { values } = flows;
  for (let at = 0; at < values.length; at += 1) {
    const flow = f64At(values, at);
    values[at] = flow < LEAST_FLOW ? 0 : flow ** INFLATION;
  }
  normalise(flows);
}

function settle(start: Flows): Flows {
  let flows = start;
  for (let step = 0; step < MOST_STEPS; step += 1) {
    const next = expand(flows);
    inflate(next);
    const before = flows.values;
    flows = next;
    if (next.values.every((flow, at) => Math.abs(flow - f64At(before, at)) < SETTLED)) break;
  }
  return flows;
}

/** Nodes by where most of their flow ends; of equal flows at the first node. */
function clustersIn(nodes: readonly number[], edges: readonly Edge[]): number[][] {
  if (nodes.length <= 2) return [[...nodes]];
  const { values, count } = settle(flowsOf(nodes, edges));
  const endOf = (node: number): number => {
    const flows = values.subarray(node * count, (node + 1) * count);
    let end = 0;
    for (let row = 1; row < count; row += 1) if (f64At(flows, row) > f64At(flows, end) + SETTLED) end = row;
    return end;
  };
  // Nodes whose flow ends at each other are one cluster.
  const ends = nodes.map((_, index) => ({ a: index, b: endOf(index), weight: 1 }));
  return findComponents(count, ends).map((members) => members.map((index) => numberAt(nodes, index)));
}

/**
 * Clusters of a graph: a partition of its nodes, each cluster ascending, clusters by their first node. The same graph
 * has the same clusters in whatever order its edges are given.
 * @param edges each pair of nodes at most once
 * @source van Dongen 2000, Graph clustering by flow simulation (thesis, Utrecht)
 */
export function markovClusters(nodeCount: number, edges: readonly Edge[]): number[][] {
  const edgesOf = Map.groupBy(edges, ({ a }) => a);
  return findComponents(nodeCount, edges)
    .flatMap((nodes) =>
      clustersIn(
        nodes,
        nodes.flatMap((node) => edgesOf.get(node) ?? []),
      ),
    )
    .toSorted((a, b) => numberAt(a, 0) - numberAt(b, 0));
}
