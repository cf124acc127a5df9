/** Modules of two organisms, with and without a table of orthologues. */

import { computeConsensus } from '@omicon/contract/areas/consensus.ts';
import { compareLists, rankModules } from '@omicon/contract/areas/genes/gene-lists.ts';
import { getPreservation, listCounterparts, matchNetworks } from '@omicon/contract/areas/matching.ts';
import { getPreservationRun, startPreservationRun } from '@omicon/contract/areas/runs/preservation-runs.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sql } from '../../base/postgres/database.ts';
import { takeIn } from '../../test-support/intake.ts';
import {
  type LabFiles,
  smallResources,
  widerLaboratory,
} from '../../test-support/laboratories/small-laboratory.ts';
import { type Caller, openTestPortal, type TestPortal } from '../../test-support/portal.ts';

const TABLE = 'Mus_musculus_SYMBOL_Homo_sapiens';
/** Two mouse genes have other names than in man, the others other letters. */
const MOUSE_GENES: readonly [string, string][] = [
  ['IDH1', 'Idh1'],
  ['OLIG2', 'Olig2'],
  ['SOX10', 'Sox10'],
  ['MBP', 'Mbp'],
  ['AIF1', 'Iba1'],
  ['CD68', 'Scard1'],
  ['CX3CR1', 'Cx3cr1'],
  ['P2RY12', 'P2ry12'],
];
const ORTHOLOGUES: LabFiles = {
  [`resources/mapping_tables/2026-11-21/mus_musculus_mapping_tables/SYMBOL/${TABLE}.csv`]: [
    'SYMBOL,Homo_sapiens\n',
    ...MOUSE_GENES.map(([human, mouse]) => `${mouse},${human}\n`),
    'Olig2,OLIG1\n',
    'Gm1,NA\n',
  ].join(''),
};

function mouseLaboratory(): LabFiles {
  const files = widerLaboratory({ accession: 'GSE3333', study: 'Mouse 2021 GSE3333' });
  const translate = (text: string) =>
    MOUSE_GENES.reduce(
      (changed, [human, mouse]) => changed.replaceAll(`"${human}"`, `"${mouse}"`),
      text.replaceAll('Homo sapiens', 'Mus musculus'),
    );
  return Object.fromEntries(Object.entries(files).map(([path, text]) => [path, translate(text.toString())]));
}

interface Place {
  network: number;
  turquoise: number;
  dataSet: number;
}

let portal: TestPortal;
let person: Caller;
let human: Place;
let mouse: Place;

async function placeOf(study: string): Promise<Place> {
  const { rows } = await sql<Place>`
    select n.number as network, m.number as turquoise, a.input_data_set_number as "dataSet"
      from covariation_module m join covariation_network n on n.id = m.covariation_network_id
      join analysis a on a.id = n.analysis_id
     where a.input_data_set like ${`${study}%`} and m.name = 'turquoise'`.execute(portal.services.db);
  return rows[0] ?? { network: 0, turquoise: 0, dataSet: 0 };
}

const counterpartsOf = async ({ turquoise }: Place) =>
  (await portal.call(listCounterparts, { as: person, params: { id: turquoise } })).reply;
const matchesOf = async (own: Place, other: Place) => {
  const params = { id: own.network, other_id: other.network };
  return (await portal.call(matchNetworks, { as: person, params })).reply;
};
const consensusOf = async (...places: Place[]) => {
  const body = { modules: places.map(({ turquoise }) => turquoise), sort: 'symbol', order: 'asc' } as const;
  return (await portal.call(computeConsensus, { as: person, body })).reply;
};
const comparisonOf = async (...places: Place[]) => {
  const lists = places.map(({ turquoise }) => ({ kind: 'module' as const, id: turquoise }));
  return (await portal.call(compareLists, { as: person, body: { lists } })).reply;
};
const preservationOf = (own: Place, other: Place) =>
  portal.call(getPreservation, {
    as: person,
    params: { id: own.turquoise, data_set_id: other.dataSet },
    query: { random_sets: 20 },
  });

beforeAll(async () => {
  portal = await openTestPortal();
  person = await portal.signInAs('RU');
  for (const files of [smallResources(), widerLaboratory(), mouseLaboratory()])
    expect((await takeIn(portal, files)).faults).toEqual([]);
  await portal.runJobs();
  human = await placeOf('Phillips');
  mouse = await placeOf('Mouse');
}, 60_000);
afterAll(() => portal.close());

