// @vitest-environment jsdom
import { render } from '@testing-library/react';
import { expect, test } from 'vitest';
import { NameText } from './NameText.tsx';
import { WholeNumbers } from './WholeNumbers.tsx';

const TEXT = 'Best set: PANGLAO_MICROGLIA (P 7.3e-29), q 4.7e-10 of 24';

test.each([WholeNumbers, NameText])('P values stay whole, and the text stays the same', (Drawn) => {
  const { container } = render(<Drawn text={TEXT} />);
  expect(container.textContent).toBe(TEXT);
  const whole = [...container.querySelectorAll('span')].filter(({ style }) => style.whiteSpace === 'nowrap');
  expect(whole.map(({ textContent }) => textContent)).toEqual(['7.3e-29', '4.7e-10']);
});
