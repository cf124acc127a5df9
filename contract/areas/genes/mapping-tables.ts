import { IDENTIFIER_KINDS } from '@omicon/domain/identifiers/identifier-mapping.ts';
import { z } from 'zod';
import { endpoint, idParams, listQuery, page, text } from '../../base/endpoint.ts';

const mappingTableItem = z.object({
  id: z.int(),
  name: z.string(),
  version: z.string(),
  platform: z.string().nullable(),
  organism: z.string().nullable(),
  unique_identifier: z.string(),
  mapped_to: z.string(),
  rows: z.int(),
  date_uploaded: z.string(),
  /** opens the original file: `<id>/<file name>` */
  key: z.string(),
  size_bytes: z.number(),
});
export type MappingTableItem = z.output<typeof mappingTableItem>;

const tableColumns = [
  'name',
  'version',
  'platform',
  'organism',
  'unique_identifier',
  'mapped_to',
  'rows',
  'date_uploaded',
  'size_bytes',
] as const;

/** Full name of a table, for addresses that contain it. */
const named = z.object({ name: text(300).optional() });

export const listMappingTables = endpoint({
  method: 'GET',
  path: '/api/mapping-tables/',
  summary: 'Mapping tables, by page.',
  permission: 'RESOURCE_MAPPING_LIST_VIEW',
  object: 'none',
  query: listQuery(tableColumns).extend(named.shape),
  reply: page(mappingTableItem),
});

export const ANALYTE_MAPPING_TYPES = ['microarray', 'organism'] as const;

/** Tables of probes belong to a microarray, all others to an organism. */
export const listAnalyteMappings = endpoint({
  method: 'GET',
  path: '/api/analyte-mappings/',
  summary: 'Mapping tables of microarrays, or of organisms, by page.',
  permission: 'RESOURCE_MAPPING_LIST_VIEW',
  object: 'none',
  query: listQuery(tableColumns).extend({ type: z.enum(ANALYTE_MAPPING_TYPES) }),
  reply: page(mappingTableItem),
});

export const getMappingTable = endpoint({
  method: 'GET',
  path: '/api/mapping-tables/:id/',
  summary: 'One mapping table, with its earlier releases.',
  permission: 'RESOURCE_MAPPING_LIST_VIEW',
  object: 'none',
  params: idParams,
  reply: mappingTableItem.extend({
    is_current: z.boolean(),
    releases: z.array(
      z.object({
        id: z.int(),
        version: z.string(),
        date_uploaded: z.string(),
        is_current: z.boolean(),
      }),
    ),
  }),
});

const mappingRow = z.object({
  place: z.int(),
  unique_identifier: z.string(),
  value: z.string().nullable(),
});
export type MappingRow = z.output<typeof mappingRow>;

/** The search matches a prefix of an identifier or target, ignoring case. */
export const listMappingRows = endpoint({
  method: 'GET',
  path: '/api/mapping-tables/:id/rows/',
  summary: 'Rows of a mapping table, by page.',
  permission: 'RESOURCE_MAPPING_LIST_VIEW',
  object: 'none',
  params: idParams,
  query: listQuery(['place', 'unique_identifier', 'value']),
  reply: page(mappingRow),
});

export const downloadMappingTable = endpoint({
  method: 'GET',
  path: '/api/mapping-tables/:id/content/',
  summary: 'The original file of a mapping table.',
  permission: 'RESOURCE_MAPPING_DOWNLOAD',
  object: 'none',
  params: idParams,
  reply: z.string().describe('the file'),
});

export const MAX_IDENTIFIERS = 5000;

const identifierKind = z.enum(IDENTIFIER_KINDS);

/** Kinds connected by the stored tables, for the form. */
export const listIdentifierKinds = endpoint({
  method: 'GET',
  path: '/api/identifier-kinds/',
  summary: 'Kinds of identifiers of the mapping tables, and the platforms of probes.',
  permission: 'RESOURCE_MAPPING_LIST_VIEW',
  object: 'none',
  reply: z.object({ kinds: z.array(identifierKind), platforms: z.array(z.string()) }),
});

/**
 * Identifiers are compared ignoring case; all targets are returned. Unknown identifiers have no target, but from SYMBOL
 * to SYMBOL map to themselves. `platform` selects a table of probes; by default all are used.
 */
export const mapIdentifiers = endpoint({
  method: 'POST',
  path: '/api/map-identifiers/',
  summary: 'Map identifiers to those of another kind.',
  permission: 'RESOURCE_MAPPING_LIST_VIEW',
  object: 'none',
  body: z.object({
    ids: z
      .array(text(200))
      .min(1, 'Enter identifiers')
      .max(
        MAX_IDENTIFIERS,
        `At most ${MAX_IDENTIFIERS.toLocaleString('en-US')} identifiers are mapped at once`,
      ),
    from: identifierKind,
    to: identifierKind,
    platform: text(200).optional(),
  }),
  reply: z.object({
    /** kinds along the route, e.g. ENTREZID, SYMBOL, OMIM */
    route: z.array(z.string()),
    /** `is_mapped` is false if no table contains the identifier, even if a symbol maps to itself */
    results: z.array(
      z.object({
        id: z.string(),
        targets: z.array(z.string()),
        is_mapped: z.boolean(),
        /** what was looked up, without quotation marks, invisible characters or version; null if it is `id` */
        read_as: z.string().nullable(),
      }),
    ),
    /** number of mapped and unmapped results */
    mapped: z.int(),
    unmapped: z.int(),
  }),
});
