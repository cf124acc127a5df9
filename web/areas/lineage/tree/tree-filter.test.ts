import type { LineageNode } from '@omicon/contract/areas/lineage.ts';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { PHILLIPS, treeOf } from '../lineage.test-data.ts';
import { countBelow, filterTree, matchesName, openBranches } from './tree-filter.ts';

function idsOf(node: LineageNode | null): string[] {
  return node === null ? [] : [node.id, ...node.children.flatMap(idsOf)];
}

test('a search keeps the matching nodes and their ancestors', () => {
  expect(idsOf(filterTree(PHILLIPS, 'recurrent'))).toEqual([
    'Phillips 2006',
    'mdc',
    'GSE4271 EXT',
    'or2',
    'GSE4271 EXT Recurrent OR',
  ]);
});

test('a transformation matches by code and by full name', () => {
  expect(idsOf(filterTree(PHILLIPS, 'find modules'))).toContain('fm');
  expect(idsOf(filterTree(PHILLIPS, 'mdc'))).toEqual(['Phillips 2006', 'mdc']);
});

test('a blank search keeps the whole tree and an unknown name nothing', () => {
  expect(filterTree(PHILLIPS, '  ')).toBe(PHILLIPS);
  expect(filterTree(PHILLIPS, 'medulloblastoma')).toBeNull();
});

test('every leaf left by a search matches it', () => {
  const name = fc.string({ maxLength: 4, unit: fc.constantFrom('a', 'b', 'C', ' ') });
  const tree = treeOf(name, 4);
  function leavesOf(node: LineageNode): LineageNode[] {
    return node.children.length === 0 ? [node] : node.children.flatMap(leavesOf);
  }
  fc.assert(
    fc.property(tree, name, (root, text) => {
      const found = filterTree(root, text);
      const matches = (node: LineageNode): boolean => matchesName(node, text) || node.children.some(matches);
      expect(found !== null).toBe(text.trim() === '' || matches(root));
      if (found === null || text.trim() === '') return;
      for (const leaf of leavesOf(found)) expect(matchesName(leaf, text)).toBe(true);
    }),
  );
});

test('a collapsed node hides and counts its descendants', () => {
  const branches = openBranches(PHILLIPS, new Set(['GSE4271 EXT']));
  expect(branches.map(({ node }) => node.id)).toEqual(['Phillips 2006', 'mdc', 'GSE4271 EXT']);
  expect(branches.at(-1)).toMatchObject({ level: 3, parent: 'mdc', isFolded: true, hidden: 8 });
  expect(countBelow(PHILLIPS)).toBe(10);
});

test('siblings are numbered', () => {
  const second = openBranches(PHILLIPS, new Set()).find(({ node }) => node.id === 'or2');
  expect(second).toMatchObject({ position: 2, siblings: 2, level: 4 });
});
