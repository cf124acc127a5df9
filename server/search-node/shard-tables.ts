/**
 * What a search shard holds: postings and values of the networks in its slots, and the small tables of every search
 * whole.
 */

/** By slot of the segment. */
const BY_SEGMENT = ['gene_post', 'set_post'];
/** By slot of the network. */
const BY_NETWORK = ['net_best', 'module_enrichment', 'module_member'];
const WHOLE = [
  'analysis',
  'attribute_definition',
  'corpus_version',
  'covariation_module',
  'covariation_network',
  'data_collection',
  'data_set',
  'file',
  'gene_set',
  'kme_segment',
  'module_trait',
  'ontology',
  'ontology_parent',
  'ontology_term',
  'sample',
  'sample_column',
  'search_feature_list',
  'search_network',
  'search_target',
  'trait_table',
];

export const SHARD_TABLES = [...WHOLE, ...BY_SEGMENT, ...BY_NETWORK];

/**
 * Orthologues, for counterparts of a module, and the groups of modules and their places, for lists with a row for each
 * signal and rules for where it recurs: these are not searched in parts, web processes find them by themselves.
 */
export const UNSHARDED_TABLES = [
  'atlas_data_set',
  'mapping_row',
  'mapping_table',
  'meta_module',
  'meta_module_place',
  'recurring_module_member',
];

/** Which of how many shards: with `of` 4, shard 1 holds slots 1 and 5. */
export interface ShardPlace {
  shard: number;
  of: number;
}

export function nameOf({ shard, of }: ShardPlace): string {
  return `omicon_shard_${shard}_of_${of}`;
}

/** The tables of a publication, each with the rows of this shard. */
export function publishedTables({ shard, of }: ShardPlace): string {
  return [
    ...WHOLE,
    ...BY_SEGMENT.map((table) => `${table} where (block_id % 8 % ${of} = ${shard})`),
    ...BY_NETWORK.map((table) => `${table} where (slot % ${of} = ${shard})`),
  ].join(', ');
}
