import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readNames, readSelection, toggleValue, writeNames, writeSelection } from './selection-text.ts';

test('a selection is written as plain text', () => {
  expect(
    writeSelection([
      { attribute: 'Sex', value: 'F' },
      { attribute: 'CIMP_Status', value: null },
      { attribute: 'chr10_Mut', value: 'SO:0001743' },
    ]),
  ).toBe('Sex:F;CIMP_Status;chr10_Mut:SO%3A0001743');
});

test('an empty value is not NA', () => {
  expect(readSelection('Sex:')).toEqual([{ attribute: 'Sex', value: '' }]);
  expect(readSelection('Sex')).toEqual([{ attribute: 'Sex', value: null }]);
  expect(readSelection('')).toEqual([]);
});

test('every selection can be written to an address and read back', () => {
  const chosen = fc.record({
    attribute: fc.string({ minLength: 1, maxLength: 40, unit: 'binary' }),
    value: fc.option(fc.string({ maxLength: 40, unit: 'binary' })),
  });
  const selections = fc.uniqueArray(chosen, { maxLength: 20, selector: ({ attribute }) => attribute });
  fc.assert(
    fc.property(selections, (selection) => {
      expect(readSelection(writeSelection(selection))).toEqual(selection);
    }),
  );
});

test('every list of names can be written to an address and read back without duplicates', () => {
  const names = fc.array(fc.string({ minLength: 1, maxLength: 40, unit: 'binary' }), { maxLength: 20 });
  fc.assert(
    fc.property(names, (list) => {
      expect(readNames(writeNames(list))).toEqual([...new Set(list)]);
    }),
  );
});

test('values beyond the limits of the call are ignored', () => {
  const names = Array.from({ length: 500 }, (_, index) => `A${index}`);
  expect(readNames(writeNames(names))).toHaveLength(100);
  expect(readSelection(names.join(';'))).toHaveLength(50);
  expect(readNames('x'.repeat(201))).toEqual([]);
});

test('one value of an attribute is selected at a time and a second click deselects it', () => {
  const male = { attribute: 'Sex', value: 'M' };
  const female = { attribute: 'Sex', value: 'F' };
  const grade = { attribute: 'Tumor_Grade', value: '4' };
  expect(toggleValue([male, grade], female)).toEqual([grade, female]);
  expect(toggleValue([male, grade], male)).toEqual([grade]);
  expect(toggleValue([], { attribute: 'Sex', value: null })).toEqual([{ attribute: 'Sex', value: null }]);
});
