// @vitest-environment jsdom
import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { openScreen } from '../../../../test-support/open-screen.tsx';
import { EditorProvider } from '../editor-context.ts';
import type { LiveCounts } from '../use-live-counts.ts';
import { ValueInput } from './ValueInput.tsx';

const GAIN = { field: 'chr1p_Mut', operator: 'equal', value: 'SO:0001742' } as const;
const COUNTS: LiveCounts = {
  remaining: new Map(),
  total: 7,
  faults: new Map(),
  repairs: new Map(),
  valueLabels: { chr1p_Mut: { 'SO:0001742': 'copy number gain' } },
  emptiedBy: null,
  incomplete: new Set(),
  isStale: false,
  failure: null,
  retry: () => undefined,
};

test('the value of a rule is described by its label before anything is suggested', () => {
  const { draw } = openScreen(
    <EditorProvider
      value={{ section: 'sample', fields: [], sampleFields: [], counts: COUNTS, suggestsTerms: true }}
    >
      <ValueInput
        rule={GAIN}
        field={undefined}
        label="Value of chr1p Mut"
        isFresh={false}
        onChange={() => undefined}
      />
    </EditorProvider>,
  );
  draw();
  const input = screen.getByRole('combobox', { name: 'Value of chr1p Mut' });
  expect(input).toHaveProperty('value', 'SO:0001742');
  expect(screen.getByText('copy number gain')).toBeDefined();
});
