-- Modules of a data set that its networks find again and again. One row for each set of networks that was asked; the
-- fingerprint is of these, so that people with different rights share what is the same for them.
create table recurring_set (
  id integer generated always as identity primary key,
  data_set_number integer not null references omicon_record (number),
  fingerprint bytea not null unique,
  -- row ids of modules, u32; number of the recurring module of each, u32; index of the module that represents each, u32
  modules bytea not null,
  recurring bytea not null,
  representatives bytea not null,
  created_at timestamptz not null default now()
);
create index recurring_set_data_set on recurring_set (data_set_number);

-- Reciprocal best matches of the recurring modules of two data sets; one < other.
create table recurring_match (
  one integer not null references recurring_set (id) on delete cascade,
  other integer not null references recurring_set (id) on delete cascade,
  -- numbers of recurring modules, u32, and correlation of kME, f64
  modules_of_one bytea not null,
  modules_of_other bytea not null,
  correlations bytea not null,
  primary key (one, other)
);
create index recurring_match_other on recurring_match (other);

-- Meta-modules over the records that an audience may read; replaced as a whole.
create table atlas (
  audience text primary key check (audience in ('public', 'laboratory')),
  -- of the sets, cohorts and rules from which it was made
  fingerprint bytea not null,
  -- of the networks that the audience could read then, ready or not
  networks text not null,
  counts jsonb not null,
  computed_at timestamptz not null default now()
);

create table atlas_data_set (
  audience text not null references atlas (audience) on delete cascade,
  data_set_number integer not null references omicon_record (number),
  cohort integer not null,
  networks integer not null,
  modules integer not null,
  recurring_modules integer not null,
  -- of its networks
  analysis_numbers integer[] not null,
  -- distinct values of the samples, by attribute
  samples jsonb not null,
  primary key (audience, data_set_number)
);

create table meta_module (
  audience text not null references atlas (audience) on delete cascade,
  number integer not null references omicon_record (number),
  -- given by a person, or the one that is made from gene set and genes
  title text not null,
  made_title text not null,
  genes text[] not null,
  gene_set_number integer references gene_set (number),
  gene_set_q double precision,
  -- number of the leading meta-module of its theme
  theme_number integer not null,
  found integer not null,
  findable integer not null,
  modules integer not null,
  -- data sets that have it, ascending, and the analyses of the modules that represent it there
  data_set_numbers integer[] not null,
  analysis_numbers integer[] not null,
  primary key (audience, number)
);
create index meta_module_gene_set on meta_module (gene_set_number) where gene_set_number is not null;

create table meta_module_place (
  audience text not null,
  number integer not null,
  data_set_number integer not null references omicon_record (number),
  state text not null check (state in ('found', 'absent', 'not measurable')),
  -- row id of the module that represents it
  module_id integer references covariation_module (id) on delete cascade,
  modules integer not null,
  features integer not null,
  r double precision,
  measured double precision not null,
  primary key (audience, number, data_set_number),
  foreign key (audience, number) references meta_module (audience, number) on delete cascade
);
create index meta_module_place_module on meta_module_place (module_id) where module_id is not null;

create table meta_module_gene (
  audience text not null,
  number integer not null,
  rank integer not null,
  symbol text not null,
  kme double precision not null,
  member_of integer not null,
  measured_by integer not null,
  -- f64, in the order of the data sets that have it; NaN where it is not measured
  kme_by_data_set bytea not null,
  primary key (audience, number, rank),
  foreign key (audience, number) references meta_module (audience, number) on delete cascade
);
create index meta_module_gene_symbol on meta_module_gene (audience, upper(symbol));

-- Which recurring module each module is, and which meta-module.
create table recurring_module_member (
  audience text not null references atlas (audience) on delete cascade,
  module_id integer not null references covariation_module (id) on delete cascade,
  data_set_number integer not null,
  recurring_module integer not null,
  is_representative boolean not null,
  meta_module_number integer,
  primary key (audience, module_id),
  foreign key (audience, meta_module_number) references meta_module (audience, number) on delete cascade
);
create index recurring_module_member_meta on recurring_module_member (audience, meta_module_number);
create index recurring_module_member_module on recurring_module_member (module_id);
create index recurring_module_member_group on recurring_module_member (audience, data_set_number, recurring_module);

create table meta_module_event (
  id integer generated always as identity primary key,
  audience text not null,
  number integer not null references omicon_record (number),
  event text not null check (event in ('split from', 'merged with')),
  other integer not null references omicon_record (number),
  created_at timestamptz not null default now()
);
create index meta_module_event_number on meta_module_event (audience, number, id desc);

-- Modules of meta-modules that were last seen in an earlier computation: if they recur again, they have their number back.
create table ended_meta_module (
  audience text not null,
  number integer not null references omicon_record (number),
  -- numbers of modules
  members integer[] not null,
  primary key (audience, number)
);

create table meta_module_title (
  id integer generated always as identity primary key,
  number integer not null references omicon_record (number),
  -- null: what the portal makes
  title text,
  summary text,
  person_id integer references person (id),
  created_at timestamptz not null default now()
);
create index meta_module_title_number on meta_module_title (number, id desc);

alter table omicon_record drop constraint omicon_record_type_check;
alter table omicon_record add constraint omicon_record_type_check
  check (type in ('DC', 'DS', 'P', 'CN', 'CM', 'GS', 'A', 'MM'));

alter table star drop constraint star_entity_type_check;
alter table star add constraint star_entity_type_check
  check (entity_type in ('dc', 'ds', 'project', 'covariation-network', 'covariation-module', 'meta-module', 'gene-set'));
