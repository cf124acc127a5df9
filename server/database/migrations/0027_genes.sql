-- kME of every feature in every module, feature by feature, in segments of some dozens of networks. The object holds, for
-- each feature, an entry per network: index of the network in `networks` (u16), then kME x 32767 of its modules (i16,
-- -32768 = NA). Features are row ids of search_feature.
create table kme_segment (
  id integer generated always as identity primary key,
  storage_key text not null,
  networks integer[] not null,
  module_counts integer[] not null,
  -- u32 each: features in ascending order; where their entries begin, in units of two bytes, and the end of the last
  features bytea not null,
  starts bytea not null,
  created_at timestamptz not null default now()
);

-- Gene sets by gene, whatever the case of its letters.
create function public.upper_all(text[]) returns text[] language sql immutable strict parallel safe
  as $$ select array(select upper(trim(name)) from unnest($1) name) $$;
create index gene_set_genes on gene_set using gin (public.upper_all(genes)) where deleted_at is null;

-- Identifiers and aliases by their first letters, for suggestions.
create index mapping_row_identifier_prefix on mapping_row (mapping_table_id, upper(identifier) text_pattern_ops);
create index mapping_row_target_prefix on mapping_row (mapping_table_id, upper(target) text_pattern_ops) where target is not null;
create index search_target_prefix on search_target (identifier, target text_pattern_ops);
