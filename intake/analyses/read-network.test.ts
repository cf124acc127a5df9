import type { ModuleDefinition } from '@omicon/domain/records/module-definition.ts';
import { parseNetworkName } from '@omicon/domain/records/names/network-name.ts';
import { describe, expect, test } from 'vitest';
import type { NetworkPaths, UnitOf } from '../records.ts';
import { NETWORK, smallAnalysis, smallNetwork, table, treeOf } from '../test-tree.ts';
import { parseLabDate, readAnalysis } from './read-analysis.ts';
import { readEnrichment } from './read-enrichment.ts';
import { readNetwork } from './read-network.ts';

const parameters = parseNetworkName(NETWORK);
if (parameters === null) throw new Error('The name of the test network is wrong.');

const PATHS: NetworkPaths = {
  name: NETWORK,
  folder: 'n',
  parameters,
  isEmpty: false,
  eigengenes: 'n/Module_eigengenes_01-02-03.csv',
  kmeTable: 'n/kME_table_01-02-03.csv',
  statistics: 'n/Module_statistics_01-02-03.csv',
  modulesPdf: null,
  enrichment: [],
  otherFiles: [],
};

async function sentencesWith(
  changes: Parameters<typeof smallNetwork>[1],
): Promise<(string | number | null)[][]> {
  const { faults } = await readNetwork(treeOf(smallNetwork('n', changes)), PATHS);
  return faults.map(({ line, column, sentence }) => [line, column, sentence]);
}

describe('a covariation network', () => {
  test('has modules in the order of the eigengenes, members in the order of their kME', async () => {
    const { record, faults } = await readNetwork(treeOf(smallNetwork('n')), PATHS);
    expect(faults).toEqual([]);
    expect(record).toMatchObject({ sampleLabels: ['GBM_1', 'GBM_2', 'GBM_3'], features: ['IDH1', 'OLIG2'] });
    const [turquoise, blue] = record?.modules ?? [];
    expect(turquoise).toMatchObject({ name: 'turquoise', page: 1 });
    expect([...(turquoise?.eigengene ?? [])]).toEqual([0.1, 0.3, 0.5]);
    expect([...(turquoise?.members ?? [])]).toEqual([
      ['Seed', Uint32Array.of(1, 0)],
      ['PosFDR', Uint32Array.of(0)],
    ]);
    expect(turquoise?.kme).toEqual({
      kme: Float64Array.of(0.5, 0.9),
      pValues: Float64Array.of(0.01, 0.001),
    });
    expect([...(blue?.statistics ?? [])]).toEqual([
      ['InitialSize', 0],
      ['ExpandedSize_0.01', null],
    ]);
    expect(turquoise?.statistics.get('ExpandedSize_0.01')).toBeNull();
  });

  test('may have a partial kME table and the plain forms without Index', async () => {
    const eigengenes = table(['Sample', 'turquoise', 'blue'], ['GBM_1', 1, 2]);
    const kmeTable = table(
      ['Gene', 'ModSeed', 'MeanExpr', 'TopModPosBC_1', 'TopModPosFDR_1', 'TopModNegBC_1'],
      ['B', 'blue', 1, 'blue', '', 'turquoise'],
      ['A', 'blue', 1, '', '', ''],
    );
    const { record } = await readNetwork(treeOf(smallNetwork('n', { eigengenes, kmeTable })), PATHS);
    expect(record?.features).toEqual(['B', 'A']);
    expect(record?.modules[0]).toMatchObject({
      kme: null,
      members: new Map([['NegBC', Uint32Array.of(0)]]),
    });
    expect(record?.modules[1]?.members.get('Seed')).toEqual(Uint32Array.of(0, 1));
  });

  test('without modules is an empty record', async () => {
    const { record } = await readNetwork(treeOf({}), { ...PATHS, isEmpty: true });
    expect(record).toMatchObject({ modules: [], features: [], sampleLabels: [] });
  });

  test('unknown modules, values out of range and wrong counts are named', async () => {
    const kmeTable = table(
      [
        'Index',
        'SYMBOL',
        'ModSeed',
        'TopModPosBC_1',
        'TopModPosFDR_1',
        'kMEturquoise',
        'kMEturquoise.pval',
        'kMEblue',
        'kMEblue.pval',
      ],
      [1, 'IDH1', 'red', '', '', 1.1, 0.5, -1, 1.5],
    );
    expect(await sentencesWith({ kmeTable })).toEqual([
      [2, 'ModSeed', '"red" is not a module of this network.'],
      [2, 'kMEturquoise', 'The kME 1.1 is outside -1 to 1.'],
      [2, 'kMEblue.pval', 'The P value 1.5 is outside 0 to 1.'],
    ]);
    const short = table(['Gene', 'ModSeed', 'TopModPosBC_1', 'TopModPosFDR_1'], ['IDH1', 'blue', '', '']);
    expect(await sentencesWith({ kmeTable: short })).toEqual([
      [null, null, 'The table holds 1 features, the folder name says 2.'],
    ]);
    expect(
      await sentencesWith({ statistics: table(['Module', 'PC1VE'], ['turquoise', 'x'], ['red', 1]) }),
    ).toEqual([
      [2, 'PC1VE', '"x" is not a number.'],
      [3, 'Module', '"red" is not a module of this network.'],
    ]);
    expect(await sentencesWith({ statistics: table(['Module'], ['blue']) })).toEqual([
      [null, 'Module', 'The module "turquoise" has no row.'],
    ]);
    expect(await sentencesWith({ eigengenes: table(['Sample', 'blue'], ['a', '']) })).toEqual([
      [2, 'blue', 'The eigengene has no value here.'],
    ]);
  });

  test('a kME table has columns for all modules or for none', async () => {
    const kmeTable = table(
      ['Gene', 'ModSeed', 'TopModPosBC_1', 'TopModPosFDR_1', 'kMEblue', 'kMEblue.pval'],
      ['a', '', '', '', 1, 0],
    );
    expect((await sentencesWith({ kmeTable }))[0]).toEqual([
      1,
      'kMEturquoise',
      'The columns kMEturquoise and kMEturquoise.pval are required, because other modules have theirs.',
    ]);
  });
});

