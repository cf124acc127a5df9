/** Gene sets in a ranking of genes: pasted, by kME and by a comparison. */
import { rankSetsByKme, rankSetsByValues } from '@omicon/contract/areas/genes/gene-lists.ts';
import { rankSetsByComparison } from '@omicon/contract/areas/statistics/comparisons.ts';
import { rankedEnrichment } from '@omicon/domain/statistics/lists/ranked.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sql } from '../../base/postgres/database.ts';
import { takeIn } from '../../test-support/intake.ts';
import { GENES, smallLaboratory, smallResources } from '../../test-support/laboratories/small-laboratory.ts';
import { type Caller, openTestPortal, type TestPortal } from '../../test-support/portal.ts';

const HIDDEN = { accession: 'GSE9999', study: 'Hidden 2020 GSE9999', availability: 'Lab' };
/** Sets like the microglia set of the small laboratory, and one unlike it. */
const SETS = {
  'resources/genesets/MyGeneSetsLEGEND.csv': [
    '"SetID","SetName","Category","SetSize","Species","PubMed","Description"',
    '"MOSET10001","PANGLAO_MICROGLIA","CellType",4,"Homo sapiens","30951143","PanglaoDB"',
    '"MOSET10002","PANGLAO_OLIGODENDROCYTES","CellType",3,"Homo sapiens","30951143","PanglaoDB"',
    '"MOSET10003","ZHANG_MICROGLIA","CellType",3,"Homo sapiens","25186741","Zhang"',
    '',
  ].join('\n'),
  'resources/genesets/MOSET10003.csv': 'AIF1\nCD68\nP2RY12\n',
};
/** Microglia genes first, those of oligodendrocytes last. */
const PASTED = {
  genes: ['P2RY12', 'CX3CR1', 'CD68', 'AIF1', 'IDH1', 'MBP', 'SOX10', 'OLIG2'],
  values: [9, 8, 7, 6, 0, -1, -2, -3],
};

let portal: TestPortal;
let guest: Caller;
let member: Caller;
beforeAll(async () => {
  portal = await openTestPortal();
  guest = await portal.signInAs('GU');
  member = await portal.signInAs('LAB');
  for (const files of [{ ...smallResources(), ...SETS }, smallLaboratory(), smallLaboratory(HIDDEN)])
    expect((await takeIn(portal, files)).faults).toEqual([]);
  await portal.runJobs();
}, 60_000);
afterAll(() => portal.close());

const rankPasted = async (more: object = {}) =>
  (await portal.call(rankSetsByValues, { as: guest, body: { ...PASTED, fold: false, ...more } })).reply;

async function numberOf(table: 'covariation_module' | 'data_set', study: string): Promise<number> {
  const { rows } = await (table === 'data_set'
    ? sql<{ number: number }>`
        select number from data_set where title like ${`${study}%`} and ds_version = 'A.1'`
    : sql<{ number: number }>`
        select m.number from covariation_module m join covariation_network n on n.id = m.covariation_network_id
          join analysis a on a.id = n.analysis_id
         where m.name = 'turquoise' and a.input_data_set like ${`${study}%`}`
  ).execute(portal.services.db);
  return rows[0]?.number ?? 0;
}

test('sets are ordered by the P of CERNO within all ranked genes', async () => {
  const { results, total, tested, genes } = await rankPasted();
  expect([total, tested, genes]).toEqual([3, 3, 8]);
  const expected = new Map([
    ['MOSET10001', rankedEnrichment([1, 2, 3, 4], 8)],
    ['MOSET10002', rankedEnrichment([6, 7, 8], 8)],
    ['MOSET10003', rankedEnrichment([1, 3, 4], 8)],
  ]);
  expect(results.map(({ SetID }) => SetID)).toEqual(['MOSET10001', 'MOSET10003', 'MOSET10002']);
  for (const row of results) {
    const { cerno, logPCerno, auc, logPRankSum, size } = expected.get(String(row.SetID)) ?? {
      ...{ cerno: 0, logPCerno: 0, auc: 0, logPRankSum: 0, size: 0 },
    };
    expect([row.CERNO, row.DF, row.AUC, row.Ranked]).toEqual([cerno, 2 * size, auc, size]);
    expect(row.Pval).toBeCloseTo(Math.exp(logPCerno), 12);
    expect(row.AUC_Pval).toBeCloseTo(Math.exp(logPRankSum), 12);
  }
  expect(results.map(({ Direction }) => Direction)).toEqual(['high', 'high', 'low']);
  // Benjamini and Hochberg over the three tests.
  const [first, second, third] = results.map(({ Pval }) => Number(Pval));
  expect(results.map(({ qval }) => qval)).toEqual([
    Math.min((first ?? 0) * 3, ((second ?? 0) * 3) / 2, third ?? 0),
    Math.min(((second ?? 0) * 3) / 2, third ?? 0),
    third,
  ]);
});

test('the smallest values are at the top on request', async () => {
  const { results } = await rankPasted({ direction: 'low', by: 'auc' });
  expect(results[0]).toMatchObject({ SetID: 'MOSET10001', AUC: 0, Direction: 'high' });
  const oligodendrocytes = results.find(({ SetID }) => SetID === 'MOSET10002');
  expect(oligodendrocytes).toMatchObject({ AUC: 1, Direction: 'low' });
  expect(oligodendrocytes?.CERNO).toBe(rankedEnrichment([1, 2, 3], 8).cerno);
});

