import type { Terms } from '@omicon/contract/areas/people/terms.ts';
import { expect, test } from 'vitest';
import { faultOf, moveSection, refusalOf, toDraft, toSections } from './terms-draft.ts';

const IN_FORCE: Terms = {
  version: 1,
  dated: '2024-04-05',
  sections: [
    { heading: 'Research', body: 'Research only.' },
    { heading: 'Account', body: 'Your own.' },
    { heading: 'Licence', body: 'Academic.' },
  ],
};
const TODAY = '2026-11-21';

test('a draft starts with the text of the terms in force', () => {
  expect(toSections(toDraft(IN_FORCE.sections))).toEqual(IN_FORCE.sections);
  expect(refusalOf(toDraft(IN_FORCE.sections), TODAY, IN_FORCE)).toBe('The text is the one in force');
});

test.each([
  ['without a date', toDraft(IN_FORCE.sections), '', 'Enter a date'],
  ['without sections', [], TODAY, 'Add a section'],
  [
    'with an empty heading',
    toDraft([{ heading: '  ', body: 'x' }]),
    TODAY,
    'Every section needs a heading and a text',
  ],
  ['with another text', toDraft([{ heading: 'Use', body: 'Only for research.' }]), TODAY, null],
])('a draft %s', (_, draft, dated, refusal) => {
  expect(refusalOf(draft, dated, IN_FORCE)).toBe(refusal);
});

test.each([
  [0, 1, ['Account', 'Research', 'Licence']],
  [2, -1, ['Research', 'Licence', 'Account']],
  [0, -1, ['Research', 'Account', 'Licence']],
  [2, 1, ['Research', 'Account', 'Licence']],
])('section %i moved by %i', (index, by, headings) => {
  const draft = toDraft(IN_FORCE.sections);
  expect(moveSection(draft, index, by).map(({ heading }) => heading)).toEqual(headings);
  expect(draft.map(({ heading }) => heading)).toEqual(['Research', 'Account', 'Licence']);
});

test('a field shows its first failing rule', () => {
  expect(faultOf('heading', ' ')).toBe('Enter heading');
  expect(faultOf('body', '')).toBe('Enter text');
  expect(faultOf('heading', 'x'.repeat(201))).toBe('Maximum length is 200');
  expect(faultOf('body', 'Research only.')).toBeNull();
});
