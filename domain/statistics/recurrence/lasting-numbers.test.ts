import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { inheritNumbers, listEvents } from './lasting-numbers.ts';

const earlier = (groups: Record<number, number[]>) =>
  Object.entries(groups).map(([number, members]) => ({ number: Number(number), members: new Set(members) }));

describe('numbers', () => {
  test('stay with the group that has most of the members', () => {
    expect(
      inheritNumbers(
        [
          [4, 5],
          [1, 2, 9],
        ],
        earlier({ 7: [1, 2, 3], 8: [4, 5, 6] }),
      ),
    ).toEqual([8, 7]);
  });

  test('of a group that was divided go to its larger part; the other is new and says so', () => {
    const before = earlier({ 7: [1, 2, 3, 4, 5] });
    expect(
      inheritNumbers(
        [
          [1, 2],
          [3, 4, 5],
        ],
        before,
      ),
    ).toEqual([null, 7]);
    const groups = [
      { number: 9, members: [1, 2] },
      { number: 7, members: [3, 4, 5] },
    ];
    expect(listEvents(groups, before)).toEqual([{ number: 9, event: 'split from', other: 7 }]);
  });

  test('of two groups that became one, that of the larger stays; the other merged with it', () => {
    const before = earlier({ 7: [1, 2], 8: [3, 4, 5] });
    expect(inheritNumbers([[1, 2, 3, 4, 5]], before)).toEqual([8]);
    expect(listEvents([{ number: 8, members: [1, 2, 3, 4, 5] }], before)).toEqual([
      { number: 8, event: 'merged with', other: 7 },
    ]);
  });

  test('of groups that are gone are in no event', () => {
    expect(listEvents([{ number: 9, members: [8] }], earlier({ 7: [1, 2] }))).toEqual([]);
  });

  test('go to one group each, and unchanged groups keep theirs in any order', () => {
    fc.assert(
      fc.property(fc.uniqueArray(fc.nat(60), { minLength: 1 }), fc.nat(5), (members, shift) => {
        const groups = members.map((member, at) => ({ number: at + 1, members: [member, member + 100] }));
        const turned = [...groups.slice(shift), ...groups.slice(0, shift)];
        const before = groups.map((group) => ({ ...group, members: new Set(group.members) }));
        const found = inheritNumbers(
          turned.map((group) => group.members),
          before,
        );
        expect(found).toEqual(turned.map(({ number }) => number));
      }),
    );
  });
});
