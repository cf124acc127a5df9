/** Everything about one gene: its modules, sets, data sets and expression. */
import { QUERY_DEFINITIONS } from '@omicon/domain/records/module-definition.ts';
import { z } from 'zod';
import { endpoint, listQuery, page, pageNumber, recordNumber, text } from '../../base/endpoint.ts';
import { moduleLink } from '../../base/records.ts';
import { SEARCH_ACCESS } from '../advanced-search/search-access.ts';

const paging = { page: pageNumber, page_size: z.coerce.number().int().min(1).max(100).default(20) };
export const geneSymbol = text(100).min(1, 'Please enter the name of a gene.');
export const geneParams = z.object({ symbol: geneSymbol });

/** A module in which a gene was measured. */
export const geneModule = moduleLink.extend({
  network: z.object({ id: z.int(), omicon_id: z.string(), name: z.string() }),
  analysis_id: z.int(),
  data_set: z.object({ id: z.int(), title: z.string() }),
  /** the feature of the gene: that of largest |kME| if several map to it */
  feature: z.string(),
  /** definitions under which the module contains the gene */
  definitions: z.array(z.enum(QUERY_DEFINITIONS)),
  /** null while kME is being computed, or if it is NA */
  kme: z.number().nullable(),
  p_value: z.number().nullable(),
  /** rank of its kME among all features of the network, from 1; null without kME */
  kme_rank: z.int().nullable(),
  number_of_features: z.int(),
  /**
   * rank of its kME among the members of the module under the requested definition, from 1; with `Any` among the
   * members under any of them. Null if the feature is no such member, or without kME
   */
  member_rank: z.int().nullable(),
  /** members of the module under the requested definition */
  number_of_members: z.int(),
  /** the most enriched gene set under any definition */
  best_set: z
    .object({ id: z.int(), omicon_id: z.string(), name: z.string(), p_value: z.number() })
    .nullable(),
  /**
   * the sample attribute with the smallest q, of several the one with the largest R2; r is null for groups. Null until
   * the traits of the network are stored, if no attribute is compared, or if you cannot read its data set
   */
  best_trait: z
    .object({
      attribute: z.string(),
      r: z.number().nullable(),
      r2: z.number(),
      q_value: z.number(),
      /** of two values, the one with the higher mean eigengene, by its label; null for other attributes */
      higher_in: z.string().nullable(),
    })
    .nullable(),
});
export type GeneModule = z.output<typeof geneModule>;

export const getGene = endpoint({
  method: 'GET',
  path: '/api/genes/:symbol/',
  summary:
    'A gene by symbol, alias, Entrez, Ensembl or OMIM id, or probe: its names, and the data sets that measure it.',
  permission: SEARCH_ACCESS,
  object: 'any record',
  params: geneParams,
  reply: z.object({
    /** official symbol; null if the name is ambiguous or unknown */
    symbol: z.string().nullable(),
    /** kind of the requested name: SYMBOL, ALIAS, ENTREZID, ENSEMBL, OMIM, PROBEID or DATE */
    found_as: z.string().nullable(),
    /** symbols that an ambiguous name may mean, or the nearest spellings of an unknown one */
    candidates: z.array(z.string()),
    /** whether the name means several genes; an unknown one means none */
    is_ambiguous: z.boolean(),
    /** from a mapping table from SYMBOL to GENENAME; null without one */
    full_name: z.string().nullable(),
    /** ids and aliases by kind, in the order of the mapping tables */
    identifiers: z.array(z.object({ kind: z.string(), values: z.array(z.string()) })),
    /** release of the mapping tables */
    release: z.string().nullable(),
    /** readable data sets that measure it, of all readable ones */
    number_of_data_sets: z.int(),
    number_of_readable_data_sets: z.int(),
    /** their data collections; data sets of one are mostly stages of each other, no independent evidence */
    number_of_collections: z.int(),
    number_of_readable_collections: z.int(),
    number_of_gene_sets: z.int(),
    /** modules that contain it, by definition, as in an advanced search */
    number_of_modules: z.record(z.enum(QUERY_DEFINITIONS), z.int()),
  }),
});

export const listGeneModules = endpoint({
  method: 'GET',
  path: '/api/genes/:symbol/modules/',
  summary: 'Modules that contain a gene, or all modules by its kME, over every readable network.',
  permission: SEARCH_ACCESS,
  object: 'any record',
  params: geneParams,
  query: z.object({
    ...paging,
    /** part of the title of the data set or of the name of the network */
    search: text(200).default(''),
    /** `members`: only modules that contain it; `all`: every module, by kME */
    membership: z.enum(['members', 'all']).default('members'),
    definition: z.enum(QUERY_DEFINITIONS).default('Any'),
    /** `data-set`: only the strongest module of each data set */
    best_of: z.enum(['all', 'data-set']).default('all'),
    /** `strength` is |kME| */
    sort: z.enum(['strength', 'kme']).default('strength'),
    order: z.enum(['asc', 'desc']).default('desc'),
  }),
  reply: page(geneModule).extend({
    /** readable networks that measure the gene but have no kME yet */
    networks_without_kme: z.int(),
  }),
});

