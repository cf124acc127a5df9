// @vitest-environment jsdom

import { listPossibleTerms } from '@omicon/contract/areas/attributes.ts';
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
      value={{
        section: 'sample',
        fields: [],
        sampleFields: [],
        dataSetFields: [],
        counts: COUNTS,
        offersTermIds: true,
      }}
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

test('terms are suggested with their numbers of samples, also where columns of ids are not offered', async () => {
  const { portal, draw, user } = openScreen(
    <EditorProvider
      value={{
        section: 'sample',
        fields: [],
        sampleFields: [],
        dataSetFields: [],
        counts: COUNTS,
        offersTermIds: false,
      }}
    >
      <ValueInput
        rule={{ field: 'Disease', operator: 'under', value: '' }}
        field={undefined}
        label="Value of Disease"
        isFresh={false}
        onChange={() => undefined}
      />
    </EditorProvider>,
  );
  portal.replies(listPossibleTerms, {
    results: [
      { term_id: 'MONDO:0021042', name: 'glioma', samples: 1411 },
      { term_id: 'MONDO:0016690', name: 'gangliocytoma', samples: 1 },
    ],
  });
  draw();
  await user.click(screen.getByRole('combobox', { name: 'Value of Disease' }));
  expect((await screen.findByRole('option', { name: /^glioma/ })).textContent).toBe('glioma 1,411 samples');
  expect(screen.getByRole('option', { name: /^gangliocytoma/ }).textContent).toBe('gangliocytoma 1 sample');
});
