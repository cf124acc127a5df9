import { expect, test } from 'vitest';
import { readLook, writeLook } from './page-frame.ts';

test('the chosen look is read back, and invalid values are ignored', () => {
  for (const scheme of ['light', 'dark', 'auto'] as const)
    for (const isFolded of [true, false])
      expect(readLook(writeLook({ scheme, isFolded }))).toEqual({ scheme, isFolded });
  for (const value of [undefined, '', 'blue', 'dark"><script>', 'dark.folded.', ' dark'])
    expect(readLook(value)).toEqual({ scheme: 'auto', isFolded: false });
});
