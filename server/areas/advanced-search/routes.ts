/**
 * The advanced search: queries as data, answered by the search threads. Owns the tables search_query and search_result.
 */

import {
  countAdvancedSearch,
  getSearchDefinitions,
  type QueryField,
  type SearchQueryBody,
  searchAdvanced,
} from '@omicon/contract/areas/advanced-search/advanced-search.ts';
import { objectOf } from '@omicon/domain/objects/known-keys.ts';
import type { Principal } from '@omicon/domain/permissions/permissions.ts';
import {
  OPERATORS_OF_KIND,
  QUERY_IDENTIFIERS,
  QUERY_SECTIONS,
  RESULT_TYPES,
} from '@omicon/domain/query/query.ts';
import { RESULT_TYPE_LABELS } from '@omicon/domain/query/query-rows.ts';
import { holdsTermIds, ontologyOf } from '@omicon/domain/records/samples/ontology-columns.ts';
import type { FieldsReply } from '@omicon/search-index/read/catalog-fields.ts';
import { type Route, serve, serveInThread } from '../../base/http/serve.ts';
import type { Services } from '../../base/services.ts';
import { personIdOf } from '../../records/person/people.ts';
import { tooManyRuns } from '../../records/run/calls.ts';
import { listCurrentOntologies } from '../../records/sample/ontologies.ts';
import { refused, viewerOf } from '../../records/search/searching.ts';
import { backgroundRoutes, beginSearch } from './background.ts';
import { exportRoutes } from './export.ts';
import { queryRoutes } from './queries/queries.ts';
import { labelsShown } from './queries/query-labels.ts';
import { queryOf, recentQueryOf, rememberQuery } from './queries/recent-queries.ts';
import { toProcessing, toReply } from './replies.ts';
import { countQuery, type QueryResult, runQuery } from './run-query.ts';
import { searchRuns } from './sql-results.ts';

const WIRE_TYPE = { text: 'string', number: 'number', date: 'date', mixed: 'string' } as const;

/** @param ontologies names of the current ontologies */
function toField(
  { section, key, name, kind }: FieldsReply['fields'][number],
  ontologies: readonly string[],
): QueryField {
  const described = section === 'sample' ? ontologyOf(key) : null;
  return {
    field: name,
    key,
    label: name.replaceAll('_', ' '),
    type: WIRE_TYPE[kind],
    operators: [...OPERATORS_OF_KIND[kind], ...(described !== null ? (['under'] as const) : [])],
    possibleValues: [],
    isAutoComplete: kind === 'text' || kind === 'mixed',
    IsOntologyId: holdsTermIds(key),
    ontology: ontologies.find((ontology) => ontology === described?.ontology) ?? null,
  };
}

/** The result if it arrives in time, else null. */
async function inTime<T>(services: Services, work: Promise<T>): Promise<T | null> {
  let timer: NodeJS.Timeout | undefined;
  const waited = new Promise<null>((resolve) => {
    timer = setTimeout(() => resolve(null), services.config.searchWaitMs);
  });
  return Promise.race([work, waited]).finally(() => clearTimeout(timer));
}

/** Waits only briefly for the validation; while all threads are busy, the job reports an invalid query instead. */
async function refuseWrongQuery(
  services: Services,
  principal: Principal,
  body: SearchQueryBody,
): Promise<void> {
  const late = new AbortController();
  const validation = refused(
    services.searchThreads.ask(
      { kind: 'check', query: queryOf(body), viewer: viewerOf(principal) },
      { signal: late.signal, keepsRunning: true },
    ),
  );
  if ((await inTime(services, validation)) !== null) return;
  validation.catch(() => undefined);
  late.abort();
}

/**
 * The reply, or the number of the background search if it takes too long. The running thread is not cancelled, because
 * the data it loads are cached for the next search.
 */
async function runWithinTime(
  services: Services,
  principal: Principal,
  body: SearchQueryBody,
): Promise<QueryResult | number> {
  const late = new AbortController();
  const search = { viewer: viewerOf(principal), body };
  const running = runQuery(services, search, { signal: late.signal, keepsRunning: true });
  const reply = await inTime(services, running);
  if (reply !== null) return reply;
  const begun = await beginSearch(services.db, personIdOf(principal), body);
  if (begun === null) return running;
  // Its reply is no longer needed.
  running.catch(() => undefined);
  late.abort();
  return begun;
}

export const advancedSearchRoutes: Route[] = [
  serve(
    searchAdvanced,
    async ({ db, body, principal, services }) => {
      const person_id = personIdOf(principal);
      if (body.background) {
        await refuseWrongQuery(services, principal, body);
        const begun = await beginSearch(services.db, person_id, body);
        if (begun === null) throw tooManyRuns(searchRuns);
        return toProcessing(begun);
      }
      const started = performance.now();
      const reply = await runWithinTime(services, principal, body);
      if (typeof reply === 'number') return toProcessing(reply);
      const execution_ms = performance.now() - started;
      const labels = await labelsShown(db, { query: queryOf(body), ...reply });
      const { fold: _, folded_under, ...query } = body;
      if (body.page === 1 && folded_under === undefined) {
        const outcome = { execution_ms, result_count: reply.folded?.rows ?? reply.total };
        await rememberQuery(services.db, recentQueryOf(person_id, query), outcome);
      }
      const rows = body.show === 'count' ? [] : reply.rows;
      return toReply({ ...reply, rows }, { notifId: null, message: '', execution_ms, labels });
    },
    { isCostly: true },
  ),

  serveInThread(countAdvancedSearch, async ({ db, body, principal, services }) => {
    const counted = await countQuery(services, { viewer: viewerOf(principal), body });
    return { ...counted, ...(await labelsShown(db, { query: queryOf(body) })) };
  }),

  serve(getSearchDefinitions, async ({ db, principal, services }) => {
    const [{ fields }, ontologies] = await Promise.all([
      services.searchThreads.ask({ kind: 'fields', viewer: viewerOf(principal) }),
      listCurrentOntologies(db),
    ]);
    return {
      result_types: RESULT_TYPES.map((type) => ({ type, label: RESULT_TYPE_LABELS[type] })),
      sections: objectOf(QUERY_SECTIONS, (section) =>
        fields.filter((field) => field.section === section).map((field) => toField(field, ontologies)),
      ),
      identifiers: [...QUERY_IDENTIFIERS],
      flags: [...services.config.flags],
    };
  }),
  ...queryRoutes,
  ...backgroundRoutes,
  ...exportRoutes,
];