test('sets like a better one are folded under it, and found again', async () => {
  const folded = await rankPasted({ fold: true });
  expect(folded.results.map(({ SetID, Folded }) => [SetID, Folded])).toEqual([
    ['MOSET10001', 1],
    ['MOSET10002', 0],
  ]);
  expect([folded.total, folded.unfolded, folded.tested]).toEqual([2, 3, 3]);
  const leader = Number(String(folded.results[0]?.Geneset_Omicon_ID).split('.')[2]);
  const under = await rankPasted({ fold: true, folded_under: leader });
  expect(under.results.map(({ SetID, Leading_Set }) => [SetID, Leading_Set])).toEqual([
    ['MOSET10003', 'PANGLAO_MICROGLIA'],
  ]);
  // q does not depend on folding.
  const unfolded = await rankPasted();
  expect(under.results[0]?.qval).toBe(unfolded.results[1]?.qval);
  expect((await rankPasted({ fold: true, search: 'zhang' })).results).toEqual(under.results);
});

test('a filter by name changes no q, one by species tests other sets', async () => {
  const whole = await rankPasted();
  const named = await rankPasted({ search: 'oligo' });
  expect([named.total, named.tested]).toEqual([1, 3]);
  expect(named.results[0]?.qval).toBe(whole.results[2]?.qval);
  expect((await rankPasted({ species: 'Mus musculus' })).tested).toBe(0);
});

test('rows are paged and sorted by any column, and an unknown one is named', async () => {
  const page = await rankPasted({ sort: 'SetName', order: 'desc', page: 2, page_size: 1 });
  expect(page.results.map(({ SetName }) => SetName)).toEqual(['PANGLAO_OLIGODENDROCYTES']);
  const wrong = await portal.call(rankSetsByValues, { as: guest, body: { ...PASTED, sort: 'Colour' } });
  expect([wrong.status, Object.keys(wrong.refusal.fields ?? {})]).toEqual([400, ['sort']]);
});

test('pasted genes are repaired; of a gene listed twice its largest value counts', async () => {
  const { reply } = await portal.call(rankSetsByValues, {
    as: guest,
    body: { genes: ['10215', 'olig2', 'nonsense', 'AIF1'], values: [-5, 1, 100, 2], fold: false },
  });
  expect(reply.genes).toBe(2);
  expect(reply.repair).toMatchObject({ unknown: ['nonsense'], mapped: [{ from: '10215', to: 'OLIG2' }] });
  expect(reply.results.find(({ SetID }) => SetID === 'MOSET10002')).toMatchObject({
    Direction: 'low',
    Ranked: 1,
  });
});

test('a list with more genes than values is refused', async () => {
  const { status, refusal } = await portal.call(rankSetsByValues, {
    as: guest,
    body: { genes: ['OLIG2', 'AIF1'], values: [1] },
  });
  expect([status, refusal.fields]).toEqual([400, { values: 'Give one value for each gene.' }]);
});

test('genes are ranked by kME with a module, for people who may read its network', async () => {
  const params = { id: await numberOf('covariation_module', 'Phillips') };
  const { reply } = await portal.call(rankSetsByKme, { as: guest, params, body: {} });
  expect(reply.ranked_by).toMatch(/^kME with turquoise, Phillips 2006/);
  expect(reply.genes).toBe(GENES.length);
  expect(reply.results[0]).toMatchObject({ SetName: 'PANGLAO_OLIGODENDROCYTES', Ranked: 3, AUC: 1 });
  const hidden = { id: await numberOf('covariation_module', 'Hidden') };
  expect((await portal.call(rankSetsByKme, { as: guest, params: hidden, body: {} })).status).toBe(404);
  expect((await portal.call(rankSetsByKme, { as: member, params: hidden, body: {} })).status).toBe(200);
});

test('genes are ranked by the statistic of a comparison', async () => {
  const group = (...values: string[]) => ({ name: values.join(), rules: [{ attribute: 'Batch', values }] });
  const body = { groups: [group('1'), group('2')], fold: false };
  const params = { id: await numberOf('data_set', 'Phillips') };
  const { status, reply } = await portal.call(rankSetsByComparison, { as: guest, params, body });
  expect([status, reply.genes, reply.tested]).toEqual([200, GENES.length, 3]);
  expect(reply.ranked_by).toMatch(/^moderated t of 1 against 2, Phillips 2006/);
  const ranks = await portal.call(rankSetsByComparison, {
    as: guest,
    params,
    body: { ...body, test: 'rank-sum' },
  });
  expect(ranks.reply.ranked_by).toMatch(/^z of the rank sum of 1 against 2, Phillips 2006/);
  const low = { ...body, direction: 'low' as const };
  const other = await portal.call(rankSetsByComparison, { as: guest, params, body: low });
  const aucOf = ({ results }: typeof reply) => new Map(results.map(({ SetID, AUC }) => [SetID, Number(AUC)]));
  for (const [set, auc] of aucOf(reply)) expect(auc + (aucOf(other.reply).get(set) ?? 0)).toBeCloseTo(1, 12);
  const same = { groups: [group('1'), group('1')] };
  const refused = await portal.call(rankSetsByComparison, { as: guest, params, body: same });
  expect(refused.status).toBe(400);
  const hidden = { id: await numberOf('data_set', 'Hidden') };
  expect((await portal.call(rankSetsByComparison, { as: guest, params: hidden, body })).status).toBe(404);
});
