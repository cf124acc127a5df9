import { describe, expect, test } from 'vitest';
import { type CheckProgress, checkPlan } from '../check.ts';
import { type Fault, IntakeRefusal, type Plan } from '../records.ts';
import { NETWORK, smallAnalysis, smallDataSet, table, treeOf } from '../test-tree.ts';
import { planIntake } from './plan.ts';

const RUN = 'GSE4271/all/makeSN/GSE4271_SampleNetworks/GSE4271_makeSN_01-01-01/Primary_02-02-02';
const ANALYSIS = 'GSE4271/all/makeFM_tag/GSE4271_Modules/GSE4271_makeFM_03-03-03';
const COLLECTION = 'GSE4271/makeDC/GSE4271_makeDC_04-04-04';

function collection(): Record<string, string> {
  const folder = `${COLLECTION}/GSE4271_DS1_04-04-04`;
  const small = smallDataSet('x');
  const attributes = table(
    ['Attribute', 'Value'],
    ['Title', 'Phillips 2006 EXT'],
    ['Version', 'A.1'],
    ['Unique Identifier', 'SYMBOL'],
  );
  return {
    [`${COLLECTION}/GSE4271_DC_attributes.csv`]: table(['Attribute', 'Value'], ['Title', 'Phillips 2006']),
    [`${COLLECTION}/GSE4271_sample_attributes.csv`]: small['x_sample_attributes.csv'] ?? '',
    [`${folder}/GSE4271_DS1.csv`]: small['x.csv'] ?? '',
    [`${folder}/GSE4271_DS1_attributes.csv`]: attributes,
    [`${folder}/GSE4271_DS1_sample_attributes.csv`]: small['x_sample_attributes.csv'] ?? '',
    [`${folder}/GSE4271_DS1_feature_metadata.csv`]: small['x_feature_metadata.csv'] ?? '',
  };
}

function whole(): Record<string, string> {
  return {
    ...collection(),
    ...smallDataSet(`${RUN}/GSE4271_Primary_3_outliers_removed`),
    ...smallAnalysis(ANALYSIS),
  };
}

function titles(plan: Plan): string[] {
  return plan.units.map((unit) => `${unit.kind}: ${unit.title}`);
}

async function check(files: Record<string, string>): Promise<Fault[]> {
  const tree = treeOf(files);
  const plan = await planIntake(tree);
  return [...plan.faults, ...(await checkPlan(tree, plan)).faults];
}

