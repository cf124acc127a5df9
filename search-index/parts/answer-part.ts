/**
 * What a search thread does for one part of a split search, and for the search as a whole once its parts are merged.
 */
import { f64At, u32At } from '@omicon/domain/arrays/number-at.ts';
import { checkSort, type Row } from '../kit/sorting.ts';
import { copyBuckets, countBuckets } from '../match/false-discoveries.ts';
import { type Engine, findMatches, type Matches, readVersion, type Selected } from '../match/find-matches.ts';
import { listLeading } from '../match/fold-sets.ts';
import { firstOverlaps, rowsOfOverlaps } from '../match/overlaps.ts';
import { pageOfRanking, pageOfSearch } from '../pages.ts';
import type { Reader } from '../read/catalog-entries.ts';
import type {
  FetchReply,
  FetchRequest,
  FinishReply,
  FinishRequest,
  PartRequest,
  RankModulesRequest,
  SearchRequest,
} from '../requests.ts';
import { isFolded, summarize } from '../result-rows/answer-search.ts';
import { countRules } from '../result-rows/count-rules.ts';
import { countFeatureDataSets } from '../result-rows/feature-rows.ts';
import { moduleColumns, nameRows } from '../result-rows/modules/module-rows.ts';
import {
  numberRows,
  type OrderedModules,
  orderByNumber,
  orderOf,
} from '../result-rows/modules/order-modules.ts';
import { orderRows } from '../result-rows/order-rows.ts';
import { findRankedModules, foldRanking, namingOf } from '../result-rows/rank/rank-modules.ts';
import { listGeneSets } from '../result-rows/record-rows.ts';
import { networksOfModules } from '../result-rows/result-context.ts';
import { foldModules, type PartialFolds, partialFolds } from '../result-rows/signals/fold-modules.ts';
import { insertAfterTheme, withSignalColumns } from '../result-rows/signals/module-signals.ts';
import type { NoPartialResult, PartialRanking, PartialResult, PartScope } from './partial-results.ts';

/** A part whose first rows were sent: some of them are asked for next. */
interface HeldPart {
  fetch(rows: Uint32Array, buckets: Uint32Array): Promise<{ rows: Row[]; p: Float64Array }>;
  release?(): void;
}

/** What the thread keeps of the split searches that are going on, by number of the question. */
export interface HeldQuestions {
  selected: Map<number, Selected>;
  parts: Map<number, HeldPart>;
}

/** Frees what is kept of a question; it is answered or will be asked again. */
export function releaseQuestion({ selected, parts }: HeldQuestions, question: number): void {
  selected.delete(question);
  parts.get(question)?.release?.();
  parts.delete(question);
}

/** An engine and a reader that are limited to the records of the part. */
function limitTo(engine: Engine, scope: PartScope): { limited: Engine; reader: Reader } {
  const { collections, dataSets, analyses } = engine.catalog;
  const pick = <T extends { id: number }>(entries: readonly T[], ids: readonly number[]): T[] => {
    const wanted = new Set(ids);
    return entries.filter(({ id }) => wanted.has(id));
  };
  const records = new Set<object>([
    ...pick(collections, scope.collections),
    ...pick(dataSets, scope.dataSets),
    ...pick(analyses, scope.analyses),
  ]);
  return { limited: { ...engine, within: scope.networks }, reader: { records } };
}

/** What a part is asked. */
interface Asked<Of> extends Pick<PartRequest, 'audience'> {
  of: Of;
  reader: Reader;
}

interface Answered {
  partial: PartialResult | NoPartialResult;
  held?: HeldPart;
}

async function rankPart(
  engine: Engine,
  { of: request, audience, reader }: Asked<Omit<RankModulesRequest, 'viewer'>>,
): Promise<Answered> {
  const { fold } = request;
  const overlaps = await findRankedModules(engine, request, reader);
  const release = () => overlaps.release();
  const folded = fold === 'module' ? null : await foldRanking(engine, overlaps, { fold, audience });
  const leading = folded ? listLeading(folded.folds) : undefined;
  const first = firstOverlaps(overlaps, pageOfRanking(request), leading);
  if (first === null) {
    release();
    return { partial: { kind: 'unordered' } };
  }
  const { indexes, keys } = first;
  const p = overlaps.p.subarray(0, overlaps.length);
  const { columns, name } = namingOf(engine, folded);
  const partial: PartialRanking = {
    kind: 'ranking',
    columns: [...columns],
    keys,
    ties: [Uint32Array.from(indexes, (at) => u32At(overlaps.ids, at))],
    total: leading?.length ?? overlaps.length,
    folds: folded && partialFolds(folded.rows, folded.folds, { first: indexes, fold, groups: folded.groups }),
    p: Float64Array.from(indexes, (at) => p[at] ?? 1),
    tested: overlaps.tested,
    buckets: countBuckets(p),
  };
  const fetch = async (rows: Uint32Array, buckets: Uint32Array) => ({
    // q follows when the parts are merged.
    rows: await rowsOfOverlaps(
      overlaps,
      Array.from(rows, (row) => u32At(indexes, row)),
      { columns, name, q: () => Number.NaN },
    ),
    p: copyBuckets(p, buckets),
  });
  return { partial, held: { fetch, release } };
}

