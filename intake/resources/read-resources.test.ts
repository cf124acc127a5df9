import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { UnitOf } from '../records.ts';
import { table, treeOf } from '../test-tree.ts';
import { ReadLog } from '../text/read-log.ts';
import { cleanMember, readGeneSets } from './read-gene-sets.ts';
import { readMappingTable } from './read-mapping-table.ts';
import { readOntology } from './read-ontology.ts';

describe('a mapping table', () => {
  const unit: UnitOf<'mapping-table'> = {
    kind: 'mapping-table',
    title: 'x',
    files: ['m.csv'],
    path: 'm.csv',
    table: {
      name: 'm',
      release: '2022-11-02',
      platform: null,
      organism: 'Homo sapiens',
      from: 'SYMBOL',
      to: 'GO',
    },
  };

  test('is read in both forms, missing targets as null', async () => {
    const content = 'SYMBOL,GO\nA,GO:1\nA,GO:2\nB,GO:3 | GO:4\nC,\nD,NA\n';
    expect((await readMappingTable(treeOf({ 'm.csv': content }), unit)).record?.rows).toEqual([
      ['A', 'GO:1'],
      ['A', 'GO:2'],
      ['B', 'GO:3'],
      ['B', 'GO:4'],
      ['C', null],
      ['D', null],
    ]);
  });

  test('of orthologues names the other organism in its header, in either form', async () => {
    const table = { ...unit.table, name: 'Mus_musculus_SYMBOL_Homo_sapiens', to: 'Homo sapiens' };
    for (const organism of ['Homo_sapiens', 'Homo sapiens']) {
      const tree = treeOf({ 'm.csv': `SYMBOL,${organism}\nTrp53,TP53\n` });
      expect((await readMappingTable(tree, { ...unit, table })).record).toMatchObject({
        to: 'Homo sapiens',
        rows: [['Trp53', 'TP53']],
      });
    }
  });

  test('the header must say what the file name says', async () => {
    const { faults } = await readMappingTable(treeOf({ 'm.csv': 'SYMBOL,OMIM\n' }), unit);
    expect(faults).toMatchObject([
      { line: 1, column: 'OMIM', sentence: 'The column is "OMIM", the file name says "GO".' },
    ]);
  });

  test('a row without key is named', async () => {
    const { faults } = await readMappingTable(treeOf({ 'm.csv': 'SYMBOL,GO\n,GO:1\n' }), unit);
    expect(faults).toMatchObject([
      { line: 2, column: 'SYMBOL', sentence: 'The row has no identifier to map from.' },
    ]);
  });
});

