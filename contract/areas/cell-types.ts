import { z } from 'zod';
import { endpoint, idParams, listQuery, page, recordNumber, text } from '../base/endpoint.ts';
import { recordHead, recordVersion } from '../base/records.ts';
import { SEARCH_ACCESS } from './advanced-search/search-access.ts';
import { listOfGenes, listRepair } from './genes/gene-lists.ts';

const cellTypeReferenceItem = recordHead.extend({
  organism: z.string(),
  region: z.string().nullable(),
  condition: z.string().nullable(),
  /** with a value of some type */
  number_of_genes: z.int(),
  /** of the finest level */
  number_of_types: z.int(),
  /** of all types of a level; the levels of a reference share them */
  number_of_cells: z.int(),
});
export type CellTypeReferenceItem = z.output<typeof cellTypeReferenceItem>;

export const CELL_TYPE_REFERENCE_COLUMNS = [
  'title',
  'organism',
  'region',
  'condition',
  'number_of_types',
  'number_of_cells',
  'number_of_genes',
  'upload_date',
  'omicon_id',
] as const;

/** Current references that the caller may read. */
export const listCellTypeReferences = endpoint({
  method: 'GET',
  path: '/api/cell-type-references/',
  summary: 'Cell type references, by page.',
  permission: 'RESOURCE_CELLTYPE_LIST_VIEW',
  object: 'none',
  query: listQuery(CELL_TYPE_REFERENCE_COLUMNS),
  reply: page(cellTypeReferenceItem),
});

const cellType = z.object({
  name: z.string(),
  cells: z.int(),
  /** of the Cell Ontology, such as CL:0000129 */
  ontology_id: z.string().nullable(),
  /** name of its type of the level before */
  parent: z.string().nullable(),
});

const cellTypeReference = cellTypeReferenceItem.extend({
  source: z.string().nullable(),
  citation: z.string().nullable(),
  pubmed_id: z.string().nullable(),
  doi: z.string().nullable(),
  description: z.string().nullable(),
  /** as the files name genes: SYMBOL, ENSEMBL or ENTREZID */
  identifier: z.string(),
  /** the coarsest first */
  levels: z.array(
    z.object({
      name: z.string(),
      types: z.array(cellType),
      has_variance: z.boolean(),
      has_percent: z.boolean(),
      number_of_genes: z.int(),
      /** features without a symbol, which keep their own names */
      features_unmapped: z.int(),
      /** features with several symbols, which keep their own names */
      features_ambiguous: z.int(),
      /** features left out because another one with their symbol is more expressed */
      features_merged: z.int(),
    }),
  ),
  versions: z.array(recordVersion),
});
export type CellTypeReference = z.output<typeof cellTypeReference>;

export const getCellTypeReference = endpoint({
  method: 'GET',
  path: '/api/cell-type-references/:id/',
  summary: 'One cell type reference with its levels and types; an earlier version with `version`.',
  permission: 'RESOURCE_CELLTYPE_LIST_VIEW',
  object: 'any record',
  params: idParams,
  query: z.object({ version: recordNumber.optional() }),
  reply: cellTypeReference,
});

const marker = z.object({
  gene: z.string(),
  /** specificity over the types of the level, 0 (equal in all) to 1 (in one type only) */
  tau: z.number(),
  /** of log-normalised expression in the type */
  mean: z.number(),
  /** of its cells that express the gene, 0 to 100; null without a table of percentages */
  percent: z.number().nullable(),
  /** mean in the next type, and its name */
  next_mean: z.number(),
  next_type: z.string(),
});
export type Marker = z.output<typeof marker>;

/** Genes that are highest in the type, the most specific first. */
export const listMarkers = endpoint({
  method: 'GET',
  path: '/api/cell-type-references/:id/markers/',
  summary: 'Markers of a cell type, by page.',
  permission: 'RESOURCE_CELLTYPE_LIST_VIEW',
  object: 'any record',
  params: idParams,
  query: listQuery(['tau', 'mean', 'percent', 'gene']).extend({ level: text(100), type: text(200) }),
  reply: page(marker),
});

export const downloadCellTypeReference = endpoint({
  method: 'GET',
  path: '/api/cell-type-references/:id/content/',
  summary: 'The files of a cell type reference, as they came in, in an archive.',
  permission: 'RESOURCE_CELLTYPE_DOWNLOAD',
  object: 'any record',
  params: idParams,
  reply: z.string().describe('a zip archive'),
});

const typeOfSet = z.object({
  name: z.string(),
  ontology_id: z.string().nullable(),
  cells: z.int(),
  /**
   * relative expression index: mean of the genes relative to all genes, over the largest of all types; 0 to 1, null
   * where the type measures or expresses no gene
   */
  index: z.number().nullable(),
});

/** Where the genes are highest. */
const topType = z.object({
  type: z.string(),
  next: z.string(),
  /** index of the next type; that of the first is 1 */
  next_index: z.number(),
  /** against random sets of as many genes */
  p_random: z.number(),
  /** against random sets of as many genes of the same mean expression */
  p_matched: z.number(),
  /** random sets of each kind */
  sets: z.int(),
  seed: z.int(),
});

/** Without a top type: no gene is measured, none is expressed, or only one type measures any. */
export const NO_TOP = ['not measured', 'not expressed', 'one type'] as const;

const typesOfReference = z.object({
  id: z.int(),
  omicon_id: z.string(),
  title: z.string(),
  organism: z.string(),
  region: z.string().nullable(),
  condition: z.string().nullable(),
  level: z.string(),
  levels: z.array(z.string()),
  /** genes of the set that the reference measures */
  measured: z.int(),
  /** genes that the reference measures */
  genes: z.int(),
  types: z.array(typeOfSet),
  top: topType.nullable(),
  /** why there is no top type; null if there is one */
  no_top: z.enum(NO_TOP).nullable(),
});
export type TypesOfReference = z.output<typeof typesOfReference>;

/** What kind of cell a set of genes is highest in, by every current reference of its organism that the caller may read. */
export const findCellTypes = endpoint({
  method: 'POST',
  path: '/api/cell-types/',
  summary: 'Cell types in which a list of genes, a gene set, a module or a meta-module is highest.',
  permission: SEARCH_ACCESS,
  object: 'any record',
  body: z.strictObject({
    of: listOfGenes,
    /** name of a level; references without it answer with their finest */
    level: text(100).optional(),
  }),
  reply: z.object({
    name: z.string(),
    /** unique symbols */
    size: z.int(),
    /** what became of the identifiers of a list */
    repair: listRepair.nullable(),
    /** of the organism, if that of the genes is known; at most 50 */
    references: z.array(typesOfReference),
    /** readable references beyond these */
    left_out: z.int(),
    /** names of all levels of these references */
    levels: z.array(z.string()),
    /** of each pair of references: rank correlation of the index over types with the same id of the Cell Ontology */
    agreement: z.array(
      z.object({
        /** ids of the references */
        a: z.int(),
        b: z.int(),
        types: z.int(),
        /** null below three types */
        rho: z.number().nullable(),
      }),
    ),
  }),
});
