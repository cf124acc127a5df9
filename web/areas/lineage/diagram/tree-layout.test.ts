// @vitest-environment jsdom
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { nodeOf, numbered, PHILLIPS, treeOf } from '../lineage.test-data.ts';
import { nextNode } from '../neighbours.ts';
import { nodeLines } from '../shapes.ts';
import { drawLineage } from './draw-lineage.tsx';
import { positionPopup } from './popup-position.ts';
import { CIRCLE, layoutTree } from './tree-layout.ts';

test('node sizes depend on kind and orientation', () => {
  for (const [orientation, width, height] of [
    ['horizontal', 140, 52],
    ['vertical', 75, 100],
  ] as const) {
    const { nodes } = layoutTree(PHILLIPS, new Set(), orientation);
    for (const node of nodes) {
      const isCircle = node.node.type === 'transformation';
      expect([node.width, node.height]).toEqual(isCircle ? [CIRCLE, CIRCLE] : [width, height]);
    }
  }
});

test('a collapsed node is laid out and its descendants are not', () => {
  const { nodes, edges } = layoutTree(PHILLIPS, new Set(['mdc']), 'horizontal');
  expect(nodes.map(({ node }) => node.id)).toEqual(['Phillips 2006', 'mdc']);
  expect(nodes[1]?.hidden).toBe(9);
  expect(edges).toEqual([{ id: 'Phillips 2006 mdc', from: 'Phillips 2006', to: 'mdc' }]);
});

test('nodes do not overlap, children come after their parent and everything is inside the drawing', () => {
  const tree = treeOf(fc.constant('Astrocyte'), 4).map((root) => numbered(root));
  fc.assert(
    fc.property(tree, fc.constantFrom('horizontal' as const, 'vertical' as const), (root, orientation) => {
      const layout = layoutTree(root, new Set(), orientation);
      const nodesById = new Map(layout.nodes.map((node) => [node.node.id, node]));
      for (const [index, a] of layout.nodes.entries()) {
        expect(Math.min(a.x, a.y)).toBeGreaterThanOrEqual(0);
        for (const b of layout.nodes.slice(index + 1)) {
          const overlapX = Math.min(a.x + a.width, b.x + b.width) - Math.max(a.x, b.x);
          const overlapY = Math.min(a.y + a.height, b.y + b.height) - Math.max(a.y, b.y);
          expect(Math.min(overlapX, overlapY)).toBeLessThanOrEqual(0);
        }
      }
      for (const { from, to } of layout.edges) {
        const [a, b] = [nodesById.get(from), nodesById.get(to)];
        if (orientation === 'horizontal') expect(b?.x).toBeGreaterThan((a?.x ?? 0) + (a?.width ?? 0));
        else expect(b?.y).toBeGreaterThan((a?.y ?? 0) + (a?.height ?? 0));
      }
    }),
  );
});

test('2,000 nodes are laid out in well under a second', () => {
  const networks = Array.from({ length: 1980 }, (_, index) => nodeOf(`net${index}`, 'Covariation Network'));
  const started = performance.now();
  const { nodes } = layoutTree(nodeOf('A', 'Analysis', networks), new Set(), 'vertical');
  expect(nodes).toHaveLength(1981);
  expect(performance.now() - started).toBeLessThan(500);
});

test('arrow keys move to the parent, the first child and the siblings', () => {
  const { edges } = layoutTree(PHILLIPS, new Set(), 'horizontal');
  expect(nextNode(edges, 'GSE4271 EXT', 'left', 'horizontal')).toBe('mdc');
  expect(nextNode(edges, 'GSE4271 EXT', 'right', 'horizontal')).toBe('or1');
  expect(nextNode(edges, 'or1', 'down', 'horizontal')).toBe('or2');
  expect(nextNode(edges, 'or1', 'up', 'horizontal')).toBeNull();
  expect(nextNode(edges, 'or1', 'right', 'vertical')).toBe('or2');
  expect(nextNode(edges, 'Phillips 2006', 'left', 'horizontal')).toBeNull();
});

test('a long name keeps its end, which says what was done to the data', () => {
  const name = 'Phillips 2006 GSE4271 EXT Primary OR QN A.1.1.1';
  const lines = nodeLines({ name, type: 'Dataset' }, 140, 52);
  expect(lines).toHaveLength(2);
  expect(lines.join(' ')).toMatch(/^Phillips.*…ary, normalised$/);
});

test('shortened names of data sets still differ in their transformations, however long the collection name', () => {
  const linesOf = (steps: string) =>
    nodeLines({ name: `Dyrskjot 2004 superficial bladder carcinoma ${steps}`, type: 'Dataset' }, 140, 52);
  const [normalised, corrected] = ['EXT OR QN A.1.1.1', 'EXT OR QN BC A.1.1.1.1'].map((steps) =>
    linesOf(steps).join(' '),
  );
  expect(normalised).toMatch(/^Dy.*…oma, normalised$/);
  expect(corrected).toMatch(/^Dy.*…, batch-corrected$/);
});

test('the label of a network shows the parameters in which it differs from its siblings', () => {
  const name = 'Bicor-None_signum0.831_minSize8_merge_ME_0.85_4500';
  expect(nodeLines({ name, type: 'Covariation Network' }, 140, 52)).toEqual([
    'signum\u00a0.831 ·',
    'min\u00a08',
  ]);
  expect(nodeLines({ name: 'Hub 1', type: 'Covariation Network' }, 140, 52)).toEqual(['Hub 1']);
});

test('names are escaped in the drawing', () => {
  const { svg } = drawLineage(
    layoutTree(nodeOf('<img onerror=alert(1)>', 'Dataset'), new Set(), 'horizontal'),
    'horizontal',
    'x',
  );
  expect(svg).not.toContain('<img');
});

test('a popup is beside its node and inside the window', () => {
  const popup = { width: 340, height: 300 };
  const room = { width: 1000, height: 600 };
  expect(positionPopup({ x: 100, y: 100, width: 140, height: 52 }, popup, room)).toEqual({
    left: 248,
    top: 8,
  });
  expect(positionPopup({ x: 800, y: 560, width: 140, height: 52 }, popup, room)).toEqual({
    left: 452,
    top: 292,
  });
  expect(
    positionPopup({ x: 100, y: 0, width: 140, height: 52 }, popup, { width: 380, height: 600 }).left,
  ).toBe(8);
});
