import { z } from 'zod';
import { attribute } from '../base/records.ts';

/** Processing steps of the legend, in their order. */
export const TRANSFORMATIONS = {
  RDP: 'raw data processing',
  MDC: 'make data collection',
  OR: 'outlier removal',
  QN: 'quantile normalization',
  BC: 'batch correction',
  FM: 'find modules',
  EA: 'enrichment analysis',
} as const;

const nodeFile = z.object({ key: z.string(), name: z.string(), size: z.string() });

export interface LineageNode {
  /** unique in the tree: an Omicon ID or `<Omicon ID>/<code>` for a transformation */
  id: string;
  name: string;
  type: 'Data collection' | 'Dataset' | 'transformation' | 'Analysis' | 'Covariation Network';
  /** record number, null for transformations */
  record_id: number | null;
  /** code of a transformation */
  code: keyof typeof TRANSFORMATIONS | null;
  has_samples: boolean;
  attributes: z.output<typeof attribute>[];
  files: z.output<typeof nodeFile>[];
  children: LineageNode[];
}

/** A node of the lineage tree: data collection, data set, transformation, analysis or covariation network. */
export const lineageNode: z.ZodType<LineageNode> = z.object({
  id: z.string(),
  name: z.string(),
  type: z.enum(['Data collection', 'Dataset', 'transformation', 'Analysis', 'Covariation Network']),
  record_id: z.int().nullable(),
  code: z.enum(['RDP', 'MDC', 'OR', 'QN', 'BC', 'FM', 'EA']).nullable(),
  has_samples: z.boolean(),
  attributes: z.array(attribute),
  files: z.array(nodeFile),
  get children() {
    return z.array(lineageNode);
  },
});