describe('without a table of orthologues', () => {
  const organisms = { own: 'Homo sapiens', other: 'Mus musculus', table: null };

  test('genes are the same if they have the same symbol, and the replies say so', async () => {
    const { other_organisms, results } = await counterpartsOf(human);
    expect(other_organisms).toEqual([{ ...organisms, networks: 1 }]);
    expect(results.map(({ organism }) => organism)).toContain('Mus musculus');
    expect(results[0]?.common_symbols).toBe(6);
    const match = await matchesOf(human, mouse);
    expect([match.organisms, match.common_symbols]).toEqual([organisms, 6]);
  });

  test('a consensus and a comparison of lists join genes of equal symbols, and say so', async () => {
    const consensus = await consensusOf(human, mouse);
    expect(consensus.other_organisms).toEqual([organisms]);
    const shared = consensus.results.filter(({ number_of_modules }) => number_of_modules === 2);
    expect([shared.length, consensus.total]).toEqual([6, 10]);
    const comparison = await comparisonOf(human, mouse);
    expect([comparison.other_organisms, comparison.universe.size]).toEqual([[organisms], 6]);
  });

  test('a module is not tested in a data set of another organism', async () => {
    const { status, refusal } = await preservationOf(human, mouse);
    expect([status, refusal.detail]).toEqual([
      400,
      'Phillips 2006 GSE4271 EXT Primary OR A.1.1 is of Homo sapiens, Mouse 2021 GSE3333 EXT Primary OR A.1.1 of Mus musculus, and no table of orthologues leads from one to the other.',
    ]);
  });

  test('two networks of one organism need none', async () => {
    expect((await matchesOf(human, human)).organisms).toBeNull();
    expect((await consensusOf(human, human)).other_organisms).toEqual([]);
    expect((await comparisonOf(human, human)).other_organisms).toEqual([]);
    expect((await preservationOf(human, human)).reply.organisms).toBeNull();
  });
});

describe('with a table of orthologues', () => {
  beforeAll(async () => {
    expect((await takeIn(portal, ORTHOLOGUES)).faults).toEqual([]);
    await portal.runJobs();
  }, 60_000);

  test.each(['human', 'mouse'] as const)('modules of %s genes are compared by it', async (which) => {
    const [own, other] = which === 'human' ? [human, mouse] : [mouse, human];
    const { other_organisms, results } = await counterpartsOf(own);
    const [organism, another] =
      which === 'human' ? ['Homo sapiens', 'Mus musculus'] : ['Mus musculus', 'Homo sapiens'];
    expect(other_organisms).toEqual([{ own: organism, other: another, table: TABLE, networks: 1 }]);
    const [best] = results;
    expect([best?.id, best?.common_symbols, best?.overlap, best?.is_reciprocal]).toEqual([
      other.turquoise,
      8,
      4,
      true,
    ]);
    expect(best?.rho).toBeCloseTo(1, 6);
    const match = await matchesOf(own, other);
    expect([match.organisms?.table, match.common_symbols, match.reciprocal.length]).toEqual([TABLE, 8, 2]);
  });

  test.each(['human', 'mouse'] as const)(
    'a consensus and a comparison that begin with %s genes are of its symbols',
    async (which) => {
      const [own, other] = which === 'human' ? [human, mouse] : [mouse, human];
      const [organism, another] =
        which === 'human' ? ['Homo sapiens', 'Mus musculus'] : ['Mus musculus', 'Homo sapiens'];
      const organisms = [{ own: organism, other: another, table: TABLE }];
      const renamed = which === 'human' ? ['AIF1', 'CD68'] : ['Iba1', 'Scard1'];
      const consensus = await consensusOf(own, other);
      expect([consensus.other_organisms, consensus.total]).toEqual([organisms, 8]);
      expect(consensus.results.map(({ symbol }) => symbol)).toEqual(expect.arrayContaining(renamed));
      for (const { kme } of consensus.results) expect(kme[1]).toBeCloseTo(kme[0] ?? Number.NaN, 6);
      const comparison = await comparisonOf(own, other);
      expect([comparison.other_organisms, comparison.universe.size]).toEqual([organisms, 8]);
      expect(comparison.pairs).toMatchObject([{ overlap: 4, jaccard: 1 }]);
    },
  );

  test('a module is tested with one-to-one orthologues, and its features keep their own names', async () => {
    const { reply } = await preservationOf(human, mouse);
    expect(reply.organisms).toEqual({ own: 'Homo sapiens', other: 'Mus musculus', table: TABLE });
    expect([reply.common_features, reply.present]).toEqual([8, 4]);
    expect(reply.features.toSorted()).toEqual(['IDH1', 'MBP', 'OLIG2', 'SOX10']);
    for (const value of Object.values(reply.preservation?.observed ?? {})) expect(value).not.toBeNull();
  });

  test('a test of a whole network says by which table its genes were found', async () => {
    const member = await portal.signInAs('LAB');
    const started = await portal.call(startPreservationRun, {
      as: member,
      params: { id: human.network },
      body: { data_set_id: mouse.dataSet, random_sets: 20 },
    });
    expect(started.status).toBe(201);
    await portal.runJobs();
    const { reply } = await portal.call(getPreservationRun, { as: member, params: { id: started.reply.id } });
    expect([reply.state, reply.common_features, reply.organisms?.table]).toEqual(['done', 8, TABLE]);
  });

  test('symbols that both organisms have keep the spelling of the table of symbols', async () => {
    const { rows } = await sql<{ spelling: string }>`
      select spelling from search_target where identifier = 'SYMBOL' and target in ('IDH1', 'SCARD1') order by 1`.execute(
      portal.services.db,
    );
    expect(rows.map(({ spelling }) => spelling)).toEqual(['IDH1', 'Scard1']);
    const { reply } = await portal.call(rankModules, {
      as: person,
      body: { identifiers: ['Scard1', 'Iba1'] },
    });
    expect(reply.results.length).toBeGreaterThan(0);
  });
});
