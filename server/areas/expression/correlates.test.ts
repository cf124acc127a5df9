/** Correlates of a feature, an eigengene and pasted values, in one and several data sets. */
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { correlateProfiles } from '@omicon/contract/areas/statistics/correlates.ts';
import { getExpression, listCorrelates } from '@omicon/contract/areas/statistics/expression.ts';
import type { BodyInput } from '@omicon/contract/base/endpoint.ts';
import { combineCorrelations } from '@omicon/domain/statistics/correlates/combined.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sql } from '../../base/postgres/database.ts';
import { REPOSITORY } from '../../config.ts';
import { takeIn, takeInPath } from '../../test-support/intake.ts';
import { smallLaboratory, smallResources } from '../../test-support/laboratories/small-laboratory.ts';
import { type Caller, openTestPortal, type TestPortal } from '../../test-support/portal.ts';

type Body = BodyInput<typeof correlateProfiles>;
const feature = (name: string) => ({ kind: 'feature' as const, name });

describe('two data sets of a small laboratory', () => {
  let portal: TestPortal;
  let guest: Caller;
  let member: Caller;
  let ids: { loaded: number; derived: number; mouse: number; hidden: number };

  beforeAll(async () => {
    portal = await openTestPortal();
    guest = await portal.signInAs('GU');
    member = await portal.signInAs('LAB');
    const mouse = Object.entries(smallLaboratory({ accession: 'GSE5555', study: 'Mouse 2021 GSE5555' })).map(
      ([file, content]) => [
        file,
        typeof content === 'string' ? content.replaceAll('Homo sapiens', 'Mus musculus') : content,
      ],
    );
    const hidden = { accession: 'GSE9999', study: 'Hidden 2020 GSE9999', availability: 'Lab' };
    for (const files of [
      smallResources(),
      smallLaboratory(),
      Object.fromEntries(mouse),
      smallLaboratory(hidden),
    ])
      expect((await takeIn(portal, files)).faults).toEqual([]);
    await portal.runJobs();
    const { rows } = await sql<{ number: number; title: string }>`
      select number, title || ' ' || ds_version as title from data_set where is_current`.execute(
      portal.services.db,
    );
    const numberOf = (title: string) => rows.find((row) => row.title === title)?.number ?? 0;
    ids = {
      loaded: numberOf('Phillips 2006 GSE4271 EXT A.1'),
      derived: numberOf('Phillips 2006 GSE4271 EXT Primary OR A.1.1'),
      mouse: numberOf('Mouse 2021 GSE5555 EXT A.1'),
      hidden: numberOf('Hidden 2020 GSE9999 EXT A.1'),
    };
    expect(Object.values(ids)).not.toContain(0);
  });
  afterAll(() => portal.close());

  const correlate = async (body: Body) => (await portal.call(correlateProfiles, { as: guest, body })).reply;
  const refuse = async (body: Body, as = guest) => {
    const { status, refusal } = await portal.call(correlateProfiles, { as, body });
    return [status, refusal.detail];
  };

  test('of one data set the features of the list, with the same numbers', async () => {
    const { results, tested, data_sets } = await correlate({
      data_sets: [ids.loaded],
      subject: feature('CD68'),
    });
    expect(data_sets).toMatchObject([{ id: ids.loaded, feature: 'CD68', n: 6 }]);
    expect(tested).toBe(7);
    const { reply } = await portal.call(listCorrelates, {
      as: guest,
      params: { id: ids.loaded },
      query: { feature: 'CD68', order: 'desc' },
    });
    expect(results.map(({ name, r, p_value, q_value }) => [name, r[0], p_value, q_value])).toEqual(
      reply.results.map(({ feature: name, r, p_value, q_value }) => [name, r, p_value, q_value]),
    );
  });

  test('of several the symbols, combined by sample size, without the symbol of the subject', async () => {
    const { results } = await correlate({
      data_sets: [ids.loaded, ids.derived],
      subject: feature('CD68'),
      measure: 'spearman',
    });
    expect(results.length).toBe(7);
    expect(results.map(({ name }) => name)).not.toContain('CD68');
    for (const row of results) {
      const expected = combineCorrelations(
        row.r.map((r) => r ?? Number.NaN),
        row.n,
      );
      expect(row).toMatchObject({ k: 2, number_of_features: [1, 1], combined_r: expected.combinedR });
      expect(row.statistic).toBeCloseTo(expected.z, 12);
      expect(row.heterogeneity?.q).toBeCloseTo(expected.q, 12);
    }
  });

  test('samples that several data sets contain are counted once, and those data sets are named', async () => {
    const both = await correlate({ data_sets: [ids.loaded, ids.derived], subject: feature('CD68') });
    const [loaded, derived] = both.data_sets;
    expect(both.distinct_samples).toBe(loaded?.n);
    expect(both.shared_samples).toEqual([{ a: ids.loaded, b: ids.derived, n: derived?.n }]);
    const one = await correlate({ data_sets: [ids.derived], subject: feature('CD68') });
    expect([one.distinct_samples, one.shared_samples]).toEqual([derived?.n, []]);
  });

  test('a gene that copies the subject in one data set is combined over the others', async () => {
    const subject = (
      await portal.call(getExpression, {
        ...{ as: guest, params: { id: ids.loaded }, query: { features: 'CD68' } },
      })
    ).reply;
    // Equal to CD68 in the samples of the derived data set only.
    const values = subject.samples.map((sample, at) => ({
      sample,
      value: (subject.features[0]?.values[at] ?? 0) + (at < 4 ? 0 : at),
    }));
    const { results } = await correlate({
      data_sets: [ids.loaded, ids.derived],
      subject: { kind: 'profile', values },
    });
    const row = results.find(({ name }) => name === 'CD68');
    expect(row).toMatchObject({ k: 1, is_copy: false, features: ['CD68', null] });
    expect(row?.copied_in).toEqual(['Phillips 2006 GSE4271 EXT Primary OR A.1.1']);
  });

  test('pasted values are matched by label, and labels that match nothing are listed', async () => {
    const { reply } = await portal.call(getExpression, {
      as: guest,
      params: { id: ids.loaded },
      query: { features: 'CD68' },
    });
    const values = reply.samples.map((sample, at) => ({
      sample,
      value: reply.features[0]?.values[at] ?? 0,
    }));
    const found = await correlate({
      data_sets: [ids.loaded],
      subject: { kind: 'profile', values: [...values, { sample: 'NOSAMPLE', value: 1 }] },
    });
    expect([found.unmatched, found.number_of_unmatched]).toEqual([['NOSAMPLE'], 1]);
    expect(found.results.at(-1)).toMatchObject({ name: 'CD68', is_copy: true, statistic: null });
  });

  test('rules choose the samples of one data set', async () => {
    const samples = [{ attribute: 'Tumor_Occurrence', values: ['Primary'] }];
    const chosen = await correlate({ data_sets: [ids.loaded], subject: feature('CD68'), samples });
    expect(chosen.data_sets[0]).toMatchObject({
      n: 4,
      samples: ['GSM96950', 'GSM96951', 'GSM96952', 'GSM96953'],
    });
    // The derived data set has the same values of these samples only.
    const { results } = await correlate({ data_sets: [ids.derived], subject: feature('CD68') });
    expect(chosen.results.map(({ name, r }) => [name, r])).toEqual(results.map(({ name, r }) => [name, r]));
    expect(await refuse({ data_sets: [ids.loaded, ids.derived], subject: feature('CD68'), samples })).toEqual(
      [400, 'Rules choose samples of one data set only.'],
    );
    expect(
      await refuse({
        data_sets: [ids.loaded],
        subject: feature('CD68'),
        samples: [{ attribute: 'Mood', values: ['good'] }],
      }),
    ).toEqual([400, 'The samples have no attribute Mood.']);
    const recurrent = [{ attribute: 'Tumor_Occurrence', values: ['Recurrent'] }];
    expect(await refuse({ data_sets: [ids.loaded], subject: feature('CD68'), samples: recurrent })).toEqual([
      400,
      'Fewer than four of the chosen samples have a value of CD68.',
    ]);
  });

  test('bad input is refused with a sentence', async () => {
    expect(await refuse({ data_sets: [ids.loaded, ids.mouse], subject: feature('CD68') })).toEqual([
      400,
      'These data sets are of Homo sapiens and Mus musculus. Please combine data sets of one species.',
    ]);
    expect(await refuse({ data_sets: [ids.loaded], subject: feature('NOGENE') })).toEqual([
      400,
      'Phillips 2006 GSE4271 EXT A.1 does not measure NOGENE.',
    ]);
    const profile = (...values: [string, number][]) => ({
      kind: 'profile' as const,
      values: values.map(([sample, value]) => ({ sample, value })),
    });
    expect(await refuse({ data_sets: [ids.loaded], subject: profile(['X', 1], ['X', 2]) })).toEqual([
      400,
      'Sample X is listed twice.',
    ]);
    expect(await refuse({ data_sets: [ids.loaded], subject: profile(['GSM96950', 1]) })).toEqual([
      400,
      'Fewer than four samples of this data set have a pasted value.',
    ]);
    expect(
      await refuse({
        data_sets: [ids.loaded],
        subject: profile(['GSM96950', 1], ['GSM96951', 1], ['GSM96952', 1], ['GSM96953', 1]),
      }),
    ).toEqual([400, 'The pasted values do not vary in these samples.']);
    expect((await refuse({ data_sets: [ids.loaded, ids.hidden], subject: feature('CD68') }))[0]).toBe(404);
    expect((await refuse({ data_sets: [], subject: feature('CD68') }))[0]).toBe(400);
    expect(
      (await refuse({ data_sets: [ids.loaded], subject: { kind: 'module', id: 999_999 } }, member))[0],
    ).toBe(404);
  });
});

