// @vitest-environment jsdom
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { MiddleText } from './MiddleText.tsx';

afterEach(cleanup);

/** What a screen reader reads of a link with this text. */
function readOf(text: string): boolean {
  render(
    <a href="/home">
      <MiddleText text={text} />
    </a>,
  );
  return screen.queryByRole('link', { name: text }) !== null;
}

test.each([
  'Golub 1999 leukemia A.1',
  'Golub 1999 leukemia OR QN A.1.1.1',
  'GSE4271_DS1_sample_attributes.csv',
])('a name that is only cut is read once: %s', (text) => {
  expect(readOf(text)).toBe(true);
});

test('a name that is shortened is read whole and as it is seen, since people say the short one', () => {
  const whole = 'TCGA GBM RNA-seq EXT OR QN A.1.1.1';
  expect(readOf(`${whole} TCGA GBM RNA-seq, normalised`)).toBe(false);
  cleanup();
  readOf(whole);
  expect(screen.getByRole('link').textContent).toBe(`${whole} TCGA GBM RNA-seq, normalised`);
});
