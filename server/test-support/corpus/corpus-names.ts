/** How modules, networks and data sets of the real corpus are called, and which group a trait says is higher. */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import {
  getModuleEigengene,
  listModules,
  listModuleTraits,
} from '@omicon/contract/areas/analyses/covariation-networks.ts';
import { readDataSetName } from '@omicon/domain/records/names/data-set-name.ts';
import { moduleLabel } from '@omicon/domain/records/names/module-theme.ts';
import { shortNetworkName } from '@omicon/domain/records/names/network-name.ts';
import { higherGroup } from '@omicon/domain/statistics/modules/traits.ts';
import { mean } from '@omicon/domain/statistics/moments.ts';
import Papa from 'papaparse';
import { expect, test } from 'vitest';
import type { TestPortal } from '../portal.ts';
import { CORPUS, CORPUS_IS_MISSING } from './corpus.ts';

/** Eigengenes by module, then by sample, as a file of the pipeline has them. */
function readEigengenes(network: string): Map<string, Map<string, number>> {
  const files = CORPUS_IS_MISSING ? [] : readdirSync(CORPUS, { recursive: true, encoding: 'utf8' });
  const file = files.find((name) => name.includes(`${network}/Module_eigengenes`)) ?? '';
  const text = readFileSync(path.join(CORPUS, file), 'utf8').trim();
  const [titles = [], ...rows] = Papa.parse<string[]>(text).data;
  return new Map(
    titles
      .slice(2)
      .map((module, at) => [module, new Map(rows.map((row) => [row[1] ?? '', Number(row[at + 2])]))]),
  );
}

export function describeCorpusNames(portal: () => TestPortal): void {
  async function networks() {
    return portal()
      .services.db.selectFrom('covariation_network as n')
      .innerJoin('analysis as a', 'a.id', 'n.analysis_id')
      .select(['n.number', 'n.name', 'a.number as analysis'])
      .execute();
  }

  test('networks of one analysis, and data sets of one collection, differ in their short names', async () => {
    const names = (await networks()).map(({ analysis, name }) => `${analysis}: ${shortNetworkName(name)}`);
    expect(new Set(names).size).toBe(names.length);
    const sets = await portal().services.db.selectFrom('data_set').select('title').execute();
    const short = sets.map(({ title }) =>
      Object.values(readDataSetName(title) ?? { title })
        .filter((part) => part !== null)
        .join(', '),
    );
    expect(new Set(short).size).toBe(sets.length);
    expect(short).toContain('TCGA GBM RNA-seq, normalised');
  });

  test('modules are called by what they are about: microglia, neurons, oligodendrocytes', async () => {
    const admin = await portal().signInAs('admin');
    const labels: string[] = [];
    for (const { number } of await networks()) {
      const query = { page_size: 100 };
      const { reply } = await portal().call(listModules, { as: admin, params: { id: number }, query });
      labels.push(...reply.results.map(moduleLabel));
    }
    for (const theme of ['microglia', 'neurons', 'oligodendrocytes', 'G2M checkpoint'])
      expect(
        labels.some((label) => label.endsWith(` · ${theme}`)),
        theme,
      ).toBe(true);
    // A module without an enriched set is its colour alone.
    expect(labels.some((label) => !label.includes('·'))).toBe(true);
  });

  test('a trait of two values names the group with the higher mean eigengene', async () => {
    const admin = await portal().signInAs('admin');
    let compared = 0;
    for (const { number, name } of await networks()) {
      const params = { id: number };
      const { reply } = await portal().call(listModuleTraits, { as: admin, params });
      const eigengenes = readEigengenes(name);
      for (const [at, trait] of reply.traits.entries()) {
        if (trait.kind !== 'two values') continue;
        expect([trait.reference, trait.compared]).toEqual(trait.groups.map((group) => group.name));
        for (const module of reply.modules.slice(0, 3)) {
          const cell = module.cells[at] ?? null;
          if (cell === null) continue;
          const { reply: values } = await portal().call(getModuleEigengene, {
            as: admin,
            params: { id: module.id },
            query: { attribute: trait.attribute },
          });
          const ofGroup = (group: string | null) =>
            values.samples.flatMap((sample, index) => {
              const own = values.attribute_values[index] ?? null;
              const isOwn = trait.joined_as_others.includes(own ?? '') ? group === 'others' : own === group;
              return own !== null && isOwn ? [eigengenes.get(module.name)?.get(sample) ?? Number.NaN] : [];
            });
          const difference = mean(ofGroup(trait.compared)) - mean(ofGroup(trait.reference));
          expect(higherGroup(trait, cell.r), `${name}, ${module.name}, ${trait.attribute}`).toBe(
            difference > 0 ? trait.compared : trait.reference,
          );
          compared += 1;
        }
      }
    }
    expect(compared).toBeGreaterThan(50);
  });
}
