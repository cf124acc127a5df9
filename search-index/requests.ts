/** Requests that several modules answer, and their replies, as plain data. */

import type { Audience } from '@omicon/domain/permissions/audience.ts';
import type { Filters, Query } from '@omicon/domain/query/query.ts';
import type { QueryDefinition } from '@omicon/domain/records/module-definition.ts';
import type { OverlapDirection } from '@omicon/domain/statistics/hypergeometric.ts';
import type { Row } from './kit/sorting.ts';
import type { Ranked } from './match/overlaps.ts';
import type { NoPartialResult, PartScope, Plan, Splitting } from './parts/partial-results.ts';
import type { Viewer } from './read/catalog-entries.ts';
import type { CountReply } from './result-rows/count-rules.ts';
import type { MergedResult } from './result-rows/result-context.ts';
import type { FoldedCount, Folding } from './result-rows/signals/fold-modules.ts';

/** Folding applies to module rows only, and only on request. */
export interface SearchRequest {
  kind: 'search';
  query: Query;
  viewer: Viewer;
  show: 'records' | 'count';
  page: number;
  page_size: number;
  sort: string | undefined;
  order: 'asc' | 'desc' | undefined;
  fold?: Folding['fold'] | undefined;
  folded_under?: Folding['folded_under'];
}

export interface SearchReply {
  columns: string[];
  rows: Row[];
  total: number;
  /** sample attributes used in rules, named as in the columns */
  sample_attributes: string[];
  emptied_by: string | null;
  /** what the rows of all pages stand for; absent unless they are folded */
  folded?: FoldedCount;
}

export interface CountRequest {
  kind: 'count';
  query: Query;
  viewer: Viewer;
}

export interface RankModulesRequest extends Folding {
  kind: 'rank-modules';
  viewer: Viewer;
  symbols: string[];
  background: string[] | null;
  definition: QueryDefinition;
  filters: Filters;
  direction: OverlapDirection;
  page: number;
  page_size: number;
  sort: string | undefined;
  order: 'asc' | 'desc' | undefined;
}

export interface RankSetsRequest {
  symbols: string[];
  background: string[] | null;
  category: string | undefined;
  species: string | undefined;
  direction: OverlapDirection;
  /** list leading sets only */
  fold: boolean;
  /** number of a leading set: list those folded under it */
  folded_under: number | undefined;
  page: number;
  page_size: number;
  sort: string | undefined;
  order: 'asc' | 'desc' | undefined;
}

/** A request that may be split into parts. */
export type SplitRequest = SearchRequest | RankModulesRequest | CountRequest;

/** Asks one thread whether to split; it answers itself if not. */
export interface PlanRequest extends Splitting {
  kind: 'plan';
  /** number of the question, under which threads keep its state */
  question: number;
  of: SplitRequest;
}

export type PlanReply = { plan: Plan } | { plan: null; reply: SearchReply | Ranked | CountReply };

type WithoutViewer<R> = R extends unknown ? Omit<R, 'viewer'> : never;

/** Asks a thread for one part. It has no viewer: permissions were decided by the plan. */
export interface PartRequest {
  kind: 'part';
  question: number;
  of: WithoutViewer<SplitRequest>;
  /** for whom modules are folded */
  audience: Audience;
  scope: PartScope;
  version: number;
}

/** Rows of a part that are on the page, and all P in some buckets. */
export interface FetchRequest {
  kind: 'fetch';
  question: number;
  version: number;
  /** indexes among the first rows of the part, in the order of the page */
  rows: Uint32Array;
  buckets: Uint32Array;
}

export type FetchReply = { kind: 'fetched'; rows: Row[]; p: Float64Array } | NoPartialResult;

/** Asks the thread that made the plan for the reply, once the parts are merged. */
export interface FinishRequest {
  kind: 'finish';
  question: number;
  version: number;
  of: SearchRequest;
  /** null for modules */
  merged: MergedResult | null;
  /** null for other rows than modules */
  modules: Pick<SearchReply, 'columns' | 'total' | 'folded'> | null;
}

export type FinishReply = { kind: 'finished'; reply: SearchReply } | NoPartialResult;
