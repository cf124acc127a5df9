-- Expression by cell type: what kind of cell a module, a gene set or a list is of.
alter table omicon_record
  drop constraint omicon_record_type_check,
  add constraint omicon_record_type_check
    check (type in ('DC', 'DS', 'P', 'CN', 'CM', 'GS', 'A', 'MM', 'CR'));

alter table star
  drop constraint star_entity_type_check,
  add constraint star_entity_type_check
    check (entity_type in ('dc', 'ds', 'project', 'covariation-network', 'covariation-module', 'meta-module', 'gene-set', 'cell-type-reference'));

create table cell_type_reference (
  id integer generated always as identity primary key,
  number integer not null references omicon_record (number),
  version integer not null,
  is_current boolean not null default true,
  title text not null,
  organism text not null,
  region text,
  condition text,
  source text,
  citation text,
  pubmed_id text,
  doi text,
  -- kind of identifier of the genes in its files
  identifier text not null,
  description text,
  -- of the finest level, which has the most types
  number_of_genes integer not null,
  number_of_types integer not null,
  number_of_cells bigint not null,
  visibility text not null check (visibility in ('public', 'private')),
  owner_id integer references person (id),
  owner text,
  content_sha256 bytea not null,
  size_bytes bigint not null,
  created_at timestamptz not null default now(),
  deleted_at timestamptz,
  unique (number, version)
);
create unique index cell_type_reference_current on cell_type_reference (number) where is_current;
create unique index cell_type_reference_title on cell_type_reference (title) where is_current and deleted_at is null;
create index cell_type_reference_organism on cell_type_reference (lower(organism), number) where is_current and deleted_at is null;
create index cell_type_reference_created on cell_type_reference (created_at desc, number desc) where is_current and deleted_at is null;

create table cell_type_level (
  reference_id integer not null references cell_type_reference (id) on delete cascade,
  -- from 0, the coarsest first
  place integer not null,
  name text not null,
  -- symbol of each row of the tables
  genes text[] not null,
  -- of each column: name, number of cells, term of the Cell Ontology, type of the level before
  types text[] not null,
  cells integer[] not null,
  ontology_ids text[] not null,
  parents text[] not null,
  has_variance boolean not null,
  has_percent boolean not null,
  -- features without a symbol, with several, and with that of a more expressed feature; the last are left out
  features_unmapped integer not null,
  features_ambiguous integer not null,
  features_merged integer not null,
  -- float64, genes x types: means, then variances and percents as far as there are any
  storage_key text not null,
  primary key (reference_id, place)
);
create index cell_type_level_object on cell_type_level (storage_key);

-- Files as they came in.
create table cell_type_file (
  reference_id integer not null references cell_type_reference (id) on delete cascade,
  name text not null,
  size_bytes bigint not null,
  storage_key text not null,
  primary key (reference_id, name)
);
create index cell_type_file_object on cell_type_file (storage_key);
