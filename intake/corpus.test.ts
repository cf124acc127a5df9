import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { readEnrichment } from './analyses/read-enrichment.ts';
import { readNetwork } from './analyses/read-network.ts';
import { checkPlan } from './check.ts';
import { readDataSet } from './data-sets/read-data-set.ts';
import { planIntake } from './plan/plan.ts';
import type { FileTree, Plan, Unit, UnitOf } from './records.ts';
import { readGeneSets } from './resources/read-gene-sets.ts';
import { openFolder } from './tree/folder-tree.ts';

const REPOSITORY = resolve(import.meta.dirname, '..');
const CORPUS = join(resolve(REPOSITORY, process.env.OMICON_TEST_DATA ?? '../shared/data'), 'corpus');
const isMissing = !existsSync(CORPUS);

if (isMissing && process.env.CI === 'true') throw new Error('The corpus is missing; set OMICON_TEST_DATA.');
if (isMissing) console.warn('Skipped: the corpus of real collections is not there; set OMICON_TEST_DATA.');

/** Numbers of the table "Together" in the corpus README. */
const README = {
  collections: 5,
  dataSets: 31,
  analyses: 8,
  networks: 30,
  modules: 351,
  enrichment: 86,
  geneSets: 3130,
};
const README_ROWS = 191_192;
const README_P_VALUES = 2_960_458;
const README_BELOW = 116_973;
const README_EMPTY_NETWORKS = 3;

describe.skipIf(isMissing)('the corpus of real collections', () => {
  let tree: FileTree;
  let plan: Plan;
  beforeAll(async () => {
    tree = await openFolder(CORPUS);
    plan = await planIntake(tree);
  });

  function unitsOf<K extends Unit['kind']>(kind: K): UnitOf<K>[] {
    return plan.units.filter((unit): unit is UnitOf<K> => unit.kind === kind);
  }

  test('is understood completely: every file belongs to one unit or has a reason to be ignored', () => {
    const files = plan.units.flatMap((unit) => unit.files);
    expect(plan).toMatchObject({ faults: [], notUnderstood: [] });
    expect([...files, ...plan.ignored.map((file) => file.path)].toSorted()).toEqual(
      tree.entries.map((entry) => entry.path).toSorted(),
    );
    expect(plan.ignored.filter((file) => /\/(makeDC|makeSN|makeFM)/.test(file.path))).toEqual([]);
  });

  test('has the units its README counts', () => {
    const networks = unitsOf('analysis').flatMap((unit) => unit.networks);
    const loaded = unitsOf('data-collection').flatMap((unit) => unit.dataSets);
    expect(unitsOf('data-collection')).toHaveLength(README.collections);
    expect(loaded.length + unitsOf('data-set').length).toBe(README.dataSets);
    expect(unitsOf('analysis')).toHaveLength(README.analyses);
    expect(networks.filter((network) => !network.isEmpty)).toHaveLength(README.networks);
    // A copy may lack folders without files.
    expect([0, README_EMPTY_NETWORKS]).toContain(networks.filter((network) => network.isEmpty).length);
    expect(networks.flatMap((network) => network.enrichment)).toHaveLength(README.enrichment);
    expect(unitsOf('mapping-table')).toHaveLength(10);
    expect(unitsOf('ontology')).toHaveLength(3);
  });

  test('has no fault', async () => {
    expect(await checkPlan(tree, plan)).toMatchObject({ faults: [], warnings: [] });
  }, 120_000);

  test('has data sets of the sizes in the README', async () => {
    const readme = await readFile(join(CORPUS, 'README.md'), 'utf8');
    const expected = [...readme.matchAll(/^\| (.+ [A-Z](?:\.\d+)+) \| \w+ \| ([\d,]+) x ([\d,]+) \|$/gm)].map(
      (row) =>
        row
          .slice(1)
          .map((cell) => cell.replaceAll(',', ''))
          .join('|'),
    );
    const paths = [
      ...unitsOf('data-collection').flatMap((unit) => unit.dataSets),
      ...unitsOf('data-set').map((unit) => unit.paths),
    ];
    const found: string[] = [];
    for (const path of paths) {
      const { record } = await readDataSet(tree, path);
      const { title, versionCode, features, sampleTable } = record ?? {};
      found.push(`${title} ${versionCode}|${features?.length}|${sampleTable?.samples.length}`);
    }
    expect(expected).toHaveLength(README.dataSets);
    expect(found.toSorted()).toEqual(expected.toSorted());
  }, 60_000);

  test('has the same modules, members and kME as a naive reading of the files', async () => {
    let modules = 0;
    for (const network of unitsOf('analysis').flatMap((unit) => unit.networks)) {
      if (network.kmeTable === null) continue;
      const { record } = await readNetwork(tree, network);
      modules += record?.modules.length ?? 0;
      const seeds = record?.modules.map((module) => module.members.get('Seed')?.length ?? 0) ?? [];
      const rows = (await readPlain(network.kmeTable)).slice(1);
      expect(seeds.reduce((sum, size) => sum + size, 0)).toBe(
        rows.filter((cells) => /\w/.test(cells[2] ?? '')).length,
      );
      expect(record?.features).toEqual(rows.map((cells) => cells[1]));
    }
    expect(modules).toBe(README.modules);
  }, 60_000);

  test('has the same enrichment as a naive reading of the files', async () => {
    const counts = { rows: 0, pValues: 0, below: 0 };
    for (const table of unitsOf('analysis').flatMap((unit) =>
      unit.networks.flatMap((network) => network.enrichment),
    )) {
      const { record } = await readEnrichment(tree, table);
      if (record === null) throw new Error(`${table.path} has faults`);
      counts.rows += record.sets.length;
      counts.pValues += record.pValues.length;
      const below = record.pValues.filter((value) => value < 0.05).length;
      counts.below += below;
      const cells = (await readPlain(table.path))
        .slice(1)
        .flatMap((row) => row.slice(-record.modules.length));
      expect(below).toBe(cells.filter((cell) => Number(cell) < 0.05).length);
    }
    expect(counts).toEqual({ rows: README_ROWS, pValues: README_P_VALUES, below: README_BELOW });
  }, 60_000);

  test('has the gene sets of its legend', async () => {
    const [unit] = unitsOf('gene-sets');
    if (unit === undefined) throw new Error('The gene sets are missing.');
    const { record } = await readGeneSets(tree, unit);
    expect(record).toHaveLength(README.geneSets);
    const files = await readdir(join(CORPUS, 'resources/genesets'));
    expect(files.filter((name) => name.startsWith('MOSET'))).toHaveLength(README.geneSets);
    expect(record?.every((set) => set.size === set.genes.length)).toBe(true);
  });

  /** Cells by the plainest means: no cell of these tables holds a comma, a quotation mark or a line break. */
  async function readPlain(path: string): Promise<string[][]> {
    const text = await readFile(join(CORPUS, '..', path), 'utf8');
    return text
      .trimEnd()
      .split('\n')
      .map((line) => line.split(','));
  }
});