interface OrderedPart extends OrderedModules {
  folds: PartialFolds | null;
}

/** The first rows of a part, folded on request; null if their order needs names. */
async function orderPart(
  { groups: cache, catalog, columns }: Engine,
  found: Matches,
  { of: request, audience }: Asked<Omit<SearchRequest, 'viewer'>>,
): Promise<OrderedPart | null> {
  const { fold = 'module' } = request;
  const page = { ...pageOfSearch(request), from: 0 };
  if (!isFolded(request)) {
    const ordered = await orderByNumber(found, columns, page);
    return ordered && { ...ordered, folds: null };
  }
  const rows = await numberRows(found, columns, page);
  if (rows === null) return null;
  const groups = await cache.load(catalog, audience);
  const folds = foldModules(rows, fold, groups);
  const leading = listLeading(folds);
  const first = orderOf(rows, page, leading);
  return {
    shown: Array.from(first, rows.rowAt),
    total: leading.length,
    keys: async () => Float64Array.from(first, (row) => f64At(rows.keys, row)),
    folds: partialFolds(rows, folds, { first, fold, groups }),
  };
}

async function searchPart(engine: Engine, asked: Asked<Omit<SearchRequest, 'viewer'>>): Promise<Answered> {
  const { of: request, reader } = asked;
  const { query } = request;
  const found = await findMatches(engine, query, reader);
  const { columns } = engine;
  const context = { found, columns, query, merged: null };
  if (query.result_type === 'features')
    return { partial: { kind: 'features', featureCounts: await countFeatureDataSets(context) } };
  if (query.result_type === 'gene-sets') {
    const geneSets = Uint32Array.from(listGeneSets(context), ({ number }) => number);
    return { partial: { kind: 'sets', geneSets } };
  }
  if (query.result_type !== 'covariation-modules')
    return { partial: { kind: 'records', networks: Uint32Array.from(await networksOfModules(context)) } };
  const page = pageOfSearch(request);
  const names = moduleColumns(found);
  checkSort(page.sort, isFolded(request) ? withSignalColumns(names) : names);
  const ordered = await orderPart(engine, found, asked);
  if (ordered === null) return { partial: { kind: 'unordered' } };
  const { shown, total, folds } = ordered;
  const partial: PartialResult = {
    kind: 'modules',
    columns: folds ? insertAfterTheme(names, ['Folded']) : names,
    keys: await ordered.keys(),
    ties: [
      Uint32Array.from(shown, ({ moduleSlot }) => moduleSlot),
      Uint32Array.from(shown, ({ enriched }) => found.enriched?.geneSets[enriched] ?? 0),
      Uint32Array.from(shown, ({ featureSlot }) => featureSlot),
    ],
    total,
    folds,
  };
  const fetch = async (rows: Uint32Array) => ({
    rows: await nameRows(
      found,
      Array.from(rows).flatMap((row) => shown[row] ?? []),
    ),
    p: new Float64Array(0),
  });
  return { partial, held: { fetch } };
}

async function findPart(
  engine: Engine,
  { of, audience, reader }: Asked<PartRequest['of']>,
): Promise<Answered> {
  if (of.kind === 'count')
    return { partial: { kind: 'counts', ...(await countRules(engine, of.query, reader)) } };
  return of.kind === 'rank-modules'
    ? rankPart(engine, { of, audience, reader })
    : searchPart(engine, { of, audience, reader });
}

/** Counts one part. Its state is kept until the question is released. */
export async function answerPart(
  engine: Engine,
  { question, of, audience, scope, version }: PartRequest,
  { held: { parts } }: { held: HeldQuestions },
): Promise<PartialResult | NoPartialResult> {
  const { limited, reader } = limitTo(engine, scope);
  const { partial, held } = await findPart(limited, { of, audience, reader });
  if (held) parts.set(question, held);
  return (await readVersion(engine.client)) === version ? partial : { kind: 'outdated' };
}

/** Makes the rows of a part that are on the page. */
export async function fetchRows(
  _engine: Engine,
  { question, rows, buckets }: FetchRequest,
  { held }: { held: HeldQuestions },
): Promise<FetchReply> {
  const part = held.parts.get(question);
  if (part === undefined) throw new Error(`The thread holds no part of question ${question}.`);
  return { kind: 'fetched', ...(await part.fetch(rows, buckets)) };
}

/** The reply from what the parts have found together; modules have no rows here, as their parts make them. */
export async function finishSearch(
  engine: Engine,
  { question, of, merged, modules }: FinishRequest,
  { held }: { held: HeldQuestions },
): Promise<FinishReply> {
  if (modules !== null)
    return { kind: 'finished', reply: { ...(await summarize(engine, of, modules)), rows: [] } };
  const selection = held.selected.get(question);
  if (selection === undefined) throw new Error(`The thread holds no plan of question ${question}.`);
  const found = { ...selection, modules: null, enriched: null, geneSets: [] };
  const page = pageOfSearch(of);
  const ordered = await orderRows({ found, columns: engine.columns, query: of.query, merged }, page);
  const rows = await ordered.rows(0, page.to - page.from);
  return { kind: 'finished', reply: { ...(await summarize(engine, of, ordered)), rows } };
}
