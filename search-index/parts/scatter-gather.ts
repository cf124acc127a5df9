/** Scatter and gather: several search threads are asked for the parts of one question, and their results merged. */
import { numberAt, u32At } from '@omicon/domain/arrays/number-at.ts';
import type { Row } from '../kit/sorting.ts';
import type { Ranked } from '../match/overlaps.ts';
import type { ReplyTo, Request } from '../messages.ts';
import { pageOfRanking, pageOfSearch } from '../pages.ts';
import { audienceOf } from '../read/module-groups.ts';
import type {
  FinishRequest,
  RankModulesRequest,
  SearchReply,
  SearchRequest,
  SplitRequest,
} from '../requests.ts';
import {
  addCounts,
  addRuleCounts,
  joinNumbers,
  joinPicked,
  type MergedFolds,
  mergedAdjustment,
  mergeFirst,
  mergeFolds,
  mergeRankings,
  type PickedRow,
  picksOf,
  sum,
} from './merge.ts';
import type {
  NoPartialResult,
  PartialModules,
  PartialRanking,
  PartialResult,
  Plan,
  Splitting,
} from './partial-results.ts';

/** The threads as this module needs them, by index; a part may also go to the thread of a search node. */
export interface PartThreads {
  /** a thread of this process with nothing to do, which makes the plan; undefined if there is none */
  choosePlanner(): number | undefined;
  /** the threads of so many parts; null if too many others have work by now */
  chooseParts(planner: number, count: number): number[] | null;
  /** @throws like any request, and if the thread ends */
  askThread<R extends Request>(thread: number, request: R): Promise<ReplyTo<R>>;
  /** frees what the thread keeps of the question */
  release(thread: number, question: number): void;
}

/** Answers parts elsewhere, as a thread does. */
export interface PartAsker {
  /** false for a while after a failure */
  isAvailable(): boolean;
  /** @throws if it fails or does not answer */
  ask<R extends Request>(request: R, signal?: AbortSignal): Promise<ReplyTo<R>>;
  /** frees what it keeps of the question */
  release(question: number): void;
}

/** Why a question is not answered in parts: a part has nothing that can be merged, or too few threads are idle. */
export class NotScattered extends Error {
  readonly why: NoPartialResult['kind'] | 'busy';
  constructor(why: NoPartialResult['kind'] | 'busy') {
    super(`The question is asked whole: ${why}.`);
    this.why = why;
  }
}

/** A question whose parts are under way; `chosen` has the thread of each part. */
interface Asking {
  threads: PartThreads;
  planner: number;
  chosen: readonly number[];
  question: number;
  plan: Plan;
}

function isNoPartialResult(reply: { kind: string }): reply is NoPartialResult {
  return reply.kind === 'outdated' || reply.kind === 'unordered';
}

/** @throws NotScattered */
function given<T extends { kind: string }>(reply: T): Exclude<T, NoPartialResult> {
  if (isNoPartialResult(reply)) throw new NotScattered(reply.kind);
  return reply as Exclude<T, NoPartialResult>;
}

async function scatter(
  { threads, chosen, question, plan }: Asking,
  request: SplitRequest,
): Promise<PartialResult[]> {
  const { viewer, ...of } = request;
  const { version, scopes } = plan;
  const audience = audienceOf(viewer);
  const replies = await Promise.all(
    scopes.map((scope, part) =>
      threads.askThread(numberAt(chosen, part), { kind: 'part', question, of, audience, scope, version }),
    ),
  );
  return replies.map((reply) => given(reply));
}

/** The rows of the page, and all P of each part in these buckets. */
async function fetchRows(
  { threads, chosen, question, plan: { version } }: Asking,
  picks: readonly PickedRow[],
  buckets: Uint32Array = new Uint32Array(0),
): Promise<{ rows: Row[]; p: Float64Array[] }> {
  const fetched = await Promise.all(
    picksOf(picks, chosen.length).map(async (rows, part) => {
      if (rows.length === 0 && buckets.length === 0) return { rows: [], p: new Float64Array(0) };
      const request = { kind: 'fetch' as const, question, version, rows, buckets };
      return given(await threads.askThread(numberAt(chosen, part), request));
    }),
  );
  const rows = joinPicked(
    picks,
    fetched.map((part) => part.rows),
  );
  return { rows, p: fetched.map(({ p }) => p) };
}

/** The rows with how many of all parts are folded under each. */
function withFolded(rows: Row[], folds: MergedFolds | null): Row[] {
  return folds === null ? rows : rows.map((row, at) => ({ ...row, Folded: u32At(folds.folded, at) }));
}

