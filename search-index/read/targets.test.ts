import { expect, test } from 'vitest';
import { bytesOf } from '../kit/bytes.ts';
import { countTargets, joinTargets } from './targets.ts';

const rows = [
  { spelling: 'IDH1', features: bytesOf(Uint32Array.of(3, 5)) },
  { spelling: 'OLIG2', features: bytesOf(Uint32Array.of(5)) },
  { spelling: 'TP53', features: bytesOf(Uint32Array.of(0)) },
];

test('each feature has its targets, several or none', () => {
  const { starts, targets, spellings } = joinTargets(rows);
  const of = (feature: number) =>
    [...targets.subarray(starts[feature], starts[feature + 1])].map((target) => spellings[target]);
  expect([0, 1, 2, 3, 4, 5].map(of)).toEqual([['TP53'], [], [], ['IDH1'], [], ['IDH1', 'OLIG2']]);
});

test('features count their different targets; one without target, or newer than the mapping, has none', () => {
  const joined = joinTargets(rows);
  expect(countTargets(joined, [3, 5])).toBe(2);
  expect(countTargets(joined, [0])).toBe(1);
  expect(countTargets(joined, [0, 3, 5])).toBe(3);
  expect(countTargets(joined, [1, 99])).toBe(0);
  expect(countTargets(joinTargets([]), [0, 1])).toBe(0);
});
