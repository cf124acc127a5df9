import { MODULE_DEFINITIONS, type ModuleDefinition } from '@omicon/domain/records/module-definition.ts';
import { z } from 'zod';
import {
  bareRecordNumber,
  endpoint,
  idParams,
  listQuery,
  page,
  recordNumber,
  text,
} from '../../base/endpoint.ts';
import {
  attribute,
  fileItem,
  moduleLink,
  moduleTheme,
  recordVersion,
  valueLabels,
} from '../../base/records.ts';
import { networkItem } from './analyses.ts';

/** State of the complete kME table: ready, being computed, or failed. */
const kmeState = z.enum(['ready', 'waiting', 'failed']);

/** Negative definitions list the features with the lowest kME. */
export const moduleDefinition = z.enum(MODULE_DEFINITIONS);

/** The parent of a record. */
const recordLink = z.object({ id: z.int(), omicon_id: z.string(), title: z.string() });

export const getCovariationNetwork = endpoint({
  method: 'GET',
  path: '/api/covariation-networks/:id/',
  summary: 'One covariation network: parameters, statistics, folder of its files.',
  permission: 'PROJECT_VIEW',
  object: 'analysis',
  params: idParams,
  query: z.object({ version: recordNumber.optional() }),
  reply: networkItem.extend({
    title: z.string(),
    version: z.int(),
    visibility: z.enum(['public', 'private']),
    owner: z.string().nullable(),
    upload_date: z.string(),
    versions: z.array(recordVersion),
    analysis: recordLink,
    input_data_set: z.string(),
    /** null if the caller may not read the data set */
    input_data_set_id: z.int().nullable(),
    number_of_features: z.int(),
    number_of_samples: z.int(),
    unique_identifier: z.string().nullable(),
    statistics: z.array(attribute),
    /** folder of the network among the files of its analysis */
    folder: z.string(),
    module_pdf: fileItem.nullable(),
    /** the complete kME table; null while it is being computed */
    kme_table: fileItem.nullable(),
    kme_state: kmeState,
  }),
});

/** P values as numbers; 1e-300 means 0 or undefined, as in the laboratory's files. */
const enrichedSet = z.object({
  gene_set_id: z.int(),
  omicon_id: z.string(),
  set_id: z.string(),
  set_name: z.string(),
  category: z.string().nullable(),
  species: z.string().nullable(),
  size: z.int().nullable(),
  source: z.string(),
  definition: moduleDefinition,
  p_value: z.number(),
});
export type EnrichedSet = z.output<typeof enrichedSet>;

const moduleItem = moduleLink.extend({
  /** page of the module PDF */
  page: z.int(),
  seed: z.int(),
  pos_bc: z.int(),
  pos_fdr: z.int(),
  /** PC1VE: share of variance its eigengene explains */
  pc1_ve: z.number().nullable(),
  homogeneity: z.number().nullable(),
  separation: z.number().nullable(),
  specificity: z.number().nullable(),
  mean_expression: z.number().nullable(),
  /** the gene set with the smallest P under any definition */
  top_set: enrichedSet.pick({ set_id: true, set_name: true, definition: true, p_value: true }).nullable(),
});
export type ModuleItem = z.output<typeof moduleItem>;

export const listModules = endpoint({
  method: 'GET',
  path: '/api/covariation-networks/:id/modules/',
  summary: 'Modules of a covariation network, by page.',
  permission: 'PROJECT_VIEW',
  object: 'analysis',
  params: idParams,
  query: listQuery([
    'page_number',
    'name',
    'seed',
    'pos_bc',
    'pos_fdr',
    'pc1_ve',
    'homogeneity',
    'separation',
    'specificity',
    'mean_expression',
    'p_value',
    'omicon_id',
  ]).extend({ version: recordNumber.optional() }),
  reply: page(moduleItem),
});

const traitKind = z.enum(['numeric', 'two values', 'groups']);

const traitCell = z.object({
  /** Pearson r with the eigengene; null for more than two groups */
  r: z.number().nullable(),
  /** share of the eigengene's variance that the attribute explains */
  r2: z.number(),
  p_value: z.number(),
  /** Benjamini and Hochberg, over all modules and attributes of the network */
  q_value: z.number(),
});

