import { z } from 'zod';
import { endpoint, idParams, recordNumber, text } from '../../base/endpoint.ts';
import { valueLabels } from '../../base/records.ts';
import { moduleDefinition } from './covariation-networks.ts';

/** Attribute strips under one heat map. */
export const MAX_STRIPS = 4;
/** Rows of one heat map; fewer where the module has very many samples. */
export const MAX_PICTURE_ROWS = 500;

const pictureQuery = z.object({
  version: recordNumber.optional(),
  definition: moduleDefinition.default('Seed'),
});

const pictureRow = z.object({
  feature: z.string(),
  /** place among all members by kME, from 0 */
  rank: z.int(),
  /** null while kME is being computed */
  kme: z.number().nullable(),
  p_value: z.number().nullable(),
  /** percentile of its mean among all features of the data set, in (0, 100]; null without values */
  percentile: z.number().nullable(),
});

export const getModulePicture = endpoint({
  method: 'GET',
  path: '/api/covariation-modules/:id/picture/',
  summary: 'Expression of the members of a module over its samples, with eigengene and sample attributes.',
  permission: 'PROJECT_VIEW',
  object: 'analysis',
  params: idParams,
  query: pictureQuery.extend({
    rows: z.coerce.number().int().min(1).max(MAX_PICTURE_ROWS).default(30),
    /** names of sample attributes, one on each line; without it the first ones that tell samples apart */
    attributes: text(1000).optional(),
    /** only members of this gene set */
    gene_set: recordNumber.optional(),
  }),
  reply: z.object({
    /** null where the data set may not be read; there are no values then */
    input_data_set_id: z.int().nullable(),
    /** `waiting`: the values of a data set of an earlier release are being prepared */
    values_state: z.enum(['ready', 'waiting', 'none']),
    /** members under the definition, before rows were cut and a gene set was applied */
    number_of_members: z.int(),
    /** of these, members of the gene set; all without one */
    number_of_matching: z.int(),
    samples: z.array(z.string()),
    /** module eigengene, one value per sample */
    eigengene: z.array(z.number()),
    /** members by kME, the strongest first */
    rows: z.array(pictureRow),
    /** rows x samples, as in the data set; null where missing */
    values: z.array(z.array(z.number().nullable())),
    /** attributes to choose from, in the order of the data set */
    attributes: z.array(z.string()),
    strips: z.array(
      z.object({
        attribute: z.string(),
        /** one per sample; null is NA */
        values: z.array(z.string().nullable()),
        value_labels: valueLabels,
      }),
    ),
  }),
});

export const listPictureSets = endpoint({
  method: 'GET',
  path: '/api/covariation-modules/:id/picture-sets/',
  summary: 'Gene sets most enriched in a module under one definition, with the members that they share.',
  permission: 'PROJECT_VIEW',
  object: 'analysis',
  params: idParams,
  query: pictureQuery,
  reply: z.object({
    results: z.array(
      z.object({
        gene_set_id: z.int(),
        omicon_id: z.string(),
        set_id: z.string(),
        set_name: z.string(),
        category: z.string().nullable(),
        p_value: z.number(),
        /** members of the module that map to a gene of the set */
        overlap: z.int(),
        /** their places among all members by kME, ascending */
        ranks: z.array(z.int()),
      }),
    ),
  }),
});