describe('a plan', () => {
  test('sorts a collection, its data sets and its analyses, and leaves no file', async () => {
    const plan = await planIntake(treeOf(whole()));
    expect(titles(plan)).toEqual([
      'data-collection: Phillips 2006',
      'data-set: Phillips 2006 EXT OR A.1.1',
      'analysis: Phillips 2006 All',
    ]);
    expect(plan).toMatchObject({ faults: [], notUnderstood: [], ignored: [] });
    expect(plan.units.flatMap((unit) => unit.files).toSorted()).toEqual(Object.keys(whole()).toSorted());
    expect(plan.units[1]).toMatchObject({ collection: 'GSE4271' });
  });

  test('finds the same in a wrapping folder, or with the run folder alone', async () => {
    const wrapped = Object.fromEntries(
      Object.entries(whole()).map(([path, text]) => [`upload/${path}`, text]),
    );
    expect(titles(await planIntake(treeOf(wrapped)))).toHaveLength(3);
    const alone = await planIntake(treeOf(smallAnalysis('GSE4271_makeFM_03-03-03')));
    expect(alone.units).toMatchObject([
      { kind: 'analysis', collection: null, networks: [{ name: NETWORK }] },
    ]);
    const loose = await planIntake(treeOf(smallDataSet('All_3_ComBat')));
    expect(loose).toMatchObject({ units: [{ kind: 'data-set' }], faults: [] });
  });

  test('knows the collection of a derived data set by its title where no folder tells it', async () => {
    const loaded = `${COLLECTION}/GSE4271_DS1_04-04-04`;
    const folderOf = (path: string) =>
      path.startsWith(loaded)
        ? 'Phillips 2006 EXT A.1'
        : path.startsWith(COLLECTION)
          ? 'Phillips 2006'
          : 'OR A.1.1';
    // As an archive that a portal made has them: a folder for each record, and none above.
    const flat = Object.fromEntries(
      Object.entries({ ...collection(), ...smallDataSet(`${RUN}/GSE4271_Primary_3_outliers_removed`) }).map(
        ([path, text]) => [`${folderOf(path)}/${path.split('/').at(-1)}`, text],
      ),
    );
    expect((await planIntake(treeOf(flat))).units).toMatchObject([
      { kind: 'data-collection', name: 'GSE4271' },
      { kind: 'data-set', title: 'Phillips 2006 EXT A.1', collection: 'GSE4271' },
      { kind: 'data-set', title: 'Phillips 2006 EXT OR A.1.1', collection: 'GSE4271' },
    ]);
    const namesake = {
      'other/X_DC_attributes.csv': table(['Attribute', 'Value'], ['Title', 'Phillips 2006']),
      'other/X_sample_attributes.csv': '',
    };
    const { units } = await planIntake(treeOf({ ...flat, ...namesake }));
    expect(units.find(({ title }) => title.includes('OR'))).toMatchObject({ collection: null });
  });

  test('takes an empty network folder as a network without modules', async () => {
    const empty = 'Bicor-None_signum0.9_minSize20_merge_ME_0.85_2';
    const plan = await planIntake(treeOf(smallAnalysis('A'), [`A/${empty}`]));
    expect(plan.units[0]).toMatchObject({
      networks: [
        { name: NETWORK, isEmpty: false },
        { name: empty, isEmpty: true },
      ],
    });
    expect(plan.faults).toEqual([]);
  });

  test('keeps up to three data sets of a folder apart, with extra tokens after Qnorm', async () => {
    const files = {
      ...smallDataSet(`${RUN}/X_All_3_outliers_removed`),
      ...smallDataSet(`${RUN}/X_All_3_Qnorm_quantile`),
      ...smallDataSet(`${RUN}/X_pt2_All_3_ComBat`),
      [`${RUN}/figure.pdf`]: '%PDF-1.4',
    };
    const plan = await planIntake(treeOf(files));
    expect(plan.units).toHaveLength(3);
    expect(plan).toMatchObject({ faults: [], notUnderstood: [] });
  });

  test('reads enrichment in folders and as flat files, other definitions stay files', async () => {
    const files = smallAnalysis('A');
    files[`A/${NETWORK}/GSHyperG_BROAD_SETS_01-02-03_TOPMODPOSBC.csv`] = 'SetID,SetName,blue\n';
    files[`A/${NETWORK}/GSHyperG_MY_SETS_01-02-03_FDR_NEG/x.csv`] = 'x';
    const plan = await planIntake(treeOf(files));
    expect(plan.units[0]).toMatchObject({
      networks: [
        {
          enrichment: [
            { source: 'BROAD_SETS', definition: 'PosBC' },
            { source: 'MY_SETS', definition: 'Seed' },
          ],
          otherFiles: [`A/${NETWORK}/GSHyperG_MY_SETS_01-02-03_FDR_NEG/x.csv`],
        },
      ],
    });
  });

  test.each([
    [`${RUN}/GSE4271_Primary_3_outliers_removed_feature_metadata.csv`],
    [`${RUN}/GSE4271_Primary_3_outliers_removed_DS_attributes.csv`],
    [`${RUN}/GSE4271_Primary_3_outliers_removed.csv`],
    [`${COLLECTION}/GSE4271_sample_attributes.csv`],
    [`${COLLECTION}/GSE4271_DC_attributes.csv`],
    [`${COLLECTION}/GSE4271_DS1_04-04-04/GSE4271_DS1.csv`],
    [`${COLLECTION}/GSE4271_DS1_04-04-04/GSE4271_DS1_attributes.csv`],
    [`${ANALYSIS}/${NETWORK}/kME_table_01-02-03.csv`],
  ])('names %s when it is missing', async (path) => {
    const files = whole();
    delete files[path];
    const plan = await planIntake(treeOf(files));
    expect(plan.faults).toMatchObject([{ kind: 'missing', file: path }]);
    expect(plan.notUnderstood).toEqual([]);
  });

  test('names missing attributes and statistics of an analysis', async () => {
    const files = smallAnalysis(ANALYSIS);
    delete files[`${ANALYSIS}/P_project_attributes.csv`];
    delete files[`${ANALYSIS}/Bicor-None_p2_P_network_statistics.csv`];
    expect((await planIntake(treeOf(files))).faults.map((fault) => fault.file)).toEqual([
      `${ANALYSIS}/*_network_statistics.csv`,
      `${ANALYSIS}/GSE4271_project_attributes.csv`,
    ]);
  });

  test('recognises mapping tables, gene sets and ontologies', async () => {
    const plan = await planIntake(
      treeOf({
        'r/2022-11-02/homo_sapiens_mapping_tables/SYMBOL/Homo_sapiens_SYMBOL_ALIAS.csv': '',
        'r/2022-11-02/mus_musculus_mapping_tables/SYMBOL/Mus_musculus_SYMBOL_Homo_sapiens.csv': '',
        'r/2022-11-02/microarray_mapping_tables/U133A_PROBEID_mapping_tables/Affymetrix_U133A_PROBEID_SYMBOL.csv':
          '',
        'r/sets/MyGeneSetsLEGEND.csv': '',
        'r/sets/MOSET1.csv': '',
        'h.gmt': '',
        'mondo.obo': '',
        'mondo.tsv': '',
        'README.md': '',
        'manifest.csv': '',
        'deep/in/manifest.csv': '',
        'pack.sh': '',
        'answers/a.json': '',
        'answers/index.csv': '',
        'what.dat': '',
        'nested.zip': '',
      }),
    );
    expect(titles(plan)).toEqual([
      'mapping-table: Homo sapiens SYMBOL to ALIAS',
      'mapping-table: Affymetrix U133A PROBEID to SYMBOL',
      'mapping-table: Mus musculus SYMBOL to Homo sapiens',
      'gene-sets: h',
      'gene-sets: sets',
      'ontology: MONDO',
    ]);
    expect(plan.units[1]).toMatchObject({
      table: { platform: 'Affymetrix U133A', organism: null, release: '2022-11-02' },
    });
    expect(plan.units[2]).toMatchObject({
      table: { organism: 'Mus musculus', platform: null, from: 'SYMBOL', to: 'Homo sapiens' },
    });
    expect(plan.notUnderstood).toEqual(['deep/in/manifest.csv', 'nested.zip', 'what.dat']);
    expect(plan.ignored.map((file) => file.path)).toEqual([
      'README.md',
      'answers/a.json',
      'answers/index.csv',
      'manifest.csv',
      'mondo.tsv',
      'pack.sh',
    ]);
  });

  test('reports an input without units, a release without a date, and a missing legend', async () => {
    expect((await planIntake(treeOf({ 'a.dat': '' }))).faults).toMatchObject([
      { kind: 'wrong', file: 'a.dat' },
    ]);
    const undated = await planIntake(treeOf({ 'x_mapping_tables/Homo_sapiens_SYMBOL_GO.csv': '' }));
    expect(undated.faults).toMatchObject([{ kind: 'wrong', file: 'x_mapping_tables' }]);
    const sets = await planIntake(treeOf({ 'g/MOSET1.csv': 'A\n' }));
    expect(sets.faults).toMatchObject([{ kind: 'missing', file: 'g/MyGeneSetsLEGEND.csv' }]);
  });
});

