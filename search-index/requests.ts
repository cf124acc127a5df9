/** Requests to search threads and their replies, as plain data. */

import type { QueryFault } from '@omicon/domain/query/check-query.ts';
import type { FieldKind, Filters, Query, QuerySection } from '@omicon/domain/query/query.ts';
import type { QueryDefinition } from '@omicon/domain/records/module-definition.ts';
import type { OverlapDirection } from '@omicon/domain/statistics/hypergeometric.ts';
import type { Row } from './kit/sorting.ts';
import type { Ranked } from './match/overlaps.ts';
import type { NoPartial, Partial, PartScope, Plan, Splitting } from './parts/partials.ts';
import type { Viewer } from './read/catalog-entries.ts';
import type { ObjectRange } from './read/kme-segments.ts';
import type { CountReply } from './result-rows/count-rules.ts';
import type { FeatureSymbolsReply, FeatureSymbolsRequest } from './result-rows/feature-symbols.ts';
import type { GeneDataSetsReply, GeneDataSetsRequest } from './result-rows/gene-data-sets.ts';
import type { GeneModuleIdsReply, GeneModuleIdsRequest } from './result-rows/gene-module-ids.ts';
import type { GeneModulesReply, GeneModulesRequest } from './result-rows/gene-modules.ts';
import type { GeneTopicsReply, GeneTopicsRequest } from './result-rows/gene-topics.ts';
import type { ListSymbolsReply, ListSymbolsRequest } from './result-rows/list-symbols.ts';
import type { MeasuredGenesReply, MeasuredGenesRequest } from './result-rows/measured-genes.ts';
import type { ModuleCandidatesReply, ModuleCandidatesRequest } from './result-rows/module-candidates.ts';
import type { RankedSetsReply, RankedSetsRequest } from './result-rows/ranked-sets.ts';
import type { Gathered } from './result-rows/result-context.ts';
import type { ReplicaState } from './search-source.ts';

export interface SearchRequest {
  kind: 'search';
  query: Query;
  viewer: Viewer;
  show: 'records' | 'count';
  page: number;
  page_size: number;
  sort: string | undefined;
  order: 'asc' | 'desc' | undefined;
}

export interface SearchReply {
  columns: string[];
  rows: Row[];
  total: number;
  /** sample attributes used in rules, named as in the columns */
  sample_attributes: string[];
  emptied_by: string | null;
}

/** All rows of a query, in packed chunks sent before the reply. */
export interface ExportRequest {
  kind: 'export';
  query: Query;
  viewer: Viewer;
  sort: string | undefined;
  order: 'asc' | 'desc' | undefined;
  /** maximum number of rows sent; the total counts all */
  most: number;
  /** send no rows if not all can be sent */
  wantsAll: boolean;
}

/** Like `SearchReply`, but the rows are sent in chunks. */
export interface ExportReply extends Omit<SearchReply, 'rows'> {
  /** maximum number of rows sent for such a search */
  limit: number;
}

/** Sorts packed rows and returns one page; needs no database. */
export interface ArrangeRequest {
  kind: 'arrange';
  columns: string[];
  chunks: Uint8Array[];
  sort: string;
  order: 'asc' | 'desc' | undefined;
  from: number;
  to: number;
}

export interface ArrangeReply {
  rows: Row[];
}

export interface CountRequest {
  kind: 'count';
  query: Query;
  viewer: Viewer;
}

export interface RankModulesRequest {
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
  kind: 'rank-sets';
  symbols: string[];
  background: string[] | null;
  category: string | undefined;
  species: string | undefined;
  direction: OverlapDirection;
  fold: boolean;
  folded_under: number | undefined;
  page: number;
  page_size: number;
  sort: string | undefined;
  order: 'asc' | 'desc' | undefined;
}

/** Validates a query; the reply is empty, a refusal lists the faults. */
export interface CheckRequest {
  kind: 'check';
  query: Query;
  viewer: Viewer;
}

export type CheckReply = Record<string, never>;

/** Loads what most searches need. */
export interface WarmRequest {
  kind: 'warm';
}

export interface FieldsRequest {
  kind: 'fields';
  viewer: Viewer;
}

