/** Meta-modules: modules of several data sets that are one signal, and in which data sets they are found. */
import { z } from 'zod';
import { endpoint, idParams, listQuery, page, recordNumber, text } from '../../base/endpoint.ts';
import { moduleLink, recordLink, supportedMetaModule } from '../../base/records.ts';
import { geneParams } from '../genes/genes.ts';

/** Data sets of one filter. */
const MAX_DATA_SETS = 200;

/** Of a meta-module in a data set. `not measurable`: the data set measures fewer than half of its consensus genes. */
export const ATLAS_STATES = ['found', 'absent', 'not measurable'] as const;
export type AtlasState = (typeof ATLAS_STATES)[number];

/** Numbers of data sets in a query: one text with commas, or the parameter several times. */
const dataSetNumbers = z
  .union([text(4000), z.array(text(20)).max(MAX_DATA_SETS)])
  .default('')
  .transform((given) => [given].flat().flatMap((each) => each.split(',')))
  .transform((given) => given.map((each) => each.trim()).filter((each) => each !== ''))
  .pipe(
    z
      .array(
        z
          .string()
          .regex(/^[1-9][0-9]{0,8}$/, 'Please give numbers of data sets.')
          .transform(Number),
      )
      .max(MAX_DATA_SETS, `At most ${MAX_DATA_SETS} data sets.`),
  );

const dataSet = z.object({
  id: z.int(),
  omicon_id: z.string(),
  title: z.string(),
  technology: z.string().nullable(),
  /** distinct values of its samples; empty where they name none */
  organism: z.array(z.string()),
  tissue: z.array(z.string()),
  disease: z.array(z.string()),
  number_of_samples: z.int(),
  /** data sets with common samples or individuals have the same number, from 1 */
  cohort: z.int(),
  networks: z.int(),
  modules: z.int(),
  recurring_modules: z.int(),
});
export type AtlasDataSet = z.output<typeof dataSet>;

const place = z.object({
  /** number of the data set */
  data_set: z.int(),
  state: z.enum(ATLAS_STATES),
  /** the module that represents it there; null unless it is found */
  module: moduleLink.nullable(),
  /** modules of the data set that belong to it */
  modules: z.int(),
  /** features of the representative: members by seed or by FDR */
  features: z.int(),
  /** Pearson correlation of the kME of the representative with the consensus, over the symbols of both */
  r: z.number().nullable(),
  /** share of the consensus genes that the data set measures */
  measured: z.number(),
});
export type AtlasPlace = z.output<typeof place>;

const metaModule = z.object({
  id: z.int(),
  omicon_id: z.string(),
  /** given by a person, or from the most enriched gene set, or the first genes */
  title: z.string(),
  /** of the consensus, the strongest first; six at most */
  genes: z.array(z.string()),
  /** the gene set that names it: enriched in the genes that are members in two cohorts, of a cell type if there is one */
  gene_set: recordLink.extend({ q_value: z.number() }).nullable(),
  /** independent cohorts that have it, of those in which it could be found */
  found: z.int(),
  findable: z.int(),
  modules: z.int(),
  data_sets: z.int(),
  /** meta-modules of one theme have similar consensus; the leading one gives its number and title */
  theme: recordLink,
  /** in the order of the data sets of the reply, without those that came since the computation */
  places: z.array(place),
});
export type MetaModule = z.output<typeof metaModule>;

const atlasState = z.object({
  /** when the meta-modules were computed; null before the first computation */
  computed_at: z.string().nullable(),
  /** whether records changed since, and a computation follows */
  is_outdated: z.boolean(),
  data_sets: z.int(),
  cohorts: z.int(),
  networks: z.int(),
  /** networks whose kME is not computed yet; their modules are not in the atlas */
  waiting_networks: z.int(),
  modules: z.int(),
  recurring_modules: z.int(),
  meta_modules: z.int(),
});
export type AtlasStatus = z.output<typeof atlasState>;

