/** Compares expression by attribute and correlates of the real corpus, as called, with what R computes. */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { correlateProfiles } from '@omicon/contract/areas/statistics/correlates.ts';
import { getExpression, listCorrelates } from '@omicon/contract/areas/statistics/expression.ts';
import { expect, test } from 'vitest';
import { sql } from '../../base/postgres/database.ts';
import type { TestPortal } from '../portal.ts';
import { CORPUS, CORPUS_IS_MISSING } from './corpus.ts';

const ANSWERS = path.join(CORPUS, '../r-answers');

interface ExpressionAnswer {
  feature: string;
  attribute: string;
  kind: 'numeric' | 'two groups' | 'groups';
  n: number;
  groups?: Record<
    string,
    Record<'n' | 'mean' | 'median' | 'q1' | 'q3' | 'whisker_low' | 'whisker_high', number>
  >;
  tests?: {
    welch?: { t: number; p: number };
    rank_sum?: { W: number; p: number };
    anova?: { R2: number; p: number };
    kruskal?: { H: number; p: number };
  };
  intercept?: number;
  slope?: number;
  r?: number;
  p?: number;
}
interface Input {
  input: { root: string; title_and_version: string };
}
interface CorrelatesAnswer extends Input {
  subject: { feature?: string; module?: string };
  measures: Record<
    'pearson' | 'bicor' | 'spearman',
    { top: { feature: string[]; r: number[]; p: number[]; q: number[] } }
  >;
}

const COPY_Z = 100;

interface CombinedAnswer {
  input: { root: string; title_and_version: string }[];
  subject: { symbol: string };
  measure: 'pearson' | 'bicor' | 'spearman';
  symbols: number;
  rows: Record<'k' | 'Z' | 'Q' | 'I2', number[]> & { symbol: string[] };
}

function combinedAnswers(): CombinedAnswer[] {
  if (CORPUS_IS_MISSING) return [];
  return readdirSync(ANSWERS)
    .filter((file) => file.startsWith('combined_'))
    .map((file): CombinedAnswer => JSON.parse(readFileSync(path.join(ANSWERS, file), 'utf8')))
    .filter(({ input }) => input.every(({ root }) => root === 'corpus'));
}

function answersOf<T extends Input>(kind: string): T[] {
  if (CORPUS_IS_MISSING) return [];
  return readdirSync(ANSWERS)
    .filter((file) => file.startsWith(`${kind}_`))
    .map((file): T => JSON.parse(readFileSync(path.join(ANSWERS, file), 'utf8')))
    .filter(({ input }) => input.root === 'corpus');
}

async function numberOf({ services }: TestPortal, title: string): Promise<number> {
  const { rows } = await sql<{ number: number }>`
    select number from data_set where title || ' ' || ds_version = ${title} and is_current`.execute(
    services.db,
  );
  return rows[0]?.number ?? 0;
}

function expectClose(actual: number | undefined, expected: number | undefined, tolerance = 1e-9): void {
  const bar = tolerance * Math.max(1e-3, Math.abs(expected ?? 0));
  expect([actual, expected, Math.abs((actual ?? Number.NaN) - (expected ?? Number.NaN)) <= bar]).toEqual([
    actual,
    expected,
    true,
  ]);
}

