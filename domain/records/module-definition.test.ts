import { expect, test } from 'vitest';
import {
  DEFINITION_NAMES,
  definitionNumbers,
  MODULE_DEFINITIONS,
  QUERY_DEFINITIONS,
  queryDefinitionOf,
  SEARCHED_DEFINITIONS,
} from './module-definition.ts';

test('a definition is stored by its number, as the database has it', () => {
  expect(MODULE_DEFINITIONS.map((name, number) => `${number} ${name}`)).toEqual([
    '0 Seed',
    '1 PosBC',
    '2 PosFDR',
    '3 NegBC',
    '4 NegFDR',
  ]);
});

test('searched definitions have the numbers they are stored by', () => {
  expect(SEARCHED_DEFINITIONS.map((name) => MODULE_DEFINITIONS.indexOf(name))).toEqual([0, 1, 2]);
});

test('a query asks for one definition or for all three', () => {
  expect(QUERY_DEFINITIONS.map(definitionNumbers)).toEqual([[0, 1, 2], [0], [1], [2]]);
  expect([0, 1, 2, 3, 4].map(queryDefinitionOf)).toEqual(['Seed', 'Bonferroni', 'FDR', null, null]);
});

test('every definition that queries know is one that enrichment tables have', () => {
  for (const names of Object.values(DEFINITION_NAMES))
    expect(names.query === null).toBe(names.enrichmentCode === null);
});

test('names in files are those of FindModules and of its enrichment', () => {
  const names = MODULE_DEFINITIONS.map((name) => [
    DEFINITION_NAMES[name].kmeColumn,
    DEFINITION_NAMES[name].enrichmentCode,
  ]);
  expect(names).toEqual([
    ['ModSeed', 'SEED'],
    ['TopModPosBC', 'TOPMODPOSBC'],
    ['TopModPosFDR', 'TOPMODPOSFDR'],
    ['TopModNegBC', null],
    ['TopModNegFDR', null],
  ]);
});
