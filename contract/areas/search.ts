import { searchedText } from '@omicon/domain/query/search-text.ts';
import { RECORD_TYPES } from '@omicon/domain/records/record-kinds.ts';
import { z } from 'zod';
import { endpoint, page, pageNumber, text } from '../base/endpoint.ts';
import { fileItem } from '../base/records.ts';

export const SEARCH_SCOPES = ['all', 'files', 'folders'] as const;

/** A record found by the search box. `found_by` is the field that matched. */
export const foundRecord = z.object({
  entity_type: z.enum(RECORD_TYPES),
  id: z.int(),
  omicon_id: z.string(),
  title: z.string(),
  version: z.int(),
  found_by: z.enum(['Omicon ID', 'accession ID', 'PubMed ID', 'author', 'title']),
  /** address of its page in the web application; null if it has none */
  href: z.string().nullable(),
});
export type FoundRecord = z.output<typeof foundRecord>;

const NOTHING_TO_SEARCH = 'Please enter a value to be searched for';

export const searchEverything = endpoint({
  method: 'GET',
  path: '/api/search/',
  summary:
    'Records by accession, PubMed ID, author or title; files by name; with the scope folders, folders by path.',
  permission: { anyOf: ['FILE_SEARCH', 'COLLECTION_SEARCH', 'PROJECT_SEARCH'] },
  object: 'any record',
  query: z.object({
    /** refuses text without letters and digits */
    q: text(200)
      .min(1, NOTHING_TO_SEARCH)
      .refine((typed) => searchedText(typed) !== '', NOTHING_TO_SEARCH),
    scope: z.enum(SEARCH_SCOPES).default('all'),
    /** page of the records; `page` is that of the files or folders */
    records_page: pageNumber,
    page: pageNumber,
    page_size: z.coerce.number().int().min(1).max(100).default(20),
  }),
  reply: z.object({
    records: page(foundRecord),
    files: page(fileItem),
    /** folders of current records that match by path, sorted by name; only with scope folders */
    folders: page(fileItem),
  }),
});

/** Most suggestions of each kind. */
export const MAX_SUGGESTED = 50;

/** Kinds of suggestions, in the order shown. */
export const SUGGESTION_KINDS = [
  'gene',
  'meta-module',
  'record',
  'network',
  'module',
  'sample',
  'gene-set',
] as const;

export const suggestion = z.object({
  kind: z.enum(SUGGESTION_KINDS),
  title: z.string(),
  /** distinguishes it from others with that title */
  detail: z.string(),
  href: z.string(),
});
export type Suggestion = z.output<typeof suggestion>;

export const listSuggestions = endpoint({
  method: 'GET',
  path: '/api/search/suggestions/',
  summary:
    'What a typed text may mean: genes, meta-modules, records, networks, modules (`salmon`, or `salmon of` and words of its network or analysis), samples and gene sets.',
  permission: { anyOf: ['FILE_SEARCH', 'COLLECTION_SEARCH', 'PROJECT_SEARCH'] },
  object: 'any record',
  query: z.object({
    q: text(200),
    /** most of each kind */
    limit: z.coerce.number().int().min(1).max(MAX_SUGGESTED).default(6),
  }),
  reply: z.object({
    /** in the order of the kinds; a gene that the text names exactly comes first */
    results: z.array(suggestion),
    /** the page of the gene that the text names exactly, by symbol, alias or id; null if there is none */
    gene_href: z.string().nullable(),
  }),
});

/** Longer lists need several calls. */
export const MAX_OMICON_IDS = 1000;

/** Matches by Omicon ID, as spelled in the request; IDs without a readable record are absent. */
export const listOmiconIds = endpoint({
  method: 'POST',
  path: '/api/omicon-ids/',
  summary: 'Resolve up to 1,000 Omicon IDs.',
  permission: 'signed in',
  object: 'any record',
  body: z.strictObject({ omicon_ids: z.array(text(64)).max(MAX_OMICON_IDS) }),
  reply: z.object({ results: z.record(z.string(), z.array(foundRecord)) }),
});

export const getOmiconId = endpoint({
  method: 'GET',
  path: '/api/omicon-ids/:omicon_id/',
  summary: 'Resolve an Omicon ID; several entries if the record has versions.',
  permission: 'signed in',
  object: 'any record',
  params: z.object({ omicon_id: text(64) }),
  reply: z.object({ results: z.array(foundRecord) }),
});
