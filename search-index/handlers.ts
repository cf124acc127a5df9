/** All requests to search threads. A new one is a file with its types and its answer, and one line here. */
import { checkQuery } from '@omicon/domain/query/check-query.ts';
import { UnknownColumn } from './kit/sorting.ts';
import type { Engine } from './match/find-matches.ts';
import { answerPart, fetchRows, finishSearch, type HeldQuestions } from './parts/answer-part.ts';
import type { NoPartialResult } from './parts/partial-results.ts';
import { planParts } from './parts/plan.ts';
import { QueryRefusal } from './query-refusal.ts';
import { fieldsFor, listFields } from './read/catalog-fields.ts';
import type { CountRequest, PlanReply, PlanRequest, SearchRequest, SplitRequest } from './requests.ts';
import { search } from './result-rows/answer-search.ts';
import { countRules } from './result-rows/count-rules.ts';
import { listSymbolsOfLists } from './result-rows/data-set-symbols.ts';
import { type ArrangeRequest, arrange, exportRows } from './result-rows/export-rows.ts';
import { listFeatureSymbols } from './result-rows/feature-symbols.ts';
import { listGeneDataSets } from './result-rows/gene-data-sets.ts';
import { listGeneModuleIds } from './result-rows/gene-module-ids.ts';
import { listGeneModules } from './result-rows/gene-modules.ts';
import { listGeneTopics } from './result-rows/gene-topics.ts';
import { listMeasuredGenes } from './result-rows/measured-genes.ts';
import { listModuleCandidates } from './result-rows/modules/module-candidates.ts';
import { rankModules } from './result-rows/rank/rank-modules.ts';
import { rankSetsByOverlap } from './result-rows/rank/rank-sets-by-overlap.ts';
import { rankSetsByValues } from './result-rows/rank/rank-sets-by-values.ts';
import { listModuleSignals } from './result-rows/signals/module-signals.ts';
import type { SearchSource } from './search-source.ts';

/** What some requests need of their thread. */
export interface ThreadContext {
  held: HeldQuestions;
  sendChunk(chunk: Uint8Array<ArrayBuffer>): void;
}

type Answer<R, T> = (engine: Engine, request: R, context: ThreadContext) => T | Promise<T>;

/** Whether another database would refuse the request too. */
function isRefusal(error: unknown): boolean {
  return error instanceof UnknownColumn || error instanceof QueryRefusal;
}

/** Answers from the primary database or a replica. */
function read<R, T>(answer: Answer<R, T>) {
  return (source: SearchSource, request: R, context: ThreadContext): Promise<T> =>
    source.answer(async (engine) => answer(engine, request, context), isRefusal);
}

/** For rows sent while they are read, which cannot begin again in another database. */
function readPrimary<R, T>(answer: Answer<R, T>) {
  return (source: SearchSource, request: R, context: ThreadContext): Promise<T> =>
    source.answerFromPrimary(async (engine) => answer(engine, request, context));
}

type Checked = SplitRequest | Pick<SearchRequest, 'query' | 'viewer'>;

/** @throws QueryRefusal */
function check({ catalog }: Engine, request: Checked): Record<string, never> {
  const query =
    'query' in request
      ? request.query
      : { result_type: 'covariation-networks' as const, filters: request.filters };
  const faults = checkQuery(query, fieldsFor(catalog, request.viewer));
  if (faults.length > 0) throw new QueryRefusal(faults);
  return {};
}

function checked<R extends Checked, T>(answer: Answer<R, T>): Answer<R, T> {
  return (engine, request, context) => {
    check(engine, request);
    return answer(engine, request, context);
  };
}

/** Only from the version of the plan: a part of another version would be a mix. */
function ofVersion<R extends { version: number }, T>(answer: Answer<R, T>): Answer<R, T | NoPartialResult> {
  return (engine, request, context) =>
    engine.catalog.version === request.version
      ? answer(engine, request, context)
      : { kind: 'outdated' as const };
}

const count = (engine: Engine, { query, viewer }: CountRequest) => countRules(engine, query, viewer);

/** Answers whole, unless splitting the request into parts is faster. */
async function planOrReply(
  engine: Engine,
  request: PlanRequest,
  { held }: ThreadContext,
): Promise<PlanReply> {
  const { question, of } = request;
  check(engine, of);
  const planned = await planParts(engine, of, request);
  if (planned !== null) {
    held.selected.set(question, planned.selected);
    return { plan: planned.plan };
  }
  if (of.kind === 'search') return { plan: null, reply: await search(engine, of) };
  return { plan: null, reply: await (of.kind === 'count' ? count(engine, of) : rankModules(engine, of)) };
}

/** What a list of genes is compared with: 0.6 s at 5,000 networks, which the first person would wait for. */
async function warm({ catalog, columns }: Engine, _request: object): Promise<Record<string, never>> {
  await columns.loadPresent(catalog);
  await columns.loadTargets(catalog, 'SYMBOL');
  await columns.loadSizes(catalog, 1);
  return {};
}

export const HANDLERS = {
  plan: read(planOrReply),
  part: read(ofVersion(answerPart)),
  fetch: read(ofVersion(fetchRows)),
  finish: read(ofVersion(finishSearch)),
  search: read(checked(search)),
  export: readPrimary(checked(exportRows)),
  arrange: async (_source: SearchSource, request: ArrangeRequest) => arrange(request),
  count: read(checked(count)),
  check: read(check),
  'rank-modules': read(checked(rankModules)),
  'rank-sets': read(rankSetsByOverlap),
  'ranked-sets': read(rankSetsByValues),
  warm: read(warm),
  fields: read(listFields),
  'gene-modules': read(listGeneModules),
  'gene-module-ids': read(listGeneModuleIds),
  'gene-topics': read(listGeneTopics),
  'gene-data-sets': read(listGeneDataSets),
  'list-symbols': read(listSymbolsOfLists),
  'measured-genes': read(listMeasuredGenes),
  'module-signals': read(listModuleSignals),
  'module-candidates': read(listModuleCandidates),
  'feature-symbols': read(listFeatureSymbols),
};
