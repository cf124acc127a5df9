/** A question answered by two or three search threads has the answer of one, in every bit. */
import {
  createPlainTables,
  storeCorpus,
  wideCorpusSpec,
} from '@omicon/server/test-support/corpus/random-corpus.ts';
import { splitRequests } from '@omicon/server/test-support/corpus/split-requests.ts';
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
      costThreshold: 0,
      readObjects: async () => [],
    }),
  );
});
afterAll(async () => {
  await Promise.all(pools.map((pool) => pool.close()));
  await portal.close();
});

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
      fc.array(splitRequests(owner), { minLength: QUESTIONS_OF_CORPUS, maxLength: QUESTIONS_OF_CORPUS }),
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
  // The others have no rules of modules, order by names or q, fold in another order than P, or find networks of one data
  // set only.
  expect(two).toBeGreaterThan(QUESTIONS / 12);
  expect(three).toBeGreaterThan(QUESTIONS / 12);
  expect(pools.map(({ splitCounts }) => splitCounts.repeated)).toEqual([0, 0, 0]);
}, 3_600_000);
