import { z } from 'zod';
import { endpoint, listQuery, page } from './endpoint.ts';

const geneSetItem = z.object({
  id: z.number().int(),
  omicon_id: z.string(),
  set_id: z.string(),
  name: z.string(),
  set_source: z.string(),
  category: z.string().nullable(),
  size: z.number().int().nullable(),
  species: z.string().nullable(),
  pubmed_id: z.string().nullable(),
  description: z.string().nullable(),
  updated_at: z.string(),
  uploaded_by: z.string().nullable(),
});
export type GeneSetItem = z.output<typeof geneSetItem>;

export const listGeneSets = endpoint({
  method: 'GET',
  path: '/api/gene-sets/',
  summary: 'Gene sets, by page.',
  permission: 'RESOURCE_GENESET_LIST_VIEW',
  object: 'none',
  query: listQuery(['set_id', 'name', 'category', 'size', 'species', 'pubmed_id', 'updated_at', 'omicon_id']),
  reply: page(geneSetItem),
});
