import { getSearchDefinitions } from '@omicon/contract/areas/advanced-search/advanced-search.ts';
import { listPossibleValues } from '@omicon/contract/areas/attributes.ts';
import { rankGeneSets, rankModules, repairList } from '@omicon/contract/areas/genes/gene-lists.ts';
import type { BodyInput } from '@omicon/contract/base/endpoint.ts';
import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query';
import { useCallback } from 'react';
import { z } from 'zod';
import { callEndpoint } from '../../base/calls/call.ts';
import { endpointQuery, useEndpoint } from '../../base/calls/use-endpoint.ts';
import { decodeList } from '../../base/gene-list.ts';
import { readWhole, useRowsUnder } from '../../ui/grid/folds/rows-under.ts';
import type { OpenRow } from '../../ui/grid/folds/use-folds.tsx';

const figures = {
  Pval: z.number(),
  qval: z.number(),
  Overlap: z.number(),
  Size: z.number(),
  Listed: z.number(),
  Universe: z.number(),
  Jaccard: z.number(),
};

const rankedModule = z.object({
  Module: z.string().nullable(),
  Theme: z.string().nullable(),
  Mod_Def: z.string(),
  Dataset: z.string().nullable(),
  Network: z.string().nullable(),
  ...figures,
  Covariation_Module_Omicon_ID: z.string(),
  project_id: z.number().nullable(),
  dataset_id: z.number().nullable(),
  /** of folded modules: the meta-module, and `5 of 6` cohorts that have it; null where there is none */
  Meta_Module: z.string().nullable().default(null),
  Found_In: z.string().nullable().default(null),
  Meta_Module_Omicon_ID: z.string().nullable().default(null),
  /** rows folded under it; null where every module is a row */
  Folded: z.number().nullable().default(null),
});
export type RankedModule = z.output<typeof rankedModule> & {
  /** Omicon ID of the module it is folded under */
  folded_under?: string;
};

const rankedSet = z.object({
  SetID: z.string(),
  SetName: z.string(),
  Category: z.string().nullable(),
  Species: z.string().nullable(),
  ...figures,
  /** sets folded under it, and the set it is folded under or itself */
  Folded: z.number(),
  Leading_Set: z.string().nullable(),
  Geneset_Omicon_ID: z.string(),
});
export type RankedSet = z.output<typeof rankedSet>;

export type ModuleQuestion = BodyInput<typeof rankModules>;
export type SetQuestion = BodyInput<typeof rankGeneSets>;

async function readModules(body: ModuleQuestion, signal?: AbortSignal) {
  const { results, ...reply } = await callEndpoint(rankModules, { body, ...(signal ? { signal } : {}) });
  const rows: RankedModule[] = z.array(rankedModule).parse(results);
  return { ...reply, rows };
}

async function readSets(body: SetQuestion, signal?: AbortSignal) {
  const { results, ...reply } = await callEndpoint(rankGeneSets, { body, ...(signal ? { signal } : {}) });
  return { ...reply, rows: z.array(rankedSet).parse(results) };
}

const EXPLORE = ['explore'] as const;

/** A page of a ranking as the server sends it. */
export interface RankedPage<Row> {
  rows: Row[];
  total: number;
  /** without folding */
  unfolded: number;
  tested: number;
  execution_ms: number;
}

export interface PageOfRanking {
  page: number;
  page_size: number;
  sort: string;
  order: 'asc' | 'desc';
}

/** A kind of ranking, with the call that reads a page of it. */
export interface RankingSource<Row, Found extends RankedPage<Row> = RankedPage<Row>> {
  /** what is asked, by which pages are cached */
  question: object;
  read(page: PageOfRanking, signal?: AbortSignal): Promise<Found>;
  /** of folded rows, those folded under one, and a page of all where files have them */
  readUnfolded?(page: PageOfRanking): Promise<RankedPage<Row>>;
  readUnder?(row: Row, signal: AbortSignal): Promise<Row[]>;
}

export const MODULE_RANKING = 'ranked-modules';
export const SET_RANKING = 'ranked-gene-sets';

