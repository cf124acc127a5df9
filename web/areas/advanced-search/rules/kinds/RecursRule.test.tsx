// @vitest-environment jsdom
import type { QueryField } from '@omicon/contract/areas/advanced-search/advanced-search.ts';
import { listPossibleValues } from '@omicon/contract/areas/attributes.ts';
import type { Rule } from '@omicon/domain/query/query.ts';
import { RECURS } from '@omicon/domain/query/rules/recurs.ts';
import { screen, within } from '@testing-library/react';
import { useState } from 'react';
import { expect, test } from 'vitest';
import { openScreen } from '../../../../test-support/open-screen.tsx';
import { EditorProvider } from '../editor-context.ts';
import type { LiveCounts } from '../use-live-counts.ts';
import { RecursRule } from './RecursRule.tsx';

const PATH = 'modules.rules[0]';
const GLIOMAS: Rule = { field: 'recurs_in', operator: 'all', attribute: 'disease', value: ['glioma'] };

function field(name: string, IsOntologyId = false): QueryField {
  return {
    ...{ field: name, key: name, label: name, type: 'string', ontology: null, IsOntologyId },
    ...{ operators: ['equal'], possibleValues: [], isAutoComplete: false },
  };
}

function countsOf(rule: Rule): LiveCounts {
  return {
    remaining: new Map([[PATH, { remaining: 3, of: 'covariation-modules' }]]),
    ...{ total: 3, faults: new Map(), repairs: new Map(), emptiedBy: null, isStale: false, failure: null },
    valueLabels: { IDH1_Mut: { 'NCIT:C172343': 'mutated' } },
    incomplete: new Set(RECURS.isIncomplete(rule) ? [PATH] : []),
    retry: () => undefined,
  };
}

interface EditedProps {
  initial: Rule;
  isFresh: boolean;
  onChange(rule: Rule): void;
}

/** The rule as the page keeps it. */
function Edited({ initial, isFresh, onChange }: EditedProps) {
  const [rule, setRule] = useState(initial);
  return (
    <EditorProvider
      value={{
        section: 'modules',
        fields: [],
        sampleFields: [field('Disease'), field('IDH1_Mut'), field('MONDO_ID', true)],
        dataSetFields: [field('Technology'), field('Disease')],
        counts: countsOf(rule),
        offersTermIds: true,
      }}
    >
      <RecursRule
        rule={rule}
        path={PATH}
        isFresh={isFresh}
        onChange={(next) => {
          onChange(next);
          setRule(next);
        }}
        onRemove={() => undefined}
      />
    </EditorProvider>
  );
}

function openRule(initial: Rule, isFresh = false) {
  const changes: Rule[] = [];
  const opened = openScreen(
    <Edited initial={initial} isFresh={isFresh} onChange={(next) => changes.push(next)} />,
  );
  opened.portal.replies(listPossibleValues, {
    results: [{ value: 'Microarray', label: null, records: 4 }],
    total: 1,
  });
  opened.draw();
  return { ...opened, changes };
}

const values = () => screen.getByRole('combobox', { name: 'With one of the values' });

test('a new rule is written by keyboard: where, which data sets, and values', async () => {
  const { user, changes, portal } = openRule({ ...RECURS.initial }, true);
  const where = screen.getByRole('combobox', { name: 'Signal found in' });
  expect(document.activeElement).toBe(where);
  expect(
    within(where)
      .getAllByRole('option')
      .map((option) => option.textContent),
  ).toEqual(['All of the data sets', 'At least one of the data sets', 'None of the data sets']);
  expect(values()).toHaveProperty('disabled', true);
  expect(screen.getByText('Enter a value to see how many remain')).toBeDefined();
  await user.selectOptions(where, 'none');
  await user.tab();
  await user.keyboard('tech{ArrowDown}{Enter}');
  expect(changes.at(-1)).toEqual({
    field: 'recurs_in',
    operator: 'none',
    attribute: 'Technology',
    value: '',
  });
  await user.tab();
  await screen.findByRole('option', { name: 'Microarray' });
  // An attribute of data sets has its values from data sets.
  expect(portal.sent(listPossibleValues).map(({ params }) => params.kind)).toEqual(['data-sets']);
  await user.keyboard('RNA-seq{Enter}{Enter}');
  expect(changes.at(-1)).toMatchObject({ attribute: 'Technology', value: ['RNA-seq'] });
  expect(screen.getByText('3 module rows remain')).toBeDefined();
});

test('attributes are those of samples without ontology ids, and of data sets, each once', async () => {
  const { user, changes } = openRule(GLIOMAS);
  const chooser = screen.getByRole('combobox', { name: 'Data sets chosen by' });
  // A link may spell the attribute in another way.
  expect(chooser).toHaveProperty('value', 'Disease');
  await user.click(chooser);
  const options = within(await screen.findByRole('listbox')).getAllByRole('option');
  expect(options.map((option) => option.textContent)).toEqual(['Disease', 'IDH1 Mut', 'Technology']);
  await user.click(screen.getByRole('option', { name: 'IDH1 Mut' }));
  // Values are those of the attribute before.
  expect(changes).toEqual([{ ...GLIOMAS, attribute: 'IDH1_Mut', value: '' }]);
});

test('values of samples are suggested from samples, and coded ones are described by their labels', async () => {
  const { user, portal } = openRule({ ...GLIOMAS, attribute: 'idh1 mut', value: 'NCIT:C172343' });
  expect(screen.getByText('mutated')).toBeDefined();
  await user.click(values());
  await screen.findByRole('option', { name: 'Microarray' });
  expect(portal.sent(listPossibleValues).map(({ params }) => params.kind)).toEqual(['samples']);
});
