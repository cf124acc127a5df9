-- The records of the product up to intake and browsing. Conventions:
--   number      permanent number of an Omicon ID; survives versions
--   id          one row, that is one version, of a record
--   is_current  exactly one version of a number, while the record is not deleted for good
--   bytea       packed little-endian arrays, STORAGE EXTERNAL so that slices stay cheap

create extension if not exists pg_trgm;

-- accounts ---------------------------------------------------------------------------------------

create table person (
  id integer generated always as identity primary key,
  username text not null check (length(username) between 1 and 128),
  password_hash text,
  first_name text,
  last_name text,
  email text,
  institution text,
  orcid_id text,
  role text not null check (role in ('admin', 'LAB', 'REVIEWER', 'RU', 'GU')),
  created_at timestamptz not null default now(),
  last_login_at timestamptz,
  verified_at timestamptz,
  tos_accepted_at timestamptz,
  -- guests only: the moment at which they and everything of theirs end
  expires_at timestamptz,
  removed_at timestamptz
);
create unique index person_username on person (lower(username));
create index person_expires on person (expires_at) where expires_at is not null;

create table session (
  token_hash bytea primary key,
  person_id integer not null references person on delete cascade,
  -- a page's cookie, or a token for the Authorization header
  carrier text not null check (carrier in ('cookie', 'header')),
  created_at timestamptz not null default now(),
  last_seen_at timestamptz not null default now(),
  expires_at timestamptz not null
);
create index session_person on session (person_id);

-- One row for each password judged; guessing is slowed by counting them.
create table login_guess (
  id bigint generated always as identity primary key,
  account_key text not null,
  -- hash of the cookie of a browser that signed in to this account before, null for a new browser
  known_browser bytea,
  address text not null,
  is_right boolean not null,
  judged_at timestamptz not null default now()
);
create index login_guess_account on login_guess (account_key, judged_at);
create index login_guess_address on login_guess (address, judged_at);

create table known_browser (
  token_hash bytea not null,
  person_id integer not null references person on delete cascade,
  created_at timestamptz not null default now(),
  primary key (token_hash, person_id)
);

create table role_permission (
  role text not null check (role in ('admin', 'LAB', 'REVIEWER', 'RU', 'GU')),
  permission text not null,
  primary key (role, permission)
);

-- Codes the product knew when the grants were last written: a new code gets its default, a revoked one stays revoked.
create table known_permission (permission text primary key);

-- records ----------------------------------------------------------------------------------------

create table omicon_record (
  number integer generated always as identity primary key,
  type text not null check (type in ('DC', 'DS', 'P', 'CN', 'CM', 'GS', 'A'))
);

create table data_collection (
  id integer generated always as identity primary key,
  number integer not null references omicon_record,
  version integer not null,
  is_current boolean not null default true,
  name text not null,
  title text not null,
  accession_id text,
  pubmed_id text,
  source text,
  author text,
  -- array of [name, value], in the order of the file
  attributes jsonb not null,
  sample_columns text[] not null,
  number_of_samples integer not null,
  visibility text not null check (visibility in ('public', 'private')),
  owner_id integer references person,
  owner text,
  content_sha256 bytea not null,
  created_at timestamptz not null default now(),
  deleted_at timestamptz,
  unique (number, version)
);
create unique index data_collection_current on data_collection (number) where is_current;
create unique index data_collection_name on data_collection (name) where is_current and deleted_at is null;
create index data_collection_title on data_collection (lower(title));
create index data_collection_accession on data_collection (lower(accession_id) text_pattern_ops);
create index data_collection_pubmed on data_collection (pubmed_id text_pattern_ops);
create index data_collection_author on data_collection (lower(author) text_pattern_ops);

-- Identifiers of the rows of a matrix, in file order; derived data sets share their parent's list.
create table feature_list (
  id integer generated always as identity primary key,
  sha256 bytea not null unique,
  identifiers text[] not null
);

