/** Requests to search threads and their replies, as plain data. */

import type { QueryFault } from '@omicon/domain/query/check-query.ts';
import type { FieldKind, Filters, Query, QuerySection, ResultType } from '@omicon/domain/query/query.ts';
import type { QueryDefinition } from '@omicon/domain/records/module-definition.ts';
import type { Row } from './kit/sorting.ts';
import type { Ranked } from './match/overlaps.ts';
import type { Viewer } from './read/catalog-entries.ts';

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

export interface CountReply {
  /** in the order in which rules narrow; `of` is the counted type, which may be networks before a rule selects modules */
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

/** Validates a query; the reply is empty, a refusal lists the faults. */
export interface CheckRequest {
  kind: 'check';
  query: Query;
}

export type CheckReply = Record<string, never>;

export interface FieldsRequest {
  kind: 'fields';
}

export interface FieldsReply {
  fields: { section: QuerySection; key: string; name: string; kind: FieldKind; isOntologyId: boolean }[];
}

export type Request =
  | SearchRequest
  | ExportRequest
  | ArrangeRequest
  | CountRequest
  | CheckRequest
  | RankModulesRequest
  | RankSetsRequest
  | FieldsRequest;
export type Reply = SearchReply | ExportReply | ArrangeReply | CountReply | CheckReply | Ranked | FieldsReply;
export type ReplyTo<R extends Request> = R extends SearchRequest
  ? SearchReply
  : R extends ExportRequest
    ? ExportReply
    : R extends ArrangeRequest
      ? ArrangeReply
      : R extends CountRequest
        ? CountReply
        : R extends CheckRequest
          ? CheckReply
          : R extends RankModulesRequest | RankSetsRequest
            ? Ranked
            : FieldsReply;

/** Messages between the threads. */
export interface ThreadRequest {
  id: number;
  request: Request;
}

/** Cancels a request that the thread has not started. */
export interface DropRequest {
  drop: number;
}

export type ThreadReply =
  | { id: number; chunk: Uint8Array }
  | { id: number; reply: Reply }
  | { id: number; faults: QueryFault[] }
  | { id: number; unknownColumn: string }
  | { id: number; error: string };
