/** Module pictures of the real corpus, compared with what R computes of the same rows and with the files. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { getModulePicture, listPictureSets } from '@omicon/contract/areas/analyses/module-picture.ts';
import { zScores } from '@omicon/domain/statistics/z-scores.ts';
import { beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { sql } from '../../base/postgres/database.ts';
import type { TestPortal } from '../portal.ts';
import { CORPUS } from './corpus.ts';

const ANSWERS = path.join(CORPUS, '../r-answers');

const heatMapAnswer = z.object({
  input: z.object({ root: z.string(), network: z.string() }),
  samples: z.array(z.string()),
  modules: z.record(
    z.string(),
    z.object({
      members: z.number(),
      feature: z.array(z.string()),
      kME: z.array(z.number()),
      z: z.array(z.array(z.number())),
    }),
  ),
});

interface NumberedModule {
  id: number;
  name: string;
  sample_labels: string[];
}

/** Modules of the networks in a folder of this name. */
async function listNumberedModules({ services }: TestPortal, folder: string): Promise<NumberedModule[]> {
  const { rows } = await sql<NumberedModule>`
    select m.number as id, m.name, n.sample_labels
      from covariation_network n join covariation_module m on m.covariation_network_id = n.id
     where n.name = ${path.basename(folder)}`.execute(services.db);
  return rows;
}

function expectClose(found: readonly (number | null)[], wanted: readonly number[], tolerance: number): void {
  expect(found).toHaveLength(wanted.length);
  for (const [at, value] of wanted.entries())
    expect(Math.abs((found[at] ?? Number.NaN) - value)).toBeLessThan(tolerance);
}

export function describeCorpusPictures(portal: () => TestPortal): void {
  const answers = existsSync(ANSWERS)
    ? readdirSync(ANSWERS).filter((name) => name.startsWith('heatmap_'))
    : [];

  beforeAll(async () => {
    await portal().runJobs();
  }, 600_000);

  test('rows, their order and z are those of R', async () => {
    expect(answers.length).toBeGreaterThan(3);
    const person = await portal().signInAs('admin');
    let compared = 0;
    for (const name of answers) {
      const answer = heatMapAnswer.parse(JSON.parse(readFileSync(path.join(ANSWERS, name), 'utf8')));
      if (answer.input.root !== 'corpus') continue;
      const modules = await listNumberedModules(portal(), answer.input.network);
      for (const [moduleName, wanted] of Object.entries(answer.modules)) {
        const module = modules.find(
          (each) => each.name === moduleName && each.sample_labels.toString() === answer.samples.toString(),
        );
        if (module === undefined) throw new Error(`${name} has no module ${moduleName}.`);
        const { reply } = await portal().call(getModulePicture, { as: person, params: { id: module.id } });
        expect(reply).toMatchObject({ number_of_members: wanted.members, values_state: 'ready' });
        expect(reply.rows.map(({ feature }) => feature)).toEqual(wanted.feature);
        // The laboratory's tables round kME to seven digits.
        expectClose(
          reply.rows.map(({ kme }) => kme),
          wanted.kME,
          1e-6,
        );
        for (const [row, values] of reply.values.entries()) {
          const expected = wanted.z[row] ?? [];
          expectClose(zScores(values), expected, 1e-9);
          compared += expected.length;
        }
      }
    }
    expect(compared).toBeGreaterThan(10_000);
  });

  test('the proliferation module shares cell cycle genes with its best set, and rows can be narrowed to them', async () => {
    const person = await portal().signInAs('GU');
    const answer = answers.find((name) => name.includes('GSE4271'));
    const { input } = heatMapAnswer.parse(JSON.parse(readFileSync(path.join(ANSWERS, answer ?? ''), 'utf8')));
    const module = (await listNumberedModules(portal(), input.network)).find(
      ({ name }) => name === 'turquoise',
    );
    const params = { id: module?.id ?? 0 };
    const { reply: sets } = await portal().call(listPictureSets, { as: person, params });
    expect(sets.results.length).toBeGreaterThan(3);
    expect(sets.results.map(({ p_value }) => p_value)).toEqual(
      sets.results.map(({ p_value }) => p_value).toSorted((a, b) => a - b),
    );
    const [best] = sets.results;
    const { rows } = await sql<{ genes: string[] }>`
      select genes from gene_set where number = ${best?.gene_set_id ?? 0}`.execute(portal().services.db);
    const genes = new Set(rows[0]?.genes);
    const ask = (query: { rows: number; gene_set?: number }) =>
      portal().call(getModulePicture, { as: person, params, query });
    const { reply: all } = await ask({ rows: 500 });
    const shared = all.rows.map(({ feature }) => feature).filter((feature) => genes.has(feature));
    expect(shared).toContain('AURKA');
    const { reply: narrowed } = await ask({ rows: 500, gene_set: best?.gene_set_id ?? 0 });
    const found = narrowed.rows.map(({ feature }) => feature);
    expect(found.filter((feature) => genes.has(feature))).toEqual(shared);
    // CDK1 under its old name: features count by what they map to.
    expect(found.filter((feature) => !genes.has(feature))).toEqual(['CDC2']);
    expect(best?.overlap).toBe(found.length);
    expect(narrowed).toMatchObject({
      number_of_members: all.number_of_members,
      number_of_matching: found.length,
    });
  });
}