export const getAtlas = endpoint({
  method: 'GET',
  path: '/api/atlas/',
  summary: 'Meta-modules by data set: where each signal is found, where it is not, and where it cannot be.',
  permission: 'PROJECT_LIST_VIEW',
  object: 'analysis',
  query: listQuery(['support', 'theme', 'title', 'modules', 'data_sets']).extend({
    order: z.enum(['asc', 'desc']).default('desc'),
    /** in every one of these data sets */
    in_all: dataSetNumbers,
    /** in at least one of these */
    in_any: dataSetNumbers,
    /** in none of these */
    in_none: dataSetNumbers,
    /** independent cohorts that have it */
    least_support: z.coerce.number().int().min(2).max(1000).default(2),
  }),
  reply: page(metaModule).extend({ status: atlasState, data_sets: z.array(dataSet) }),
});

export const META_MODULE_FORMATS = ['gmt', 'tsv', 'parquet'] as const;
export type MetaModuleFormat = (typeof META_MODULE_FORMATS)[number];

export const exportMetaModules = endpoint({
  method: 'GET',
  path: '/api/atlas/export/',
  summary:
    'The consensus genes of meta-modules as a file: gene sets (GMT), or a table with kME (TSV, Parquet).',
  permission: 'PROJECT_DOWNLOAD',
  object: 'analysis',
  query: z.object({
    format: z.enum(META_MODULE_FORMATS).default('gmt'),
    /** one meta-module; all of them by default */
    id: recordNumber.optional(),
  }),
  reply: z.string().describe('the file'),
});

const metaModuleChange = z.object({
  title: z.string().nullable(),
  summary: z.string().nullable(),
  by: z.string().nullable(),
  at: z.string(),
});

const metaModuleDetail = metaModule.extend({
  /** a sentence that a person gave */
  summary: z.string().nullable(),
  /** newest first */
  changes: z.array(metaModuleChange),
  /** meta-modules with which it was one, or into which it was divided, by later computations */
  history: z.array(
    z.object({ event: z.enum(['split from', 'merged with']), other: recordLink, at: z.string() }),
  ),
  /** of the same theme, without itself */
  related: z.array(recordLink),
  cohorts: z.array(dataSet),
  status: atlasState,
});
export type MetaModuleDetail = z.output<typeof metaModuleDetail>;

export const getMetaModule = endpoint({
  method: 'GET',
  path: '/api/meta-modules/:id/',
  summary: 'A meta-module: its genes, where it is found, and what people wrote about it.',
  permission: 'PROJECT_VIEW',
  object: 'analysis',
  params: idParams,
  reply: metaModuleDetail,
});

export const setMetaModuleTitle = endpoint({
  method: 'PUT',
  path: '/api/meta-modules/:id/title/',
  summary: 'Give a meta-module a title and a summary, for everybody; null for those that the portal makes.',
  permission: 'PROJECT_CREATE',
  object: 'analysis',
  params: idParams,
  body: z.strictObject({
    title: text(80).regex(/\S/, 'Enter a title').nullable(),
    summary: text(400).regex(/\S/, 'Enter a summary').nullable(),
  }),
  reply: metaModuleDetail,
});

export const listGenesOfMetaModule = endpoint({
  method: 'GET',
  path: '/api/meta-modules/:id/genes/',
  summary: 'The consensus genes of a meta-module, with kME in each data set.',
  permission: 'PROJECT_VIEW',
  object: 'analysis',
  params: idParams,
  reply: z.object({
    /** numbers and titles of the data sets that have it, in the order of `kme` */
    data_sets: z.array(z.object({ id: z.int(), title: z.string() })),
    /** the strongest first, at most 150 */
    genes: z.array(
      z.object({
        symbol: z.string(),
        /** hyperbolic tangent of the mean Fisher z of kME over cohorts */
        kme: z.number(),
        /** cohorts in which it is a member, and cohorts that measure it */
        member_of: z.int(),
        measured_by: z.int(),
        /** of the representative in each data set; null where it is not measured */
        kme_by_data_set: z.array(z.number().nullable()),
      }),
    ),
  }),
});

