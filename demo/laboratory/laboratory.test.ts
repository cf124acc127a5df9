import { createHash } from 'node:crypto';
import { globSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { moduleTraits } from '@omicon/domain/statistics/modules/module-traits.ts';
import { readFollowUp } from '@omicon/domain/statistics/survival/follow-up.ts';
import { logRank } from '@omicon/domain/statistics/survival/kaplan-meier.ts';
import { readGeneSetFolder } from '@omicon/pipeline/files/read-gene-set-folder.ts';
import { findModules } from '@omicon/pipeline/run/find-modules.ts';
import { prepareDataSet } from '@omicon/pipeline/run/prepare-data-set.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { PROGRAMS } from './programs.ts';
import { type LaboratoryScale, writeDemoLaboratory } from './write-laboratory.ts';

const SMALL: LaboratoryScale = { collections: 2, samples: 64, features: 620, networksPerAnalysis: 2 };

let folder = '';
const folders: string[] = [];

async function writeSmall(options: { seed?: number; scale?: LaboratoryScale }): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'demo-laboratory-'));
  folders.push(folder);
  await writeDemoLaboratory(folder, { scale: SMALL, ...options });
  return folder;
}

function filesBelow(root: string, pattern = '**/*'): string[] {
  return globSync(pattern, { cwd: root })
    .filter((path) => statSync(join(root, path)).isFile())
    .sort();
}

/** One hash over all paths and bytes. */
function hashOf(root: string): string {
  const hash = createHash('sha256');
  for (const path of filesBelow(root)) hash.update(path).update(readFileSync(join(root, path)));
  return hash.digest('hex');
}

/** Cells of a table without quoted commas. */
function readTable(path: string, root = folder): string[][] {
  const text = readFileSync(join(root, path), 'utf8').trimEnd();
  return text.split('\n').map((line) => line.replaceAll('"', '').split(','));
}

function readAttributes(path: string): Map<string, string> {
  return new Map(readTable(path).map(([name = '', value = '']) => [name, value]));
}

function onlyFile(pattern: string): string {
  const [path] = filesBelow(folder, pattern);
  if (path === undefined) throw new Error(`The laboratory has no ${pattern}.`);
  return path;
}

const DERIVED_ATTRIBUTES = '**/makeSN*/**/*_DS_attributes.csv';
const LOADED_ATTRIBUTES = '**/makeDC/**/*_DS[0-9]_attributes.csv';

beforeAll(async () => {
  folder = await writeSmall({});
});

afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true });
});

