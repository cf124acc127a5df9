import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type Edge, markovClusters } from './markov-clusters.ts';

const edge = (a: number, b: number, weight = 1): Edge => ({ a, b, weight });
/** Every two nodes of a group. */
const clique = (nodes: readonly number[], weight = 1) =>
  nodes.flatMap((a, at) => nodes.slice(at + 1).map((b) => edge(a, b, weight)));

test('groups that a weak edge joins are two clusters, nodes without edges are alone', () => {
  const edges = [...clique([0, 1, 2, 3]), ...clique([5, 6, 7]), edge(3, 5, 0.2)];
  expect(markovClusters(9, edges)).toEqual([[0, 1, 2, 3], [4], [5, 6, 7], [8]]);
});

test('a pair is one cluster, whatever its weight', () => {
  expect(markovClusters(2, [edge(0, 1, 0.01)])).toEqual([[0, 1]]);
});

const graphs = fc.integer({ min: 1, max: 12 }).chain((count) =>
  fc.record({
    count: fc.constant(count),
    edges: fc
      .uniqueArray(fc.tuple(fc.nat(count - 1), fc.nat(count - 1), fc.integer({ min: 4, max: 10 })), {
        selector: ([a, b]) => `${Math.min(a, b)} ${Math.max(a, b)}`,
      })
      .map((found) => found.flatMap(([a, b, weight]) => (a < b ? [edge(a, b, weight / 10)] : []))),
  }),
);

test('clusters are a partition, the same in whatever order the edges come', () => {
  fc.assert(
    fc.property(graphs, fc.infiniteStream(fc.nat()), ({ count, edges }, keys) => {
      const clusters = markovClusters(count, edges);
      expect(clusters.flat().toSorted((a, b) => a - b)).toEqual(Array.from({ length: count }, (_, at) => at));
      const shuffled = edges
        .map((each) => ({ each, key: keys.next().value ?? 0 }))
        .toSorted((x, y) => x.key - y.key)
        .map(({ each }) => each);
      expect(markovClusters(count, shuffled)).toEqual(clusters);
    }),
  );
});

test('nodes of one cluster are connected', () => {
  fc.assert(
    fc.property(graphs, ({ count, edges }) => {
      for (const cluster of markovClusters(count, edges)) {
        const reached = new Set(cluster.slice(0, 1));
        for (const _ of cluster)
          for (const { a, b } of edges)
            if (cluster.includes(a) && cluster.includes(b) && (reached.has(a) || reached.has(b)))
              reached.add(a).add(b);
        expect(reached.size).toBe(cluster.length);
      }
    }),
  );
});
