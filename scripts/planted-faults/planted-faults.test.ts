/** The list of planted faults fits the code, so that `npm run planted-faults` can plant each of them. */
import { existsSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { findFault, listFaults, ROOT } from './find-fault.ts';

const faults = listFaults();

test('the text of every planted fault occurs exactly once in the files of its name', () => {
  for (const fault of faults) expect(findFault(fault).faulty).not.toBe(findFault(fault).original);
});

test('a fault is found where code is formatted otherwise, and refused where it is not or not once', () => {
  const fault = { name: 'none', file: 'find-fault.ts', fault: '', tests: [] };
  const { original, faulty } = findFault({ ...fault, text: 'export function   listFaults(): Fault []' });
  expect(original.length - faulty.length).toBe('export function listFaults(): Fault[]'.length);
  expect(() => findFault({ ...fault, text: 'no such code' })).toThrow('occurs 0 times');
  expect(() => findFault({ ...fault, text: 'export function' })).toThrow('not once');
});

test('every planted fault has test files that exist', () => {
  expect(faults.filter(({ tests }) => tests.length === 0)).toEqual([]);
  const files = new Set(faults.flatMap(({ tests }) => tests));
  expect([...files].filter((file) => !existsSync(path.join(ROOT, file)))).toEqual([]);
});
