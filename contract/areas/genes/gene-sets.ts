import { OTHER } from '@omicon/domain/records/gene-sets.ts';
import { z } from 'zod';
import { detailReply, endpoint, idParams, listQuery, page, recordNumber, text } from '../../base/endpoint.ts';
import { moduleTheme, recordVersion } from '../../base/records.ts';
import { moduleDefinition } from '../analyses/covariation-networks.ts';

const geneSetItem = z.object({
  id: z.int(),
  omicon_id: z.string(),
  set_id: z.string(),
  name: z.string(),
  set_source: z.string(),
  category: z.string().nullable(),
  size: z.int().nullable(),
  species: z.string().nullable(),
  pubmed_id: z.string().nullable(),
  description: z.string().nullable(),
  updated_at: z.string(),
  uploaded_by: z.string().nullable(),
  version: z.int(),
  /** whether the caller may edit or delete it */
  editable: z.boolean(),
  deletable: z.boolean(),
});
export type GeneSetItem = z.output<typeof geneSetItem>;

const geneSetColumns = [
  'set_id',
  'name',
  'set_source',
  'category',
  'size',
  'species',
  'pubmed_id',
  'updated_at',
  'omicon_id',
  'uploaded_by',
] as const;

export const listGeneSets = endpoint({
  method: 'GET',
  path: '/api/gene-sets/',
  summary: 'Gene sets, by page.',
  permission: 'RESOURCE_GENESET_LIST_VIEW',
  object: 'none',
  query: listQuery(geneSetColumns),
  reply: page(geneSetItem),
});

const geneSetRecord = geneSetItem.extend({
  /** null if only its enrichment is known */
  number_of_genes: z.int().nullable(),
  versions: z.array(recordVersion),
});
export type GeneSetRecord = z.output<typeof geneSetRecord>;

const versionQuery = z.object({ version: recordNumber.optional() });

export const getGeneSet = endpoint({
  method: 'GET',
  path: '/api/gene-sets/:id/',
  summary: 'One gene set; an earlier version with `version`.',
  permission: 'RESOURCE_GENESET_VIEW',
  object: 'none',
  params: idParams,
  query: versionQuery,
  reply: geneSetRecord,
});

export const listGenes = endpoint({
  method: 'GET',
  path: '/api/gene-sets/:id/genes/',
  summary: 'Genes of a gene set, by page.',
  permission: 'RESOURCE_GENESET_PREVIEW',
  object: 'none',
  params: idParams,
  query: listQuery(['place', 'gene']).extend(versionQuery.shape),
  reply: page(z.object({ place: z.int(), gene: z.string() })),
});

const enrichedModule = z.object({
  module_id: z.int(),
  omicon_id: z.string(),
  module: z.string(),
  theme: moduleTheme,
  definition: moduleDefinition,
  source: z.string(),
  p_value: z.number(),
  network_id: z.int(),
  network: z.string(),
  analysis_id: z.int(),
  analysis: z.string(),
  data_set: z.string(),
});
export type EnrichedModule = z.output<typeof enrichedModule>;

/** Modules of readable analyses; by default smallest P first. */
export const listEnrichedModules = endpoint({
  method: 'GET',
  path: '/api/gene-sets/:id/modules/',
  summary: 'Modules in which a gene set is enriched at P < .05, by page.',
  permission: 'RESOURCE_GENESET_VIEW',
  object: 'none',
  params: idParams,
  query: listQuery(['p_value', 'module', 'network', 'analysis', 'definition']),
  reply: page(enrichedModule),
});

/** One uploaded file of genes as text: a list, a table with a column of genes, or a GMT file. */
const geneFile = z.object({
  name: text(255).min(1, 'Enter file'),
  content: text(900_000),
});

const repair = z.object({ from: z.string(), to: z.string() });
const geneReport = z.object({
  /** name of the set in a GMT file */
  name: z.string().nullable(),
  description: z.string().nullable(),
  /** which column of a table was read; null if the whole file was */
  note: z.string().nullable(),
  genes: z.int(),
  official: z.int(),
  /** official symbols written in other characters */
  cleaned: z.array(repair),
  mapped: z.array(repair),
  dates: z.array(repair),
  ambiguous: z.array(z.object({ from: z.string(), candidates: z.array(z.string()) })),
  unknown: z.array(z.string()),
  repeated: z.int(),
});
export type GeneReport = z.output<typeof geneReport>;

/** Stores nothing. `table` names the mapping table with the symbols and aliases used; null if there is none. */
export const checkGenes = endpoint({
  method: 'POST',
  path: '/api/gene-sets/check/',
  summary: 'Content of a gene file: official symbols, aliases, dates, unknown names.',
  permission: 'RESOURCE_GENESET_ATTRIBUTES_MODIFY',
  object: 'none',
  body: z.object({ species: text(200), file: geneFile }),
  reply: z.object({ table: z.string().nullable(), results: z.array(geneReport) }),
});

