-- The search index: packed postings over the modules of every network, so that a search reads a few long rows instead of
-- millions of short ones. All bytes are little-endian. Modules stand in them by their row ids, which never change, so
-- blocks are joined by joining their bytes.

-- Features as data sets name them, by kind of identifier (probes with their platform), in compared spelling.
create table search_feature (
  id integer generated always as identity primary key,
  kind text not null,
  name text not null,
  unique (kind, name)
);

-- What features map to: for each identifier the features (u32 ids) that lead to it.
create table search_target (
  identifier text not null check (identifier in ('SYMBOL', 'ENTREZID', 'ENSEMBL', 'ENZYME', 'OMIM', 'GO')),
  target text not null,
  spelling text not null,
  features bytea not null,
  primary key (identifier, target)
);
alter table search_target alter column features set storage external;

-- A list of features under one kind of identifier.
create table search_feature_list (
  id integer generated always as identity primary key,
  feature_list_id integer not null references feature_list,
  kind text not null,
  -- u32 feature ids in the order of the list
  features bytea not null,
  -- one bit a feature id
  present bytea not null,
  number_of_symbols integer not null,
  unique (feature_list_id, kind)
);
alter table search_feature_list alter column features set storage external;
alter table search_feature_list alter column present set storage external;

-- Networks whose postings were written together; small blocks are joined as they gather.
create table search_block (
  id integer generated always as identity primary key,
  number_of_networks integer not null,
  created_at timestamptz not null default now()
);

create table search_network (
  covariation_network_id integer primary key references covariation_network,
  search_feature_list_id integer not null references search_feature_list,
  block_id integer not null,
  number_of_modules integer not null,
  -- u32 ids
  modules bytea not null,
  -- u32 counts: own features, then unique SYMBOL, ENTREZID, ENSEMBL, ENZYME, OMIM, GO; each for Seed, PosBC, PosFDR; each by module
  sizes bytea not null,
  -- names of module statistics, and f64 values by statistic and module, NaN for NA
  statistic_names text[] not null,
  statistic_values bytea not null
);
create index search_network_block on search_network (block_id);

-- Modules that hold a feature under a definition (0 Seed, 1 PosBC, 2 PosFDR): u32 module ids.
create table gene_post (
  feature_id integer not null,
  definition smallint not null,
  block_id integer not null,
  n integer not null,
  modules bytea not null,
  primary key (feature_id, definition, block_id)
);
alter table gene_post alter column modules set storage external;

-- Modules enriched in a gene set (P below 0.05): u32 3 x module id + definition, and -log10 P as f32.
create table set_post (
  gene_set_number integer not null,
  block_id integer not null,
  n integer not null,
  places bytea not null,
  neg_log_p bytea not null,
  primary key (gene_set_number, block_id)
);
alter table set_post alter column places set storage external;
alter table set_post alter column neg_log_p set storage external;

-- The gene sets of a network with their best P in any module and definition: u32 numbers and f64 P, smallest P first.
create table net_best (
  covariation_network_id integer primary key references covariation_network,
  n integer not null,
  -- how many of them lie below 1e-10
  n10 integer not null,
  gene_sets bytea not null,
  p_values bytea not null
);
alter table net_best alter column gene_sets set storage external;
alter table net_best alter column p_values set storage external;

create index sample_column_attribute on sample_column (attribute, owner_type, owner_id);
