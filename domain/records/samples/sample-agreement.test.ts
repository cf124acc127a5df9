import { expect, test } from 'vitest';
import { findDisagreements } from './sample-agreement.ts';

const sample = (label: string, attributes: Record<string, string | null>) => ({
  label,
  attributes: new Map(Object.entries(attributes)),
});
const COLLECTION = new Map(
  [
    sample('S1', { Sex: 'F', Age: '30', Batch: '1', Original_Label: 'a', Disease: null }),
    sample('S2', { Sex: 'M', Age: '41.0', Disease: 'glioma' }),
  ].map(({ label, attributes }) => [label, attributes]),
);

test('values that differ are named with both, missing ones and numbers in another spelling do not differ', () => {
  expect(
    findDisagreements(
      [
        sample('S1', { Sex: 'M', Age: '30', Disease: 'glioma', Grade: '4' }),
        sample('S2', { Sex: null, Age: '41', Disease: 'astrocytoma' }),
        sample('S3', { Sex: 'M' }),
      ],
      COLLECTION,
    ),
  ).toEqual([
    { label: 'S1', attribute: 'Sex', here: 'M', there: 'F' },
    { label: 'S2', attribute: 'Disease', here: 'astrocytoma', there: 'glioma' },
  ]);
});

test('batches and names of assays belong to the data set', () => {
  expect(findDisagreements([sample('S1', { Batch: '2', Original_Label: 'b' })], COLLECTION)).toEqual([]);
});