describe('the demo laboratory', () => {
  test('the same seed gives the same bytes, another seed different ones', async () => {
    expect(hashOf(await writeSmall({}))).toBe(hashOf(folder));
    const tiny = { collections: 1, samples: 28, features: 200, networksPerAnalysis: 1 };
    const [one, other] = [await writeSmall({ scale: tiny }), await writeSmall({ scale: tiny, seed: 7 })];
    expect(hashOf(one)).not.toBe(hashOf(other));
  });

  test('a module follows the batch where the batches were not corrected, and none where they were', async () => {
    const scale = { collections: 3, samples: 64, features: 1000, networksPerAnalysis: 1 };
    const root = await writeSmall({ scale });
    const file = (pattern: string) => filesBelow(root, pattern)[0] ?? pattern;
    const strongest = (study: string, run: string) => {
      const [header = [], ...rows] = readTable(file(`${study}/**/${run}/**/Module_eigengenes_*.csv`), root);
      const [columns = [], ...attributes] = readTable(
        file(`${study}/makeDC/*/${study}_sample_attributes.csv`),
        root,
      );
      const labels = rows.map((row) => row[1]);
      const cellsOf = (name: string) =>
        labels.map((label) => {
          const row = attributes.find((cells) => cells[columns.indexOf('Label')] === label) ?? [];
          return row[columns.indexOf(name)] ?? null;
        });
      const modules = header.slice(2).map((_, at) => Float64Array.from(rows, (row) => Number(row[at + 2])));
      const named = ['Batch', 'Sex', 'Age', 'Disease'];
      const {
        traits,
        strongest: places,
        cells,
      } = moduleTraits(modules, new Map(named.map((name) => [name, cellsOf(name)])));
      return places.map((at, module) => ({
        attribute: traits[at ?? -1]?.attribute,
        r2: cells[module]?.[at ?? -1]?.r2 ?? 0,
      }));
    };
    const uncorrected = strongest('DEMO_U133A', '*Glioblastoma_makeFM*');
    expect(uncorrected.filter(({ attribute, r2 }) => attribute === 'Batch' && r2 > 0.4)).toHaveLength(1);
    const corrected = strongest('DEMO_REGIONS', '*makeFM*');
    expect(corrected.filter(({ attribute, r2 }) => attribute === 'Batch' && r2 > 0.1)).toEqual([]);
  });

  test('the module best enriched for the microglia set holds most of its markers', () => {
    const [header = [], ...rows] = readTable(onlyFile('**/*Primary*/**/*minSize10*/**/*TOPMODPOSBC.csv'));
    const microglia = rows.find((row) => row[1] === 'DEMO_MICROGLIA') ?? [];
    // A description may hold commas, so the P values are counted from the right.
    const colours = header.slice(7);
    const pValues = microglia.slice(-colours.length).map(Number);
    const best = colours[pValues.indexOf(Math.min(...pValues))];
    expect(Math.min(...pValues)).toBeLessThan(1e-10);

    const [, ...features] = readTable(onlyFile('**/*Primary*/**/*minSize10*/kME_table_*.csv'));
    const measured = features.filter((row) => markersOf('MICROGLIA').has(row[1] ?? ''));
    const inModule = measured.filter((row) => row[5] === best);
    expect(measured.length).toBeGreaterThan(10);
    expect(inModule.length / measured.length).toBeGreaterThan(0.6);
  });

  test('grades of glioma differ in survival', () => {
    const [columns = [], ...rows] = readTable(
      onlyFile('DEMO_GLIOMA/makeDC/*/DEMO_GLIOMA_sample_attributes.csv'),
    );
    const column = (name: string) => rows.map((row) => row[columns.indexOf(name)] ?? '');
    const { followUp, samples, events } = readFollowUp(column('Survival_Days'), column('Vital_Status'));
    expect([samples.length, events > 10, events < samples.length]).toEqual([rows.length, true, true]);
    const grade = column('Tumor_Grade');
    const groups = ['2', '3', '4'].map((wanted) => [...samples].filter((at) => grade[at] === wanted));
    expect(logRank(followUp, groups).logP).toBeLessThan(Math.log(0.05));
  });

  test('outlier removal leaves fewer samples, and later steps keep them', () => {
    const counts = (pattern: string): number[] =>
      filesBelow(folder, pattern).map((path) => Number(readAttributes(path).get('Number of Samples')));
    const [loaded = 0] = counts('DEMO_GLIOMA/**/DEMO_GLIOMA_DS2_attributes.csv');
    const derived = counts('DEMO_GLIOMA/makeSN_Agilent/**/*_DS_attributes.csv');
    expect(derived).toHaveLength(2);
    for (const count of derived) expect(count).toBeLessThan(loaded);
    expect(new Set(derived).size).toBe(1);
  });

  test('the version code counts the operation codes of the title, and its parent exists', () => {
    const dataSets = [
      ...filesBelow(folder, DERIVED_ATTRIBUTES),
      ...filesBelow(folder, LOADED_ATTRIBUTES),
    ].map((path) => {
      const attributes = readAttributes(path);
      const collection = path.split('/')[0] ?? '';
      return { collection, title: attributes.get('Title') ?? '', version: attributes.get('Version') ?? '' };
    });
    const known = new Set(dataSets.map(({ collection, version }) => `${collection} ${version}`));
    expect(known.size).toBe(dataSets.length);
    for (const { collection, title, version } of dataSets) {
      const operations = title.split(' ').filter((word) => ['RDP', 'EXT', 'OR', 'QN', 'BC'].includes(word));
      expect(operations).toHaveLength(version.split('.').length - 1);
      const parent = version.split('.').slice(0, -1).join('.');
      if (operations.length > 1) expect(known).toContain(`${collection} ${parent}`);
    }
  });

  test('every analysis names one data set that exists', () => {
    const titles = filesBelow(folder, DERIVED_ATTRIBUTES).map((path) => {
      const attributes = readAttributes(path);
      return `${attributes.get('Title')} ${attributes.get('Version')}`;
    });
    const analyses = filesBelow(folder, '**/*_project_attributes.csv');
    expect(analyses).toHaveLength(3);
    for (const path of analyses) expect(titles).toContain(readAttributes(path).get('Input Datasets'));
  });

  test('contains a single header line, mangled network names and an empty network', () => {
    expect(readTable(onlyFile('**/DEMO_U133A_DS1.csv'))[0]?.[0]).toBe('SYMBOL');
    expect(readTable(onlyFile('**/DEMO_GLIOMA_DS1.csv'))[0]?.[0]).toBe('INDEX');
    expect(readTable(onlyFile('**/*Oligodendroglioma_network_statistics.csv'))[0]?.[1]).toMatch(
      /^Bicor\.None_/,
    );
    const networks = globSync('**/Bicor-None_signum*', { cwd: folder });
    const empty = networks.filter((path) => filesBelow(join(folder, path)).length === 0);
    expect(empty).toHaveLength(1);
  });

  test('every module has one page in the pictures of its network', () => {
    for (const path of filesBelow(folder, '**/Modules_*.pdf')) {
      const pages = readFileSync(join(folder, path), 'latin1').match(/\/Type \/Page\b/g) ?? [];
      const eigengenes = path.replace(/Modules_(.*)\.pdf$/, 'Module_eigengenes_$1.csv');
      expect(pages).toHaveLength((readTable(eigengenes)[0] ?? []).length - 2);
    }
  });
});

