import { describe, expect, test } from 'vitest';
import { formatCell, valueOfCell } from '../../../ui/grid/columns.ts';
import { columnWidth, linkId, linkOfRow, toColumns } from './result-columns.ts';

const MODULE = {
  Dataset: 'Gleize 2015 E-MTAB-2358 EXT Oligodendroglioma OR QN A.1.1.1',
  Network: 'Bicor-None_signum0.769_minSize8_merge_ME_0.85_5000',
  Module: 'blue',
  Mod_Def: 'FDR',
  SetID: 'MOSET10089',
  SetName: 'PANGLAO_MICROGLIA',
  Pval: 3.24e-12,
  Jaccard: 0.123456,
  Covariation_Network_Omicon_ID: 'OM.CN.3196',
  Covariation_Module_Omicon_ID: 'OM.CM.3202',
  project_id: 3171,
  dataset_id: 3170,
};

function columnsOf(cells: Record<string, string | number | null>) {
  const row = { index: 0, cells };
  const columns = toColumns(Object.keys(cells), [row], { gridWidth: 1000 });
  const named = (key: string) => columns.find((column) => column.key === key);
  return { row, columns, linkOf: (key: string) => named(key)?.href?.(row) ?? null, named };
}

describe('cells of results', () => {
  test('are in the order of the reply, without the ids that only serve links', () => {
    expect(columnsOf(MODULE).columns.map(({ title }) => title)).toEqual([
      'Dataset',
      'Network',
      'Module',
      'Mod Def',
      'SetID',
      'SetName',
      'Pval',
      'Jaccard',
    ]);
  });

  test('link to the records they name', () => {
    const { linkOf } = columnsOf(MODULE);
    expect(linkOf('Dataset')).toBe(
      '/home/collections/data-sets/attributes?dsId=3170&contentType=collections&from=advancedSearch',
    );
    expect(linkOf('Network')).toBe(
      '/home/analyses/analysis-data/attributes?analysisId=3171&mainAnalysisId=3171&contentType=analyses&tab=networks&networkId=3196&from=advancedSearch',
    );
    expect(linkOf('Module')).toBe('/home/modules/OM.CM.3202');
    expect(linkOf('SetID')).toBe('/home/resources?search=MOSET10089');
    expect(linkOf('Mod_Def')).toBeNull();
    expect(linkOfRow(MODULE)).toBe('/home/modules/OM.CM.3202');
  });

  test('link to a gene set, a collection and a PDF', () => {
    expect(columnsOf({ SetID: 'MOSET1', Geneset_Omicon_ID: 'OM.GS.7' }).linkOf('SetID')).toBe(
      '/home/resources/gene-set?geneSetOmiconID=OM.GS.7',
    );
    expect(
      columnsOf({ Data_Collection: 'TCGA LGG', Omicon_ID: 'OM.DC.3' }).linkOf('Data_Collection'),
    ).toContain('dcId=3');
    const pdf = { Network: 'Bicor-None', PDF: 'MY_GSHyperG_SEED/enrichment.pdf', project_id: 4 };
    const address = new URL(columnsOf(pdf).linkOf('PDF') ?? '', 'http://localhost');
    expect(address.searchParams.get('analysisFileFolderId')).toBe('Bicor-None/MY_GSHyperG_SEED');
    expect(address.searchParams.get('pdf_name')).toBe('enrichment.pdf');
  });

  test('link to genes by the names that their pages know, and to samples', () => {
    for (const [column, name] of [
      ['SYMBOL', 'HLA-DRA'],
      ['ENTREZID', '54209'],
      ['ENSEMBL', 'ENSG00000095970'],
      ['OMIM', 605086],
    ] as const) {
      const cells = { [column]: name, 'No.Datasets': 2 };
      expect(columnsOf(cells).linkOf(column)).toBe(`/home/genes/${name}`);
      expect(linkOfRow(cells)).toBe(`/home/genes/${name}`);
    }
    const byKme = { ...MODULE, Gene: 'TREM2', kME: 0.91 };
    expect(columnsOf(byKme).linkOf('Gene')).toBe('/home/genes/TREM2');
    expect(linkOfRow(byKme)).toBe('/home/modules/OM.CM.3202');
    const sample = { Data_Collection: 'TCGA LGG', Label: 'TCGA 06', Age: 61, Omicon_ID: 'OM.DC.3' };
    expect(columnsOf(sample).linkOf('Label')).toBe('/home/samples/3/TCGA%2006');
    expect(linkOfRow(sample)).toBe('/home/samples/3/TCGA%2006');
    expect(columnsOf({ SYMBOL: 'NA' }).linkOf('SYMBOL')).toBeNull();
  });

  test.each([
    [3170, '3170'],
    ['OM.DS.1', 'OM.DS.1'],
    ['NA', null],
    [' na ', null],
    ['two words', null],
    ['', null],
    [null, null],
    [undefined, null],
  ])('%o is a link only as a single token that is not NA', (value, id) => {
    expect(linkId(value)).toBe(id);
  });

  test('are not links where the id is NA, of another kind or missing', () => {
    for (const id of ['NA', '', null, 'OM.DC.5', '3170 3171'])
      expect(columnsOf({ Dataset: 'TCGA LGG', dataset_id: id }).linkOf('Dataset')).toBeNull();
    expect(columnsOf({ Module: 'blue' }).linkOf('Module')).toBeNull();
    expect(linkOfRow({ GO: 'GO:0006955', 'No.Datasets': 2 })).toBeNull();
  });

  test('show P with one digit, Jaccard with four, and NA for missing values', () => {
    const { named, row } = columnsOf({ ...MODULE, Mod_Def: null });
    const shown = (key: string) => {
      const column = named(key);
      return column?.show?.(row) ?? (column && formatCell(column.kind, valueOfCell(column, row)));
    };
    expect(shown('Pval')).toBe('3.2e-12');
    expect(shown('Jaccard')).toBe('0.1235');
    expect(shown('Mod_Def')).toBe('NA');
  });

  test('show r and R2 of a trait with four digits, q with one, and NA where there is no r', () => {
    const cells = { ...MODULE, Trait: 'Batch', Trait_r: null, Trait_R2: 0.123456, Trait_q: 0.00000123 };
    const { named, row } = columnsOf(cells);
    const shown = (key: string) => {
      const column = named(key);
      return column?.show?.(row) ?? (column && formatCell(column.kind, valueOfCell(column, row)));
    };
    expect(['Trait', 'Trait_r', 'Trait_R2', 'Trait_q'].map(shown)).toEqual([
      'Batch',
      'NA',
      '0.1235',
      '1.2e-6',
    ]);
  });
});

