/** The steps of a split question, with threads that reply by a script. */
import { expect, test } from 'vitest';
import type { Request } from '../messages.ts';
import type { PlanReply, RankModulesRequest } from '../requests.ts';
import type { NoPartialResult, PartialRanking, PartialResult, Plan } from './partial-results.ts';
import { chooseIdle, type PartThreads, scatterGather } from './scatter-gather.ts';

const SCOPE = { collections: [], dataSets: [], analyses: [], networks: [] };
const PLAN: Plan = { version: 7, scopes: [SCOPE, SCOPE] };

const RANKING: RankModulesRequest = {
  kind: 'rank-modules',
  viewer: { person_id: 3, readsLab: false },
  symbols: ['IDH1'],
  background: null,
  definition: 'Any',
  filters: {},
  direction: 'over',
  fold: 'module',
  folded_under: undefined,
  page: 1,
  page_size: 10,
  sort: undefined,
  order: undefined,
};

const EMPTY: PartialRanking = {
  kind: 'ranking',
  columns: ['Pval'],
  keys: new Float64Array(0),
  ties: [new Uint32Array(0)],
  p: new Float64Array(0),
  total: 0,
  folds: null,
  tested: 4,
  buckets: { buckets: new Uint32Array(0), counts: new Uint32Array(0) },
};

interface Script {
  /** idle threads before the plan, and after it */
  idle: [number[], number[]];
  plan?: PlanReply;
  parts?: (PartialResult | NoPartialResult)[];
}

/** Threads with a record of what was sent to them. */
function threadsOf({ idle, plan = { plan: PLAN }, parts = [EMPTY, EMPTY] }: Script) {
  const sent: string[] = [];
  const rest = [...parts];
  let isPlanned = false;
  const threads: PartThreads = {
    choosePlanner: () => idle[isPlanned ? 1 : 0][0],
    chooseParts: (planner, count) => chooseIdle(idle[isPlanned ? 1 : 0], planner, count),
    async askThread(thread, request: Request) {
      sent.push(`${request.kind} ${thread}`);
      if (request.kind === 'plan') isPlanned = true;
      const reply = request.kind === 'plan' ? plan : rest.shift();
      return reply as never;
    },
    release: (thread, question) => sent.push(`release ${thread} ${question}`),
  };
  return { threads, sent };
}

const ask = (threads: PartThreads) =>
  scatterGather(threads, RANKING, {
    question: 9,
    splitting: { parts: 2, costThreshold: 0 },
    onMerged: () => undefined,
  });

test('the thread that made the plan has the first part, and every thread is told when the question is over', async () => {
  const { threads, sent } = threadsOf({
    idle: [
      [1, 2],
      [0, 1, 2],
    ],
  });
  expect(await ask(threads)).toMatchObject({ columns: ['Pval'], rows: [], total: 0, tested: 8 });
  expect(sent).toEqual(['plan 1', 'part 1', 'part 0', 'release 1 9', 'release 0 9']);
});

test('a question that does not pay is answered by the thread that was asked for the plan', async () => {
  const reply = { columns: [], rows: [], total: 1, unfolded: 1, tested: 2 };
  const { threads, sent } = threadsOf({
    idle: [
      [0, 1],
      [0, 1],
    ],
    plan: { plan: null, reply },
  });
  expect(await ask(threads)).toBe(reply);
  expect(sent).toEqual(['plan 0', 'release 0 9']);
});

test.each<[string, [number[], number[]]]>([
  [
    'the planning thread',
    [
      [0, 1],
      [1, 2],
    ],
  ],
  ['all other threads', [[0, 1], [0]]],
])('if another question has taken %s, no part is asked', async (_, idle) => {
  const { threads, sent } = threadsOf({ idle });
  await expect(ask(threads)).rejects.toMatchObject({ why: 'busy' });
  expect(sent).toEqual(['plan 0', 'release 0 9']);
});

test.each<NoPartialResult['kind']>(['outdated', 'unordered'])(
  'parts are not merged if one of them is %s',
  async (kind) => {
    const { threads, sent } = threadsOf({
      idle: [
        [0, 1],
        [0, 1],
      ],
      parts: [EMPTY, { kind }],
    });
    await expect(ask(threads)).rejects.toMatchObject({ why: kind });
    expect(sent.slice(-2)).toEqual(['release 0 9', 'release 1 9']);
  },
);
