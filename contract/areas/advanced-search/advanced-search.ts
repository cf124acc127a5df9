import {
  type Filters,
  type Group,
  KEPT_ROWS,
  OPERATORS,
  QUANTIFIERS,
  QUERY_IDENTIFIERS,
  QUERY_LIMITS,
  QUERY_SECTIONS,
  RESULT_TYPES,
  type Rule,
  TRAIT_SIGNS,
} from '@omicon/domain/query/query.ts';
import { QUERY_DEFINITIONS } from '@omicon/domain/records/module-definition.ts';
import { MODULE_FOLDS } from '@omicon/domain/records/module-fold.ts';
import { z } from 'zod';
import { bareRecordNumber, endpoint, text } from '../../base/endpoint.ts';
import { valueLabels } from '../../base/records.ts';
import { sentencesFor } from '../../base/sentences.ts';
import { SEARCH_ACCESS } from './search-access.ts';

const listed = <T extends z.ZodType>(item: T) =>
  z.array(item).min(1).max(QUERY_LIMITS.listed, `At most ${QUERY_LIMITS.listed} values can be listed.`);
const oneValue = z.union([text(500), z.number()]);

/** One condition of a query; `domain/query/query.ts` explains its parts. */
export const queryRule = z.strictObject({
  field: text(200).min(1, 'Please choose a field.'),
  operator: z.enum(OPERATORS).optional(),
  value: z.union([oneValue, listed(oneValue)]).optional(),
  columns: z.enum(['any', 'every']).optional(),
  definition: z.enum(QUERY_DEFINITIONS).optional(),
  identifier: z.enum(QUERY_IDENTIFIERS).optional(),
  count: z.int().min(1).max(1_000_000).optional(),
  percent: z.number().min(0).max(100).optional(),
  p_below: z.number().positive().max(0.05, 'P is kept below 0.05.').optional(),
  set_id: listed(text(100)).optional(),
  name_contains: text(200).min(1).optional(),
  name_token: z.union([text(200).min(1), listed(text(200).min(1))]).optional(),
  category: text(100).optional(),
  species: text(100).optional(),
  keep: z.enum(KEPT_ROWS).optional(),
  attribute: text(200).min(1, 'Please choose a sample attribute.').optional(),
  q_below: z.number().positive('q is above 0.').max(1, 'q is at most 1.').optional(),
  sign: z.enum(TRAIT_SIGNS).optional(),
  higher_in: text(200).min(1, 'Please enter a value of the attribute.').optional(),
  gene: text(100).optional(),
  kme: z.number().min(-1, 'kME is between -1 and 1.').max(1, 'kME is between -1 and 1.').optional(),
} satisfies { [Part in keyof Rule]-?: z.ZodType<Rule[Part]> });

const combining = {
  combinator: z.enum(['and', 'or']).default('and'),
  not: z.boolean().default(false),
  rules: z.array(z.unknown()).default([]),
};
const groupParts = z.strictObject(combining);
const sampleParts = z.strictObject({
  ...combining,
  quantifier: z.enum(QUANTIFIERS).optional(),
  count: z.int().min(1).max(100_000_000).optional(),
  percent: z.number().min(0).max(100).optional(),
});
const sections = z.strictObject(
  Object.fromEntries(QUERY_SECTIONS.map((section) => [section, z.unknown().optional()])),
);

/** An invalid rule or group; `path` is its path within `filters`. */
class Unreadable extends Error {
  readonly path: (string | number)[];
  constructor(path: (string | number)[], sentence: string) {
    super(sentence);
    this.path = path;
  }
}

function read<T extends z.ZodType>(schema: T, value: unknown, path: (string | number)[]): z.output<T> {
  const parsed = schema.safeParse(value, { error: sentencesFor(schema, ['filters', ...path]) });
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  const rest = (issue?.path ?? []).map((part) => (typeof part === 'number' ? part : String(part)));
  throw new Unreadable([...path, ...rest], issue?.message ?? 'This is not a rule.');
}

