// @vitest-environment jsdom
import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { openScreen } from '../../../test-support/open-screen.tsx';
import { RepairReport } from './RepairReport.tsx';

test('symbols that replace others, and unknown names, lead to their pages', () => {
  const repair = {
    ...{ given: 3, official: 0, repeated: 0, cleaned: [], ambiguous: [], symbols: ['AIF1', 'SEPTIN2'] },
    mapped: [{ from: 'IBA1', to: 'AIF1', kind: 'ALIAS' as const }],
    dates: [{ from: '2-Sep', to: 'SEPTIN2' }],
    unknown: ['TREMM2'],
  };
  openScreen(
    <RepairReport identifiers={['IBA1', '2-Sep', 'TREMM2']} repair={repair} onChoose={() => undefined} />,
  ).draw();
  expect(screen.getAllByRole('link').map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
    ['TREMM2', '/home/genes/TREMM2'],
    ['SEPTIN2', '/home/genes/SEPTIN2'],
    ['AIF1', '/home/genes/AIF1'],
  ]);
  expect(screen.getByRole('link', { name: 'AIF1' }).parentElement?.textContent).toBe('IBA1 → AIF1');
});
