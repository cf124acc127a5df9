/** Groups of the values of a feature by attribute and facet. */
import { expect, test } from 'vitest';
import { readAttributeColumn, readFacet, toGroups } from './panels.ts';

const COUNT = 90;
const samples = Array.from({ length: COUNT }, (_, sample) => sample);
const values = Float64Array.from(samples, (sample) => Math.sin(sample));
const cells = new Map([
  ['Site', samples.map((sample) => `S${sample % 45}`)],
  ['Sex', samples.map((sample) => (sample < 40 ? 'F' : 'M'))],
]);

test('an attribute with one value is refused by the name that screens show', () => {
  const grades = new Map([['Tumor_Grade', samples.map(() => '4')]]);
  expect(() => readAttributeColumn(grades, 'Tumor_Grade')).toThrow(
    'Tumor Grade has no two values to compare: it is the same in every sample, or different in each.',
  );
});

test('a facet has few values', () => {
  expect(() => readFacet(cells, 'Site')).toThrow(
    'Site has 45 different values. Please choose panels by an attribute with at most 20.',
  );
  expect(readFacet(cells, 'Sex')?.name).toBe('Sex');
  expect(readFacet(cells, undefined)).toBeNull();
});

test('forty groups are shown, and all are counted', () => {
  const found = toGroups(values, readAttributeColumn(cells, 'Site'), null);
  expect([found.groups.length, found.number_of_groups]).toEqual([40, 45]);
  const bySex = toGroups(values, readAttributeColumn(cells, 'Sex'), null);
  expect(bySex.groups.map(({ name, samples: of }) => [name, of.length])).toEqual([
    ['F', 40],
    ['M', 50],
  ]);
  expect(bySex.number_of_groups).toBe(2);
});
