// @vitest-environment jsdom
// @vitest-environment jsdom
import { bicor } from '@omicon/domain/statistics/correlation.ts';
import { describe, expect, test } from 'vitest';
import { drawGraph } from './draw-graph.tsx';
import {
  correlatePairs,
  edgesAbove,
  firstThreshold,
  layoutGraph,
  measureOf,
  type Node,
} from './graph-model.ts';
import { writeEdges, writeGraphml, writeSif } from './write-graph.ts';

const VALUES = [
  [1, 2, 3, 4, 9],
  [2, 4, 6, 8, 1],
  [5, 4, 3, 2, 1],
  [7, 7, 7, 7, 7],
];
const PICTURE = { values: VALUES } as Parameters<typeof correlatePairs>[0];
const NODES: Node[] = ['A', 'B', 'C<', 'D'].map((feature, rank) => ({
  feature,
  kme: 0.9 - rank / 10,
  percentile: rank === 3 ? null : 50,
}));

describe('edges', () => {
  const pairs = correlatePairs(PICTURE, 'bicor');

  test('are bicor of the rows in a network of bicor, and none leads to a row that does not vary', () => {
    expect(pairs.map(({ from, to }) => `${from}${to}`)).toEqual(['01', '02', '12']);
    for (const { from, to, r } of pairs)
      expect(r).toBeCloseTo(bicor(VALUES[from] ?? [], VALUES[to] ?? []), 12);
    expect(measureOf('Bicor')).toBe('bicor');
    expect(measureOf('Pearson')).toBe('Pearson r');
  });

  test('are as many as pairs reach the threshold, of either sign, the strongest first', () => {
    for (const threshold of [0, 0.2, 0.5, 0.9, 1]) {
      const edges = edgesAbove(pairs, threshold);
      expect(edges).toHaveLength(pairs.filter(({ r }) => Math.abs(r) >= threshold).length);
      const sizes = edges.map(({ r }) => Math.abs(r));
      expect(sizes).toEqual(sizes.toSorted((a, b) => b - a));
    }
    expect(edgesAbove(pairs, 0).some(({ r }) => r < 0)).toBe(true);
  });

  test('at first are the strongest tenth', () => {
    const many = Array.from({ length: 100 }, (_, index) => ({ from: 0, to: index, r: index / 100 }));
    expect(edgesAbove(many, firstThreshold(many))).toHaveLength(10);
    expect(firstThreshold([])).toBe(0);
  });
});

test('the same graph is laid out the same way, inside its box; one node is in the middle', () => {
  const edges = edgesAbove(correlatePairs(PICTURE, 'bicor'), 0.1);
  const box = { width: 400, height: 300 };
  const points = layoutGraph(4, edges, box);
  expect(layoutGraph(4, edges, box)).toEqual(points);
  for (const { x, y } of points) {
    expect(x).toBeGreaterThanOrEqual(0);
    expect(x).toBeLessThanOrEqual(400);
    expect(y).toBeGreaterThanOrEqual(0);
    expect(y).toBeLessThanOrEqual(300);
  }
  expect(layoutGraph(1, [], box)).toEqual([{ x: 200, y: 150 }]);
  expect(layoutGraph(0, [], box)).toEqual([]);
});

test('files name features, signs and figures; features alone are there, too', () => {
  const edges = [
    { from: 0, to: 1, r: 0.75 },
    { from: 0, to: 2, r: -0.5 },
  ];
  const graph = { nodes: NODES, edges };
  expect(writeEdges(graph)).toBe('from\tto\tr\r\nA\tB\t0.75\r\nA\tC<\t-0.5\r\n');
  expect(writeSif(graph)).toBe('A\tpositive\tB\nA\tnegative\tC<\nD\n');
  const xml = new DOMParser().parseFromString(writeGraphml(graph), 'application/xml');
  expect(xml.querySelector('parsererror')).toBeNull();
  expect(xml.querySelectorAll('node')).toHaveLength(4);
  expect([...xml.querySelectorAll('edge data')].map((data) => data.textContent)).toEqual(['0.75', '-0.5']);
  const { svg } = drawGraph(
    { ...graph, points: layoutGraph(4, edges, { width: 300, height: 200 }) },
    { width: 300, height: 200, title: 'x', about: [] },
  );
  expect(svg.match(/<circle/g)).toHaveLength(4);
  expect(svg.match(/<line/g)).toHaveLength(2);
});