export const listModulesOfMetaModule = endpoint({
  method: 'GET',
  path: '/api/meta-modules/:id/modules/',
  summary: 'Every module of a meta-module, with network and data set.',
  permission: 'PROJECT_VIEW',
  object: 'analysis',
  params: idParams,
  query: listQuery(['data_set', 'network', 'name', 'features']),
  reply: page(
    moduleLink.extend({
      network: recordLink,
      analysis_id: z.int(),
      data_set: z.object({ id: z.int(), title: z.string() }),
      /** number of its recurring module within the data set, from 1 */
      recurring_module: z.int(),
      is_representative: z.boolean(),
      features: z.int(),
    }),
  ),
});

export const listTraitsOfMetaModule = endpoint({
  method: 'GET',
  path: '/api/meta-modules/:id/traits/',
  summary: 'Sample attributes associated with a meta-module: r in each data set, and combined over cohorts.',
  permission: 'PROJECT_VIEW',
  object: 'analysis',
  params: idParams,
  reply: z.object({
    traits: z.array(
      z.object({
        /** title of the attribute, and of the group for which r is positive */
        attribute: z.string(),
        higher_in: z.string().nullable(),
        results: z.array(
          z.object({
            data_set: z.object({ id: z.int(), title: z.string() }),
            n: z.int(),
            r: z.number(),
            /** 95 % confidence interval of r, by Fisher z */
            low: z.number(),
            high: z.number(),
            p_value: z.number(),
          }),
        ),
        /** inverse-variance mean of Fisher z, one data set of each cohort; null for a single cohort */
        combined: z
          .object({
            cohorts: z.int(),
            r: z.number(),
            low: z.number(),
            high: z.number(),
            p_value: z.number(),
            /** share of differences beyond chance, by Cochran's Q */
            i_squared: z.number(),
          })
          .nullable(),
      }),
    ),
    /** data sets with the meta-module whose associations are not computed yet */
    waiting: z.int(),
  }),
});

export const listMetaModulesOfGene = endpoint({
  method: 'GET',
  path: '/api/genes/:symbol/meta-modules/',
  summary: 'Meta-modules of whose consensus genes a gene is one, the highest kME first.',
  permission: 'PROJECT_LIST_VIEW',
  object: 'analysis',
  params: geneParams,
  reply: z.object({
    results: z.array(
      supportedMetaModule.extend({
        /** of the consensus, the strongest first; six at most */
        genes: z.array(z.string()),
        /** of the gene: its consensus kME, and its place among the consensus genes, from 1 */
        kme: z.number(),
        rank: z.int(),
        consensus_genes: z.int(),
        /** cohorts in which it is a member, and cohorts that measure it */
        member_of: z.int(),
        measured_by: z.int(),
        /** with the representative of each data set that has the meta-module; null where the gene is not measured */
        kme_by_data_set: z.array(
          z.object({ data_set: z.object({ id: z.int(), title: z.string() }), kme: z.number().nullable() }),
        ),
      }),
    ),
  }),
});

export const getMetaModuleOfModule = endpoint({
  method: 'GET',
  path: '/api/covariation-modules/:id/meta-module/',
  summary: 'The meta-module to which a module belongs, and how often it recurs in its data set.',
  permission: 'PROJECT_VIEW',
  object: 'analysis',
  params: idParams,
  reply: z.object({
    /** null for a signal of one cohort, and for a module that the atlas does not have yet */
    meta_module: supportedMetaModule.nullable(),
    /** modules of its data set that are the same recurring module, itself included; null if it is not in the atlas */
    recurring: z.int().nullable(),
  }),
});