describe('the members of a module', () => {
  const HEADER = ['Gene', 'ModSeed', 'TopModPosBC_1', 'TopModPosFDR_1', 'TopModNegBC_1'];
  const eigengenes = table(['Sample', 'blue'], ['GBM_1', 1], ['GBM_2', 2]);
  const statistics = table(['Module', 'PC1VE'], ['blue', 0.5]);
  const paths = { ...PATHS, parameters: { ...PATHS.parameters, feature_count: null } };
  const row = (gene: string, kme: string | number) => [gene, 'blue', 'blue', '', 'blue', kme, 0.01];

  test('are sorted by kME, negative ones from the lowest; those without kME come last', async () => {
    const kmeTable = table(
      [...HEADER, 'kMEblue.cor', 'kMEblue.pval'],
      row('A', 'NA'),
      row('B', -0.5),
      row('C', 0.9),
      row('D', -0.9),
      row('E', 0.1),
    );
    const files = smallNetwork('n', { eigengenes, statistics, kmeTable });
    const { record, faults } = await readNetwork(treeOf(files), paths);
    expect(faults).toEqual([]);
    const [blue] = record?.modules ?? [];
    const genesOf = (definition: ModuleDefinition) =>
      Array.from(blue?.members.get(definition) ?? [], (feature) => record?.features[feature]).join('');
    expect([genesOf('PosBC'), genesOf('NegBC')]).toEqual(['CEBDA', 'DBECA']);
    expect(blue?.kme?.kme).toEqual(Float64Array.of(Number.NaN, -0.5, 0.9, -0.9, 0.1));
  });

  test('may have a kME that rounding made a millionth larger than 1', async () => {
    const kmeTable = table([...HEADER, 'kMEblue', 'kMEblue.pval'], row('A', 1.000001), row('B', -1.00001));
    const files = smallNetwork('n', { eigengenes, statistics, kmeTable });
    const { faults } = await readNetwork(treeOf(files), paths);
    expect(faults.map(({ sentence }) => sentence)).toEqual(['The kME -1.00001 is outside -1 to 1.']);
  });
});

