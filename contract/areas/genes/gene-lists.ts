import { QUERY_DEFINITIONS, SEARCHED_DEFINITIONS } from '@omicon/domain/records/module-definition.ts';
import { MODULE_FOLDS } from '@omicon/domain/records/module-fold.ts';
import { OVERLAP_DIRECTIONS } from '@omicon/domain/statistics/hypergeometric.ts';
import { z } from 'zod';
import { bareRecordNumber, endpoint, idParams, text } from '../../base/endpoint.ts';
import { queryFilters } from '../advanced-search/advanced-search.ts';
import { SEARCH_ACCESS } from '../advanced-search/search-access.ts';
import { organisms } from '../matching.ts';

const MAX_IDENTIFIERS = 5000;
const MAX_BACKGROUND = 60_000;

/** The result for each identifier of a list, shown before and with the results. */
export const listRepair = z.object({
  given: z.int(),
  /** distinct official symbols to search */
  symbols: z.array(z.string()),
  official: z.int(),
  repeated: z.int(),
  /** official symbols written in other characters, such as `HLA–DRA`, HLA.DRA or `P2RY12*`; `TP53/EGFR` is two */
  cleaned: z.array(z.object({ from: z.string(), to: z.string() })),
  /** aliases, Entrez and Ensembl ids and probes, with their symbols */
  mapped: z.array(z.object({ from: z.string(), to: z.string(), kind: z.string() })),
  /** names that a spreadsheet converted to dates */
  dates: z.array(z.object({ from: z.string(), to: z.string() })),
  /** excluded: ambiguous names */
  ambiguous: z.array(z.object({ from: z.string(), candidates: z.array(z.string()) })),
  /** excluded: unknown names */
  unknown: z.array(z.string()),
});
export type ListRepair = z.output<typeof listRepair>;

const identifiers = z
  .array(text(100))
  .min(1, 'Please paste at least one identifier.')
  .max(MAX_IDENTIFIERS, `At most ${MAX_IDENTIFIERS} identifiers can be explored at once`);

/** Page and order of ranked modules or sets. */
const pageOfRanking = {
  page: z.int().min(1).max(1_000_000).default(1),
  page_size: z.int().min(1).max(1000).default(20),
  sort: text(100).optional(),
  order: z.enum(['asc', 'desc']).optional(),
};

const setFilters = { category: text(100).optional(), species: text(100).optional() };

const ranking = {
  identifiers,
  /** restricts the universe to these genes; by default it is every gene of the data set, or of any gene set */
  background: z
    .array(text(100))
    .max(MAX_BACKGROUND, `A background has at most ${MAX_BACKGROUND} identifiers`)
    .optional(),
  /**
   * more common genes than by chance, fewer, or either; of fewer, also modules or sets without a common gene are listed
   */
  direction: z.enum(OVERLAP_DIRECTIONS).default('over'),
  ...pageOfRanking,
};

/** Sets that share most genes are listed once. */
const folding = {
  /** whether sets like a better one, with a Jaccard index of at least 0.5 within the list, are folded under it */
  fold: z.boolean().default(false),
  /** number of a set: lists the sets that are folded under it */
  folded_under: bareRecordNumber.optional(),
};

const rankedTable = {
  results: z.array(z.record(z.string(), z.union([z.string(), z.number(), z.null()]))),
  columns: z.array(z.string()),
  /** rows of all pages: modules or sets that share at least one gene with the list, without the folded ones */
  total: z.int(),
  /** the same without folding */
  unfolded: z.int(),
  /** number of modules or sets tested, for which q values are adjusted */
  tested: z.int(),
  execution_ms: z.number(),
};

const rankedRows = { repair: listRepair, ...rankedTable };

export const rankModules = endpoint({
  method: 'POST',
  path: '/api/explore/modules/',
  summary:
    'Modules of all networks by their overlap with a gene list: hypergeometric P, and Benjamini-Hochberg q over all tested modules.',
  permission: SEARCH_ACCESS,
  object: 'any record',
  body: z.strictObject({
    ...ranking,
    definition: z.enum(QUERY_DEFINITIONS).default('Any'),
    /**
     * what a row stands for: a module under a definition, a recurring module of a data set, or a meta-module where there
     * is one; it is that of the smallest P
     */
    fold: z.enum(MODULE_FOLDS).default('module'),
    /** number of a module: lists those that are folded under it */
    folded_under: bareRecordNumber.optional(),
    /** rules of data collections, data sets, samples, analyses and networks, as in a query */
    filters: queryFilters.default({}),
  }),
  reply: z.object(rankedRows),
});

export const rankGeneSets = endpoint({
  method: 'POST',
  path: '/api/explore/gene-sets/',
  summary: 'Gene sets by their overlap with a gene list: hypergeometric P and q.',
  permission: SEARCH_ACCESS,
  object: 'none',
  body: z.strictObject({
    ...ranking,
    ...setFilters,
    ...folding,
  }),
  reply: z.object(rankedRows),
});

/** Genes of a pasted ranking. */
export const MAX_RANKED_GENES = MAX_BACKGROUND;