/** Depth and number are checked while reading, so that a huge tree is refused early. */
function readNodes(
  nodes: readonly unknown[],
  at: { path: (string | number)[]; depth: number; seen: { rules: number } },
): (Rule | Group)[] {
  return nodes.map((node, index) => {
    const path = [...at.path, 'rules', index];
    at.seen.rules += 1;
    if (at.seen.rules > QUERY_LIMITS.rules)
      throw new Unreadable(path, `A query has at most ${QUERY_LIMITS.rules} rules.`);
    if (typeof node !== 'object' || node === null || !('rules' in node)) return read(queryRule, node, path);
    if (at.depth >= QUERY_LIMITS.depth)
      throw new Unreadable(path, `Groups are nested at most ${QUERY_LIMITS.depth} deep.`);
    const group = read(groupParts, node, path);
    return { ...group, rules: readNodes(group.rules, { path, depth: at.depth + 1, seen: at.seen }) };
  });
}

function readFilters(value: unknown): Filters {
  const seen = { rules: 0 };
  const parsedSections = read(sections, value, []);
  const filters: Filters = {};
  for (const section of QUERY_SECTIONS) {
    const group = parsedSections[section];
    if (group === undefined) continue;
    const path = [section];
    const parts = read(section === 'sample' ? sampleParts : groupParts, group, path);
    filters[section] = { ...parts, rules: readNodes(parts.rules, { path, depth: 1, seen }) };
  }
  return filters;
}

/** Groups by section; rules are parsed one by one, so that a fault names its rule. */
export const queryFilters = z
  .unknown()
  .optional()
  .transform((value, context): Filters => {
    try {
      return readFilters(value ?? {});
    } catch (error) {
      if (!(error instanceof Unreadable)) throw error;
      context.addIssue({ code: 'custom', path: error.path, message: error.message });
      return z.NEVER;
    }
  });

export const queryParts = {
  result_type: z.enum(RESULT_TYPES),
  filters: queryFilters,
  output: z.strictObject({ identifier: z.enum(QUERY_IDENTIFIERS) }).optional(),
};

/** A query as saved, shared and run. */
export const searchQueryBody = z.strictObject({
  ...queryParts,
  description: text(1000).default(''),
  show: z.enum(['records', 'count']).default('records'),
  page: z.int().min(1).max(1_000_000).default(1),
  page_size: z.int().min(1).max(1000).default(20),
  sort: text(200).optional(),
  order: z.enum(['asc', 'desc']).optional(),
  /**
   * of modules, what a row stands for: the first in the order of a recurring module of a data set, or of a meta-module
   * where there is one; every row by default
   */
  fold: z.enum(MODULE_FOLDS).optional(),
  /** number of the module of a folded row: lists the rows that are folded under it, in the same order */
  folded_under: bareRecordNumber.optional(),
  background: z.boolean().default(false),
});
export type SearchQueryBody = z.output<typeof searchQueryBody>;
export type SearchQueryInput = z.input<typeof searchQueryBody>;

/** A name in a gene list that is searched as another one, is ambiguous or is unknown. */
export const symbolRepair = z.object({
  /** path of the rule that lists it */
  path: z.string(),
  given: z.string(),
  /** the official symbol searched instead; null if ambiguous or unknown, then the name is searched as given */
  used: z.string().nullable(),
  /** the candidates of an ambiguous name; empty if it is unknown */
  candidates: z.array(z.string()),
});
export type SymbolRepair = z.output<typeof symbolRepair>;

const cell = z.union([z.string(), z.number(), z.null()]);

/** Words for coded sample values, by the field of a rule or the column of samples that holds them. */
const shownLabels = z.record(z.string(), valueLabels);
export type ShownLabels = z.output<typeof shownLabels>;

/** Rows by column name; `columns` has their order. */
export const searchResults = z.object({
  results: z.array(z.record(z.string(), cell)),
  columns: z.array(z.string()),
  result_count: z.int(),
  /** what the rows of all pages stand for, if they are folded */
  folded: z.object({ rows: z.int(), modules: z.int() }).optional(),
  sample_attributes: z.array(z.string()),
  is_background_process: z.boolean(),
  message: z.string(),
  /** path of the first rule without matches, null if there are matches */
  emptied_by: z.string().nullable(),
  repairs: z.array(symbolRepair),
  value_labels: shownLabels.optional(),
});
export type SearchResults = z.output<typeof searchResults>;

