import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { makeNames, matchRNames } from './r-names.ts';

describe('names as R rewrites them', () => {
  test('make.names gives what R gives', () => {
    // Worked by hand from the manual of make.names and make.unique.
    expect(makeNames(['a-b', '1p', '.2x', 'if', '', 'a b', '_x', 'a.b'])).toEqual([
      'a.b',
      'X1p',
      'X.2x',
      'if.',
      'X',
      'a.b.1',
      'X_x',
      'a.b.2',
    ]);
  });

  test('network names of a statistics file find their folders', () => {
    const folders = ['Bicor-None_signum0.71_minSize10', 'Bicor-None_signum0.63_minSize15'];
    expect(
      matchRNames(['Bicor.None_signum0.63_minSize15', 'Bicor.None_signum0.5_minSize8'], folders),
    ).toEqual(['Bicor-None_signum0.63_minSize15', null]);
    expect(matchRNames([...folders], folders)).toEqual(folders);
  });

  test('a mangled form takes precedence over another true name that equals it', () => {
    // R writes `a-b` as `a.b`, and `a.b` after it as `a.b.1`.
    expect(matchRNames(['a.b', 'a.b.1'], ['a-b', 'a.b'])).toEqual(['a-b', 'a.b']);
  });

  test('law: every list of different names comes back from its mangled form', () => {
    const names = fc.uniqueArray(fc.string({ unit: fc.constantFrom('a', 'b', '-', '.', '1', ' ', '_') }));
    fc.assert(
      fc.property(names, (list) => {
        expect(matchRNames(makeNames(list), list)).toEqual(list);
      }),
    );
  });

  test('law: mangled names are all different', () => {
    fc.assert(fc.property(fc.array(fc.string()), (list) => new Set(makeNames(list)).size === list.length));
  });
});