const moduleTraits = z.object({
  /** null, and no traits, if the caller may not read the data set */
  input_data_set_id: z.int().nullable(),
  number_of_samples: z.int(),
  traits: z.array(
    z.object({
      attribute: z.string(),
      kind: traitKind,
      /** whether it describes the measurement, such as a batch */
      is_technical: z.boolean(),
      /** number of samples with a value */
      n: z.int(),
      /** in the order of their codes */
      groups: z.array(z.object({ name: z.string(), n: z.int() })),
      /**
       * of two values, those coded as 0 and as 1: r is positive where the mean eigengene is higher in `compared`; null
       * for other kinds
       */
      reference: z.string().nullable(),
      compared: z.string().nullable(),
      /** values of a single sample, which are one group */
      joined_as_others: z.array(z.string()),
      /** values of a numeric attribute that are no numbers, with their samples, which are left out */
      not_numbers: z.array(z.object({ value: z.string(), n: z.int() })),
      value_labels: valueLabels,
    }),
  ),
  left_out: z.array(
    z.object({
      attribute: z.string(),
      reason: z.enum(['identifier', 'one value', 'fewer than 4 samples']),
    }),
  ),
  /** in the order of the dendrogram of their eigengenes */
  modules: z.array(
    moduleLink.extend({
      page: z.int(),
      /** in the order of `traits`; null if module or attribute does not vary */
      cells: z.array(traitCell.nullable()),
      /** attribute that explains the largest share of the eigengene's variance */
      strongest: z.string().nullable(),
    }),
  ),
});
export type ModuleTraits = z.output<typeof moduleTraits>;

export const listModuleTraits = endpoint({
  method: 'GET',
  path: '/api/covariation-networks/:id/traits/',
  summary: 'Every module of a network against every sample attribute: r or R2, P and q.',
  permission: 'PROJECT_VIEW',
  object: 'analysis',
  params: idParams,
  query: z.object({ version: recordNumber.optional() }),
  reply: moduleTraits,
});

/** A network by Omicon ID or number, as other programs store it. */
const networkReference = z.union([bareRecordNumber, text(64).min(1, 'Enter covariation network')]);

export const listModuleOmiconIds = endpoint({
  method: 'POST',
  path: '/api/covariation-networks/omicon-ids/',
  summary: 'Omicon IDs of the modules of a network, in page order of the module PDF.',
  permission: 'PROJECT_VIEW',
  object: 'analysis',
  body: z.object({ covariation_network: networkReference }),
  reply: z.object({ omicon_ids: z.array(z.string()) }),
});

/** The file record has `page`, the page of the module. */
export const redirectToModule = endpoint({
  method: 'POST',
  path: '/api/covariation-modules/redirect/',
  summary: 'The module PDF of a network and the page of a module in it.',
  permission: 'PROJECT_VIEW',
  object: 'analysis',
  body: z.object({
    project_id: z.union([bareRecordNumber, text(64).min(1, 'Enter project id')]),
    covariation_network: z.union([bareRecordNumber, text(300).min(1, 'Enter covariation network')]),
    module: text(100).min(1, 'Enter module'),
  }),
  reply: fileItem.extend({ page: z.int(), omicon_id: z.string() }),
});

const neighbour = moduleLink.extend({
  /** Pearson correlation of the two module eigengenes */
  correlation: z.number(),
});

const moduleRecord = moduleItem.omit({ top_set: true }).extend({
  title: z.string(),
  version: z.int(),
  visibility: z.enum(['public', 'private']),
  owner: z.string().nullable(),
  upload_date: z.string(),
  network: recordLink,
  analysis: recordLink,
  input_data_set: z.string(),
  /** null if the caller may not read the data set */
  input_data_set_id: z.int().nullable(),
  /** whether attributes of the input data set are defined or named as time and event of a follow-up */
  has_follow_up: z.boolean(),
  unique_identifier: z.string().nullable(),
  number_of_modules: z.int(),
  statistics: z.array(z.object({ name: z.string(), value: z.number().nullable() })),
  definitions: z.array(z.object({ definition: moduleDefinition, members: z.int() })),
  enrichment: z.array(
    z.object({
      definition: moduleDefinition,
      source: z.string(),
      tested: z.int(),
      enriched: z.int(),
    }),
  ),
  module_pdf: fileItem.nullable(),
  /** the modules before and after it in the module PDF */
  previous: recordLink.nullable(),
  next: recordLink.nullable(),
  /** modules of the network with the highest absolute eigengene correlation */
  neighbours: z.array(neighbour),
  kme_state: kmeState,
});
export type ModuleRecord = z.output<typeof moduleRecord>;

/** The definition whose members are shown first: the first that has some. */
export function firstDefinition({ definitions }: Pick<ModuleRecord, 'definitions'>): ModuleDefinition {
  return definitions.find(({ members }) => members > 0)?.definition ?? 'Seed';
}

/** Whether gene sets were tested in a module; without that, none being enriched says nothing about it. */
export function isEnrichmentTested({ enrichment }: Pick<ModuleRecord, 'enrichment'>): boolean {
  return enrichment.length > 0;
}

/** Asks for the best gene set of a module. */
export const BEST_SET = { sort: 'p_value', page_size: 1 } as const;

const moduleQuery = z.object({ version: recordNumber.optional() });

export const getModule = endpoint({
  method: 'GET',
  path: '/api/covariation-modules/:id/',
  summary: 'One module: statistics, sizes by definition, neighbours, its page.',
  permission: 'PROJECT_VIEW',
  object: 'analysis',
  params: idParams,
  query: moduleQuery,
  reply: moduleRecord,
});

