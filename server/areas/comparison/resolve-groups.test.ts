/** Groups as indexes of samples, with what is doubtful about them. */
import { expect, test } from 'vitest';
import { resolveComparison } from './resolve-groups.ts';

test('of samples without a pair, those alone and those of a paired individual are told apart', () => {
  const samples = {
    labels: ['A1', 'A2', 'A3', 'B1', 'B2', 'A4', 'B4', 'A5', 'B5'],
    columns: new Map([['Individual', ['1', '1', '2', '1', '3', '4', '4', '5', '5']]]),
    valueLabels: new Map(),
  };
  const group = (name: string) => ({
    name,
    samples: samples.labels.filter((label) => label.startsWith(name)),
  });
  const { groups, guards } = resolveComparison(samples, {
    groups: [group('A'), group('B')],
    test: 'moderated-t',
    is_paired: true,
    adjust_for: [],
  });
  expect(groups.map(({ samples: of }) => of)).toEqual([
    [0, 5, 7],
    [3, 6, 8],
  ]);
  expect(guards.filter(({ kind }) => kind === 'unpaired').map(({ sentence }) => sentence)).toEqual([
    '2 samples have no partner of the same Individual in the other group.',
    '1 sample is left out: another sample of the same Individual is in the pair.',
  ]);
});