/** Misspelt, but known to other programs. */
export const advancedSearchReply = z.object({
  data: z.object({
    notifId: z.int().nullable(),
    searchResults,
    selectedAtrributes: z.array(z.string()),
    isNotification: z.boolean(),
    key: z.string().nullable(),
    /** duration of the search in ms */
    execution_ms: z.number(),
  }),
});
export type AdvancedSearchReply = z.output<typeof advancedSearchReply>;

export const searchAdvanced = endpoint({
  method: 'POST',
  path: '/api/advanced-search/',
  summary: 'One page of the matches of a query, with the exact total.',
  permission: SEARCH_ACCESS,
  object: 'any record',
  body: searchQueryBody,
  reply: advancedSearchReply,
});

export const countAdvancedSearch = endpoint({
  method: 'POST',
  path: '/api/advanced-search/count/',
  summary: 'Number of records after each rule of a query, and in total.',
  permission: SEARCH_ACCESS,
  object: 'any record',
  body: searchQueryBody,
  reply: z.object({
    /** `of` is what was counted: networks for kME tables, and for unique features if no rule concerns modules */
    counts: z.array(z.object({ path: z.string(), remaining: z.int(), of: z.enum(RESULT_TYPES) })),
    /** rows of the result; of a kME table none until a single network is left */
    total: z.int(),
    repairs: z.array(symbolRepair),
    value_labels: shownLabels.optional(),
  }),
});

/** A field of the wizard, in the shape of the query builder. */
export const queryField = z.object({
  field: z.string(),
  key: z.string(),
  label: z.string(),
  type: z.enum(['number', 'string', 'date']),
  operators: z.array(z.enum(OPERATORS)),
  possibleValues: z.array(z.string()),
  isAutoComplete: z.boolean(),
  IsOntologyId: z.boolean(),
  /** a current ontology that describes the attribute, by which `under` finds kinds of a term; null if there is none */
  ontology: z.string().nullable(),
});
export type QueryField = z.output<typeof queryField>;

export const getSearchDefinitions = endpoint({
  method: 'GET',
  path: '/api/advanced-search/definitions/',
  summary: 'Fields, operators and possible values by section, result types and feature flags.',
  permission: SEARCH_ACCESS,
  object: 'none',
  reply: z.object({
    result_types: z.array(z.object({ type: z.enum(RESULT_TYPES), label: z.string() })),
    sections: z.record(z.enum(QUERY_SECTIONS), z.array(queryField)),
    identifiers: z.array(z.enum(QUERY_IDENTIFIERS)),
    flags: z.array(z.string()),
  }),
});

export const EXPORT_FORMATS = ['tsv', 'csv', 'parquet'] as const;
export type ExportFormat = (typeof EXPORT_FORMATS)[number];

/** As for downloads: not for guests. The caller also needs the permission to search. */
export const exportAdvancedSearch = endpoint({
  method: 'POST',
  path: '/api/advanced-search/export/',
  summary:
    'All rows of a query in its order, as a file; at most five million, or half a million if sorted by a name.',
  permission: { anyOf: ['FILE_DOWNLOAD', 'FILE_DOWNLOADS'] },
  object: 'any record',
  query: z.object({ format: z.enum(EXPORT_FORMATS).default('tsv') }),
  body: searchQueryBody,
  reply: z.unknown(),
});

/** Contains `YOUR_TOKEN` as a placeholder for an API token. */
export const getSearchCode = endpoint({
  method: 'POST',
  path: '/api/advanced-search/code/',
  summary: 'Code in curl, R and Python that fetches all rows of a query.',
  permission: SEARCH_ACCESS,
  object: 'none',
  body: searchQueryBody,
  reply: z.object({ curl: z.string(), r: z.string(), python: z.string() }),
});