export const getModuleDetails = endpoint({
  method: 'GET',
  path: '/api/module-details/:id',
  summary: 'The same as the previous call, under the path used by older programs.',
  permission: 'PROJECT_VIEW',
  object: 'analysis',
  params: idParams,
  query: moduleQuery,
  reply: moduleRecord,
});

const describedTheme = z.object({
  theme: moduleTheme,
  /** the gene set that gives the theme unless a person does; null if none is enriched at P < 1e-6 */
  set: z.object({ omicon_id: z.string(), name: z.string(), theme: z.string() }).nullable(),
  /** what people gave, the newest first; null for the theme of the gene set again */
  changes: z.array(z.object({ theme: moduleTheme, by: z.string().nullable(), at: z.string() })),
});
export type DescribedTheme = z.output<typeof describedTheme>;

export const getModuleTheme = endpoint({
  method: 'GET',
  path: '/api/covariation-modules/:id/theme/',
  summary: 'What a module is about, where that is from, and what people changed.',
  permission: 'PROJECT_VIEW',
  object: 'analysis',
  params: idParams,
  query: moduleQuery,
  reply: describedTheme,
});

export const setModuleTheme = endpoint({
  method: 'PUT',
  path: '/api/covariation-modules/:id/theme/',
  summary: 'Give a module a theme, for everybody and all versions; null for that of its gene set.',
  permission: 'PROJECT_CREATE',
  object: 'analysis',
  params: idParams,
  body: z.strictObject({ theme: text(60).regex(/\S/, 'Enter a theme').nullable() }),
  reply: describedTheme,
});

export const getClosestTrait = endpoint({
  method: 'GET',
  path: '/api/covariation-modules/:id/closest-trait/',
  summary: 'The sample attribute most strongly associated with a module: the one with the smallest q.',
  permission: 'PROJECT_VIEW',
  object: 'analysis',
  params: idParams,
  query: moduleQuery,
  reply: z.object({
    /** null if no attribute is compared, or if the caller may not read the data set */
    trait: traitCell
      .extend({
        attribute: z.string(),
        kind: traitKind,
        /** number of samples with a value */
        n: z.int(),
        /** of two values, the one with the higher mean eigengene, by its label; null for other attributes */
        higher_in: z.string().nullable(),
      })
      .nullable(),
  }),
});

export const listModuleMembers = endpoint({
  method: 'GET',
  path: '/api/covariation-modules/:id/members/',
  summary: 'Features of a module under one definition, with kME.',
  permission: 'PROJECT_VIEW',
  object: 'analysis',
  params: idParams,
  query: listQuery(['kme', 'feature']).extend({
    definition: moduleDefinition.default('Seed'),
    order: z.enum(['asc', 'desc']).default('desc'),
    version: recordNumber.optional(),
  }),
  reply: page(z.object({ feature: z.string(), kme: z.number().nullable(), p_value: z.number().nullable() })),
});

export const listModuleEnrichment = endpoint({
  method: 'GET',
  path: '/api/covariation-modules/:id/enrichment/',
  summary: 'Gene sets enriched in a module at P < .05, smallest P first.',
  permission: 'PROJECT_VIEW',
  object: 'analysis',
  params: idParams,
  query: listQuery(['p_value', 'set_name', 'set_id', 'category', 'size', 'definition']).extend({
    definition: moduleDefinition.optional(),
    version: recordNumber.optional(),
  }),
  reply: page(enrichedSet),
});

/** One value per sample, in the order of the data; `attribute` names the sample attribute to colour by. */
export const getModuleEigengene = endpoint({
  method: 'GET',
  path: '/api/covariation-modules/:id/eigengene/',
  summary: 'Module eigengene of the samples, with one of their attributes.',
  permission: 'PROJECT_VIEW',
  object: 'analysis',
  params: idParams,
  query: moduleQuery.extend({ attribute: text(200).optional() }),
  reply: z.object({
    samples: z.array(z.string()),
    values: z.array(z.number()),
    /** attributes to choose from, in the order of the data set */
    attributes: z.array(z.string()),
    attribute: z.string().nullable(),
    attribute_values: z.array(z.string().nullable()),
    value_labels: valueLabels,
  }),
});

/** At most 2,000 features, for small tables; the complete table is a file. */
export const createKmeTable = endpoint({
  method: 'POST',
  path: '/api/covariation-networks/:id/kme-table/',
  summary: 'Values of kME with P for chosen features and modules.',
  permission: { anyOf: ['FILE_DOWNLOAD', 'FILE_DOWNLOADS'] },
  object: 'analysis',
  params: idParams,
  body: z.object({
    features: z.array(text(100)).min(1, 'Enter features').max(2000),
    modules: z.array(text(100)).max(700).default([]),
    version: recordNumber.optional(),
  }),
  reply: z.object({
    identifier: z.string(),
    modules: z.array(z.string()),
    rows: z.array(
      z.object({
        feature: z.string(),
        kme: z.array(z.number().nullable()),
        /** null for NA */
        p_value: z.array(z.number().nullable()),
      }),
    ),
    /** requested names that are not features of the network */
    unknown: z.array(z.string()),
  }),
});