export function moduleSource(question: ModuleQuestion) {
  return {
    question,
    read: (page: PageOfRanking, signal?: AbortSignal) => readModules({ ...question, ...page }, signal),
    readUnder: async (row: RankedModule, signal: AbortSignal) => {
      const folded_under = row.Covariation_Module_Omicon_ID;
      const found = await readWhole(folded_under, (folding) =>
        readModules({ ...question, ...folding }, signal),
      );
      return found.map((each) => ({ ...each, folded_under }));
    },
  };
}

export function setSource(question: SetQuestion) {
  return {
    question,
    read: (page: PageOfRanking, signal?: AbortSignal) => readSets({ ...question, ...page }, signal),
    readUnfolded: (page: PageOfRanking) => readSets({ ...question, ...page, fold: false }),
    readUnder: (row: RankedSet, signal: AbortSignal) =>
      readWhole(row.Geneset_Omicon_ID, (folding) => readSets({ ...question, ...folding }, signal)),
  };
}

/** The page that the picture of a ranking shows. */
const STRONGEST = { page: 1, page_size: 100, order: 'asc' } as const;

/** A page of the ranking with this name. */
function rankedPageQuery<Row, Found extends RankedPage<Row>>(
  name: string,
  { question, read }: RankingSource<Row, Found>,
  page: PageOfRanking,
) {
  return queryOptions({
    queryKey: [...EXPLORE, name, question, page],
    queryFn: ({ signal }) => read(page, signal),
  });
}

/** The rows with the smallest P. */
export function strongestQuery<Row, Found extends RankedPage<Row>>(
  name: string,
  source: RankingSource<Row, Found>,
  byP: string,
) {
  return rankedPageQuery(name, source, { ...STRONGEST, sort: byP });
}

/** A page of a ranking. Its first rows by P are those of the picture, and need no call of their own. */
export function useRankedPage<Row, Found extends RankedPage<Row>>(
  name: string,
  source: RankingSource<Row, Found>,
  page: PageOfRanking,
  byP: string,
) {
  const { page_size } = page;
  const isOfStrongest =
    page.page === STRONGEST.page &&
    page.order === STRONGEST.order &&
    page.sort === byP &&
    page_size <= STRONGEST.page_size;
  const first = useCallback(
    (found: Found): Found => ({ ...found, rows: found.rows.slice(0, page_size) }),
    [page_size],
  );
  return useQuery({
    ...(isOfStrongest ? strongestQuery(name, source, byP) : rankedPageQuery(name, source, page)),
    select: first,
    placeholderData: keepPreviousData,
  });
}

/** Rows folded under open rows, by the key of the open row. */
export function useFoldedRows<Row>(
  name: string,
  { question, readUnder }: RankingSource<Row>,
  open: readonly OpenRow<Row>[],
): ReadonlyMap<string, Row[]> {
  return useRowsUnder(
    [...EXPLORE, name, question],
    open,
    (row, signal) => readUnder?.(row, signal) ?? Promise.resolve([]),
  );
}

/** Symbols for the identifiers. */
export function repairQuery(identifiers: readonly string[]) {
  return endpointQuery(repairList, { body: { identifiers: [...identifiers] } });
}

/** The list for a parameter of the address. */
export function geneListQuery(param: string, owner: number) {
  return queryOptions({
    queryKey: [...EXPLORE, 'list', owner, param],
    queryFn: () => decodeList(param, owner),
    enabled: param !== '',
    staleTime: Number.POSITIVE_INFINITY,
  });
}

export function useSampleFields() {
  return useEndpoint(
    getSearchDefinitions,
    {},
    { select: ({ sections }) => sections.sample, staleTime: 5 * 60_000 },
  );
}

/** Values of a sample or data set field with the labels of coded ones, most frequent first. */
export function useListValues(
  kind: 'samples' | 'data-sets',
  attribute: string,
  { search = '', isNeeded = true } = {},
) {
  return useEndpoint(
    listPossibleValues,
    { params: { kind }, query: { attribute, search } },
    {
      select: ({ results }) => results,
      placeholderData: keepPreviousData,
      enabled: attribute !== '' && isNeeded,
    },
  );
}
