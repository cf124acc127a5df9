import { describe, expect, test } from 'vitest';
import {
  areOtherOrganisms,
  findOrthologueTable,
  isOrthologueTable,
  organismOfValues,
} from './orthologues.ts';

const MOUSE_TO_HUMAN = { from: 'SYMBOL', to: 'Homo sapiens', organism: 'Mus musculus' };
const ALIASES = { from: 'SYMBOL', to: 'ALIAS', organism: 'Homo sapiens' };
const RAT_TO_HUMAN = { from: 'SYMBOL', to: 'HOMO SAPIENS', organism: 'Rattus norvegicus' };
const TABLES = [ALIASES, MOUSE_TO_HUMAN, RAT_TO_HUMAN];

test('a table of orthologues leads from symbols to the name of an organism', () => {
  expect(TABLES.map(isOrthologueTable)).toEqual([false, true, true]);
  expect(isOrthologueTable({ ...MOUSE_TO_HUMAN, organism: null })).toBe(false);
  expect(isOrthologueTable({ ...MOUSE_TO_HUMAN, from: 'PROBEID' })).toBe(false);
});

describe('the organism of a data set', () => {
  test('is the one that its samples name, missing values left out', () => {
    expect(organismOfValues(['Mus musculus', 'NA', ' ', 'Mus_musculus'])).toBe('Mus musculus');
  });

  test('is unknown if they name none or several', () => {
    expect(organismOfValues([])).toBeNull();
    expect(organismOfValues(['NA'])).toBeNull();
    expect(organismOfValues(['Homo sapiens', 'Mus musculus'])).toBeNull();
  });

  test('is another one only if both are known', () => {
    expect(areOtherOrganisms('Homo sapiens', 'Mus musculus')).toBe(true);
    expect(areOtherOrganisms('Homo sapiens', 'homo_sapiens')).toBe(false);
    expect(areOtherOrganisms('Homo sapiens', null)).toBe(false);
    expect(areOtherOrganisms(null, null)).toBe(false);
  });
});

test('a table is found in either direction, the one that leads forwards first', () => {
  expect(findOrthologueTable(TABLES, 'mus musculus', 'Homo sapiens')).toEqual({
    table: MOUSE_TO_HUMAN,
    isBackwards: false,
  });
  expect(findOrthologueTable(TABLES, 'Homo_sapiens', 'Rattus norvegicus')).toEqual({
    table: RAT_TO_HUMAN,
    isBackwards: true,
  });
  expect(findOrthologueTable(TABLES, 'Mus musculus', 'Rattus norvegicus')).toBeNull();
  const both = [...TABLES, { from: 'SYMBOL', to: 'Mus musculus', organism: 'Homo sapiens' }];
  expect(findOrthologueTable(both, 'Homo sapiens', 'Mus musculus')?.isBackwards).toBe(false);
});