describe('gene sets', () => {
  const legend = table(
    ['SetID', 'SetName', 'Category', 'SetSize'],
    ['MOSET1', 'MICROGLIA', 'Cell type', 3],
    ['MOSET2', 'NONE', 'x', 0],
  );
  const unitOf = (files: Record<string, string>): UnitOf<'gene-sets'> => ({
    kind: 'gene-sets',
    title: 'x',
    files: Object.keys(files),
    legend: 'g/LEGEND.csv',
    gmt: null,
    folder: 'g',
  });

  test('of a legend have cleaned members, once each; empty sets are left out', async () => {
    const files = {
      'g/LEGEND.csv': legend,
      'g/MOSET1.csv': 'A /// B\n---\nNA\n"C;D"\nA\n18S,28S\n',
      'g/MOSET2.csv': '',
    };
    const { record } = await readGeneSets(treeOf(files), unitOf(files));
    expect(record).toHaveLength(1);
    expect(record?.[0]).toMatchObject({
      set_id: 'MOSET1',
      category: 'CellType',
      size: 3,
      genes: ['A', 'C', '18S,28S'],
    });
  });

  test('a file without set is a fault', async () => {
    const files = { 'g/LEGEND.csv': legend, 'g/MOSET1.csv': 'A\n', 'g/MOSET3.csv': 'A\n' };
    expect((await readGeneSets(treeOf(files), unitOf(files))).faults).toMatchObject([
      { kind: 'wrong', file: 'g/MOSET3.csv', sentence: 'The legend has no set of this name.' },
    ]);
  });

  test('sets without file, without genes and of another size than their legend says are reported', async () => {
    const rows = `${legend}MOSET4,D,x,3\n`;
    const files = { 'g/LEGEND.csv': rows, 'g/MOSET1.csv': '---\n', 'g/MOSET4.csv': 'A\nB\n' };
    const log = new ReadLog();
    const { record } = await readGeneSets(treeOf(files), unitOf(files), log);
    expect(record?.map(({ set_id, size }) => [set_id, size])).toEqual([['MOSET4', 2]]);
    expect(log.warnings().map(({ line, sentence }) => [line, sentence])).toEqual([
      [2, 'The set "MOSET1" has no genes; it is left out.'],
      [3, 'The set "MOSET2" has no file "MOSET2.csv"; it is left out.'],
      [4, 'The legend gives "MOSET4" 3 genes, its file has 2; the portal shows 2.'],
    ]);
  });

  test('a gene symbol that a spreadsheet made a date of is a fault that names the symbol', async () => {
    const files = {
      'g/LEGEND.csv': legend,
      'g/MOSET1.csv': 'TP53\n8-Mar\n',
      'g/MOSET2.csv': '1-Mar\nSep-07\n4-Oct\n',
    };
    const { faults } = await readGeneSets(treeOf(files), unitOf(files));
    expect(faults.map(({ file, line, sentence }) => [file, line, sentence.split('.')[0]])).toEqual([
      [
        'g/MOSET1.csv',
        2,
        '"8-Mar" is a date that a spreadsheet made of a gene symbol, probably MARCH8 (now MARCHF8)',
      ],
      [
        'g/MOSET2.csv',
        1,
        '"1-Mar" is a date that a spreadsheet made of a gene symbol, probably MARCH1 (now MARCHF1) or MARC1 (now MTARC1)',
      ],
      [
        'g/MOSET2.csv',
        2,
        '"Sep-07" is a date that a spreadsheet made of a gene symbol, probably SEPT7 (now SEPTIN7)',
      ],
      ['g/MOSET2.csv', 3, '"4-Oct" is a date that a spreadsheet made of a gene symbol, probably OCT4'],
    ]);
  });

  test('of a GMT file are named by their first column', async () => {
    const content = 'HALLMARK_HYPOXIA\thttp://x\tPGK1\tPDK1\tPGK1\nBAD\tx\nHALLMARK_HYPOXIA\tx\tA\n';
    const unit: UnitOf<'gene-sets'> = {
      kind: 'gene-sets',
      title: 'x',
      files: ['h.gmt'],
      legend: null,
      gmt: 'h.gmt',
      folder: '',
    };
    const good = await readGeneSets(treeOf({ 'h.gmt': content.split('\n')[0] ?? '' }), unit);
    expect(good.record).toMatchObject([
      { set_id: 'HALLMARK_HYPOXIA', description: 'http://x', size: 2, genes: ['PGK1', 'PDK1'] },
    ]);
    const bad = await readGeneSets(treeOf({ 'h.gmt': content }), unit);
    expect(bad.faults.map(({ line, sentence }) => [line, sentence])).toEqual([
      [2, 'A line has a name, a description and genes, separated by tabs.'],
      [3, 'The set "HALLMARK_HYPOXIA" appears twice.'],
    ]);
  });

  test('law: a cleaned member is clean', () => {
    const text = fc.string({ unit: fc.constantFrom('A', '/', ';', '-', ' ') });
    fc.assert(
      fc.property(text, (cell) => {
        const member = cleanMember(cell);
        return member === null || (cleanMember(member) === member && !member.includes(';'));
      }),
    );
  });
});

describe('an ontology', () => {
  const unit: UnitOf<'ontology'> = { kind: 'ontology', title: 'x', files: ['o.obo'], path: 'o.obo' };
  const head = 'format-version: 1.2\nontology: uberon\n\n';

  test('has terms with is_a and part_of parents, comments and modifiers left out', async () => {
    const content =
      `${head}[Term]\nid: UBERON:2\nname: brain\nis_a: UBERON:1 {source="x"} ! organ\n` +
      'relationship: part_of UBERON:3 {all_only="true"} ! body\nrelationship: develops_from UBERON:4\n\n' +
      '[Term]\nid: UBERON:5\nname: old\nis_obsolete: true\n\n[Typedef]\nid: part_of\nname: part of\n';
    expect((await readOntology(treeOf({ 'o.obo': content }), unit)).record).toEqual({
      name: 'UBERON',
      terms: [
        { term_id: 'UBERON:2', name: 'brain', is_a: ['UBERON:1'], part_of: ['UBERON:3'], is_obsolete: false },
        { term_id: 'UBERON:5', name: 'old', is_a: [], part_of: [], is_obsolete: true },
      ],
    });
  });

  test.each(['[Term]\nname: nothing\n', '[Term]\nname: nothing\n\n[Typedef]\nid: part_of\n'])(
    'a term without an id is reported wherever it is: %j',
    async (last) => {
      const { faults } = await readOntology(treeOf({ 'o.obo': `${head}[Term]\nid: A:1\n\n${last}` }), unit);
      expect(faults.map(({ sentence }) => sentence)).toEqual([
        expect.stringMatching(/^The .*term.* has no id\.$/),
      ]);
    },
  );

  test('a term twice and a file without terms are named', async () => {
    const twice = `${head}[Term]\nid: A:1\n\n[Term]\nid: A:1\n`;
    expect((await readOntology(treeOf({ 'o.obo': twice }), unit)).faults).toMatchObject([
      { line: 8, column: 'id', sentence: 'The term "A:1" appears twice.' },
    ]);
    expect((await readOntology(treeOf({ 'o.obo': head }), unit)).faults).toMatchObject([
      { sentence: 'The file has no [Term].' },
    ]);
  });
});
