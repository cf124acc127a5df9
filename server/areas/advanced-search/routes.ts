/** The advanced search: queries as data, answered by the search threads. Owns no table of records. */
import {
  countAdvancedSearch,
  getSearchDefinitions,
  type QueryField,
  type SearchQueryBody,
  searchAdvanced,
} from '@omicon/contract/advanced-search.ts';
import { OPERATORS_OF_KIND, QUERY_IDENTIFIERS, QUERY_SECTIONS, RESULT_TYPES } from '@omicon/domain/query.ts';
import type { FieldsReply, SearchReply } from '@omicon/search-index/requests.ts';
import { type Route, serve } from '../../base/serve.ts';
import { refused, viewerOf } from '../../database/searching.ts';

function queryOf({ result_type, filters, output }: SearchQueryBody) {
  return { result_type, filters, output };
}

function toResults(
  body: SearchQueryBody,
  { columns, rows, total, sample_attributes, emptied_by }: SearchReply,
) {
  return {
    results: body.show === 'count' ? [] : rows,
    columns,
    result_count: total,
    sample_attributes,
    is_background_process: false,
    message: '',
    emptied_by,
  };
}

const LABELS: Readonly<Record<(typeof RESULT_TYPES)[number], string>> = {
  'data-collections': 'Data collections',
  'data-sets': 'Data sets',
  samples: 'Samples',
  analyses: 'Analyses',
  'covariation-networks': 'Covariation networks',
  'covariation-modules': 'Covariation modules',
  'gene-sets': 'Gene sets',
  features: 'Unique features of modules',
  'analyte-files': 'Analyte files',
  'enrichment-files': 'Enrichment PDFs',
  'kme-table': 'kME table',
};

const WIRE_TYPE = { text: 'string', number: 'number', date: 'date', mixed: 'string' } as const;

function toField({ key, name, kind, isOntologyId }: FieldsReply['fields'][number]): QueryField {
  return {
    field: name,
    key,
    label: name.replaceAll('_', ' '),
    type: WIRE_TYPE[kind],
    operators: [...OPERATORS_OF_KIND[kind], ...(isOntologyId ? (['under'] as const) : [])],
    possibleValues: [],
    isAutoComplete: kind === 'text' || kind === 'mixed',
    IsOntologyId: isOntologyId,
  };
}

export const advancedSearchRoutes: Route[] = [
  serve(searchAdvanced, async ({ body, principal, services }) => {
    const started = performance.now();
    const reply = await refused(
      services.searchThreads.ask({
        kind: 'search',
        query: queryOf(body),
        viewer: viewerOf(principal),
        show: body.show,
        page: body.page,
        page_size: body.page_size,
        sort: body.sort,
        order: body.order,
      }),
    );
    return {
      data: {
        notifId: null,
        searchResults: toResults(body, reply),
        selectedAtrributes: reply.sample_attributes,
        isNotification: false,
        key: null,
        execution_ms: performance.now() - started,
      },
    };
  }),

  serve(countAdvancedSearch, ({ body, principal, services }) =>
    refused(services.searchThreads.ask({ kind: 'count', query: queryOf(body), viewer: viewerOf(principal) })),
  ),

  serve(getSearchDefinitions, async ({ services }) => {
    const { fields } = await services.searchThreads.ask({ kind: 'fields' });
    return {
      result_types: RESULT_TYPES.map((type) => ({ type, label: LABELS[type] })),
      sections: Object.fromEntries(
        QUERY_SECTIONS.map((section) => [
          section,
          fields.filter((field) => field.section === section).map(toField),
        ]),
      ) as Record<(typeof QUERY_SECTIONS)[number], QueryField[]>,
      identifiers: [...QUERY_IDENTIFIERS],
      flags: [...services.config.flags],
    };
  }),
];
