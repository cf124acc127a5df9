/** Compares kME of the real corpus, computed by the product's jobs, with verified results. */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { buffer } from 'node:stream/consumers';
import { gunzipSync } from 'node:zlib';
import Papa from 'papaparse';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { sql } from '../../base/postgres/database.ts';
import { verifyConsistency } from '../../database/operations/verify.ts';
import type { TestPortal } from '../portal.ts';
import { ALL_IN_ORDER } from '../tables.ts';
import { CORPUS, CORPUS_IS_MISSING } from './corpus.ts';

const ANSWERS = CORPUS_IS_MISSING ? [] : readdirSync(path.join(CORPUS, 'answers/numeric'));

const kmeAnswer = z.object({
  network: z.string(),
  kME: z.array(z.object({ feature: z.string(), module: z.string(), r: z.number(), p: z.number() })),
});

function readAnswer(file: string): z.output<typeof kmeAnswer> {
  return kmeAnswer.parse(JSON.parse(readFileSync(file, 'utf8')));
}

/** Stored kME of a network: kME and P of each module, and the complete table. */
async function readStoredKme({ services }: TestPortal, name: string) {
  const { rows } = await sql<{
    kme_values_storage_key: string;
    storage_key: string;
    file: string;
    features: string[];
    modules: string[];
  }>`
    select n.kme_values_storage_key, f.storage_key, f.name as file, l.identifiers as features,
           array(select m.name from covariation_module m where m.covariation_network_id = n.id order by m.page) as modules
      from covariation_network n join feature_list l on l.id = n.feature_list_id join file f on f.id = n.kme_table_file_id
     where n.name = ${name}`.execute(services.db);
  const [network] = rows;
  if (!network || rows.length > 1) throw new Error(`${rows.length} networks are named ${name}.`);
  const { features, modules } = network;
  const binary = await buffer(await services.store.read(network.kme_values_storage_key));
  const csv = await buffer(await services.store.read(network.storage_key));
  const text = (network.file.endsWith('.gz') ? gunzipSync(csv) : csv).toString('utf8');
  const table = Papa.parse<string[]>(text, { skipEmptyLines: true }).data;
  const header = table[0] ?? [];
  return {
    features,
    table,
    isComputed: network.file.endsWith('.gz'),
    pairOf: (module: string, feature: number) => {
      const start = 2 * modules.indexOf(module) * features.length + feature;
      return [binary.readDoubleLE(8 * start), binary.readDoubleLE(8 * (start + features.length))] as const;
    },
    columnsOf: (module: string) => [
      Math.max(header.indexOf(`kME${module}.cor`), header.indexOf(`kME${module}`)),
      header.indexOf(`kME${module}.pval`),
    ],
  };
}

/** @param open returns the portal with the imported corpus, once the tests run */
export function describeCorpusKme(open: () => TestPortal): void {
  test('has kME of every network, equal to the checked answers to 1e-6, and reads the same as its table', async () => {
    const portal = open();
    await portal.runJobs();
    const answers = ANSWERS.filter((file) => file.startsWith('kME_')).map((file) =>
      readAnswer(path.join(CORPUS, 'answers/numeric', file)),
    );
    expect(answers.length).toBeGreaterThan(10);
    const missing =
      await sql`select name from covariation_network where kme_values_storage_key is null or kme_table_file_id is null`.execute(
        portal.services.db,
      );
    expect(missing.rows).toEqual([]);
    let compared = 0;
    let ofLaboratory = 0;
    for (const answer of answers) {
      const stored = await readStoredKme(portal, answer.network);
      for (const { feature, module, r, p } of answer.kME) {
        const index = stored.features.indexOf(feature);
        const row = stored.table[index + 1];
        const [cor, pval] = stored.columnsOf(module).map((column) => Number(row?.[column]));
        expect(row?.[1]).toBe(feature);
        expect(stored.pairOf(module, index)).toEqual([cor, pval]);
        expect(Math.abs((cor ?? Number.NaN) - r)).toBeLessThan(1e-6);
        expect(Math.abs((pval ?? Number.NaN) / p - 1)).toBeLessThan(1e-3);
        compared += 1;
        if (!stored.isComputed) ofLaboratory += 1;
      }
    }
    expect(compared).toBeGreaterThan(2000);
    expect(ofLaboratory).toBeGreaterThan(100);
    expect(await verifyConsistency(portal.services)).toEqual(ALL_IN_ORDER);
  }, 600_000);
}
