import { expect, test } from 'vitest';
import { nameOfRules, readGroup, readNames, toggleRule, writeGroup, writeNames } from './group-text.ts';

const RULES = [
  { attribute: 'Tumor_Grade', values: ['3', '4'] },
  { attribute: 'Odd:name', values: ['a,b;c', '100 %', null] },
];

test('a group is readable in the address and comes back from it', () => {
  expect(writeGroup({ rules: RULES.slice(0, 1) })).toBe('Tumor_Grade:3,4');
  expect(readGroup(writeGroup({ rules: RULES }) ?? '')).toEqual({ rules: RULES });
  expect(readGroup('@abc')).toEqual({ token: 'abc' });
  expect(readGroup('')).toEqual({ rules: [] });
  expect(writeGroup({ rules: [] })).toBeNull();
});

test('names of attributes come back from the address, whatever they contain', () => {
  expect(writeNames(['Age', 'Sex'])).toBe('Age;Sex');
  const names = ['Grade; revised', '100 %'];
  expect(readNames(writeNames(names))).toEqual(names);
  expect(readNames('')).toEqual([]);
});

test('a click adds a value to its attribute, a second one takes it away', () => {
  const one = toggleRule([], { attribute: 'Sex', value: 'F' });
  const two = toggleRule(one, { attribute: 'Sex', value: null });
  expect(two).toEqual([{ attribute: 'Sex', values: ['F', null] }]);
  expect(
    toggleRule(toggleRule(two, { attribute: 'Sex', value: 'F' }), { attribute: 'Sex', value: null }),
  ).toEqual([]);
});

test('a group is named by its values and their labels', () => {
  const name = nameOfRules(
    [{ attribute: 'IDH1_Mut', values: ['NCIT:C172343', null] }],
    (attribute) => attribute,
    () => ({ 'NCIT:C172343': 'mutated' }),
  );
  expect(name).toBe('IDH1_Mut mutated or NA');
});
