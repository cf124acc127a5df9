/** What the request thread asks a search thread for, and what comes back. Both are plain data. */
import type { QueryFault } from '@omicon/domain/check-query.ts';
import type {
  FieldKind,
  Filters,
  Query,
  QueryDefinition,
  QuerySection,
  ResultType,
} from '@omicon/domain/query.ts';
import type { Viewer } from './catalog.ts';
import type { Ranked } from './rank.ts';
import type { Row } from './results.ts';

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
  /** names of the sample attributes that rules speak of, as the columns have them */
  sample_attributes: string[];
  emptied_by: string | null;
}

export interface CountRequest {
  kind: 'count';
  query: Query;
  viewer: Viewer;
}

export interface CountReply {
  /** in the order in which rules narrow; `of` is what was counted, for rules before modules are spoken of */
  counts: { path: string; remaining: number; of: ResultType }[];
  total: number;
}

export interface RankModulesRequest {
  kind: 'rank-modules';
  viewer: Viewer;
  symbols: string[];
  background: string[] | null;
  definition: QueryDefinition;
  filters: Filters;
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
  page: number;
  page_size: number;
  sort: string | undefined;
  order: 'asc' | 'desc' | undefined;
}

export interface FieldsRequest {
  kind: 'fields';
}

export interface FieldsReply {
  fields: { section: QuerySection; key: string; name: string; kind: FieldKind; isOntologyId: boolean }[];
}

export type Request = SearchRequest | CountRequest | RankModulesRequest | RankSetsRequest | FieldsRequest;
export type ReplyTo<R extends Request> = R extends SearchRequest
  ? SearchReply
  : R extends CountRequest
    ? CountReply
    : R extends RankModulesRequest | RankSetsRequest
      ? Ranked
      : FieldsReply;

/** Messages between the threads. */
export interface Ask {
  id: number;
  request: Request;
}

export type Told =
  | { id: number; reply: SearchReply | CountReply | FieldsReply | Ranked }
  | { id: number; faults: QueryFault[] }
  | { id: number; unknownColumn: string }
  | { id: number; error: string };
