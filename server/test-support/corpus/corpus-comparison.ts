/** Compares groups of samples of the real corpus, with the answers of R (limma, t.test, wilcox.test, kruskal.test). */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { compareSamples } from '@omicon/contract/areas/statistics/comparisons.ts';
import type { BodyInput } from '@omicon/contract/base/endpoint.ts';
import { beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { sql } from '../../base/postgres/database.ts';
import type { Caller, TestPortal } from '../portal.ts';
import { CORPUS } from './corpus.ts';

const ANSWERS = path.join(CORPUS, '../r-answers');

type Comparison = BodyInput<typeof compareSamples>;
const column = z.array(z.number().nullable());
/** Columns by name; texts are names of features. */
const columns = z.looseObject({ p: column, q: column.optional(), log10_p: column.optional() });
const input = z.object({ root: z.string(), title_and_version: z.string() });
const group = z.object({ samples: z.array(z.string()) });
const prior = z.object({ d0: z.union([z.number(), z.literal('Inf')]), s2_0: z.number() });

function readAnswers<T extends z.ZodType<{ input: z.infer<typeof input> }>>(
  kind: string,
  shape: T,
): z.output<T>[] {
  const names = existsSync(ANSWERS) ? readdirSync(ANSWERS).filter((name) => name.startsWith(kind)) : [];
  expect(names).not.toEqual([]);
  return names
    .map((name) => shape.parse(JSON.parse(readFileSync(path.join(ANSWERS, name), 'utf8'))))
    .filter((answer) => answer.input.root === 'corpus');
}

async function numberOf({ services }: TestPortal, title: string): Promise<number> {
  const { rows } = await sql<{ number: number }>`
    select number from data_set where title || ' ' || ds_version = ${title} and is_current`.execute(
    services.db,
  );
  const [found] = rows;
  if (found === undefined) throw new Error(`There is no data set ${title}.`);
  return found.number;
}

function expectRelative(found: number | undefined, wanted: number, tolerance: number, floor = 0): void {
  const difference = Math.abs((found ?? Number.NaN) - wanted);
  if (found !== wanted) expect(difference / Math.max(Math.abs(wanted), floor)).toBeLessThan(tolerance);
}

interface Wanted {
  features: readonly string[];
  statistic: readonly (number | null)[];
  p: readonly (number | null)[];
  q?: readonly (number | null)[] | undefined;
  log10_p?: readonly (number | null)[] | undefined;
}

/** Features without a P in R are those that the reply leaves out. */
async function expectAnswer(
  { portal, as, id }: { portal: TestPortal; as: Caller; id: number },
  body: Comparison,
  wanted: Wanted,
) {
  const { reply } = await portal.call(compareSamples, { as, params: { id }, body });
  expect(reply.guards.filter(({ is_refusal }) => is_refusal)).toEqual([]);
  expect(reply.log10_p).toEqual(reply.log10_p.toSorted((a, b) => a - b));
  const rowOf = new Map(reply.features.map((feature, at) => [feature, at]));
  for (const [at, feature] of wanted.features.entries()) {
    const row = rowOf.get(feature) ?? -1;
    const [p, log10] = [wanted.p[at] ?? null, wanted.log10_p?.[at] ?? null];
    expectRelative(reply.statistic[row], wanted.statistic[at] ?? Number.NaN, 1e-9, 1e-2);
    if (p !== null) expectRelative(reply.p_value[row], p, 1e-9);
    else if (log10 !== null) expectRelative(reply.log10_p[row], log10, 1e-9);
    const q = wanted.q?.[at];
    if (typeof q === 'number') expectRelative(reply.q_value[row], q, 1e-9, 1e-290);
  }
  expect(reply.tested + reply.left_out).toBe(wanted.features.length);
  return reply;
}

const texts = (values: unknown) => z.array(z.string()).parse(values);
const numbers = (values: unknown) => column.parse(values);

/** The answers have no exact P, which the portal has of groups below this size without ties, as R has by default. */
const EXACT_BELOW = 50;

/** The figures to compare: of small groups W or V only, whose P is tested beside the statistics. */
function ofRanks<F extends object>(figures: F, sizes: readonly number[]): F | { p: [] } {
  return Math.max(...sizes) < EXACT_BELOW ? { p: [] } : figures;
}

/** @param open returns the portal with the imported corpus, once the tests run */
export function describeCorpusComparisons(open: () => TestPortal): void {
  let as: Caller;
  beforeAll(async () => {
    as = await open().signInAs('admin');
  });
  const asking = async (title: string) => ({ portal: open(), as, id: await numberOf(open(), title) });
  const groupsOf = (samples: Record<string, readonly string[]>) =>
    Object.entries(samples).map(([name, labels]) => ({ name, samples: [...labels] }));

  test('two groups have the moderated t, Welch’s t and rank sums of R', async () => {
    const shape = z.object({
      input,
      attribute: z.string(),
      A: group.extend({ values: z.unknown() }),
      B: group.extend({ values: z.unknown() }),
      prior,
      moderated: columns,
      welch: columns,
      rank_sum: columns,
    });
    for (const answer of readAnswers('two_groups_', shape)) {
      const on = await asking(answer.input.title_and_version);
      const ruled = (name: 'A' | 'B') => ({
        name,
        rules: [{ attribute: answer.attribute, values: [answer[name].values].flat().map(String) }],
      });
      const groups = [ruled('A'), ruled('B')];
      const features = texts(answer.moderated.feature);
      const moderated = await expectAnswer(
        on,
        { groups },
        { features, ...answer.moderated, statistic: numbers(answer.moderated.t) },
      );
      expect(moderated.groups.map(({ samples }) => samples.toSorted())).toEqual(
        [answer.A, answer.B].map(({ samples }) => samples.toSorted()),
      );
      expectRelative(
        moderated.prior?.d0 ?? Number.POSITIVE_INFINITY,
        Number(String(answer.prior.d0).replace('Inf', 'Infinity')),
        1e-9,
      );
      expectRelative(moderated.prior?.s2_0, answer.prior.s2_0, 1e-9);
      await expectAnswer(
        on,
        { groups, test: 'welch' },
        { features, ...answer.welch, statistic: numbers(answer.welch.t) },
      );
      await expectAnswer(
        on,
        { groups, test: 'rank-sum' },
        {
          features,
          ...ofRanks(answer.rank_sum, [answer.A.samples.length, answer.B.samples.length]),
          statistic: numbers(answer.rank_sum.W),
        },
      );
    }
  }, 600_000);

  test('several groups have the moderated F and Kruskal-Wallis H of R', async () => {
    const shape = z.object({
      input,
      groups: z.record(z.string(), z.array(z.string())),
      moderated_F: columns,
      kruskal: columns,
    });
    for (const answer of readAnswers('many_groups_', shape)) {
      const on = await asking(answer.input.title_and_version);
      const groups = groupsOf(answer.groups);
      const features = texts(answer.moderated_F.feature);
      const wanted = { features, ...answer.moderated_F, statistic: numbers(answer.moderated_F.F) };
      await expectAnswer(on, { groups, test: 'moderated-f' }, wanted);
      const ranks = { features, ...answer.kruskal, statistic: numbers(answer.kruskal.H) };
      await expectAnswer(on, { groups, test: 'kruskal-wallis' }, ranks);
    }
  }, 600_000);

  test('samples of one individual are paired as in R, whatever else is in the groups', async () => {
    const shape = z.object({
      input,
      pairs: z.object({ A: z.array(z.string()), B: z.array(z.string()) }),
      A: z.string(),
      B: z.string(),
      moderated: columns,
      t_test: columns,
      signed_rank: columns,
    });
    for (const answer of readAnswers('paired_', shape)) {
      const on = await asking(answer.input.title_and_version);
      const rule = (value: string) => ({
        name: value,
        rules: [{ attribute: 'Tumor_Occurrence', values: [value] }],
      });
      const body = { groups: [rule(answer.A), rule(answer.B)], is_paired: true };
      const features = texts(answer.moderated.feature);
      const wanted = { features, ...answer.moderated, statistic: numbers(answer.moderated.t) };
      const reply = await expectAnswer(on, body, wanted);
      expect(reply.groups.map(({ samples }) => samples)).toEqual([answer.pairs.A, answer.pairs.B]);
      const { t_test, signed_rank } = answer;
      const welch = { features, ...t_test, statistic: numbers(t_test.t) };
      await expectAnswer(on, { ...body, test: 'welch' }, welch);
      const figures = ofRanks(signed_rank, [answer.pairs.A.length]);
      const ranks = { features, ...figures, statistic: numbers(signed_rank.V) };
      await expectAnswer(on, { ...body, test: 'rank-sum' }, ranks);
    }
  }, 600_000);

  test('groups adjusted for attributes have the moderated t of R', async () => {
    const shape = z.object({
      input,
      A: group,
      B: group,
      covariates: z.array(z.string()),
      moderated: columns,
    });
    for (const answer of readAnswers('adjusted_', shape)) {
      const on = await asking(answer.input.title_and_version);
      const groups = groupsOf({ A: answer.A.samples, B: answer.B.samples });
      const features = texts(answer.moderated.feature);
      const wanted = { features, ...answer.moderated, statistic: numbers(answer.moderated.t) };
      await expectAnswer(on, { groups, adjust_for: answer.covariates }, wanted);
    }
  }, 600_000);

  test('swapped groups change only signs', async () => {
    const on = await asking('TCGA LGG miRNA-seq EXT Primary OR QN BC A.1.1.1.1');
    const rule = (value: string) => ({ name: value, rules: [{ attribute: 'IDH1_Mut', values: [value] }] });
    const groups = [rule('NCIT:C172343'), rule('WT')];
    for (const test of ['moderated-t', 'welch'] as const) {
      const ask = async (body: Comparison) =>
        (await on.portal.call(compareSamples, { as: on.as, params: { id: on.id }, body })).reply;
      const one = await ask({ groups, test });
      const other = await ask({ groups: groups.toReversed(), test });
      const rowOf = new Map(other.features.map((feature, at) => [feature, at]));
      for (const [at, feature] of one.features.entries()) {
        const row = rowOf.get(feature) ?? -1;
        expectRelative(one.statistic[at], -(other.statistic[row] ?? Number.NaN), 1e-9, 1e-3);
        expectRelative(one.difference[at], -(other.difference[row] ?? Number.NaN), 1e-9, 1e-3);
        expectRelative(one.log10_p[at], other.log10_p[row] ?? Number.NaN, 1e-9);
      }
    }
  });
}