create table data_set (
  id integer generated always as identity primary key,
  number integer not null references omicon_record,
  version integer not null,
  is_current boolean not null default true,
  data_collection_number integer not null references omicon_record,
  title text not null,
  ds_version text not null,
  parent_ds_version text,
  technology text,
  platform text,
  analyte text,
  unique_identifier text not null,
  transformations text not null,
  quantification_scale text,
  notes text,
  attributes jsonb not null,
  sample_columns text[] not null,
  number_of_samples integer not null,
  number_of_features integer not null,
  missing_values bigint not null,
  feature_list_id integer not null references feature_list,
  visibility text not null check (visibility in ('public', 'private')),
  owner_id integer references person,
  owner text,
  content_sha256 bytea not null,
  created_at timestamptz not null default now(),
  deleted_at timestamptz,
  unique (number, version)
);
create unique index data_set_current on data_set (number) where is_current;
create unique index data_set_title on data_set (title, ds_version) where is_current and deleted_at is null;
create index data_set_collection on data_set (data_collection_number, ds_version) where is_current;
create index data_set_lower_title on data_set (lower(title));

-- Samples of one version of a data set ('ds') or data collection ('dc'); owner_id is that version's id.
create table sample (
  owner_type text not null check (owner_type in ('dc', 'ds')),
  owner_id integer not null,
  sample_index integer not null,
  label text not null,
  -- by column name; NA is absent
  attributes jsonb not null,
  primary key (owner_type, owner_id, sample_index)
);

-- How many samples have each value; value null is NA.
create table facet (
  owner_type text not null check (owner_type in ('dc', 'ds')),
  owner_id integer not null,
  attribute text not null,
  value text,
  n integer not null
);
create index facet_owner on facet (owner_type, owner_id, attribute);

create table analysis (
  id integer generated always as identity primary key,
  number integer not null references omicon_record,
  version integer not null,
  is_current boolean not null default true,
  title text not null,
  analyst text,
  creation_date date,
  input_data_set text not null,
  input_data_set_number integer not null references omicon_record,
  data_collection_number integer not null references omicon_record,
  attributes jsonb not null,
  number_of_networks integer not null,
  number_of_modules integer not null,
  visibility text not null check (visibility in ('public', 'private')),
  owner_id integer references person,
  owner text,
  content_sha256 bytea not null,
  created_at timestamptz not null default now(),
  deleted_at timestamptz,
  unique (number, version)
);
create unique index analysis_current on analysis (number) where is_current;
create unique index analysis_title on analysis (title, input_data_set) where is_current and deleted_at is null;
create index analysis_input on analysis (input_data_set_number) where is_current;
create index analysis_collection on analysis (data_collection_number) where is_current;
create index analysis_lower_title on analysis (lower(title));

create table covariation_network (
  id integer generated always as identity primary key,
  number integer not null references omicon_record,
  analysis_id integer not null references analysis,
  name text not null,
  similarity text not null,
  overlap text not null,
  rel_signum double precision,
  signum double precision not null,
  min_size integer not null,
  merge_by text not null,
  merge_param double precision not null,
  number_of_modules integer not null,
  -- values of network_statistics by row name, as written
  statistics jsonb not null,
  feature_list_id integer references feature_list,
  sample_labels text[] not null,
  -- modules x features, float32, NA as NaN; null where the laboratory stored the short kME table
  kme_storage_key text,
  unique (analysis_id, name)
);
create index covariation_network_number on covariation_network (number);

create table covariation_module (
  id integer generated always as identity primary key,
  number integer not null references omicon_record,
  covariation_network_id integer not null references covariation_network,
  name text not null,
  page integer not null,
  statistics jsonb not null,
  -- float64 per sample, in the order of the network's sample_labels
  eigengene bytea not null,
  unique (covariation_network_id, name)
);
create index covariation_module_number on covariation_module (number);
alter table covariation_module alter column eigengene set storage external;