const VALID_NUMBER = 'Please enter a valid number';

/** Fields of the gene set form. PubMed IDs of imported sets may be several, joined by ` | `. */
export const geneSetFields = z.object({
  setName: text(200).trim().min(1, 'Enter set name'),
  setSize: text(9).trim().regex(/^\d*$/, VALID_NUMBER).default(''),
  pubMedId: text(200)
    .trim()
    .regex(/^(\d+( \| \d+)*)?$/, VALID_NUMBER)
    .default(''),
  category: text(200).trim().min(1, 'Enter category'),
  otherCategory: text(200).trim().default(''),
  species: text(200).trim().min(1, 'Enter species'),
  otherSpecies: text(200).trim().default(''),
  description: text(4000).trim().min(1, 'Enter description'),
});

/** "Other(Please specify)" makes the field beside it required. */
export function checkOthers(
  fields: { category: string; otherCategory: string; species: string; otherSpecies: string },
  context: z.RefinementCtx,
): void {
  if (fields.category === OTHER && fields.otherCategory === '')
    context.addIssue({ code: 'custom', path: ['otherCategory'], message: 'Enter other category' });
  if (fields.species === OTHER && fields.otherSpecies === '')
    context.addIssue({ code: 'custom', path: ['otherSpecies'], message: 'Enter other species' });
}

/**
 * With `repair`, aliases and dates are replaced by official symbols as reported by `checkGenes`; without it genes stay
 * as written.
 */
const repairing = z.boolean().default(true);

/** A GMT file creates one set per line, with its name and optional description. */
export const createGeneSets = endpoint({
  method: 'POST',
  path: '/api/gene-sets/',
  summary: 'Create a gene set, or several from a GMT file.',
  permission: 'RESOURCE_GENESET_ATTRIBUTES_MODIFY',
  object: 'none',
  body: geneSetFields.extend({ file: geneFile, repair: repairing }).superRefine(checkOthers),
  reply: z.object({ results: z.array(geneSetItem) }),
  status: 201,
});

const EDITORS = { anyOf: ['RESOURCE_GENESET_ATTRIBUTES_MODIFY', 'RESOURCE_GENESET_EDIT'] } as const;
const DELETERS = { anyOf: ['RESOURCE_GENESET_ATTRIBUTES_MODIFY', 'RESOURCE_GENESET_DELETE'] } as const;

/** `version` is the one the edit started from; without a file the genes stay. */
export const updateGeneSet = endpoint({
  method: 'PUT',
  path: '/api/gene-sets/:id/',
  summary: 'Change a gene set; its earlier version stays readable.',
  permission: EDITORS,
  object: 'none',
  params: idParams,
  body: geneSetFields
    .extend({ version: z.int32(), file: geneFile.optional(), repair: repairing })
    .superRefine(checkOthers),
  reply: geneSetItem,
});

export const deleteGeneSet = endpoint({
  method: 'DELETE',
  path: '/api/gene-sets/:id/',
  summary: 'Delete a gene set; it can be restored for 30 days.',
  permission: DELETERS,
  object: 'none',
  params: idParams,
  query: versionQuery,
  reply: detailReply,
});

export const restoreGeneSet = endpoint({
  method: 'POST',
  path: '/api/gene-sets/:id/restore/',
  summary: 'Restore a deleted gene set.',
  permission: DELETERS,
  object: 'none',
  params: idParams,
  reply: detailReply,
});

/** Streamed: a GMT file, or a csv file with the columns of the laboratory's legend and the genes joined by ` | `. */
export const exportGeneSets = endpoint({
  method: 'GET',
  path: '/api/gene-sets/export/',
  summary: 'Gene sets as a file: one, those of a search, or all.',
  permission: 'RESOURCE_GENESET_DOWNLOAD',
  object: 'none',
  query: z.object({
    format: z.enum(['gmt', 'csv']).default('gmt'),
    search: text(200).default(''),
    id: recordNumber.optional(),
  }),
  reply: z.string().describe('the file'),
});

const choices = z.object({ results: z.array(z.string()) });

export const listSpecies = endpoint({
  method: 'GET',
  path: '/api/species/',
  summary: 'Species to choose from: the usual ones, those of stored gene sets, and another.',
  permission: 'RESOURCE_GENESET_LIST_VIEW',
  object: 'none',
  reply: choices,
});

export const listGeneSetCategories = endpoint({
  method: 'GET',
  path: '/api/gene-set-categories/',
  summary: 'Categories to choose from: the usual ones, those of stored gene sets, and another.',
  permission: 'RESOURCE_GENESET_LIST_VIEW',
  object: 'none',
  reply: choices,
});