describe('the check', () => {
  test('finds no fault in a good collection and reports progress by file and row', async () => {
    const tree = treeOf(whole());
    const plan = await planIntake(tree);
    const seen: number[] = [];
    let rows = 0;
    const onProgress = (progress: CheckProgress) => {
      expect(progress.filesTotal).toBe(Object.keys(whole()).length);
      expect(progress.rows).toBeGreaterThanOrEqual(rows);
      rows = progress.rows;
      seen.push(progress.filesDone);
    };
    expect(await checkPlan(tree, plan, { onProgress })).toMatchObject({ faults: [] });
    expect(seen.at(-1)).toBe(Object.keys(whole()).length);
    expect(rows).toBeGreaterThan(30);
  });

  test('compares eigengenes with the input data set and enrichment with the modules', async () => {
    const files = whole();
    const network = `${ANALYSIS}/${NETWORK}`;
    files[`${network}/Module_eigengenes_01-02-03.csv`] = table(
      ['Sample', 'turquoise', 'blue'],
      ['GBM_1', 1, 2],
      ['GBM_7', 3, 4],
    );
    files[`${network}/GSHyperG_MY_SETS_01-02-03_SEED/any.csv`] = table(
      ['SetID', 'SetName', 'red'],
      ['A', 'a', 1],
    );
    expect((await check(files)).map((fault) => fault.sentence)).toEqual([
      'The input data set has no sample "GBM_7".',
      'The sample "GBM_2" of the input data set is missing.',
      'The sample "GBM_3" of the input data set is missing.',
      '"red" is not a module of this network.',
    ]);
  });

  test('an input data set that is neither in the upload nor stored is named, with the line of the attribute', async () => {
    expect(await check(smallAnalysis(ANALYSIS))).toMatchObject([
      {
        file: `${ANALYSIS}/P_project_attributes.csv`,
        line: 4,
        column: 'Input Datasets',
        sentence: expect.stringContaining(
          '"Phillips 2006 EXT OR A.1.1" is neither in this upload nor in the portal.',
        ),
      },
    ]);
  });

  test('finds a repeated title or set id', async () => {
    const twice = { ...whole(), ...smallDataSet(`${RUN}/GSE4271_Primary_3_Qnorm`) };
    expect((await check(twice)).map((fault) => fault.sentence)).toEqual([
      'Another data set here is also titled "Phillips 2006 EXT OR A.1.1".',
    ]);
    expect(
      (await check({ 'a.gmt': 'S\tx\tA\n', 'b.gmt': 'S\tx\tB\n' })).map((fault) => fault.sentence),
    ).toEqual(['The set "S" is also in "a.gmt".']);
  });

  test('keeps at most 200 faults of a unit', async () => {
    const rows = Array.from({ length: 300 }, (_, at) => `S${at}\tx\n`).join('');
    const faults = await check({ 'a.gmt': rows });
    expect(faults).toHaveLength(201);
    expect(faults.at(-1)?.sentence).toBe('100 more faults are not listed.');
  });

  test('reports an archive entry that cannot be read, and continues', async () => {
    const path = `${ANALYSIS}/${NETWORK}/kME_table_01-02-03.csv`;
    const whatWasFound: Fault = {
      kind: 'wrong',
      file: path,
      line: null,
      column: null,
      sentence: 'It is damaged.',
    };
    const tree = treeOf(whole());
    const open = tree.open;
    tree.open = async (file) => {
      if (file === path) throw new IntakeRefusal([whatWasFound]);
      return open(file);
    };
    expect((await checkPlan(tree, await planIntake(tree))).faults).toEqual([whatWasFound]);
  });

  test('detects files named .pdf that are not PDFs', async () => {
    const files = { ...whole(), [`${ANALYSIS}/P_dendrogram.pdf`]: 'no pdf' };
    expect(await check(files)).toMatchObject([
      { file: `${ANALYSIS}/P_dendrogram.pdf`, sentence: 'The file is not a PDF; it holds plain text.' },
    ]);
  });
});