/** How gene sets are tested in a ranking of genes, and which of them are listed. */
export const rankedSetOptions = {
  /** what is at the top of the ranking: the largest values, or the smallest */
  direction: z.enum(['high', 'low']).default('high'),
  /** which P orders and folds the sets */
  by: z.enum(['cerno', 'auc']).default('cerno'),
  ...setFilters,
  /** part of the name or id of sets to list; the others are tested all the same */
  search: text(200).default(''),
  ...folding,
  ...pageOfRanking,
};

export const rankedSetReply = z.object({
  ...rankedTable,
  /** genes in the ranking */
  genes: z.int(),
  /** what the genes are ranked by */
  ranked_by: z.string(),
  /** of a pasted ranking */
  repair: listRepair.nullable(),
});

export const rankSetsByValues = endpoint({
  method: 'POST',
  path: '/api/explore/ranked/',
  summary: 'Gene sets at the top of a ranked list of genes, by CERNO and by rank sum (AUC).',
  permission: SEARCH_ACCESS,
  object: 'none',
  body: z
    .strictObject({
      genes: z
        .array(text(100))
        .min(1, 'Please paste at least one gene with its value.')
        .max(MAX_RANKED_GENES, `A ranking has at most ${MAX_RANKED_GENES} genes`),
      /** in the order of the genes */
      values: z.array(z.number()).max(MAX_RANKED_GENES),
      ...rankedSetOptions,
    })
    .refine(({ genes, values }) => genes.length === values.length, {
      path: ['values'],
      message: 'Give one value for each gene.',
    }),
  reply: rankedSetReply,
});

export const rankSetsByKme = endpoint({
  method: 'POST',
  path: '/api/covariation-modules/:id/ranked-enrichment/',
  summary: 'Gene sets at the top of the genes of a network ranked by kME, by CERNO and by rank sum (AUC).',
  permission: SEARCH_ACCESS,
  object: 'analysis',
  params: idParams,
  body: z.strictObject(rankedSetOptions),
  reply: rankedSetReply,
});

/** A preview of the search, without running it. */
export const repairList = endpoint({
  method: 'POST',
  path: '/api/explore/repair/',
  summary:
    'The interpretation of each identifier of a pasted list: symbols, aliases, ids, probes and spreadsheet dates.',
  permission: SEARCH_ACCESS,
  object: 'none',
  body: z.strictObject({ identifiers }),
  reply: listRepair,
});

/** Lists of one comparison. */
export const MAX_COMPARED_LISTS = 6;

const comparedList = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('list'), name: text(100).default(''), identifiers }),
  z.strictObject({ kind: z.literal('gene-set'), id: bareRecordNumber }),
  z.strictObject({
    kind: z.literal('module'),
    id: bareRecordNumber,
    definition: z.enum(SEARCHED_DEFINITIONS).default('Seed'),
  }),
]);
export type ComparedList = z.input<typeof comparedList>;

/** What has genes: a list that is compared, or the consensus genes of a meta-module. */
export const listOfGenes = z.discriminatedUnion('kind', [
  ...comparedList.options,
  z.strictObject({ kind: z.literal('meta-module'), id: bareRecordNumber }),
]);
export type ListOfGenes = z.output<typeof listOfGenes>;

/** Infinite odds are null. */
const overlapOfLists = z.object({
  /** indexes of the lists */
  a: z.int(),
  b: z.int(),
  overlap: z.int(),
  jaccard: z.number(),
  /** overlap / size of the smaller list; null for an empty list */
  overlap_coefficient: z.number().nullable(),
  /** conditional maximum likelihood, with its 95 % interval; null where infinite */
  odds_ratio: z.number().nullable(),
  odds_low: z.number(),
  odds_high: z.number().nullable(),
  /** hypergeometric P of at least, and of at most, this overlap */
  p_over: z.number(),
  p_under: z.number(),
  /** Fisher's two-sided P */
  p_fisher: z.number(),
});
export type OverlapOfLists = z.output<typeof overlapOfLists>;

export const compareLists = endpoint({
  method: 'POST',
  path: '/api/gene-lists/comparison/',
  summary: 'Two to six lists of genes, gene sets or modules: what they share, with P of both directions.',
  permission: SEARCH_ACCESS,
  object: 'any record',
  body: z.strictObject({
    lists: z
      .array(comparedList)
      .min(2, 'Choose two lists or more.')
      .max(MAX_COMPARED_LISTS, `Choose ${MAX_COMPARED_LISTS} lists at most.`),
  }),
  reply: z.object({
    lists: z.array(
      z.object({
        name: z.string(),
        kind: z.enum(['list', 'gene-set', 'module']),
        /** of a gene set or module */
        omicon_id: z.string().nullable(),
        /** unique symbols */
        size: z.int(),
        /** of these, in the universe */
        in_universe: z.int(),
        /** what became of the identifiers of a list; null for a gene set or module */
        repair: listRepair.nullable(),
      }),
    ),
    universe: z.object({
      size: z.int(),
      /**
       * `modules`: symbols that the networks of all modules measure; `symbols`: all official symbols and those of the
       * lists
       */
      kind: z.enum(['modules', 'symbols']),
    }),
    /** of the modules, other than that of the first of them */
    other_organisms: z.array(organisms),
    pairs: z.array(overlapOfLists),
    /** symbols of the universe by the lists that contain them, the largest part first */
    parts: z.array(
      z.object({
        /** indexes of the lists */
        lists: z.array(z.int()),
        symbols: z.array(z.string()),
      }),
    ),
  }),
});
