// @vitest-environment jsdom
import type { QueryField } from '@omicon/contract/areas/advanced-search/advanced-search.ts';
import type { Rule } from '@omicon/domain/query/query.ts';
import { fireEvent, screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { openScreen } from '../../../../test-support/open-screen.tsx';
import { EditorProvider } from '../editor-context.ts';
import type { LiveCounts } from '../use-live-counts.ts';
import { TraitRule } from './TraitRule.tsx';

const COUNTS: LiveCounts = {
  remaining: new Map([['modules.rules[0]', { remaining: 3, of: 'covariation-modules' }]]),
  total: 3,
  faults: new Map(),
  repairs: new Map(),
  valueLabels: {},
  emptiedBy: null,
  incomplete: new Set(),
  isStale: false,
  failure: null,
  retry: () => undefined,
};

function field(name: string, IsOntologyId = false): QueryField {
  return {
    field: name,
    key: name,
    label: name,
    type: 'string',
    operators: ['equal'],
    possibleValues: [],
    isAutoComplete: false,
    IsOntologyId,
    ontology: null,
  };
}

function openRule(rule: Rule): { changes: Rule[] } {
  const changes: Rule[] = [];
  const { draw } = openScreen(
    <EditorProvider
      value={{
        section: 'modules',
        fields: [],
        dataSetFields: [],
        sampleFields: [field('Batch'), field('Tumor_Grade'), field('MONDO_ID', true)],
        counts: COUNTS,
        offersTermIds: true,
      }}
    >
      <TraitRule
        rule={rule}
        path="modules.rules[0]"
        isFresh={false}
        onChange={(next) => changes.push(next)}
        onRemove={() => undefined}
      />
    </EditorProvider>,
  );
  draw();
  return { changes };
}

const BATCH: Rule = { field: 'trait', attribute: 'batch', q_below: 0.01, sign: 'any' };

test('the attribute is one of those of samples, without ontology ids', async () => {
  const { changes } = openRule(BATCH);
  const chooser = screen.getByRole('combobox', { name: 'Associated with the sample attribute' });
  // A link may spell the attribute in another way.
  expect(chooser).toHaveProperty('value', 'Batch');
  fireEvent.click(chooser);
  const list = await screen.findByRole('listbox');
  const options = within(list).getAllByRole('option');
  expect(options.map((option) => option.textContent)).toEqual(['Batch', 'Tumor Grade']);
  fireEvent.click(screen.getByRole('option', { name: 'Tumor Grade' }));
  expect(changes).toEqual([{ ...BATCH, attribute: 'Tumor_Grade' }]);
});

test('q is a number above 0, at most 1; other text leaves the rule unchanged', () => {
  const { changes } = openRule(BATCH);
  const limit = screen.getByRole('textbox', { name: 'At q less than' });
  expect(limit).toHaveProperty('value', '0.01');
  for (const value of ['', '0', '2', 'x']) fireEvent.change(limit, { target: { value } });
  expect(changes).toEqual([]);
  expect(screen.getByText('A number above 0, at most 1')).toBeDefined();
  fireEvent.change(limit, { target: { value: '1e-5' } });
  expect(changes).toEqual([{ ...BATCH, q_below: 1e-5 }]);
});

test('of two groups, the one with the higher eigengene can be required', () => {
  const { changes } = openRule({ ...BATCH, higher_in: 'A' });
  const group = screen.getByLabelText('Higher in');
  expect(group).toHaveProperty('value', 'A');
  fireEvent.change(group, { target: { value: 'B' } });
  fireEvent.change(group, { target: { value: '' } });
  expect(changes).toEqual([
    { ...BATCH, higher_in: 'B' },
    { ...BATCH, higher_in: undefined },
  ]);
});

test('the sign of r can be required', () => {
  const { changes } = openRule(BATCH);
  fireEvent.change(screen.getByRole('combobox', { name: 'Sign of the correlation' }), {
    target: { value: 'negative' },
  });
  expect(changes).toEqual([{ ...BATCH, sign: 'negative' }]);
});
