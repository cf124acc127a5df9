/**
 * The kinds of records: what has an Omicon ID, a page and a star. Lists of kinds elsewhere are made from this one, so a
 * new kind is an entry here and its area.
 */
import type { OmiconType } from '../identifiers/omicon-id.ts';
import type { PermissionCode } from '../permissions/permissions.ts';

interface Kind {
  /** as in calls, tables and addresses */
  type: string;
  /** in Omicon IDs */
  code: OmiconType;
  /** on screens, at the beginning of a line */
  title: string;
  /** suggested and found with this code */
  searchCode: PermissionCode;
  /** table of its versions, with visibility and owner; null for parts of analyses, which are as visible as these */
  table: 'data_collection' | 'data_set' | 'analysis' | 'gene_set' | 'cell_type_reference' | null;
  /** has files, which this code lets people download together; null for kinds without files */
  downloadCode: PermissionCode | null;
  /** has a tab with comments */
  hasComments: boolean;
  /** may be put into a basket */
  isCollected: boolean;
}

const KINDS = [
  {
    type: 'dc',
    code: 'DC',
    title: 'Data collection',
    searchCode: 'COLLECTION_SEARCH',
    table: 'data_collection',
    downloadCode: 'COLLECTION_DOWNLOAD',
    hasComments: true,
    isCollected: false,
  },
  {
    type: 'ds',
    code: 'DS',
    title: 'Data set',
    searchCode: 'DATA_SET_SEARCH',
    table: 'data_set',
    downloadCode: 'DATA_SET_DOWNLOAD',
    hasComments: true,
    isCollected: false,
  },
  {
    type: 'project',
    code: 'P',
    title: 'Analysis',
    searchCode: 'PROJECT_SEARCH',
    table: 'analysis',
    downloadCode: 'PROJECT_DOWNLOAD',
    hasComments: true,
    isCollected: false,
  },
  {
    type: 'covariation-network',
    code: 'CN',
    title: 'Covariation network',
    searchCode: 'PROJECT_SEARCH',
    table: null,
    downloadCode: null,
    hasComments: false,
    isCollected: false,
  },
  {
    type: 'covariation-module',
    code: 'CM',
    title: 'Module',
    searchCode: 'PROJECT_SEARCH',
    table: null,
    downloadCode: null,
    hasComments: true,
    isCollected: true,
  },
  {
    type: 'meta-module',
    code: 'MM',
    title: 'Meta-module',
    searchCode: 'PROJECT_SEARCH',
    table: null,
    downloadCode: null,
    hasComments: true,
    isCollected: true,
  },
  {
    type: 'gene-set',
    code: 'GS',
    title: 'Gene set',
    searchCode: 'RESOURCE_GENESET_SEARCH',
    table: 'gene_set',
    downloadCode: null,
    hasComments: false,
    isCollected: true,
  },
  {
    type: 'cell-type-reference',
    code: 'CR',
    title: 'Cell type reference',
    searchCode: 'RESOURCE_CELLTYPE_LIST_VIEW',
    table: 'cell_type_reference',
    downloadCode: null,
    hasComments: false,
    isCollected: false,
  },
] as const satisfies readonly Kind[];

type KnownKind = (typeof KINDS)[number];

/** The type of a kind of record; `project` is an analysis. */
export type RecordType = KnownKind['type'];

/** Kinds that own files, versions and comments. */
export type EntityType = Extract<KnownKind, { downloadCode: string }>['type'];

export const RECORD_TYPES: readonly RecordType[] = KINDS.map(({ type }) => type);

export const ENTITY_TYPES: readonly EntityType[] = KINDS.filter((kind) => kind.downloadCode !== null).map(
  ({ type }) => type,
);

/** The entry of a kind by its type. */
export function recordKind<T extends RecordType>(type: T): Extract<KnownKind, { type: T }> {
  const isOfType = (kind: KnownKind): kind is Extract<KnownKind, { type: T }> => kind.type === type;
  const found = KINDS.find(isOfType);
  if (found === undefined) throw new Error(`no kind of record ${type}`);
  return found;
}

/** The type of the record that an Omicon ID names. An enrichment analysis is shown on the page of its analysis. */
export function recordTypeOf(code: OmiconType): RecordType {
  return KINDS.find((kind) => kind.code === code)?.type ?? 'project';
}