-- definition: 0 Seed, 1 PosBC, 2 PosFDR, 3 NegBC, 4 NegFDR
create table module_member (
  covariation_module_id integer not null references covariation_module,
  definition smallint not null check (definition between 0 and 4),
  n integer not null,
  -- u32 positions in the network's feature list, best kME first where it is known
  features bytea not null,
  primary key (covariation_module_id, definition)
);
alter table module_member alter column features set storage external;

-- Gene sets enriched in a module, P < .05, best first; the whole table stays in its file.
create table module_enrichment (
  covariation_module_id integer not null references covariation_module,
  definition smallint not null check (definition between 0 and 2),
  source text not null,
  n_tested integer not null,
  n_enriched integer not null,
  -- u32 numbers of gene sets
  gene_sets bytea not null,
  -- float64
  p_values bytea not null,
  primary key (covariation_module_id, definition, source)
);
alter table module_enrichment alter column gene_sets set storage external;
alter table module_enrichment alter column p_values set storage external;

-- resources --------------------------------------------------------------------------------------

create table gene_set (
  number integer primary key references omicon_record,
  set_id text not null unique,
  name text not null,
  set_source text not null,
  category text,
  size integer,
  species text,
  pubmed_id text,
  description text,
  -- null while the set is known from enrichment tables only
  genes text[],
  version integer not null default 1,
  owner_id integer references person,
  owner text,
  updated_at timestamptz not null default now(),
  deleted_at timestamptz
);
create index gene_set_name on gene_set using gin (name gin_trgm_ops);

-- Earlier contents of gene sets, readable for good.
create table gene_set_version (
  number integer not null references gene_set,
  version integer not null,
  content jsonb not null,
  replaced_at timestamptz not null default now(),
  primary key (number, version)
);

create table mapping_table (
  id integer generated always as identity primary key,
  name text not null,
  release text not null,
  platform text,
  organism text,
  from_identifier text not null,
  to_identifier text not null,
  number_of_rows integer not null,
  is_current boolean not null default true,
  content_sha256 bytea not null,
  storage_key text not null,
  size_bytes bigint not null,
  created_at timestamptz not null default now()
);
create index mapping_table_name on mapping_table (name) where is_current;

create table mapping_row (
  mapping_table_id integer not null references mapping_table,
  place integer not null,
  identifier text not null,
  target text,
  primary key (mapping_table_id, place)
);
create index mapping_row_identifier on mapping_row (mapping_table_id, upper(identifier));

create table ontology (
  id integer generated always as identity primary key,
  name text not null,
  version integer not null,
  is_current boolean not null default true,
  number_of_terms integer not null,
  content_sha256 bytea not null,
  storage_key text not null,
  size_bytes bigint not null,
  created_at timestamptz not null default now(),
  unique (name, version)
);

create table ontology_term (
  ontology_id integer not null references ontology,
  term_id text not null,
  name text not null,
  is_obsolete boolean not null,
  primary key (ontology_id, term_id)
);
create index ontology_term_name on ontology_term (ontology_id, lower(name));

create table ontology_parent (
  ontology_id integer not null references ontology,
  term_id text not null,
  relation text not null check (relation in ('is_a', 'part_of')),
  parent_id text not null,
  primary key (ontology_id, term_id, relation, parent_id)
);

-- Every version of the records that own files, in one form.
create view record_version as
  select 'dc' as entity_type, id, number, version, is_current, title, visibility, owner_id, owner, created_at, deleted_at
    from data_collection
  union all
  select 'ds', id, number, version, is_current, title || ' ' || ds_version, visibility, owner_id, owner, created_at, deleted_at
    from data_set
  union all
  select 'project', id, number, version, is_current, title, visibility, owner_id, owner, created_at, deleted_at
    from analysis;

-- files ------------------------------------------------------------------------------------------