describe('an enrichment table', () => {
  const read = (content: string): ReturnType<typeof readEnrichment> =>
    readEnrichment(treeOf({ 'e.csv': content }), { path: 'e.csv', source: 'MY_SETS', definition: 'Seed' });

  test('has 7 information columns', async () => {
    const content = smallNetwork('n')['n/GSHyperG_MY_SETS_01-02-03_SEED/any.csv'] ?? '';
    expect((await read(content)).record).toEqual({
      file: 'e.csv',
      source: 'MY_SETS',
      definition: 'Seed',
      modules: ['blue'],
      pValues: Float64Array.of(0.01),
      sets: [
        {
          set_id: 'MOSET1',
          name: 'MICROGLIA',
          category: 'CellType',
          size: 10,
          species: 'Homo sapiens',
          pubmed_id: '1',
          description: 'x',
        },
      ],
    });
  });

  test('or 3, and P values row by row with NA as NaN', async () => {
    const { record } = await read(
      table(['SetID', 'SetName', 'SetSize', 'red', 'blue'], ['A', 'a', 5, 1, 'NA'], ['B', 'b', 6, 0, 1e-300]),
    );
    expect(record?.pValues).toEqual(Float64Array.of(1, Number.NaN, 0, 1e-300));
    expect(record?.sets[1]).toMatchObject({ set_id: 'B', category: null, size: 6 });
  });

  test('keeps every P value of thousands', async () => {
    const pValues = Array.from({ length: 3000 }, (_, at) => at / 3000);
    const rows = pValues.map((p, at) => [`SET${at}`, 'x', 5, p]);
    const { record } = await read(table(['SetID', 'SetName', 'SetSize', 'red'], ...rows));
    expect(record?.pValues).toEqual(Float64Array.from(pValues));
  });

  test('a set twice and a P value above 1 are named', async () => {
    const { faults } = await read(
      table(['SetID', 'SetName', 'SetSize', 'red'], ['A', 'a', 5, 2], ['A', 'b', 5, 1]),
    );
    expect(faults.map(({ line, column, sentence }) => [line, column, sentence])).toEqual([
      [2, 'red', 'The P value 2 is outside 0 to 1.'],
      [3, 'SetID', 'The set "A" appears twice.'],
    ]);
  });
});

describe('an analysis', () => {
  const UNIT: UnitOf<'analysis'> = {
    kind: 'analysis',
    title: 'x',
    files: [],
    folder: 'a',
    collection: null,
    projectAttributes: 'a/P_project_attributes.csv',
    sessionInfo: 'a/P_SessionInfo.csv',
    networkStatistics: ['a/Bicor-None_p2_P_network_statistics.csv'],
    networks: [PATHS],
  };

  test('has analyst, date, input data set, and its networks by their true names', async () => {
    const { record, faults } = await readAnalysis(treeOf(smallAnalysis('a')), UNIT);
    expect(faults).toEqual([]);
    expect(record).toMatchObject({
      title: 'Phillips 2006 All',
      owner: 'Rebecca',
      analyst: 'Second',
      creation_date: '2022-01-10',
      inputDataSet: 'Phillips 2006 EXT OR A.1.1',
    });
    expect(record?.networkStatistics.get(NETWORK)?.get('ALLratio')).toBe('Inf');
  });

  test('numbered networks are matched by their parameters', async () => {
    const statistics = table(
      ['Network', 1, 2],
      ['RelSignum', 0.99, 0.7],
      ['MinSize', 8, 8],
      ['MergeParam', 0.85, 0.85],
    );
    const files = { ...smallAnalysis('a'), 'a/Bicor-None_p2_P_network_statistics.csv': statistics };
    const { record } = await readAnalysis(treeOf(files), UNIT);
    expect([...(record?.networkStatistics.keys() ?? [])]).toEqual(['1', NETWORK]);
  });

  test.each([
    ['A 2006 EXT A.1; B 2007 EXT B.1', 'Input Datasets names 2 data sets; an analysis has exactly one.'],
    ['A 2006 EXT', 'Input Datasets is "A 2006 EXT"; a title and a version code such as A.1.1 are expected.'],
    ['', 'The attribute "Input Datasets" is missing or empty.'],
  ])('input %j is refused', async (input, sentence) => {
    const project = table(['Attribute', 'Value'], ['Title', 'x'], ['Input Datasets', input]);
    const { faults } = await readAnalysis(
      treeOf({ ...smallAnalysis('a'), [UNIT.projectAttributes]: project }),
      UNIT,
    );
    expect(faults.map((fault) => fault.sentence)).toEqual([sentence]);
  });

  test('dates are valid calendar days in either form', () => {
    expect(parseLabDate('January-10-2022')).toBe('2022-01-10');
    expect(parseLabDate('2024-02-29')).toBe('2024-02-29');
    expect(parseLabDate('2023-02-29')).toBeNull();
    expect(parseLabDate('10/01/2022')).toBeNull();
  });
});