export interface FieldsReply {
  fields: { section: QuerySection; key: string; name: string; kind: FieldKind; isOntologyId: boolean }[];
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

export type PlanReply = { plan: Plan } | { plan: null; reply: ReplyTo<SplitRequest> };

type WithoutViewer<R> = R extends unknown ? Omit<R, 'viewer'> : never;

/** Asks a thread for one part. It has no viewer: permissions were decided by the plan. */
export interface PartRequest {
  kind: 'part';
  question: number;
  of: WithoutViewer<SplitRequest>;
  scope: PartScope;
  version: number;
}

/** Rows of a part that are on the page, and all P in some buckets. */
export interface TakeRequest {
  kind: 'take';
  question: number;
  version: number;
  /** indexes among the first rows of the part, in the order of the page */
  rows: Uint32Array;
  buckets: Uint32Array;
}

export type TakeReply = { kind: 'taken'; rows: Row[]; p: Float64Array } | NoPartial;

/** Asks the thread that made the plan for the reply, once the parts are merged. */
export interface FinishRequest {
  kind: 'finish';
  question: number;
  version: number;
  of: SearchRequest;
  /** null for modules */
  gathered: Gathered | null;
  /** null for other rows than modules */
  modules: { columns: string[]; total: number } | null;
}

export type FinishReply = { kind: 'finished'; reply: SearchReply } | NoPartial;

/** Reply types by kind of request. */
interface Replies {
  plan: PlanReply;
  part: Partial | NoPartial;
  take: TakeReply;
  finish: FinishReply;
  search: SearchReply;
  export: ExportReply;
  arrange: ArrangeReply;
  count: CountReply;
  check: CheckReply;
  'rank-modules': Ranked;
  'rank-sets': Ranked;
  'ranked-sets': RankedSetsReply;
  warm: Record<string, never>;
  fields: FieldsReply;
  'gene-modules': GeneModulesReply;
  'gene-module-ids': GeneModuleIdsReply;
  'gene-topics': GeneTopicsReply;
  'gene-data-sets': GeneDataSetsReply;
  'list-symbols': ListSymbolsReply;
  'measured-genes': MeasuredGenesReply;
  'module-candidates': ModuleCandidatesReply;
  'feature-symbols': FeatureSymbolsReply;
}

export type Request =
  | PlanRequest
  | PartRequest
  | TakeRequest
  | FinishRequest
  | SearchRequest
  | ExportRequest
  | ArrangeRequest
  | CountRequest
  | CheckRequest
  | RankModulesRequest
  | RankSetsRequest
  | RankedSetsRequest
  | WarmRequest
  | FieldsRequest
  | GeneModulesRequest
  | GeneModuleIdsRequest
  | GeneTopicsRequest
  | GeneDataSetsRequest
  | ListSymbolsRequest
  | MeasuredGenesRequest
  | ModuleCandidatesRequest
  | FeatureSymbolsRequest;
export type Reply = Replies[Request['kind']];
export type ReplyTo<R extends Request> = Replies[R['kind']];

/** Messages between the threads. */
export interface ThreadRequest {
  id: number;
  request: Request;
}

/** Cancels a request that the thread has not started. */
export interface DropRequest {
  drop: number;
}

/** Frees what the thread keeps of a split question. */
export interface ReleaseRequest {
  release: number;
}

/** A thread asks for bytes of stored objects, which only the main thread can read. */
export interface ReadMessage {
  read: number;
  ranges: ObjectRange[];
}

/** Without bytes: the read failed, and the main thread keeps the error. */
export type ReadReply = { read: number; bytes: Uint8Array[] | null };

/** What a thread is started with. */
export interface ThreadData {
  databaseUrl: string;
  /** null for none */
  replicaUrl: string | null;
}

/** Tells that the thread has begun or ceased to read its replica. */
export interface ReplicaMessage {
  replica: ReplicaState;
}

export type ThreadReply =
  | ReadMessage
  | ReplicaMessage
  | { id: number; chunk: Uint8Array }
  | { id: number; reply: Reply }
  | { id: number; faults: QueryFault[] }
  | { id: number; unknownColumn: string }
  /** the error of a read, which the main thread keeps */
  | { id: number; failedRead: number }
  /** clones of errors lose their code */
  | { id: number; error: string; code: string | undefined };
