import { expect, test } from 'vitest';
import { linesOfLabel } from './Axis.tsx';

const LABEL = 'Difference of means, Recurrent glioblastoma minus Primary glioblastoma';

test('the title of an axis has one line where there is room', () => {
  expect(linesOfLabel(LABEL, 900)).toEqual([LABEL]);
});

test('the title of an axis takes two lines in a narrow picture, with all its words', () => {
  const lines = linesOfLabel(LABEL, 340);
  expect(lines).toHaveLength(2);
  expect(lines.join(' ')).toBe(LABEL);
});

test('a title that does not fit two lines is cut at its end', () => {
  const lines = linesOfLabel(`${LABEL} ${LABEL}`, 340);
  expect(lines).toHaveLength(2);
  expect(lines[1]).toMatch(/\u2026$/);
});
