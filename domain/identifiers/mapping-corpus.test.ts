/**
 * The mapping rule and the repair of genes on the whole tables of the corpus.
 * The corpus is outside the repository; in CI its absence is a failure.
 */
import { existsSync, globSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, expect, test } from 'vitest';
import { repairGenes } from './gene-symbols.ts';
import { indexTargets, mappingKey } from './identifier-mapping.ts';
import { knownNames } from './known-names.ts';
import { mapIdentifiers, mapToOfficialSymbols } from './map-identifiers.ts';

const tables = resolve(
  import.meta.dirname,
  '../..',
  process.env.OMICON_TEST_DATA ?? '../shared/data',
  'corpus/resources/mapping_tables',
);
const isPresent = existsSync(tables);
const isRequired = process.env.CI === 'true';

/** Pairs of the table with this name, by a reader of its own: its cells hold neither quotes nor commas. */
function readPairs(name: string): { identifier: string; target: string }[] {
  const [file = ''] = globSync(`${tables}/**/${name}.csv`);
  const [, ...lines] = readFileSync(file, 'utf8').trimEnd().split(/\r?\n/);
  return lines.flatMap((line) => {
    const [identifier = '', targets = ''] = line.split(',');
    return targets.split(' | ').map((target) => ({ identifier, target }));
  });
}

test('the corpus is present where the checks require it', () => {
  expect(isPresent || !isRequired).toBe(true);
});

describe.runIf(isPresent || isRequired)('the tables of the corpus', () => {
  const read = () => {
    const aliases = readPairs('Homo_sapiens_SYMBOL_ALIAS');
    const symbols = [...aliases, ...readPairs('Homo_sapiens_SYMBOL_ENTREZID')].map((pair) => pair.identifier);
    const official = new Map(symbols.map((symbol) => [mappingKey(symbol), symbol]));
    const backwards = aliases.map(({ identifier, target }) => ({ identifier: target, target: identifier }));
    return { official: [...official.values()], names: knownNames(official, indexTargets(backwards)) };
  };

  test('give every probe all symbols of its rows', () => {
    const pairs = readPairs('Affymetrix_U133A_PROBEID_SYMBOL');
    const probes = [...new Set(pairs.map(({ identifier }) => identifier))];
    const mapped = mapIdentifiers(probes, indexTargets(pairs));
    const several = mapped.filter(({ targets }) => targets.length > 1);
    expect(several).toHaveLength(595);
    for (const { id, targets } of several)
      expect(targets).toEqual(pairs.filter((pair) => pair.identifier === id).map(({ target }) => target));
  });

  test('lead every alias to its symbols, and every official symbol to itself first', () => {
    const { official, names } = read();
    const to = (...ids: string[]) => mapToOfficialSymbols(ids, names).map(({ targets }) => targets);
    expect(to('OCT4', 'SEPT2', 'March1')).toEqual([['POU5F1'], ['SEPTIN2', 'SEPTIN6'], ['MARCHF1']]);
    for (const { id, targets } of mapToOfficialSymbols(official, names)) expect(targets[0]).toBe(id);
  });

  test('leave a list of official symbols as it is, and repair what a spreadsheet did to it', () => {
    const { official, names } = read();
    expect(repairGenes(official, names)).toMatchObject({
      genes: official,
      mapped: [],
      dates: [],
      unknown: [],
    });
    const damaged = ['2-Sep', '9-Sep', '3-Mar', '1-Dec', '4-Oct', '1-Mar', 'NOT_A_GENE'];
    const { dates, ambiguous, unknown } = repairGenes(damaged, names);
    expect(dates.map(({ to }) => to)).toEqual(['SEPTIN2', 'SEPTIN9', 'MARCHF3', 'DELEC1', 'POU5F1']);
    expect(ambiguous).toEqual([{ from: '1-Mar', candidates: ['MARCHF1', 'MTARC1'] }]);
    expect(unknown).toEqual(['NOT_A_GENE']);
  });
});
