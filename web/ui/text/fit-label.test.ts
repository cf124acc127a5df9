import fc from 'fast-check';
import { expect, test } from 'vitest';
import { fitLabel, widthInEm } from './fit-label.ts';

const box = { width: 100, height: 45, fontSize: 11, lineHeight: 15 };

test('a short name is one line', () => {
  expect(fitLabel('WT', box)).toEqual(['WT']);
});

test('a long name breaks between words, and ends in an ellipsis if it does not fit', () => {
  expect(fitLabel('frontal lobe of the cerebral cortex', { ...box, height: 30 })).toEqual([
    'frontal lobe of',
    'the cerebral cort…',
  ]);
});

test('a name without spaces breaks anywhere', () => {
  expect(fitLabel('ABCDEFGHIJKLMNOPQRST', box).join('')).toBe('ABCDEFGHIJKLMNOPQRST');
});

test('if words must stay whole, a word wider than the box is shortened', () => {
  const narrow = { ...box, width: 50, wholeWords: true };
  expect(fitLabel('astrocytoma', narrow)).toEqual(['astrocy…']);
  expect(fitLabel('low oligodendroglioma', narrow)).toEqual(['low', 'oligode…']);
  expect(fitLabel('copy number loss', { ...box, width: 60, wholeWords: true })).toEqual([
    'copy',
    'number',
    'loss',
  ]);
});

test('if words must stay whole, a line ends between words or in an ellipsis', () => {
  const words = fc.array(fc.stringMatching(/^[a-zA-Z]{1,20}$/), { minLength: 1, maxLength: 6 });
  const sizes = fc.record({ width: fc.integer({ min: 1, max: 200 }), height: fc.integer({ max: 100 }) });
  fc.assert(
    fc.property(words, sizes, (given, size) => {
      const lines = fitLabel(given.join(' '), { ...box, ...size, wholeWords: true });
      const drawn = lines.flatMap((line) => line.split(' '));
      const last = drawn.pop() ?? '';
      expect(drawn).toEqual(given.slice(0, drawn.length));
      const isCut = last.endsWith('…');
      if (lines.length > 0 && !isCut) expect(last).toBe(given[drawn.length]);
      if (!isCut && lines.length > 0) expect(drawn.length).toBe(given.length - 1);
    }),
  );
});

test('there is no label if fewer than three letters fit', () => {
  expect(fitLabel('Astrocytoma', { ...box, width: 14 })).toEqual([]);
  expect(fitLabel('Astrocytoma', { ...box, height: 10 })).toEqual([]);
});

test('every line fits and is part of the name', () => {
  const boxes = fc.record({
    width: fc.integer({ min: 1, max: 300 }),
    height: fc.integer({ min: 0, max: 200 }),
    fontSize: fc.constant(11),
    lineHeight: fc.constant(15),
    wholeWords: fc.boolean(),
  });
  fc.assert(
    fc.property(fc.string({ maxLength: 80 }), boxes, (text, given) => {
      const lines = fitLabel(text, given);
      expect(lines.length * given.lineHeight).toBeLessThanOrEqual(given.height);
      for (const line of lines) expect(widthInEm(line) * 11).toBeLessThanOrEqual(given.width + 0.001);
      const bare = (shown: string) => shown.replaceAll(/\s/g, '');
      const drawn = bare(lines.join(''));
      expect(bare(text).startsWith(drawn.endsWith('…') ? drawn.slice(0, -1) : drawn)).toBe(true);
    }),
  );
});