async function mergeRanking(
  asking: Asking,
  request: RankModulesRequest,
  parts: readonly PartialRanking[],
): Promise<Ranked> {
  const merged = mergeRankings(parts, pageOfRanking(request));
  const { rows, p } = await fetchRows(asking, merged.picks, merged.deciding);
  const q = mergedAdjustment(merged, p);
  return {
    columns: parts[0]?.columns ?? [],
    rows: withFolded(rows, merged.folds).map((row) => ({ ...row, qval: q(Number(row.Pval)) })),
    total: merged.total,
    unfolded: merged.unfolded,
    tested: merged.tested,
  };
}

async function finish(
  { threads, planner, question, plan: { version } }: Asking,
  of: SearchRequest,
  found: Pick<FinishRequest, 'merged' | 'modules'>,
): Promise<SearchReply> {
  const request: FinishRequest = { kind: 'finish', question, version, of, ...found };
  return given(await threads.askThread(planner, request)).reply;
}

async function mergeModules(
  asking: Asking,
  request: SearchRequest,
  parts: readonly PartialModules[],
): Promise<SearchReply> {
  const [first] = parts;
  const picks = mergeFirst(parts, pageOfSearch(request));
  const folds = mergeFolds(parts, picks);
  const total = folds?.total ?? sum(parts.map((part) => part.total));
  const modules = { columns: first?.columns ?? [], total, ...(folds && { folded: folds.count }) };
  const [{ rows }, reply] = await Promise.all([
    fetchRows(asking, picks),
    finish(asking, request, { merged: null, modules }),
  ]);
  return { ...reply, rows: withFolded(rows, folds) };
}

/** The partial results of one kind; they all are, as the parts are of one question. */
function allOf<K extends PartialResult['kind']>(
  parts: readonly PartialResult[],
  kind: K,
): Extract<PartialResult, { kind: K }>[] {
  return parts.filter((part): part is Extract<PartialResult, { kind: K }> => part.kind === kind);
}

async function gather(asking: Asking, request: SplitRequest, parts: readonly PartialResult[]) {
  if (request.kind === 'count') return addRuleCounts(allOf(parts, 'counts'));
  if (request.kind === 'rank-modules') return mergeRanking(asking, request, allOf(parts, 'ranking'));
  const type = request.query.result_type;
  if (type === 'covariation-modules') return mergeModules(asking, request, allOf(parts, 'modules'));
  const merged =
    type === 'features'
      ? { featureCounts: addCounts(allOf(parts, 'features').map(({ featureCounts }) => featureCounts)) }
      : type === 'gene-sets'
        ? { geneSets: joinNumbers(allOf(parts, 'sets').map(({ geneSets }) => geneSets)) }
        : { networks: joinNumbers(allOf(parts, 'records').map(({ networks }) => networks)) };
  return finish(asking, request, { merged, modules: null });
}

/** The planning thread first; null if another request has taken it, or too many others, meanwhile. */
export function chooseIdle(idle: readonly number[], planner: number, count: number): number[] | null {
  const chosen = [planner, ...idle.filter((thread) => thread !== planner)].slice(0, count);
  return chosen.length < count || !idle.includes(planner) ? null : chosen;
}

export interface Split {
  question: number;
  splitting: Splitting;
  /** called when the parts have been merged */
  onMerged(parts: number): void;
}

/**
 * The reply of one thread or of several, equal in every bit; at least one thread has to be idle.
 * @throws NotScattered, or the error of a thread; in both cases the question can be asked whole
 */
export async function scatterGather<R extends SplitRequest>(
  threads: PartThreads,
  request: R,
  { question, splitting, onMerged }: Split,
): Promise<ReplyTo<R>> {
  const planner = threads.choosePlanner();
  if (planner === undefined) throw new NotScattered('busy');
  const asked = [planner];
  try {
    const planned = await threads.askThread(planner, { kind: 'plan', question, of: request, ...splitting });
    if (planned.plan === null) return planned.reply as ReplyTo<R>;
    const { plan } = planned;
    const chosen = threads.chooseParts(planner, plan.scopes.length);
    if (chosen === null) throw new NotScattered('busy');
    asked.push(...chosen.filter((thread) => thread !== planner));
    const asking: Asking = { threads, planner, chosen, question, plan };
    const reply = await gather(asking, request, await scatter(asking, request));
    onMerged(chosen.length);
    return reply as ReplyTo<R>;
  } finally {
    for (const thread of asked) threads.release(thread, question);
  }
}
