/** What everybody knows of glioma recurs in the networks of the corpus; the tests name genes only. */
import { getAtlas, listGenesOfMetaModule } from '@omicon/contract/areas/analyses/atlas.ts';
import { getPreservationOfMetaModule } from '@omicon/contract/areas/matching.ts';
import { beforeAll, expect, test } from 'vitest';
import { computeAtlas } from '../../areas/atlas/compute-atlas.ts';
import type { Caller, TestPortal } from '../portal.ts';

interface Signal {
  found: number;
  findable: number;
  symbols: Set<string>;
}

export function describeCorpusAtlas(portal: () => TestPortal): void {
  let guest: Caller;
  const signals: Signal[] = [];

  beforeAll(async () => {
    await computeAtlas(portal().services, undefined);
    guest = await portal().signInAs('GU');
    const { reply } = await portal().call(getAtlas, { as: guest, query: { page_size: 100 } });
    expect(reply.total).toBe(reply.results.length);
    for (const { id, found, findable } of reply.results) {
      const { genes } = (await portal().call(listGenesOfMetaModule, { as: guest, params: { id } })).reply;
      signals.push({ found, findable, symbols: new Set(genes.map(({ symbol }) => symbol)) });
    }
  }, 120_000);

  test.each([
    ['microglia and macrophages', 'CD53 TYROBP C1QB AIF1 LAPTM5 SPI1', 3],
    ['proliferation', 'TPX2 BUB1B TOP2A CCNA2 PBK CCNB2', 6],
    ['oligodendrocytes', 'TMEM125 KLK6 CNTN2 CNDP1 MOBP', 3],
    ['neurons', 'STX1A SV2B SYT1 CPLX2 GABRG2 SYN1', 3],
    ['astrocytes', 'ALDOC AGXT2L1 NDRG2 SLC1A4', 3],
    ['hypoxia and vessels', 'SERPINH1 VEGFA ADM ITGA5', 2],
    ['mesenchymal cells', 'LGALS3 CHI3L1 EMP3 TIMP1 ANXA1', 2],
    ['interferon', 'PSMB8 PSMB9 TAP1 IFI35 BST2', 2],
    ['extracellular matrix', 'COL1A2 LUM DCN COL3A1', 3],
  ])('%s are a meta-module', (_, genes, cohorts) => {
    const wanted = genes.split(' ');
    const has = ({ symbols }: Signal) =>
      wanted.filter((gene) => symbols.has(gene)).length > wanted.length / 2;
    const known = signals.filter(has);
    expect(Math.max(...known.map(({ found }) => found))).toBeGreaterThanOrEqual(cohorts);
    for (const { found, findable } of known) expect(found).toBeLessThanOrEqual(findable);
  });

  test('stages of one data set, and technologies that measure the same samples, are one cohort', async () => {
    const { reply } = await portal().call(getAtlas, { as: guest });
    const cohortsOf = (study: string) =>
      new Set(reply.data_sets.filter(({ title }) => title.startsWith(study)).map(({ cohort }) => cohort));
    expect(reply.data_sets.filter(({ title }) => title.startsWith('TCGA LGG')).length).toBeGreaterThan(1);
    expect(cohortsOf('TCGA LGG').size).toBe(1);
    expect(reply.status.cohorts).toBe(new Set(reply.data_sets.map(({ cohort }) => cohort)).size);
  });

  test('microglia are preserved where another cohort has them, and hardly where no module is like them', async () => {
    const { results } = (await portal().call(getAtlas, { as: guest, query: { search: 'TYROBP' } })).reply;
    const [microglia] = results;
    const z: { found: number[]; absent: number[] } = { found: [], absent: [] };
    for (const { state, data_set } of microglia?.places ?? []) {
      if (state === 'not measurable') continue;
      const { reply } = await portal().call(getPreservationOfMetaModule, {
        as: guest,
        params: { id: microglia?.id ?? 0, data_set_id: data_set },
        query: { random_sets: 50 },
      });
      expect(reply.reference.data_set.id).not.toBe(data_set);
      expect(reply.present).toBeLessThanOrEqual(reply.members);
      z[state].push(reply.preservation?.summary_z ?? 0);
    }
    expect(z.found.length).toBeGreaterThanOrEqual(5);
    // Langfelder 2011: above 10 strong evidence, from 2 weak to moderate.
    expect(Math.min(...z.found)).toBeGreaterThan(2);
    expect(z.found.filter((each) => each > 10).length).toBeGreaterThanOrEqual(5);
    expect(Math.max(0, ...z.absent)).toBeLessThan(Math.min(...z.found));
  }, 120_000);
}
