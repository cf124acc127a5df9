import { expect, test } from 'vitest';
import { PHILLIPS } from '../lineage.test-data.ts';
import { openBranches } from './tree-filter.ts';
import { stepInTree } from './tree-keys.ts';

const open = openBranches(PHILLIPS, new Set());
const folded = openBranches(PHILLIPS, new Set(['GSE4271 EXT']));

test.each([
  ['ArrowDown', 'GSE4271 EXT', { do: 'go', to: 'or1' }],
  ['ArrowUp', 'GSE4271 EXT', { do: 'go', to: 'mdc' }],
  ['ArrowLeft', 'GSE4271 EXT', { do: 'toggle' }],
  ['ArrowLeft', 'GSE4271 EXT Recurrent OR', { do: 'go', to: 'or2' }],
  ['ArrowRight', 'GSE4271 EXT', { do: 'go', to: 'or1' }],
  ['ArrowRight', 'GSE4271 EXT Recurrent OR', null],
  ['Home', 'or2', { do: 'go', to: 'Phillips 2006' }],
  ['End', 'or1', { do: 'go', to: 'GSE4271 EXT Recurrent OR' }],
  [' ', 'or1', { do: 'toggle' }],
  ['Enter', 'or1', { do: 'open' }],
  ['x', 'or1', null],
])('%j at %s', (key, at, step) => {
  expect(stepInTree(open, at, key)).toEqual(step);
});

test('on a collapsed node the right arrow opens it and the left arrow moves to its parent', () => {
  expect(stepInTree(folded, 'GSE4271 EXT', 'ArrowRight')).toEqual({ do: 'toggle' });
  expect(stepInTree(folded, 'GSE4271 EXT', 'ArrowLeft')).toEqual({ do: 'go', to: 'mdc' });
  expect(stepInTree(folded, 'GSE4271 EXT', 'ArrowDown')).toBeNull();
});
