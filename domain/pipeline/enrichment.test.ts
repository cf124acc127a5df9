/** Enrichment by definition against the tables of the corpus, and by hand. */
import { describe, expect, test } from 'vitest';
import { expectEqual, filesOf, hasAnswers, readTable } from '../statistics/r-answers/read.ts';
import { enrichModules, SET_SIZES } from './enrichment.ts';

/** Official symbols as they are, aliases as all their official symbols. */
function readSymbols(): (name: string) => string[] {
  const tables = 'corpus/resources/mapping_tables/*/homo_sapiens_mapping_tables/SYMBOL/Homo_sapiens_SYMBOL';
  const [aliases = ''] = filesOf(`${tables}_ALIAS.csv`);
  const [numbers = ''] = filesOf(`${tables}_ENTREZID.csv`);
  const official = new Set(readTable(numbers).map(([symbol = '']) => symbol.toUpperCase()));
  const ofAlias = new Map<string, string[]>();
  for (const [symbol = '', alias = ''] of readTable(aliases).slice(1)) {
    official.add(symbol.toUpperCase());
    const known = ofAlias.get(alias.toUpperCase());
    if (known === undefined) ofAlias.set(alias.toUpperCase(), [symbol]);
    else known.push(symbol);
  }
  return (name) => (official.has(name.toUpperCase()) ? [name] : (ofAlias.get(name.toUpperCase()) ?? [name]));
}

const NETWORKS = 'corpus/GSE4271/all/makeFM/GSE4271_Modules/*/*minSize12*';
const COLUMNS = { SEED: 2, TOPMODPOSBC: 5, TOPMODPOSFDR: 6 } as const;

describe.runIf(hasAnswers)('equal the tables of the corpus:', () => {
  test.each(Object.entries(COLUMNS))('%s', (definition, column) => {
    const symbolsOf = readSymbols();
    const [kme = ''] = filesOf(`${NETWORKS}/kME_table*.csv`);
    const features = readTable(kme).slice(1);
    const [table = ''] = filesOf(`${NETWORKS}/GSHyperG*${definition}/*.csv`);
    const [head = [], ...expected] = readTable(table);
    const colours = head.slice(7);
    const rows = enrichModules(
      {
        assignment: Int32Array.from(features, (row) => colours.indexOf(row[column] ?? '')),
        moduleCount: colours.length,
        genesOf: features.map((row) => symbolsOf(row[1] ?? '')),
      },
      filesOf('corpus/resources/genesets/MOSET*.csv').map((file) => ({
        id: /MOSET\d+/.exec(file)?.[0] ?? '',
        genes: readTable(file).map(([gene = '']) => gene),
      })),
    );
    const found = new Map(rows.map(({ geneSet, pValues }) => [geneSet.id, pValues]));
    expect(found.size).toBe(expected.length);
    for (const [id = '', , , , , , , ...cells] of expected) {
      const pValues = found.get(id) ?? [];
      expect(pValues).toHaveLength(cells.length);
      // Six digits below .05, two above.
      cells.forEach((cell, at) => {
        expectEqual([pValues[at] ?? Number.NaN], [Number(cell)], Number(cell) < 0.05 ? 6e-6 : 6e-2);
      });
    }
  });
});

describe('enrichment', () => {
  const genesOf = [['IDH1'], ['TP53'], ['ATRX'], ['EGFR'], ['PTEN', 'egfr'], [], ['NF1']];
  const assignment = Int32Array.of(0, 0, -1, 1, 1, 1, -1);
  const modules = { assignment, moduleCount: 2, genesOf };

  test('by hand: both genes of a module in a set of three of a universe of six', () => {
    // Module 0: IDH1, TP53. 3 of 15 pairs of the universe lie within the set.
    const rows = enrichModules(modules, [{ genes: ['idh1', 'TP 53', 'ATRX', 'ABSENT1', 'ABSENT2'] }]);
    expectEqual(rows[0]?.pValues ?? [], [3 / 15, 1], 1e-12);
  });

  test('a gene of two features counts once', () => {
    // Module 1: EGFR, PTEN; chance that at least one of them is the only gene of the set.
    const rows = enrichModules(modules, [{ genes: ['EGFR', 'A', 'B', 'C', 'D'] }]);
    expectEqual(rows[0]?.pValues ?? [], [1, 2 / 6], 1e-12);
  });

  test('sets that are too small, too large, or share no gene with any module are left out', () => {
    const filler = Array.from({ length: SET_SIZES.max }, (_, at) => `G${at}`);
    const sets = [
      ['IDH1', 'TP53'],
      [...filler, 'IDH1'],
      ['NF1', 'ATRX', 'A', 'B', 'C'],
    ];
    expect(
      enrichModules(
        modules,
        sets.map((genes) => ({ genes })),
      ),
    ).toEqual([]);
  });
});
