import { z } from 'zod';
import { endpoint, listQuery, page } from './endpoint.ts';

const mappingTableItem = z.object({
  id: z.number().int(),
  name: z.string(),
  version: z.string(),
  platform: z.string().nullable(),
  organism: z.string().nullable(),
  unique_identifier: z.string(),
  mapped_to: z.string(),
  rows: z.number().int(),
  date_uploaded: z.string(),
});
export type MappingTableItem = z.output<typeof mappingTableItem>;

export const listMappingTables = endpoint({
  method: 'GET',
  path: '/api/mapping-tables/',
  summary: 'Mapping tables, by page.',
  permission: 'RESOURCE_MAPPING_LIST_VIEW',
  object: 'none',
  query: listQuery([
    'name',
    'version',
    'platform',
    'organism',
    'unique_identifier',
    'mapped_to',
    'rows',
    'date_uploaded',
  ]),
  reply: page(mappingTableItem),
});