describe('the pipeline, run on the files of the demo,', () => {
  /** Tables by name without the run id, which every run has of its own. */
  const tablesBelow = (root: string, pattern: string): Map<string, string> =>
    new Map(
      filesBelow(root, pattern).map((file) => [
        file.replaceAll(/_\d\d-\d\d-\d\d/g, ''),
        readFileSync(join(root, file), 'utf8'),
      ]),
    );

  test('makes the same data sets', async () => {
    const out = mkdtempSync(join(tmpdir(), 'demo-pipeline-'));
    folders.push(out);
    const removed = onlyFile('**/DEMO_GLIOMA_RNAseq_Primary_*_outliers_removed.csv');
    const { folders: made } = await prepareDataSet(
      {
        input: join(folder, removed),
        steps: [{ code: 'QN' }, { code: 'BC', batch: 'Batch', covariates: [], isMeanOnly: false }],
      },
      { workFolder: join(out, 'steps'), outFolder: join(out, 'laboratory') },
    );
    const derived = tablesBelow(join(folder, dirname(removed)), '*_{Qnorm,ComBat}*.csv');
    expect(derived.size).toBe(8);
    expect(new Map(made.flatMap((each) => [...tablesBelow(each, '*.csv')]))).toEqual(derived);
  });

  test('finds the same modules, with the same statistics and enrichment', async () => {
    const out = mkdtempSync(join(tmpdir(), 'demo-pipeline-'));
    folders.push(out);
    const project = readAttributes(onlyFile('**/*Glioblastoma_project_attributes.csv'));
    const { folder: found } = await findModules(
      {
        input: join(folder, onlyFile('**/DEMO_U133A_Glioblastoma_*_Qnorm.csv')),
        cells: [
          { relative: 0.99, minSize: 8 },
          { relative: 0.98, minSize: 10 },
        ],
        geneSets: await readGeneSetFolder(join(folder, 'resources/genesets')),
        attributes: {
          title: project.get('Title') ?? '',
          inputDataSet: project.get('Input Datasets') ?? '',
          owner: project.get('Owner') ?? '',
          analyst: project.get('Analyst') ?? '',
          creationDate: project.get('Creation Date') ?? '',
          availability: 'Private',
          notes: project.get('Notes') ?? '',
        },
      },
      { workFolder: join(out, 'steps'), outFolder: join(out, 'laboratory') },
    );
    const demo = tablesBelow(
      join(folder, dirname(onlyFile('**/*Glioblastoma_project_attributes.csv'))),
      '**/*.csv',
    );
    expect(demo.size).toBeGreaterThan(12);
    expect(tablesBelow(found, '**/*.csv')).toEqual(demo);
  });
});

describe('planted programs', () => {
  test('no gene belongs to two programs, and none is listed twice', () => {
    const genes = PROGRAMS.flatMap((program) => program.genes);
    expect(new Set(genes).size).toBe(genes.length);
  });
});

function markersOf(name: string): Set<string> {
  return new Set(PROGRAMS.find((program) => program.name === name)?.genes);
}