export const listGeneTopics = endpoint({
  method: 'GET',
  path: '/api/genes/:symbol/topics/',
  summary: 'Gene sets most often enriched in the modules that contain a gene.',
  permission: SEARCH_ACCESS,
  object: 'any record',
  params: geneParams,
  query: z.object({ definition: z.enum(QUERY_DEFINITIONS).default('Any') }),
  reply: z.object({
    results: z.array(
      z.object({
        gene_set_id: z.int(),
        omicon_id: z.string(),
        name: z.string(),
        category: z.string().nullable(),
        /** data collections of the modules, by which the sets are ordered, and their data sets */
        number_of_collections: z.int(),
        number_of_data_sets: z.int(),
        number_of_modules: z.int(),
        best_p_value: z.number(),
      }),
    ),
    /** modules that contain the gene */
    number_of_modules: z.int(),
    /** enrichment counts below this P, under any definition */
    p_below: z.number(),
    /** of each module, this many of its most enriched sets are counted */
    top_sets: z.int(),
  }),
});

export const listSetsOfGene = endpoint({
  method: 'GET',
  path: '/api/genes/:symbol/gene-sets/',
  summary: 'Gene sets that contain a gene.',
  permission: SEARCH_ACCESS,
  object: 'none',
  params: geneParams,
  query: listQuery(['number_of_genes', 'name', 'set_id', 'category']),
  reply: page(
    z.object({
      id: z.int(),
      omicon_id: z.string(),
      set_id: z.string(),
      name: z.string(),
      category: z.string().nullable(),
      number_of_genes: z.int(),
    }),
  ),
});

export const listGeneDataSets = endpoint({
  method: 'GET',
  path: '/api/genes/:symbol/data-sets/',
  summary: 'Readable data sets that measure a gene, with its level in each.',
  permission: SEARCH_ACCESS,
  object: 'any record',
  params: geneParams,
  query: listQuery(['number_of_samples', 'title']).extend({
    /** only this data set */
    data_set: recordNumber.optional(),
  }),
  reply: page(
    z.object({
      id: z.int(),
      omicon_id: z.string(),
      title: z.string(),
      number_of_samples: z.int(),
      /** whether each feature is centred on 0, so that a percentile of means says nothing */
      is_centred: z.boolean(),
      features: z.array(
        z.object({
          feature: z.string(),
          mean: z.number().nullable(),
          sd: z.number().nullable(),
          /** percentile of its mean among all features of the data set, in (0, 100] */
          percentile: z.number().nullable(),
        }),
      ),
    }),
  ),
});

export const listGeneThreads = endpoint({
  method: 'GET',
  path: '/api/genes/:symbol/threads/',
  summary: 'Threads of comments on modules that contain a gene.',
  permission: 'COMMENTS_LIST_VIEW',
  object: 'any record',
  params: geneParams,
  query: listQuery(['newest', 'number_of_comments']).omit({ search: true }),
  reply: page(
    moduleLink.extend({
      network: z.string(),
      data_set: z.string(),
      /** comments and replies that you can read */
      number_of_comments: z.int(),
      newest: z.string(),
    }),
  ).extend({
    /** readable comments and replies in all of these threads */
    total_comments: z.int(),
    /** readable comments and replies on the gene itself */
    comments_on_gene: z.int(),
  }),
});

/** Data sets in the picture of a gene's level. */
export const MAX_LEVELS = 500;

export const listGeneLevels = endpoint({
  method: 'GET',
  path: '/api/genes/:symbol/levels/',
  summary:
    'Percentile of the mean of a gene in every readable data set that measures it, the largest first; at most 500.',
  permission: SEARCH_ACCESS,
  object: 'any record',
  params: geneParams,
  reply: z.object({
    results: z.array(
      z.object({
        id: z.int(),
        title: z.string(),
        /** number of its data collection */
        data_collection_id: z.int(),
        number_of_samples: z.int(),
        /** whether each feature is centred on 0, so that a percentile of means says nothing */
        is_centred: z.boolean(),
        /** of several features the one with the highest mean */
        feature: z.string(),
        mean: z.number().nullable(),
        /** among all features of the data set, in (0, 100]; null until its values are stored */
        percentile: z.number().nullable(),
      }),
    ),
    /** data sets that measure it, also those beyond the limit */
    total: z.int(),
  }),
});
