import type { StarredType } from '@omicon/contract/areas/starred.ts';

/** Display names of the kinds of records that can be found and starred. */
export const RECORD_KINDS: Record<StarredType, string> = {
  dc: 'Data collection',
  ds: 'Data set',
  project: 'Analysis',
  'covariation-network': 'Covariation network',
  'covariation-module': 'Module',
  'gene-set': 'Gene set',
};