const DATA = path.resolve(REPOSITORY, process.env.OMICON_TEST_DATA ?? '../shared/data');
const FOLLOW_UP = path.join(DATA, 'followup');

describe.skipIf(!existsSync(FOLLOW_UP))('an eigengene of the collection with follow-up', () => {
  let portal: TestPortal;
  beforeAll(async () => {
    portal = await openTestPortal();
    expect((await takeInPath(portal, FOLLOW_UP)).faults).toEqual([]);
  }, 120_000);
  afterAll(() => portal.close());

  test.each(['pearson', 'bicor', 'spearman'] as const)('has the correlates of R by %s', async (measure) => {
    const answer = JSON.parse(
      readFileSync(
        path.join(DATA, 'r-answers/correlates_TCGA_ACC_RNA_seq_EXT_OR_QN_A_1_1_1_brown.json'),
        'utf8',
      ),
    );
    const { rows } = await sql<{ module: number; data_set: number }>`
      select m.number as module, d.number as data_set
        from covariation_module m join covariation_network n on n.id = m.covariation_network_id
        join analysis a on a.id = n.analysis_id join data_set d on d.number = a.input_data_set_number
       where m.name = 'brown' and position(n.name in ${answer.subject.network.split('/').at(-1)}) > 0
         and d.is_current`.execute(portal.services.db);
    const [{ module = 0, data_set = 0 } = {}] = rows;
    const { reply } = await portal.call(correlateProfiles, {
      as: await portal.signInAs('LAB'),
      body: { data_sets: [data_set], subject: { kind: 'module', id: module }, measure, most: 200 },
    });
    expect(reply.tested).toBe(answer.features_tested);
    const top = answer.measures[measure].top;
    const expected = new Map<string, { r: number; p: number; q: number }>(
      top.feature.map((name: string, at: number) => [name, { r: top.r[at], p: top.p[at], q: top.q[at] }]),
    );
    const compared = reply.results.filter(({ name }) => expected.has(name));
    expect(compared.length).toBeGreaterThan(190);
    for (const { name, r, p_value, q_value } of compared) {
      const { r: rOfR = 0, p = 0, q = 0 } = expected.get(name) ?? {};
      // Eigengenes of the file have ten digits.
      expect(Math.abs((r[0] ?? 0) - rOfR)).toBeLessThan(1e-9);
      expect(Math.abs(p_value / p - 1)).toBeLessThan(1e-6);
      expect(Math.abs(q_value / q - 1)).toBeLessThan(1e-6);
    }
  });
});
