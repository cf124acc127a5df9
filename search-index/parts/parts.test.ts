/** A question answered by two or three search threads has the answer of one, in every bit. */
import type { Query } from '@omicon/domain/query/query.ts';
import {
  createPlainTables,
  GENES,
  storeCorpus,
  wideCorpusSpec,
} from '@omicon/server/test-support/corpus/random-corpus.ts';
import { question, toFilters } from '@omicon/server/test-support/corpus/random-questions.ts';
import { openTestPortal, type TestPortal } from '@omicon/server/test-support/portal.ts';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { SplitRequest } from '../requests.ts';
import { openSearchThreads, type SearchThreads } from '../threads.ts';
import { listSegments, mergeSegments } from '../write/maintain-index.ts';

/** All of them; `OMICON_PART_QUESTIONS=10000` for a long run. */
const QUESTIONS = Number(process.env.OMICON_PART_QUESTIONS ?? 210);
const QUESTIONS_OF_CORPUS = 30;

let portal: TestPortal;
let owner: number;
/** one thread, then two and three parts */
let pools: SearchThreads[];
beforeAll(async () => {
  portal = await openTestPortal();
  await createPlainTables(portal);
  owner = (await portal.signInAs('RU')).person_id;
  pools = [1, 2, 3].map((count) =>
    openSearchThreads(portal.services.config.databaseUrl ?? '', {
      count,
      parts: count,
      paysFrom: 0,
      readObjects: async () => [],
    }),
  );
});
afterAll(async () => {
  await Promise.all(pools.map((pool) => pool.close()));
  await portal.close();
});

const order = fc.constantFrom<'asc' | 'desc' | undefined>(undefined, 'asc', 'desc');
const page = fc.record({
  page: fc.integer({ min: 1, max: 3 }),
  page_size: fc.integer({ min: 1, max: 9 }),
  order,
});

const resultType = fc.constantFrom<Query['result_type']>(
  'covariation-modules',
  'covariation-modules',
  'covariation-modules',
  'features',
  'gene-sets',
  'covariation-networks',
  'analyses',
  'data-sets',
  'data-collections',
);

/** Rules of records are rare, because they leave networks of one data set. */
const wideQuestion = fc
  .record({ question, keeps: fc.array(fc.nat({ max: 3 }), { minLength: 3, maxLength: 3 }) })
  .map(({ question: { sample, technology, relSignum, ...others }, keeps }) => ({
    ...others,
    sample: keeps[0] === 0 ? sample : null,
    technology: keeps[1] === 0 ? technology : null,
    relSignum: keeps[2] === 0 ? relSignum : null,
  }));

const aQuery = fc.record({
  question: wideQuestion,
  /** of the rules of modules */
  not: fc.boolean(),
  result_type: resultType,
  show: fc.constantFrom<'records' | 'count'>('records', 'records', 'count'),
  page,
  sort: fc.constantFrom(undefined, undefined, 'Pval', 'Jaccard', 'Matches', 'Percent', 'Trait_q', 'Module'),
});

const aRanking = fc.record({
  question: wideQuestion,
  symbols: fc.subarray([...GENES, 'GENE99'], { minLength: 1 }),
  background: fc.option(fc.subarray(GENES, { minLength: 6 }), { freq: 4 }),
  definition: fc.constantFrom<'Any' | 'Seed' | 'Bonferroni' | 'FDR'>('Any', 'Seed', 'Bonferroni', 'FDR'),
  direction: fc.constantFrom<'over' | 'under' | 'both'>('over', 'under', 'both'),
  page,
  sort: fc.constantFrom(
    ...[undefined, undefined, 'Pval', 'qval', 'Overlap', 'Size', 'Listed', 'Universe', 'Jaccard', 'Dataset'],
  ),
});

function viewerOf(who: string) {
  return { person_id: who === 'owner' ? owner : null, readsLab: !['owner', 'guest'].includes(who) };
}

function toSearch({
  question,
  not,
  result_type,
  show,
  page,
  sort,
}: typeof aQuery extends fc.Arbitrary<infer T> ? T : never): SplitRequest {
  const filters = toFilters(question);
  const negated = not && filters.modules ? { modules: { ...filters.modules, not } } : {};
  const query = { result_type, filters: { ...filters, ...negated } } as Query;
  return { kind: 'search', query, viewer: viewerOf(question.who), show, ...page, sort };
}

const aRequest: fc.Arbitrary<SplitRequest> = fc.oneof(
  { weight: 4, arbitrary: aQuery.map(toSearch) },
  {
    weight: 1,
    arbitrary: aQuery.map((asked): SplitRequest => {
      const { query, viewer } = toSearch(asked) as Extract<SplitRequest, { kind: 'search' }>;
      return { kind: 'count', query, viewer };
    }),
  },
  {
    weight: 3,
    arbitrary: aRanking.map(({ question, page, ...asked }): SplitRequest => {
      const { dataset, sample, networks } = toFilters(question);
      const filters = { dataset, sample, networks } as Query['filters'];
      return { kind: 'rank-modules', viewer: viewerOf(question.who), filters, ...asked, ...page };
    }),
  },
);

/** Merges the first segments, so that parts have to share one. */
async function mergeFirst(count: number): Promise<void> {
  const segments = (await listSegments(portal.services.db)).map(({ id }) => id);
  if (segments.length >= 2 && count >= 2) await mergeSegments(portal.services.db, segments.slice(0, count));
}

/** The reply, or the name of the refusal. */
async function answerOf(pool: SearchThreads, request: SplitRequest): Promise<unknown> {
  return pool.ask(request).catch((error: unknown) => String(error));
}

test(`${QUESTIONS} questions: rows, totals, counts and q are those of one thread`, async () => {
  await fc.assert(
    fc.asyncProperty(
      wideCorpusSpec,
      fc.integer({ min: 1, max: 4 }),
      fc.array(aRequest, { minLength: QUESTIONS_OF_CORPUS, maxLength: QUESTIONS_OF_CORPUS }),
      async (corpus, merged, requests) => {
        await storeCorpus(portal, corpus, owner);
        await mergeFirst(merged);
        for (const request of requests) {
          const [one, ...inParts] = await Promise.all(pools.map((pool) => answerOf(pool, request)));
          for (const answer of inParts) expect(answer, JSON.stringify(request)).toEqual(one);
        }
      },
    ),
    { numRuns: Math.ceil(QUESTIONS / QUESTIONS_OF_CORPUS) },
  );
  const [one = 0, two = 0, three = 0] = pools.map(({ splitCounts }) => splitCounts.merged);
  expect(one).toBe(0);
  // The others have no rules of modules, order by names or q, or find networks of one data set only.
  expect(two).toBeGreaterThan(QUESTIONS / 3);
  expect(three).toBeGreaterThan(QUESTIONS / 3);
  expect(pools.map(({ splitCounts }) => splitCounts.repeated)).toEqual([0, 0, 0]);
}, 3_600_000);