-- Files of one version of a record: owner_id is that version's id, entity_number the record's number.
create table file (
  id integer generated always as identity primary key,
  entity_type text not null check (entity_type in ('dc', 'ds', 'project')),
  owner_id integer not null,
  entity_number integer not null references omicon_record,
  -- path inside the record, '' at its top, without leading or trailing slash
  folder text not null,
  name text not null,
  size_bytes bigint not null,
  sha256 bytea not null,
  storage_key text not null,
  -- as on the record; kept here so that lists of files need no join to be filtered and counted
  visibility text not null check (visibility in ('public', 'private')),
  person_id integer references person,
  owner text,
  -- false for files of earlier versions and of deleted records
  is_current boolean not null default true,
  created_at timestamptz not null default now(),
  unique (entity_type, owner_id, folder, name)
);
create index file_entity on file (entity_type, entity_number, folder) where is_current;
create index file_created on file (created_at desc, id desc) where is_current;
create index file_name on file using gin (lower(name) gin_trgm_ops);
create index file_folder on file using gin (lower(folder) gin_trgm_ops);
create index file_storage_key on file (storage_key);

create table upload (
  id integer generated always as identity primary key,
  person_id integer not null references person,
  kind text not null check (kind in ('collection', 'analysis', 'resource')),
  file_name text not null,
  size_bytes bigint not null,
  part_size integer not null,
  visibility text check (visibility in ('public', 'private')),
  status text not null default 'open' check (status in ('open', 'checking', 'storing', 'stored', 'refused', 'failed')),
  sha256 bytea,
  storage_key text,
  created_at timestamptz not null default now(),
  last_part_at timestamptz not null default now()
);
create index upload_person on upload (person_id, created_at desc);

create table upload_part (
  upload_id integer not null references upload on delete cascade,
  number integer not null,
  size_bytes bigint not null,
  sha256 bytea not null,
  received_at timestamptz not null default now(),
  primary key (upload_id, number)
);

-- One run of intake, from an upload, the command line or the demo.
create table intake_run (
  id integer generated always as identity primary key,
  upload_id integer unique references upload on delete cascade,
  person_id integer references person,
  source text not null,
  -- shapes intakeProgress and intakeReport of the contract; null until there is one
  progress jsonb,
  report jsonb,
  -- folder or archive on this machine, for runs of the command line and the demo
  local_path text,
  visibility text check (visibility in ('public', 'private')),
  owner text,
  started_at timestamptz not null default now(),
  ended_at timestamptz
);

-- A recorded permission to fetch one file: its opaque id is the link.
create table download (
  id text primary key,
  person_id integer not null references person on delete cascade,
  file_id integer not null references file,
  purpose text not null check (purpose in ('download', 'preview')),
  created_at timestamptz not null default now(),
  expires_at timestamptz not null
);
create index download_expires on download (expires_at);

-- work -------------------------------------------------------------------------------------------

-- Reply of a finished write by the caller's key, kept a day: a retry gets the same answer.
create table idempotency_key (
  person_id integer not null references person on delete cascade,
  key text not null,
  request_hash bytea not null,
  status integer not null,
  reply jsonb,
  created_at timestamptz not null default now(),
  primary key (person_id, key)
);
create index idempotency_key_created on idempotency_key (created_at);

-- What leaves the product (mail), written with the record it tells of and sent by a job afterwards.
create table outbox (
  id bigint generated always as identity primary key,
  recipient text not null,
  subject text not null,
  body text not null,
  created_at timestamptz not null default now(),
  delivered_at timestamptz,
  attempts integer not null default 0
);
create index outbox_waiting on outbox (id) where delivered_at is null;

create table audit_event (
  id bigint generated always as identity primary key,
  happened_at timestamptz not null default now(),
  person_id integer,
  role text,
  action text not null,
  object_type text,
  object_number integer,
  result text not null check (result in ('done', 'refused', 'failed')),
  request_id text,
  detail jsonb not null default '{}'
);
create index audit_event_time on audit_event (happened_at desc);

create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception 'audit_event is append-only';
end $$;
create trigger audit_event_append_only before update or delete on audit_event
  for each row execute function refuse_change();

-- Counts up with every change that a search could see.
create table corpus_version (
  only_row boolean primary key default true check (only_row),
  number bigint not null default 0
);
insert into corpus_version default values;
