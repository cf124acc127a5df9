/**
 * The whole pipeline on folders: what it writes is taken in by intake, and a run that was stopped ends with the same
 * bytes.
 */
import { createHash } from 'node:crypto';
import { globSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { PipelineStopped, type Watch } from '@omicon/domain/pipeline/watch.ts';
import { checkPlan } from '@omicon/intake/check.ts';
import { planIntake } from '@omicon/intake/plan/plan.ts';
import { openFolder } from '@omicon/intake/tree/folder-tree.ts';
import { afterAll, describe, expect, test } from 'vitest';
import { writeDataSet } from '../files/laboratory-data-set.ts';
import { readDataSetFolder } from '../files/read-data-set-folder.ts';
import { readGeneSetFolder } from '../files/read-gene-set-folder.ts';
import { removeLaboratories, writeLaboratory } from '../test-laboratory.ts';
import type { PreparationStep } from './apply-step.ts';
import { findModules, type ModulesRequest, previewModules } from './find-modules.ts';
import { prepareDataSet } from './prepare-data-set.ts';

const STEPS: PreparationStep[] = [
  { code: 'OR', rules: {} },
  { code: 'QN' },
  { code: 'BC', batch: 'Batch', covariates: ['Sex'], isMeanOnly: false },
];

function modulesRequest(input: string): ModulesRequest {
  return {
    input,
    cells: [0.99, 0.95, 0.9].flatMap((relative) => [4, 8, 60].map((minSize) => ({ relative, minSize }))),
    attributes: {
      title: 'Test 2026 glioma All',
      inputDataSet: 'Test 2026 glioma EXT OR QN BC A.1.1.1.1',
      owner: 'Marit Solheim',
      analyst: 'Jonas Achterberg',
      creationDate: '2026-11-25',
      availability: 'Public',
      notes: '',
    },
  };
}

async function runAll(
  { root, work, input }: { root: string; work: string; input: string },
  { watch, threadCount = 1 }: { watch?: Watch; threadCount?: number } = {},
) {
  const at = { workFolder: work, outFolder: root };
  const prepared = await prepareDataSet({ input, steps: STEPS }, at, watch);
  const geneSets = await readGeneSetFolder(path.join(root, 'resources/genesets'));
  const found = await findModules(
    { ...modulesRequest(prepared.folders.at(-1) ?? ''), geneSets, threadCount },
    at,
    watch,
  );
  return { prepared, found };
}

/** One hash over all paths and bytes below a folder. */
function hashOf(root: string): string {
  const hash = createHash('sha256');
  for (const file of globSync('**/*', { cwd: root }).sort()) {
    hash.update(`${file}\0`);
    if (statSync(path.join(root, file)).isFile()) hash.update(readFileSync(path.join(root, file)));
  }
  return hash.digest('hex');
}

afterAll(removeLaboratories);

describe('the pipeline', () => {
  test('writes data sets and an analysis that intake takes in without a warning', async () => {
    const laboratory = await writeLaboratory();
    const { prepared, found } = await runAll(laboratory);
    expect(prepared.remarks).toEqual([
      'OR: 1 sample removed: GBM_30.',
      'BC: Samples of each Batch: 1 (15), 2 (14).',
    ]);
    const tree = await openFolder(laboratory.root);
    const plan = await planIntake(tree);
    expect(plan).toMatchObject({ faults: [], warnings: [], notUnderstood: [], ignored: [] });
    const { faults, warnings } = await checkPlan(tree, plan);
    expect([faults, warnings]).toEqual([[], []]);
    expect(plan.units.map(({ kind }) => kind)).toEqual([
      'gene-sets',
      'data-collection',
      'data-set',
      'data-set',
      'data-set',
      'analysis',
    ]);
    expect(found.networks.filter(({ finalModules }) => finalModules > 1).length).toBeGreaterThan(2);
    expect(found.networks.filter(({ finalModules }) => finalModules === 0).length).toBeGreaterThan(0);
    const tables = globSync('**/GSHyperG_MY_SETS_*_SEED.csv', { cwd: laboratory.root });
    expect(tables.length).toBeGreaterThan(2);
  });

  test('derived data sets carry the operation codes, and the companions of their rows', async () => {
    const laboratory = await writeLaboratory();
    const { prepared } = await runAll(laboratory);
    const read = await Promise.all(prepared.folders.map(readDataSetFolder));
    expect(read.map(({ analyte, dataSet }) => [analyte, dataSet.title, dataSet.version])).toEqual([
      ['TEST_All_29_outliers_removed.csv', 'Test 2026 glioma EXT OR', 'A.1.1'],
      ['TEST_All_29_Qnorm.csv', 'Test 2026 glioma EXT OR QN', 'A.1.1.1'],
      ['TEST_All_29_ComBat.csv', 'Test 2026 glioma EXT OR QN BC', 'A.1.1.1.1'],
    ]);
    const last = read.at(-1)?.dataSet;
    expect(last?.attributes.get('Transformations')).toBe(
      'Outlier removal (Z.K below -2, -3); Quantile normalisation; ComBat on Batch, keeping Sex',
    );
    const entrez = last?.features.map((_, at) => last.featureMetadata.rows[at]?.[0]);
    expect(entrez).toEqual(last?.features.map((gene) => String(999 + Number(gene.slice(4)))));
    expect(last?.sampleAttributes.rows[3]).toEqual(['Homo sapiens', 'glioblastoma', 2, 'M'].map(String));
  });

  test('a run that was stopped anywhere continues, and ends with the same bytes', async () => {
    const whole = await writeLaboratory();
    await runAll(whole);
    const expected = hashOf(whole.root);
    const broken = await writeLaboratory();
    let stops = 0;
    for (let allowed = 1; ; allowed += 3) {
      let asked = 0;
      const watch = { isStopped: () => ++asked > allowed };
      try {
        await runAll(broken, { watch });
        break;
      } catch (error) {
        expect(error).toBeInstanceOf(PipelineStopped);
        stops += 1;
        const parts = globSync('**/*.unfinished', { cwd: broken.root });
        expect(parts).toEqual([]);
      }
    }
    expect(stops).toBeGreaterThan(10);
    expect(hashOf(broken.root)).toBe(expected);
  });

  test('threads share the passes and give the same bytes', async () => {
    const [one, two] = [await writeLaboratory(), await writeLaboratory()];
    await runAll(one, { threadCount: 1 });
    await runAll(two, { threadCount: 3 });
    expect(hashOf(two.root)).toBe(hashOf(one.root));
  });

  test('a stop ends the threads', async () => {
    const { work, input } = await writeLaboratory();
    let isStopped = false;
    const watch = {
      isStopped: () => isStopped,
      onProgress: (step: string) => {
        isStopped = step === 'correlations';
      },
    };
    const request = { input, relatives: [0.9], minSizes: [4], threadCount: 2 };
    await expect(previewModules(request, { workFolder: work }, watch)).rejects.toThrow(PipelineStopped);
    const { cells } = await previewModules(request, { workFolder: work });
    expect(cells).toEqual([expect.objectContaining({ relative: 0.9, minSize: 4 })]);
  });
});

describe('features with missing values and repeated identifiers', () => {
  /** The laboratory's data set, with a value missing in one feature and one identifier given twice. */
  async function withGaps() {
    const laboratory = await writeLaboratory();
    const { dataSet } = await readDataSetFolder(laboratory.input);
    const features = dataSet.features.with(4, dataSet.features[3] ?? '');
    const values = dataSet.matrix.values.slice();
    values[11 * dataSet.matrix.sampleCount] = Number.NaN;
    await writeDataSet(
      { ...dataSet, features, matrix: { ...dataSet.matrix, values } },
      { stem: path.join(laboratory.input, 'TEST_DS1'), attributesName: 'attributes' },
    );
    return laboratory;
  }

  test('are left out or numbered by a preparation, and named', async () => {
    const { root, work, input } = await withGaps();
    const { folders, remarks } = await prepareDataSet(
      { input, steps: [{ code: 'QN' }] },
      { workFolder: work, outFolder: root },
    );
    expect(remarks).toEqual([
      'QN: 1 feature with missing values left out: GENE12.',
      'QN: Identifiers that occur more than once got a number: GENE4.',
    ]);
    const { dataSet } = await readDataSetFolder(folders[0] ?? '');
    expect(dataSet.features.slice(3, 5)).toEqual(['GENE4', 'GENE4.1']);
    expect([dataSet.features.length, dataSet.features.includes('GENE12')]).toEqual([179, false]);
  });

  test('are left out or kept by a search for modules, and named', async () => {
    const { root, work, input } = await withGaps();
    const { networks, remarks } = await findModules(modulesRequest(input), {
      workFolder: work,
      outFolder: root,
    });
    expect(remarks.slice(0, 2)).toEqual([
      '1 feature with missing values left out: GENE12.',
      '1 feature without variance left out: GENE8.',
    ]);
    expect(networks.every(({ featureCount }) => featureCount === 178)).toBe(true);
  });
});

describe('refused, with its sentence:', () => {
  test('attributes and samples that the data set does not have', async () => {
    const { root, work, input } = await writeLaboratory();
    const run = (step: PreparationStep) =>
      prepareDataSet({ input, steps: [step] }, { workFolder: work, outFolder: root });
    await expect(run({ code: 'BC', batch: 'Plate', covariates: [], isMeanOnly: false })).rejects.toThrow(
      'The samples have no attribute Plate.',
    );
    await expect(run({ code: 'OR', remove: ['GBM_1', 'GBM_99'] })).rejects.toThrow(
      'These samples are not in the data set: GBM_99.',
    );
  });

  test('sizes that are none, a grid without modules, and a folder without a data set', async () => {
    const { root, work, input } = await writeLaboratory();
    const at = { workFolder: work, outFolder: root };
    const request = modulesRequest(input);
    await expect(findModules({ ...request, cells: [{ relative: 0.9, minSize: 1 }] }, at)).rejects.toThrow(
      'Minimum sizes of modules are whole numbers from 2 on, such as 10.',
    );
    await expect(findModules({ ...request, cells: [{ relative: 0.999, minSize: 100 }] }, at)).rejects.toThrow(
      'No cell of the grid has a module; take lower thresholds or smaller sizes.',
    );
    await expect(findModules({ ...request, input: `${path.dirname(input)}/nothing` }, at)).rejects.toThrow();
    await expect(findModules({ ...request, memoryLimit: 1000 }, at)).rejects.toThrow(/ MiB are allowed, /);
  });
});
