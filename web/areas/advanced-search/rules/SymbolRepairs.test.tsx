// @vitest-environment jsdom
import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { openScreen } from '../../../test-support/open-screen.tsx';
import { SymbolRepairs } from './SymbolRepairs.tsx';

const hrefOf = (name: string) => screen.getByRole('link', { name }).getAttribute('href');

test('the symbols that replace old names, and those to choose from, are links', () => {
  openScreen(
    <SymbolRepairs
      repairs={[
        { path: 'modules.rules.0', given: 'KIAA1598', used: 'SHTN1', candidates: ['SHTN1'] },
        { path: 'modules.rules.1', given: 'NOSUCHGENE\u200B', used: null, candidates: [] },
        { path: 'modules.rules.1', given: 'IBA', used: null, candidates: ['AIF1', 'AIF1L'] },
      ]}
    />,
  ).draw();
  expect(document.body.textContent).toContain('Replaced: KIAA1598 → SHTN1');
  expect(document.body.textContent).toContain(
    'IBA is an old name of AIF1 and AIF1L, so it was not replaced. List the symbol you mean.',
  );
  expect(document.body.textContent).toContain('Unknown: NOSUCHGENE⟨U+200B⟩');
  expect(['SHTN1', 'AIF1', 'AIF1L'].map(hrefOf)).toEqual([
    '/home/genes/SHTN1',
    '/home/genes/AIF1',
    '/home/genes/AIF1L',
  ]);
});