describe('files that another program has changed', () => {
  /** The laboratory with a text replaced in all files, and by another in the files of one kind. */
  function changed(text: string, name: string, [file, other]: [RegExp, string]): Record<string, string> {
    return Object.fromEntries(
      Object.entries(whole()).map(([path, content]) => [
        path,
        content.replaceAll(text, file.test(path) ? other : name),
      ]),
    );
  }

  const edited = (file: RegExp, change: (content: string) => string) =>
    Object.fromEntries(
      Object.entries(whole()).map(([path, content]) => [path, file.test(path) ? change(content) : content]),
    );

  const BY_R = /names look changed by R/;

  test.each([
    [changed('GBM_', 'GBM-', [/eigengenes/, 'GBM.']), BY_R],
    [changed('GBM_', '8hr-control_', [/eigengenes/, 'X8hr.control_']), BY_R],
    [
      changed('GBM_', '00', [/eigengenes/, '']),
      /names have lost the zeros at their beginning, such as "001", now "1"/,
    ],
    [changed('IDH1', 'HLA-DRA', [/kME_table/, 'HLA.DRA']), BY_R],
    [changed('IDH1', 'HLA-DRA', [/DS1_feature_metadata/, 'HLA.DRA']), BY_R],
    [
      edited(/DS1_feature_metadata/, (text) =>
        text.replaceAll('IDH1', '?').replaceAll('OLIG2', 'IDH1').replaceAll('?', 'OLIG2'),
      ),
      /They are the same in another order/,
    ],
    [
      edited(/eigengenes/, (text) => text.replace('Index,', '')),
      /The header has one cell less than the rows/,
    ],
    [edited(/eigengenes/, (text) => text.replace('Index,Sample', ',x')), /The first column has no name/],
    [edited(/kME_table/, (text) => `# made with R\n${text}`), /The first line is a comment/],
    [
      edited(/eigengenes/, (text) => text.replace('turquoise,blue', 'MEturquoise,MEblue')),
      /remove ME from the names/,
    ],
    [edited(/kME_table/, (text) => text.replaceAll('kME', 'ME')), /The column is named MEturquoise/],
    [edited(/kME_table/, (text) => text.replaceAll('kME', 'kMEME')), /The column is named kMEMEturquoise/],
  ])('are refused with one sentence that says why (%#)', async (files, sentence) => {
    expect(await check(files)).toEqual([
      expect.objectContaining({ sentence: expect.stringMatching(sentence) }),
    ]);
  });

  test('a series matrix of GEO and a matrix with row names are named as such', async () => {
    const sentenceOf = async (content: string) => {
      const [fault] = await check(edited(/DS1\.csv$/, () => content));
      return fault?.sentence;
    };
    expect(await sentenceOf('!Series_title,"x"\n!Sample_title,"GBM_1","GBM_2","GBM_3"\n')).toMatch(
      /This is a series matrix of GEO/,
    );
    expect(await sentenceOf('GBM_1,GBM_2,GBM_3\nIDH1,1,2,3\nOLIG2,1,2,3\n')).toMatch(
      /The header has one cell less than the rows/,
    );
  });

  test.each(['.gz', '.bz2', '.xz', '.zip'])('a file that is compressed to %s is named', async (ending) => {
    const files = Object.fromEntries(
      Object.entries(whole()).map(([path, content]) => [
        path.endsWith('_DS1.csv') ? `${path}${ending}` : path,
        content,
      ]),
    );
    const [fault] = await check(files);
    expect(fault).toMatchObject({
      file: expect.stringMatching(/GSE4271_DS1\.csv\.\w+$/),
      sentence: 'The file GSE4271_DS1.csv is compressed; unpack it.',
    });
  });
});