/** @param open returns the portal with the imported corpus, once the tests run */
export function describeCorpusStatistics(open: () => TestPortal): void {
  test('expression by attribute has the boxes, tests and lines of R', async () => {
    const portal = open();
    const member = await portal.signInAs('LAB');
    let compared = 0;
    for (const { input, answers } of answersOf<Input & { answers: ExpressionAnswer[] }>('expression')) {
      const id = await numberOf(portal, input.title_and_version);
      for (const answer of answers) {
        const { feature: name, attribute } = answer;
        const { reply } = await portal.call(getExpression, {
          as: member,
          params: { id },
          query: { features: name, attribute },
        });
        const feature = reply.features.find((each) => each.feature === name);
        const testOf = (kind: string) => feature?.tests.find((each) => each.kind === kind);
        for (const [group, box] of Object.entries(answer.groups ?? {})) {
          const own = feature?.groups.find((each) => each.name === group);
          expect([group, own?.samples.length]).toEqual([group, box.n]);
          for (const part of ['mean', 'median', 'q1', 'q3', 'whisker_low', 'whisker_high'] as const)
            expectClose(own?.[part], box[part]);
        }
        const { welch, rank_sum, anova, kruskal } = answer.tests ?? {};
        if (welch) expectClose(testOf('welch')?.p_value, welch.p);
        // The answers have no exact P, which the portal has of groups below fifty without ties.
        const isLarge = Object.values(answer.groups ?? {}).some(({ n }) => n >= 50);
        if (rank_sum && isLarge) expectClose(testOf('rank-sum')?.p_value, rank_sum.p);
        if (anova) expectClose(testOf('anova')?.p_value, anova.p);
        if (anova) expectClose(testOf('anova')?.statistic, anova.R2);
        if (kruskal) expectClose(testOf('kruskal-wallis')?.p_value, kruskal.p);
        if (answer.kind === 'numeric') {
          expectClose(feature?.line?.slope, answer.slope);
          expectClose(feature?.line?.intercept, answer.intercept);
          expectClose(feature?.line?.r, answer.r);
          expectClose(feature?.line?.p_value, answer.p);
        }
        compared += 1;
      }
    }
    expect(compared).toBeGreaterThan(50);
  }, 600_000);

  test('correlates have r, P and q of R, by every measure', async () => {
    const portal = open();
    const member = await portal.signInAs('LAB');
    let compared = 0;
    for (const { input, subject, measures } of answersOf<CorrelatesAnswer>('correlates')) {
      if (subject.feature === undefined) continue;
      const id = await numberOf(portal, input.title_and_version);
      for (const [measure, { top }] of Object.entries(measures)) {
        const { reply } = await portal.call(listCorrelates, {
          as: member,
          params: { id },
          query: {
            feature: subject.feature,
            measure: measure as keyof typeof measures,
            page_size: 100,
            order: 'desc',
          },
        });
        const found = new Map(reply.results.map((row) => [row.feature, row]));
        top.feature.slice(0, 50).forEach((feature, at) => {
          const row = found.get(feature);
          expectClose(row?.r, top.r[at], 1e-11);
          expectClose(row?.p_value, top.p[at], 1e-8);
          expectClose(row?.q_value, top.q[at], 1e-8);
          compared += 1;
        });
      }
    }
    expect(compared).toBeGreaterThan(500);
  }, 600_000);

  test('correlates combined over data sets have Z, Q and I2 of R', async () => {
    const portal = open();
    const member = await portal.signInAs('LAB');
    let compared = 0;
    for (const { input, subject, measure, symbols, rows } of combinedAnswers()) {
      const data_sets: number[] = [];
      for (const { title_and_version } of input) data_sets.push(await numberOf(portal, title_and_version));
      const { reply } = await portal.call(correlateProfiles, {
        as: member,
        body: { data_sets, subject: { kind: 'feature', name: subject.symbol }, measure, most: 5000 },
      });
      expect([subject.symbol, reply.tested]).toEqual([subject.symbol, symbols]);
      const found = new Map(reply.results.map((row) => [row.name.toUpperCase(), row]));
      rows.symbol.slice(0, 100).forEach((symbol, at) => {
        const row = found.get(symbol.toUpperCase());
        // Copies of the subject, whose r is 1 but for rounding, are behind all others.
        if ((rows.Z[at] ?? 0) > COPY_Z) return;
        expect([symbol, row?.k]).toEqual([symbol, rows.k[at]]);
        expectClose(row?.statistic ?? undefined, rows.Z[at], 1e-8);
        if (row?.k !== 1) expectClose(row?.heterogeneity?.q, rows.Q[at], 1e-7);
        if (row?.k !== 1) expectClose(row?.heterogeneity?.i_squared, rows.I2[at], 1e-7);
        compared += 1;
      });
    }
    expect(compared).toBeGreaterThan(150);
  }, 600_000);
}