test('a signal links to its meta-module and has its support; a module without one has neither', () => {
  const signal = { ...MODULE, Meta_module: 'microglia', Support_found: 8, Support_findable: 10 };
  const { named, row, linkOf, columns } = columnsOf({ ...signal, Meta_module_Omicon_ID: 'OM.MM.9' });
  expect(linkOf('Meta_module')).toBe('/home/meta-modules/OM.MM.9');
  expect([named('Meta_module')?.title, named('Support_found')?.title]).toEqual(['Signal', 'Support']);
  expect(named('Support_found')?.show?.(row)).toBe('8 of 10');
  // Together they are as wide as two other columns.
  expect(named('Support_found')?.width).toBe(110);
  expect((named('Dataset')?.width ?? 0) + 110).toBe(2 * (named('Module')?.width ?? 0));
  expect(columns.map(({ key }) => key)).not.toContain('Support_findable');
  const none = columnsOf({ ...MODULE, Meta_module: null, Support_found: null, Support_findable: null });
  expect(none.linkOf('Meta_module')).toBeNull();
  expect(['Meta_module', 'Support_found'].map((key) => none.named(key)?.show?.(none.row))).toEqual(['', '']);
  const alone = columnsOf({ ...MODULE, Meta_module: null, Support_found: 1, Support_findable: null });
  expect(alone.named('Support_found')?.show?.(alone.row)).toBe('1');
});

test('up to eight columns share the width, more take 15 % each', () => {
  expect(columnWidth(4, 1000)).toBe(250);
  expect(columnWidth(8, 1000)).toBe(125);
  expect(columnWidth(9, 1000)).toBe(150);
  expect(columnWidth(9, 360)).toBe(110);
});
