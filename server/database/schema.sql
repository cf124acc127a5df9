-- Written from the migrated database by `npm run schema`; a test compares. Change migrations/, not this file.

create table analysis (
  id integer generated not null,
  number integer not null,
  version integer not null,
  is_current boolean default true not null,
  title text not null,
  analyst text,
  creation_date date,
  input_data_set text not null,
  input_data_set_number integer not null,
  data_collection_number integer not null,
  attributes jsonb not null,
  number_of_networks integer not null,
  number_of_modules integer not null,
  visibility text not null,
  owner_id integer,
  owner text,
  content_sha256 bytea not null,
  created_at timestamp with time zone default now() not null,
  deleted_at timestamp with time zone,
  UNIQUE (number, version),
  PRIMARY KEY (id),
  FOREIGN KEY (data_collection_number) REFERENCES omicon_record(number),
  FOREIGN KEY (input_data_set_number) REFERENCES omicon_record(number),
  FOREIGN KEY (number) REFERENCES omicon_record(number),
  FOREIGN KEY (owner_id) REFERENCES person(id),
  CHECK ((visibility = ANY (ARRAY['public'::text, 'private'::text])))
);
CREATE INDEX analysis_collection ON public.analysis USING btree (data_collection_number) WHERE is_current;
CREATE UNIQUE INDEX analysis_current ON public.analysis USING btree (number) WHERE is_current;
CREATE INDEX analysis_input ON public.analysis USING btree (input_data_set_number) WHERE is_current;
CREATE INDEX analysis_listed ON public.analysis USING btree (lower(title), number) INCLUDE (visibility, owner_id) WHERE (is_current AND (deleted_at IS NULL));
CREATE INDEX analysis_lower_title ON public.analysis USING btree (lower(title));
CREATE INDEX analysis_newest ON public.analysis USING btree (created_at DESC NULLS LAST, number DESC NULLS LAST) INCLUDE (visibility, owner_id) WHERE (is_current AND (deleted_at IS NULL));
CREATE UNIQUE INDEX analysis_title ON public.analysis USING btree (title, input_data_set) WHERE (is_current AND (deleted_at IS NULL));

create table analysis_gene_set (
  analysis_id integer not null,
  gene_sets integer[] not null,
  PRIMARY KEY (analysis_id),
  FOREIGN KEY (analysis_id) REFERENCES analysis(id)
);
CREATE INDEX analysis_gene_set_named ON public.analysis_gene_set USING gin (gene_sets);

create table api_token (
  id integer generated not null,
  person_id integer not null,
  name text not null,
  token_hash bytea not null,
  created_at timestamp with time zone default now() not null,
  expires_at timestamp with time zone not null,
  last_used_at timestamp with time zone,
  UNIQUE (token_hash),
  PRIMARY KEY (id),
  FOREIGN KEY (person_id) REFERENCES person(id) ON DELETE CASCADE
);
CREATE INDEX api_token_person ON public.api_token USING btree (person_id, id);

create table atlas (
  audience text not null,
  fingerprint bytea not null,
  networks text not null,
  counts jsonb not null,
  computed_at timestamp with time zone default now() not null,
  PRIMARY KEY (audience),
  CHECK ((audience = ANY (ARRAY['public'::text, 'laboratory'::text])))
);

create table atlas_data_set (
  audience text not null,
  data_set_number integer not null,
  cohort integer not null,
  networks integer not null,
  modules integer not null,
  recurring_modules integer not null,
  analysis_numbers integer[] not null,
  samples jsonb not null,
  PRIMARY KEY (audience, data_set_number),
  FOREIGN KEY (audience) REFERENCES atlas(audience) ON DELETE CASCADE,
  FOREIGN KEY (data_set_number) REFERENCES omicon_record(number)
);

create table attribute_definition (
  id integer generated not null,
  kind text not null,
  name text not null,
  attribute_type text not null,
  possible_values text[] default '{}'::text[] not null,
  examples text not null,
  is_required boolean not null,
  is_indexed boolean not null,
  data_source text not null,
  description text not null,
  category text,
  deletable boolean not null,
  version integer default 1 not null,
  updated_at timestamp with time zone default now() not null,
  deleted_at timestamp with time zone,
  value_labels jsonb default '{}'::jsonb not null,
  follow_up text,
  unit text,
  PRIMARY KEY (id),
  CHECK ((attribute_type = ANY (ARRAY['Date'::text, 'Enumeration'::text, 'Integer'::text, 'Numeric'::text, 'String'::text, 'URL / file path'::text, 'Mixed'::text]))),
  CHECK ((follow_up = ANY (ARRAY['time'::text, 'event'::text]))),
  CHECK ((kind = ANY (ARRAY['sample'::text, 'data-collection'::text, 'data-set'::text, 'analysis'::text])))
);
CREATE UNIQUE INDEX attribute_definition_name ON public.attribute_definition USING btree (kind, lower(name)) WHERE (deleted_at IS NULL);

create table attribute_table_version (
  kind text not null,
  version integer not null,
  content text not null,
  number_of_attributes integer not null,
  change text not null,
  person_id integer,
  created_at timestamp with time zone default now() not null,
  PRIMARY KEY (kind, version),
  FOREIGN KEY (person_id) REFERENCES person(id),
  CHECK ((kind = ANY (ARRAY['sample'::text, 'data-collection'::text, 'data-set'::text, 'analysis'::text])))
);

create table attribute_value (
  owner_type text not null,
  owner_id integer not null,
  attribute text not null,
  value text not null,
  CHECK ((owner_type = ANY (ARRAY['dc'::text, 'ds'::text, 'project'::text])))
);
CREATE INDEX attribute_value_attribute ON public.attribute_value USING btree (owner_type, attribute, lower(value));

create table audit_event (
  id bigint generated not null,
  happened_at timestamp with time zone default now() not null,
  person_id integer,
  role text,
  action text not null,
  object_type text,
  object_number integer,
  result text not null,
  request_id text,
  detail jsonb default '{}'::jsonb not null,
  PRIMARY KEY (id),
  CHECK ((result = ANY (ARRAY['done'::text, 'refused'::text, 'failed'::text])))
);
CREATE INDEX audit_event_role_change ON public.audit_event USING btree (id DESC) WHERE (action = 'change role permissions'::text);
CREATE INDEX audit_event_time ON public.audit_event USING btree (happened_at DESC);

create table basket (
  id integer generated not null,
  person_id integer not null,
  name text not null,
  share_token text not null,
  created_at timestamp with time zone default now() not null,
  updated_at timestamp with time zone default now() not null,
  deleted_at timestamp with time zone,
  PRIMARY KEY (id),
  FOREIGN KEY (person_id) REFERENCES person(id) ON DELETE CASCADE
);
CREATE INDEX basket_deleted ON public.basket USING btree (deleted_at) WHERE (deleted_at IS NOT NULL);
CREATE UNIQUE INDEX basket_name ON public.basket USING btree (person_id, name) WHERE (deleted_at IS NULL);
CREATE UNIQUE INDEX basket_share ON public.basket USING btree (share_token);

create table basket_item (
  id integer generated not null,
  basket_id integer not null,
  kind text not null,
  record_number integer,
  name text default ''::text not null,
  added_at timestamp with time zone default now() not null,
  PRIMARY KEY (id),
  FOREIGN KEY (basket_id) REFERENCES basket(id) ON DELETE CASCADE,
  FOREIGN KEY (record_number) REFERENCES omicon_record(number),
  CHECK (((kind = 'gene'::text) = (record_number IS NULL))),
  CHECK (((kind = ANY (ARRAY['gene'::text, 'sample'::text])) = (name <> ''::text))),
  CHECK ((kind = ANY (ARRAY['module'::text, 'meta-module'::text, 'gene'::text, 'gene set'::text, 'sample'::text])))
);
CREATE UNIQUE INDEX basket_item_once ON public.basket_item USING btree (basket_id, kind, COALESCE(record_number, 0), name);

create table bug_report (
  id integer generated not null,
  person_id integer,
  first_name text not null,
  last_name text not null,
  reporter_email text not null,
  reporter_phone text,
  omicon_version text not null,
  browser_version text not null,
  os_version text not null,
  timezone text not null,
  environmental_variables text not null,
  bug_description text not null,
  steps_to_produce_bug text,
  status text default 'new'::text not null,
  version integer default 1 not null,
  created_at timestamp with time zone default now() not null,
  updated_at timestamp with time zone default now() not null,
  PRIMARY KEY (id),
  FOREIGN KEY (person_id) REFERENCES person(id) ON DELETE SET NULL,
  CHECK ((status = ANY (ARRAY['new'::text, 'open'::text, 'closed'::text])))
);
CREATE INDEX bug_report_newest ON public.bug_report USING btree (created_at DESC, id DESC);

create table bug_report_screenshot (
  bug_report_id integer not null,
  place smallint not null,
  name text not null,
  media_type text not null,
  width integer not null,
  height integer not null,
  size_bytes bigint not null,
  sha256 bytea not null,
  storage_key text not null,
  PRIMARY KEY (bug_report_id, place),
  FOREIGN KEY (bug_report_id) REFERENCES bug_report(id) ON DELETE CASCADE,
  CHECK ((media_type = ANY (ARRAY['image/png'::text, 'image/jpeg'::text, 'image/webp'::text])))
);
CREATE INDEX bug_report_screenshot_storage_key ON public.bug_report_screenshot USING btree (storage_key);

create table cell_type_file (
  reference_id integer not null,
  name text not null,
  size_bytes bigint not null,
  storage_key text not null,
  PRIMARY KEY (reference_id, name),
  FOREIGN KEY (reference_id) REFERENCES cell_type_reference(id) ON DELETE CASCADE
);
CREATE INDEX cell_type_file_object ON public.cell_type_file USING btree (storage_key);

create table cell_type_level (
  reference_id integer not null,
  place integer not null,
  name text not null,
  genes text[] not null,
  types text[] not null,
  cells integer[] not null,
  ontology_ids text[] not null,
  parents text[] not null,
  has_variance boolean not null,
  has_percent boolean not null,
  features_unmapped integer not null,
  features_ambiguous integer not null,
  features_merged integer not null,
  storage_key text not null,
  PRIMARY KEY (reference_id, place),
  FOREIGN KEY (reference_id) REFERENCES cell_type_reference(id) ON DELETE CASCADE
);
CREATE INDEX cell_type_level_object ON public.cell_type_level USING btree (storage_key);

create table cell_type_reference (
  id integer generated not null,
  number integer not null,
  version integer not null,
  is_current boolean default true not null,
  title text not null,
  organism text not null,
  region text,
  condition text,
  source text,
  citation text,
  pubmed_id text,
  doi text,
  identifier text not null,
  description text,
  number_of_genes integer not null,
  number_of_types integer not null,
  number_of_cells bigint not null,
  visibility text not null,
  owner_id integer,
  owner text,
  content_sha256 bytea not null,
  size_bytes bigint not null,
  created_at timestamp with time zone default now() not null,
  deleted_at timestamp with time zone,
  UNIQUE (number, version),
  PRIMARY KEY (id),
  FOREIGN KEY (number) REFERENCES omicon_record(number),
  FOREIGN KEY (owner_id) REFERENCES person(id),
  CHECK ((visibility = ANY (ARRAY['public'::text, 'private'::text])))
);
CREATE INDEX cell_type_reference_created ON public.cell_type_reference USING btree (created_at DESC, number DESC) WHERE (is_current AND (deleted_at IS NULL));
CREATE UNIQUE INDEX cell_type_reference_current ON public.cell_type_reference USING btree (number) WHERE is_current;
CREATE INDEX cell_type_reference_organism ON public.cell_type_reference USING btree (lower(organism), number) WHERE (is_current AND (deleted_at IS NULL));
CREATE UNIQUE INDEX cell_type_reference_title ON public.cell_type_reference USING btree (title) WHERE (is_current AND (deleted_at IS NULL));

create table comment (
  id integer generated not null,
  comment_thread_id integer not null,
  parent_id integer,
  ancestors integer[] default '{}'::integer[] not null,
  level smallint default 0 not null,
  person_id integer not null,
  to_person_id integer,
  visibility text not null,
  message text not null,
  plain_text text not null,
  page_url text not null,
  version integer default 1 not null,
  created_at timestamp with time zone default now() not null,
  updated_at timestamp with time zone default now() not null,
  deleted_at timestamp with time zone,
  deleted_by integer,
  PRIMARY KEY (id),
  FOREIGN KEY (comment_thread_id) REFERENCES comment_thread(id),
  FOREIGN KEY (deleted_by) REFERENCES person(id),
  FOREIGN KEY (parent_id) REFERENCES comment(id),
  FOREIGN KEY (person_id) REFERENCES person(id),
  FOREIGN KEY (to_person_id) REFERENCES person(id),
  CHECK (((parent_id IS NULL) = (level = 0))),
  CHECK ((cardinality(ancestors) = level)),
  CHECK (((level >= 0) AND (level <= 3))),
  CHECK ((visibility = ANY (ARRAY['private'::text, 'public'::text, 'lab'::text])))
);
CREATE INDEX comment_deleted ON public.comment USING btree (deleted_at) WHERE (deleted_at IS NOT NULL);
CREATE INDEX comment_newest ON public.comment USING btree (created_at DESC, id DESC) WHERE (deleted_at IS NULL);
CREATE INDEX comment_of_thread ON public.comment USING btree (comment_thread_id);
CREATE INDEX comment_replies ON public.comment USING btree (parent_id, id) WHERE (parent_id IS NOT NULL);
CREATE INDEX comment_top ON public.comment USING btree (comment_thread_id, id DESC) WHERE (parent_id IS NULL);

create table comment_follow (
  comment_thread_id integer not null,
  person_id integer not null,
  state text not null,
  created_at timestamp with time zone default now() not null,
  PRIMARY KEY (comment_thread_id, person_id),
  FOREIGN KEY (comment_thread_id) REFERENCES comment_thread(id) ON DELETE CASCADE,
  FOREIGN KEY (person_id) REFERENCES person(id) ON DELETE CASCADE,
  CHECK ((state = ANY (ARRAY['follow'::text, 'mute'::text])))
);
CREATE INDEX comment_follow_person ON public.comment_follow USING btree (person_id);

create table comment_mention (
  comment_id integer not null,
  person_id integer not null,
  PRIMARY KEY (comment_id, person_id),
  FOREIGN KEY (comment_id) REFERENCES comment(id) ON DELETE CASCADE,
  FOREIGN KEY (person_id) REFERENCES person(id) ON DELETE CASCADE
);

create table comment_thread (
  id integer generated not null,
  entity_type text not null,
  entity_number integer,
  path text default ''::text not null,
  covariation_network_number integer,
  covariation_module_number integer,
  created_at timestamp with time zone default now() not null,
  gene_symbol text,
  UNIQUE NULLS NOT DISTINCT (entity_number, path, covariation_module_number, gene_symbol),
  PRIMARY KEY (id),
  FOREIGN KEY (covariation_module_number) REFERENCES omicon_record(number),
  FOREIGN KEY (covariation_network_number) REFERENCES omicon_record(number),
  FOREIGN KEY (entity_number) REFERENCES omicon_record(number),
  CHECK (((covariation_module_number IS NULL) = (covariation_network_number IS NULL))),
  CHECK (((covariation_module_number IS NULL) OR (path = ''::text))),
  CHECK (((entity_type = 'gene'::text) = (gene_symbol IS NOT NULL))),
  CHECK (((gene_symbol IS NULL) = (entity_number IS NOT NULL))),
  CHECK (((gene_symbol IS NULL) OR ((path = ''::text) AND (covariation_module_number IS NULL)))),
  CHECK (((entity_type <> 'meta-module'::text) OR ((path = ''::text) AND (covariation_module_number IS NULL)))),
  CHECK ((entity_type = ANY (ARRAY['dc'::text, 'ds'::text, 'project'::text, 'gene'::text, 'meta-module'::text])))
);
CREATE UNIQUE INDEX comment_thread_gene ON public.comment_thread USING btree (upper(gene_symbol)) WHERE (gene_symbol IS NOT NULL);
CREATE INDEX comment_thread_module ON public.comment_thread USING btree (covariation_module_number) WHERE (covariation_module_number IS NOT NULL);
CREATE INDEX comment_thread_network ON public.comment_thread USING btree (covariation_network_number) WHERE (covariation_network_number IS NOT NULL);

create table consensus (
  id integer generated not null,
  person_id integer not null,
  name text not null,
  modules jsonb not null,
  share_token text not null,
  created_at timestamp with time zone default now() not null,
  deleted_at timestamp with time zone,
  PRIMARY KEY (id),
  FOREIGN KEY (person_id) REFERENCES person(id) ON DELETE CASCADE
);
CREATE INDEX consensus_deleted ON public.consensus USING btree (deleted_at) WHERE (deleted_at IS NOT NULL);
CREATE UNIQUE INDEX consensus_name ON public.consensus USING btree (person_id, name) WHERE (deleted_at IS NULL);
CREATE UNIQUE INDEX consensus_share ON public.consensus USING btree (share_token);

create table corpus_version (
  only_row boolean default true not null,
  number bigint default 0 not null,
  PRIMARY KEY (only_row),
  CHECK (only_row)
);

create table covariation_module (
  id integer generated not null,
  number integer not null,
  covariation_network_id integer not null,
  name text not null,
  page integer not null,
  statistics jsonb not null,
  eigengene bytea not null,
  theme text,
  theme_set integer,
  UNIQUE (covariation_network_id, name),
  PRIMARY KEY (id),
  FOREIGN KEY (covariation_network_id) REFERENCES covariation_network(id),
  FOREIGN KEY (number) REFERENCES omicon_record(number),
  FOREIGN KEY (theme_set) REFERENCES gene_set(number)
);
CREATE INDEX covariation_module_name_prefix ON public.covariation_module USING btree (lower(name) text_pattern_ops);
CREATE INDEX covariation_module_number ON public.covariation_module USING btree (number);
CREATE INDEX covariation_module_theme ON public.covariation_module USING btree (covariation_network_id, theme);
CREATE INDEX covariation_module_theme_prefix ON public.covariation_module USING btree (lower(theme) text_pattern_ops) WHERE (theme IS NOT NULL);
CREATE INDEX covariation_module_theme_set ON public.covariation_module USING btree (theme_set) WHERE (theme_set IS NOT NULL);

create table covariation_network (
  id integer generated not null,
  number integer not null,
  analysis_id integer not null,
  name text not null,
  similarity text not null,
  overlap text not null,
  rel_signum double precision,
  signum double precision not null,
  min_size integer not null,
  merge_by text not null,
  merge_param double precision not null,
  number_of_modules integer not null,
  statistics jsonb not null,
  feature_list_id integer,
  sample_labels text[] not null,
  kme_storage_key text,
  kme_table_file_id integer,
  kme_values_storage_key text,
  UNIQUE (analysis_id, name),
  PRIMARY KEY (id),
  FOREIGN KEY (analysis_id) REFERENCES analysis(id),
  FOREIGN KEY (feature_list_id) REFERENCES feature_list(id),
  FOREIGN KEY (kme_table_file_id) REFERENCES file(id),
  FOREIGN KEY (number) REFERENCES omicon_record(number)
);
CREATE INDEX covariation_network_number ON public.covariation_network USING btree (number);

create table data_collection (
  id integer generated not null,
  number integer not null,
  version integer not null,
  is_current boolean default true not null,
  name text not null,
  title text not null,
  accession_id text,
  pubmed_id text,
  source text,
  author text,
  attributes jsonb not null,
  sample_columns text[] not null,
  number_of_samples integer not null,
  visibility text not null,
  owner_id integer,
  owner text,
  content_sha256 bytea not null,
  created_at timestamp with time zone default now() not null,
  deleted_at timestamp with time zone,
  UNIQUE (number, version),
  PRIMARY KEY (id),
  FOREIGN KEY (number) REFERENCES omicon_record(number),
  FOREIGN KEY (owner_id) REFERENCES person(id),
  CHECK ((visibility = ANY (ARRAY['public'::text, 'private'::text])))
);
CREATE INDEX data_collection_accession ON public.data_collection USING btree (lower(accession_id) text_pattern_ops);
CREATE INDEX data_collection_author ON public.data_collection USING btree (lower(author) text_pattern_ops);
CREATE UNIQUE INDEX data_collection_current ON public.data_collection USING btree (number) WHERE is_current;
CREATE INDEX data_collection_listed ON public.data_collection USING btree (lower(title), number) INCLUDE (visibility, owner_id) WHERE (is_current AND (deleted_at IS NULL));
CREATE UNIQUE INDEX data_collection_name ON public.data_collection USING btree (name) WHERE (is_current AND (deleted_at IS NULL));
CREATE INDEX data_collection_newest ON public.data_collection USING btree (created_at DESC NULLS LAST, number DESC NULLS LAST) INCLUDE (visibility, owner_id) WHERE (is_current AND (deleted_at IS NULL));
CREATE INDEX data_collection_pubmed ON public.data_collection USING btree (pubmed_id text_pattern_ops);
CREATE INDEX data_collection_title ON public.data_collection USING btree (lower(title));

create table data_draft (
  upload_id integer not null,
  files jsonb not null,
  map jsonb,
  proposal jsonb,
  fault text,
  progress jsonb,
  revision integer default 0 not null,
  PRIMARY KEY (upload_id),
  FOREIGN KEY (upload_id) REFERENCES upload(id) ON DELETE CASCADE
);

create table data_set (
  id integer generated not null,
  number integer not null,
  version integer not null,
  is_current boolean default true not null,
  data_collection_number integer not null,
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
  feature_list_id integer not null,
  visibility text not null,
  owner_id integer,
  owner text,
  content_sha256 bytea not null,
  created_at timestamp with time zone default now() not null,
  deleted_at timestamp with time zone,
  analyte_file text,
  matrix_storage_key text,
  row_statistics_storage_key text,
  UNIQUE (number, version),
  PRIMARY KEY (id),
  FOREIGN KEY (data_collection_number) REFERENCES omicon_record(number),
  FOREIGN KEY (feature_list_id) REFERENCES feature_list(id),
  FOREIGN KEY (number) REFERENCES omicon_record(number),
  FOREIGN KEY (owner_id) REFERENCES person(id),
  CHECK ((visibility = ANY (ARRAY['public'::text, 'private'::text])))
);
CREATE INDEX data_set_collection ON public.data_set USING btree (data_collection_number, ds_version) WHERE is_current;
CREATE INDEX data_set_counted ON public.data_set USING btree (data_collection_number) INCLUDE (visibility, owner_id) WHERE (is_current AND (deleted_at IS NULL));
CREATE UNIQUE INDEX data_set_current ON public.data_set USING btree (number) WHERE is_current;
CREATE INDEX data_set_listed ON public.data_set USING btree (lower(title), number) INCLUDE (visibility, owner_id) WHERE (is_current AND (deleted_at IS NULL));
CREATE INDEX data_set_lower_title ON public.data_set USING btree (lower(title));
CREATE INDEX data_set_matrix ON public.data_set USING btree (matrix_storage_key);
CREATE INDEX data_set_newest ON public.data_set USING btree (created_at DESC NULLS LAST, number DESC NULLS LAST) INCLUDE (visibility, owner_id) WHERE (is_current AND (deleted_at IS NULL));
CREATE INDEX data_set_row_statistics ON public.data_set USING btree (row_statistics_storage_key);
CREATE UNIQUE INDEX data_set_title ON public.data_set USING btree (title, ds_version) WHERE (is_current AND (deleted_at IS NULL));

create table download (
  id text not null,
  person_id integer not null,
  file_id integer,
  purpose text not null,
  created_at timestamp with time zone default now() not null,
  expires_at timestamp with time zone not null,
  download_request_id text,
  PRIMARY KEY (id),
  FOREIGN KEY (download_request_id) REFERENCES download_request(id) ON DELETE CASCADE,
  FOREIGN KEY (file_id) REFERENCES file(id),
  FOREIGN KEY (person_id) REFERENCES person(id) ON DELETE CASCADE,
  CHECK (((file_id IS NULL) <> (download_request_id IS NULL))),
  CHECK ((purpose = ANY (ARRAY['download'::text, 'preview'::text])))
);
CREATE INDEX download_expires ON public.download USING btree (expires_at);
CREATE INDEX download_request_links ON public.download USING btree (download_request_id) WHERE (download_request_id IS NOT NULL);

create table download_part (
  download_request_id text not null,
  place integer not null,
  path text not null,
  storage_key text not null,
  size_bytes bigint not null,
  PRIMARY KEY (download_request_id, place),
  FOREIGN KEY (download_request_id) REFERENCES download_request(id) ON DELETE CASCADE
);
CREATE INDEX download_part_storage_key ON public.download_part USING btree (storage_key);

create table download_request (
  id text not null,
  person_id integer not null,
  type text not null,
  name text not null,
  file_ids integer[] not null,
  paths text[] not null,
  size_bytes bigint not null,
  state text default 'waiting'::text not null,
  bytes_done bigint default 0 not null,
  message text,
  created_at timestamp with time zone default now() not null,
  started_at timestamp with time zone,
  ended_at timestamp with time zone,
  covariation_network_id integer,
  input_data_set_id integer,
  PRIMARY KEY (id),
  FOREIGN KEY (covariation_network_id) REFERENCES covariation_network(id) ON DELETE CASCADE,
  FOREIGN KEY (input_data_set_id) REFERENCES data_set(id) ON DELETE SET NULL,
  FOREIGN KEY (person_id) REFERENCES person(id) ON DELETE CASCADE,
  CHECK ((cardinality(file_ids) = cardinality(paths))),
  CHECK ((state = ANY (ARRAY['waiting'::text, 'preparing'::text, 'ready'::text, 'failed'::text, 'cancelled'::text, 'over'::text])))
);
CREATE INDEX download_request_age ON public.download_request USING btree (created_at);
CREATE INDEX download_request_network ON public.download_request USING btree (covariation_network_id) WHERE (covariation_network_id IS NOT NULL);
CREATE INDEX download_request_running ON public.download_request USING btree (person_id) WHERE (state = ANY (ARRAY['waiting'::text, 'preparing'::text]));

create table ended_meta_module (
  audience text not null,
  number integer not null,
  members integer[] not null,
  PRIMARY KEY (audience, number),
  FOREIGN KEY (number) REFERENCES omicon_record(number)
);

create table facet (
  owner_type text not null,
  owner_id integer not null,
  attribute text not null,
  value text,
  n integer not null,
  CHECK ((owner_type = ANY (ARRAY['dc'::text, 'ds'::text])))
);
CREATE INDEX facet_attribute ON public.facet USING btree (attribute, owner_type, owner_id);
CREATE INDEX facet_owner ON public.facet USING btree (owner_type, owner_id, attribute);

create table feature_list (
  id integer generated not null,
  sha256 bytea not null,
  identifiers text[] not null,
  packed_names bytea generated,
  UNIQUE (sha256),
  PRIMARY KEY (id)
);

create table feedback (
  id integer generated not null,
  person_id integer,
  first_name text not null,
  last_name text not null,
  email text not null,
  omicon_version text not null,
  comment text not null,
  status text default 'new'::text not null,
  version integer default 1 not null,
  created_at timestamp with time zone default now() not null,
  updated_at timestamp with time zone default now() not null,
  PRIMARY KEY (id),
  FOREIGN KEY (person_id) REFERENCES person(id) ON DELETE SET NULL,
  CHECK ((status = ANY (ARRAY['new'::text, 'open'::text, 'closed'::text])))
);
CREATE INDEX feedback_newest ON public.feedback USING btree (created_at DESC, id DESC);

create table file (
  id integer generated not null,
  entity_type text not null,
  owner_id integer not null,
  entity_number integer not null,
  folder text not null,
  name text not null,
  size_bytes bigint not null,
  sha256 bytea not null,
  storage_key text not null,
  visibility text not null,
  person_id integer,
  owner text,
  is_current boolean default true not null,
  created_at timestamp with time zone default now() not null,
  is_derived boolean default false not null,
  UNIQUE (entity_type, owner_id, folder, name),
  PRIMARY KEY (id),
  FOREIGN KEY (entity_number) REFERENCES omicon_record(number),
  FOREIGN KEY (person_id) REFERENCES person(id),
  CHECK ((entity_type = ANY (ARRAY['dc'::text, 'ds'::text, 'project'::text]))),
  CHECK ((visibility = ANY (ARRAY['public'::text, 'private'::text])))
);
CREATE INDEX file_created ON public.file USING btree (created_at DESC, id DESC) WHERE is_current;
CREATE INDEX file_entity ON public.file USING btree (entity_type, entity_number, folder) WHERE is_current;
CREATE INDEX file_folder ON public.file USING gin (lower(folder) gin_trgm_ops);
CREATE INDEX file_name ON public.file USING gin (lower(name) gin_trgm_ops);
CREATE INDEX file_search_name ON public.file USING gin (search_text(name) gin_trgm_ops) WHERE (name ~ '[^ -~]|''|`'::text);
CREATE INDEX file_storage_key ON public.file USING btree (storage_key);

create table finished_job (
  job_id bigint not null,
  finished_at timestamp with time zone default now() not null,
  PRIMARY KEY (job_id)
);
CREATE INDEX finished_job_age ON public.finished_job USING btree (finished_at);

create table fixity_check (
  storage_key text not null,
  is_right boolean not null,
  checked_at timestamp with time zone default now() not null,
  PRIMARY KEY (storage_key)
);
CREATE INDEX fixity_check_age ON public.fixity_check USING btree (checked_at);

create table gene_post (
  feature_id integer not null,
  definition smallint not null,
  block_id integer not null,
  n integer not null,
  modules bytea not null,
  PRIMARY KEY (feature_id, definition, block_id)
);

create table gene_set (
  number integer not null,
  set_id text not null,
  name text not null,
  set_source text not null,
  category text,
  size integer,
  species text,
  pubmed_id text,
  description text,
  genes text[],
  version integer default 1 not null,
  owner_id integer,
  owner text,
  updated_at timestamp with time zone default now() not null,
  deleted_at timestamp with time zone,
  visibility text default 'public'::text not null,
  named_by integer[] default '{}'::integer[] not null,
  UNIQUE (set_id),
  PRIMARY KEY (number),
  FOREIGN KEY (number) REFERENCES omicon_record(number),
  FOREIGN KEY (owner_id) REFERENCES person(id),
  CHECK ((visibility = ANY (ARRAY['public'::text, 'private'::text])))
);
CREATE INDEX gene_set_genes ON public.gene_set USING gin (upper_all(genes)) WHERE (deleted_at IS NULL);
CREATE INDEX gene_set_lower_set_id ON public.gene_set USING btree (lower(set_id));
CREATE INDEX gene_set_name ON public.gene_set USING gin (name gin_trgm_ops);
CREATE INDEX gene_set_search_name ON public.gene_set USING gin (search_text(name) gin_trgm_ops);

create table gene_set_version (
  number integer not null,
  version integer not null,
  content jsonb not null,
  replaced_at timestamp with time zone default now() not null,
  PRIMARY KEY (number, version),
  FOREIGN KEY (number) REFERENCES gene_set(number)
);

create table idempotency_key (
  person_id integer not null,
  key text not null,
  request_hash bytea not null,
  status integer not null,
  reply jsonb,
  created_at timestamp with time zone default now() not null,
  PRIMARY KEY (person_id, key),
  FOREIGN KEY (person_id) REFERENCES person(id) ON DELETE CASCADE
);
CREATE INDEX idempotency_key_created ON public.idempotency_key USING btree (created_at);

create table intake_run (
  id integer generated not null,
  upload_id integer,
  person_id integer,
  source text not null,
  progress jsonb,
  report jsonb,
  local_path text,
  visibility text,
  owner text,
  started_at timestamp with time zone default now() not null,
  ended_at timestamp with time zone,
  stored_units jsonb default '[]'::jsonb not null,
  UNIQUE (upload_id),
  PRIMARY KEY (id),
  FOREIGN KEY (person_id) REFERENCES person(id),
  FOREIGN KEY (upload_id) REFERENCES upload(id) ON DELETE CASCADE,
  CHECK ((visibility = ANY (ARRAY['public'::text, 'private'::text])))
);
CREATE INDEX intake_run_person ON public.intake_run USING btree (person_id, id DESC);

create table kme_segment (
  id integer generated not null,
  storage_key text not null,
  networks integer[] not null,
  module_counts integer[] not null,
  features bytea not null,
  starts bytea not null,
  created_at timestamp with time zone default now() not null,
  PRIMARY KEY (id)
);

create table known_browser (
  token_hash bytea not null,
  person_id integer not null,
  created_at timestamp with time zone default now() not null,
  PRIMARY KEY (token_hash, person_id),
  FOREIGN KEY (person_id) REFERENCES person(id) ON DELETE CASCADE
);

create table known_permission (
  permission text not null,
  PRIMARY KEY (permission)
);

create table login_guess (
  id bigint generated not null,
  account_key text not null,
  known_browser bytea,
  address text not null,
  is_right boolean not null,
  judged_at timestamp with time zone default now() not null,
  PRIMARY KEY (id)
);
CREATE INDEX login_guess_account ON public.login_guess USING btree (account_key, judged_at);
CREATE INDEX login_guess_address ON public.login_guess USING btree (address, judged_at);

create table login_key (
  key_id text not null,
  private_key jsonb not null,
  created_at timestamp with time zone default now() not null,
  PRIMARY KEY (key_id)
);

create table mapping_row (
  mapping_table_id integer not null,
  place integer not null,
  identifier text not null,
  target text,
  PRIMARY KEY (mapping_table_id, place),
  FOREIGN KEY (mapping_table_id) REFERENCES mapping_table(id)
);
CREATE INDEX mapping_row_identifier ON public.mapping_row USING btree (mapping_table_id, upper(identifier));
CREATE INDEX mapping_row_identifier_prefix ON public.mapping_row USING btree (mapping_table_id, upper(identifier) text_pattern_ops);
CREATE INDEX mapping_row_target ON public.mapping_row USING btree (mapping_table_id, upper(target)) WHERE (target IS NOT NULL);
CREATE INDEX mapping_row_target_prefix ON public.mapping_row USING btree (mapping_table_id, upper(target) text_pattern_ops) WHERE (target IS NOT NULL);

create table mapping_table (
  id integer generated not null,
  name text not null,
  release text not null,
  platform text,
  organism text,
  from_identifier text not null,
  to_identifier text not null,
  number_of_rows integer not null,
  is_current boolean default true not null,
  content_sha256 bytea not null,
  storage_key text not null,
  size_bytes bigint not null,
  created_at timestamp with time zone default now() not null,
  PRIMARY KEY (id)
);
CREATE INDEX mapping_table_name ON public.mapping_table USING btree (name) WHERE is_current;

create table meta_module (
  audience text not null,
  number integer not null,
  title text not null,
  made_title text not null,
  genes text[] not null,
  gene_set_number integer,
  gene_set_q double precision,
  theme_number integer not null,
  found integer not null,
  findable integer not null,
  modules integer not null,
  data_set_numbers integer[] not null,
  analysis_numbers integer[] not null,
  PRIMARY KEY (audience, number),
  FOREIGN KEY (audience) REFERENCES atlas(audience) ON DELETE CASCADE,
  FOREIGN KEY (gene_set_number) REFERENCES gene_set(number),
  FOREIGN KEY (number) REFERENCES omicon_record(number)
);
CREATE INDEX meta_module_gene_set ON public.meta_module USING btree (gene_set_number) WHERE (gene_set_number IS NOT NULL);

create table meta_module_event (
  id integer generated not null,
  audience text not null,
  number integer not null,
  event text not null,
  other integer not null,
  created_at timestamp with time zone default now() not null,
  PRIMARY KEY (id),
  FOREIGN KEY (number) REFERENCES omicon_record(number),
  FOREIGN KEY (other) REFERENCES omicon_record(number),
  CHECK ((event = ANY (ARRAY['split from'::text, 'merged with'::text])))
);
CREATE INDEX meta_module_event_number ON public.meta_module_event USING btree (audience, number, id DESC);

create table meta_module_gene (
  audience text not null,
  number integer not null,
  rank integer not null,
  symbol text not null,
  kme double precision not null,
  member_of integer not null,
  measured_by integer not null,
  kme_by_data_set bytea not null,
  PRIMARY KEY (audience, number, rank),
  FOREIGN KEY (audience, number) REFERENCES meta_module(audience, number) ON DELETE CASCADE
);
CREATE INDEX meta_module_gene_symbol ON public.meta_module_gene USING btree (audience, upper(symbol));

create table meta_module_place (
  audience text not null,
  number integer not null,
  data_set_number integer not null,
  state text not null,
  module_id integer,
  modules integer not null,
  features integer not null,
  r double precision,
  measured double precision not null,
  PRIMARY KEY (audience, number, data_set_number),
  FOREIGN KEY (audience, number) REFERENCES meta_module(audience, number) ON DELETE CASCADE,
  FOREIGN KEY (data_set_number) REFERENCES omicon_record(number),
  FOREIGN KEY (module_id) REFERENCES covariation_module(id) ON DELETE CASCADE,
  CHECK ((state = ANY (ARRAY['found'::text, 'absent'::text, 'not measurable'::text])))
);
CREATE INDEX meta_module_place_module ON public.meta_module_place USING btree (module_id) WHERE (module_id IS NOT NULL);

create table meta_module_title (
  id integer generated not null,
  number integer not null,
  title text,
  summary text,
  person_id integer,
  created_at timestamp with time zone default now() not null,
  PRIMARY KEY (id),
  FOREIGN KEY (number) REFERENCES omicon_record(number),
  FOREIGN KEY (person_id) REFERENCES person(id)
);
CREATE INDEX meta_module_title_number ON public.meta_module_title USING btree (number, id DESC);

create table module_enrichment (
  covariation_module_id integer not null,
  definition smallint not null,
  source text not null,
  n_tested integer not null,
  n_enriched integer not null,
  gene_sets bytea not null,
  p_values bytea not null,
  slot smallint default 0 not null,
  PRIMARY KEY (covariation_module_id, definition, source),
  FOREIGN KEY (covariation_module_id) REFERENCES covariation_module(id),
  CHECK (((definition >= 0) AND (definition <= 2)))
);
CREATE INDEX module_enrichment_gene_set ON public.module_enrichment USING gin (unpack_u32(gene_sets));

create table module_member (
  covariation_module_id integer not null,
  definition smallint not null,
  n integer not null,
  features bytea not null,
  slot smallint default 0 not null,
  PRIMARY KEY (covariation_module_id, definition),
  FOREIGN KEY (covariation_module_id) REFERENCES covariation_module(id),
  CHECK (((definition >= 0) AND (definition <= 4)))
);

create table module_theme (
  id integer generated not null,
  covariation_module_number integer not null,
  theme text,
  person_id integer,
  created_at timestamp with time zone default now() not null,
  PRIMARY KEY (id),
  FOREIGN KEY (covariation_module_number) REFERENCES omicon_record(number),
  FOREIGN KEY (person_id) REFERENCES person(id)
);
CREATE INDEX module_theme_module ON public.module_theme USING btree (covariation_module_number, id DESC);

create table module_trait (
  covariation_network_id integer not null,
  trait_index smallint not null,
  attribute text not null,
  attribute_key text not null,
  kind text not null,
  n integer not null,
  groups jsonb not null,
  joined text[] not null,
  statistics bytea not null,
  p_values bytea not null,
  q_values bytea not null,
  not_numbers jsonb default '[]'::jsonb not null,
  PRIMARY KEY (covariation_network_id, trait_index),
  FOREIGN KEY (covariation_network_id) REFERENCES trait_table(covariation_network_id),
  CHECK ((kind = ANY (ARRAY['numeric'::text, 'two values'::text, 'groups'::text])))
);
CREATE INDEX module_trait_attribute ON public.module_trait USING btree (attribute_key, covariation_network_id);

create table net_best (
  covariation_network_id integer not null,
  n integer not null,
  n10 integer not null,
  gene_sets bytea not null,
  p_values bytea not null,
  slot smallint default 0 not null,
  PRIMARY KEY (covariation_network_id),
  FOREIGN KEY (covariation_network_id) REFERENCES covariation_network(id)
);

create table notification (
  id integer generated not null,
  person_id integer not null,
  kind text not null,
  subject text not null,
  content jsonb not null,
  created_at timestamp with time zone default now() not null,
  read_at timestamp with time zone,
  UNIQUE (person_id, kind, subject),
  PRIMARY KEY (id),
  FOREIGN KEY (person_id) REFERENCES person(id) ON DELETE CASCADE,
  CHECK ((kind = ANY (ARRAY['advancedSearch'::text, 'download'::text, 'mention'::text])))
);
CREATE INDEX notification_mention ON public.notification USING btree (subject) WHERE (kind = 'mention'::text);
CREATE INDEX notification_newest ON public.notification USING btree (person_id, kind, id DESC);
CREATE INDEX notification_unread ON public.notification USING btree (person_id, id DESC) WHERE (read_at IS NULL);

create table omicon_record (
  number integer generated not null,
  type text not null,
  PRIMARY KEY (number),
  CHECK ((type = ANY (ARRAY['DC'::text, 'DS'::text, 'P'::text, 'CN'::text, 'CM'::text, 'GS'::text, 'A'::text, 'MM'::text, 'CR'::text])))
);

create table one_time_code (
  id bigint generated not null,
  kind text not null,
  person_id integer not null,
  secret_hash bytea not null,
  browser_hash bytea,
  tries integer default 0 not null,
  created_at timestamp with time zone default now() not null,
  expires_at timestamp with time zone not null,
  used_at timestamp with time zone,
  PRIMARY KEY (id),
  FOREIGN KEY (person_id) REFERENCES person(id) ON DELETE CASCADE,
  CHECK ((kind = ANY (ARRAY['verify-email'::text, 'reset-password'::text, 'code'::text])))
);
CREATE INDEX one_time_code_browser ON public.one_time_code USING btree (browser_hash) WHERE (browser_hash IS NOT NULL);
CREATE INDEX one_time_code_person ON public.one_time_code USING btree (person_id, kind, id DESC);
CREATE INDEX one_time_code_secret ON public.one_time_code USING btree (secret_hash);

create table ontology (
  id integer generated not null,
  name text not null,
  version integer not null,
  is_current boolean default true not null,
  number_of_terms integer not null,
  content_sha256 bytea not null,
  storage_key text not null,
  size_bytes bigint not null,
  created_at timestamp with time zone default now() not null,
  UNIQUE (name, version),
  PRIMARY KEY (id)
);

create table ontology_parent (
  ontology_id integer not null,
  term_id text not null,
  relation text not null,
  parent_id text not null,
  PRIMARY KEY (ontology_id, term_id, relation, parent_id),
  FOREIGN KEY (ontology_id) REFERENCES ontology(id),
  CHECK ((relation = ANY (ARRAY['is_a'::text, 'part_of'::text])))
);

create table ontology_term (
  ontology_id integer not null,
  term_id text not null,
  name text not null,
  is_obsolete boolean not null,
  PRIMARY KEY (ontology_id, term_id),
  FOREIGN KEY (ontology_id) REFERENCES ontology(id)
);
CREATE INDEX ontology_term_name ON public.ontology_term USING btree (ontology_id, lower(name));

create table outbox (
  id bigint generated not null,
  recipient text not null,
  subject text not null,
  body text not null,
  created_at timestamp with time zone default now() not null,
  delivered_at timestamp with time zone,
  attempts integer default 0 not null,
  is_secret boolean default false not null,
  PRIMARY KEY (id)
);
CREATE INDEX outbox_waiting ON public.outbox USING btree (id) WHERE (delivered_at IS NULL);

create table person (
  id integer generated not null,
  username text not null,
  password_hash text,
  first_name text,
  last_name text,
  email text,
  institution text,
  orcid_id text,
  role text not null,
  created_at timestamp with time zone default now() not null,
  last_login_at timestamp with time zone,
  verified_at timestamp with time zone,
  tos_accepted_at timestamp with time zone,
  expires_at timestamp with time zone,
  removed_at timestamp with time zone,
  phone_number text,
  tos_accepted_version integer,
  removed_by integer,
  digest text default 'none'::text not null,
  digest_at timestamp with time zone,
  previous_login_at timestamp with time zone,
  PRIMARY KEY (id),
  FOREIGN KEY (removed_by) REFERENCES person(id),
  CHECK ((digest = ANY (ARRAY['none'::text, 'daily'::text]))),
  CHECK ((role = ANY (ARRAY['admin'::text, 'LAB'::text, 'REVIEWER'::text, 'RU'::text, 'GU'::text]))),
  CHECK (((length(username) >= 1) AND (length(username) <= 128)))
);
CREATE INDEX person_digest ON public.person USING btree (digest_at) WHERE (digest <> 'none'::text);
CREATE UNIQUE INDEX person_email ON public.person USING btree (lower(email)) WHERE (removed_at IS NULL);
CREATE INDEX person_expires ON public.person USING btree (expires_at) WHERE (expires_at IS NOT NULL);
CREATE INDEX person_last_name ON public.person USING btree (lower(last_name) text_pattern_ops) WHERE ((removed_at IS NULL) AND (role <> 'GU'::text) AND (verified_at IS NOT NULL));
CREATE INDEX person_member ON public.person USING btree (role, id) WHERE ((removed_at IS NULL) AND (role <> 'GU'::text));
CREATE INDEX person_removed ON public.person USING btree (removed_at) WHERE (removed_by IS NOT NULL);
CREATE INDEX person_search_name ON public.person USING gin (search_text(COALESCE(NULLIF(btrim(((COALESCE(first_name, ''::text) || ' '::text) || COALESCE(last_name, ''::text))), ''::text), username)) gin_trgm_ops) WHERE ((removed_at IS NULL) AND (role <> 'GU'::text) AND (verified_at IS NOT NULL));
CREATE INDEX person_shown_name ON public.person USING btree (lower(COALESCE(NULLIF(btrim(((COALESCE(first_name, ''::text) || ' '::text) || COALESCE(last_name, ''::text))), ''::text), username)) text_pattern_ops) WHERE ((removed_at IS NULL) AND (role <> 'GU'::text) AND (verified_at IS NOT NULL));
CREATE UNIQUE INDEX person_username ON public.person USING btree (lower(username));

create table person_identity (
  door text not null,
  issuer text not null,
  subject text not null,
  person_id integer not null,
  created_at timestamp with time zone default now() not null,
  last_used_at timestamp with time zone default now() not null,
  PRIMARY KEY (issuer, subject),
  FOREIGN KEY (person_id) REFERENCES person(id) ON DELETE CASCADE,
  CHECK ((door = ANY (ARRAY['institution'::text, 'orcid'::text])))
);
CREATE INDEX person_identity_person ON public.person_identity USING btree (person_id, door);

create table pipeline_run (
  id integer generated not null,
  person_id integer not null,
  kind text not null,
  data_set_number integer not null,
  parameters jsonb not null,
  state text default 'running'::text not null,
  step text,
  done double precision default 0 not null,
  step_started_at timestamp with time zone,
  data_set_id integer,
  cells jsonb,
  chosen jsonb,
  outputs jsonb default '[]'::jsonb not null,
  remarks jsonb default '[]'::jsonb not null,
  message text,
  created_at timestamp with time zone default now() not null,
  ended_at timestamp with time zone,
  PRIMARY KEY (id),
  FOREIGN KEY (data_set_number) REFERENCES omicon_record(number),
  FOREIGN KEY (person_id) REFERENCES person(id) ON DELETE CASCADE,
  CHECK ((kind = ANY (ARRAY['preparation'::text, 'modules'::text]))),
  CHECK ((state = ANY (ARRAY['running'::text, 'choosing'::text, 'done'::text, 'failed'::text, 'cancelled'::text])))
);
CREATE INDEX pipeline_run_age ON public.pipeline_run USING btree (created_at);
CREATE INDEX pipeline_run_newest ON public.pipeline_run USING btree (person_id, data_set_number, id DESC);
CREATE INDEX pipeline_run_running ON public.pipeline_run USING btree (person_id) WHERE (state = ANY (ARRAY['running'::text, 'choosing'::text]));

create table preference (
  name text not null,
  value jsonb not null,
  updated_by integer,
  updated_at timestamp with time zone default now() not null,
  PRIMARY KEY (name),
  FOREIGN KEY (updated_by) REFERENCES person(id)
);

create table preservation_run (
  id integer generated not null,
  person_id integer not null,
  network_number integer not null,
  data_set_number integer not null,
  definition smallint not null,
  random_sets integer not null,
  state text default 'running'::text not null,
  done integer default 0 not null,
  total integer default 0 not null,
  network_id integer,
  data_set_id integer,
  result jsonb,
  message text,
  created_at timestamp with time zone default now() not null,
  ended_at timestamp with time zone,
  PRIMARY KEY (id),
  FOREIGN KEY (data_set_number) REFERENCES omicon_record(number),
  FOREIGN KEY (network_number) REFERENCES omicon_record(number),
  FOREIGN KEY (person_id) REFERENCES person(id) ON DELETE CASCADE,
  CHECK (((definition >= 0) AND (definition <= 2))),
  CHECK ((state = ANY (ARRAY['running'::text, 'done'::text, 'failed'::text, 'cancelled'::text])))
);
CREATE INDEX preservation_run_age ON public.preservation_run USING btree (created_at);
CREATE INDEX preservation_run_newest ON public.preservation_run USING btree (person_id, network_number, id DESC);
CREATE UNIQUE INDEX preservation_run_running ON public.preservation_run USING btree (person_id, network_number, data_set_number, definition, random_sets) WHERE (state = 'running'::text);

create table record_version (
  entity_type text,
  id integer,
  number integer,
  version integer,
  is_current boolean,
  title text,
  visibility text,
  owner_id integer,
  owner text,
  created_at timestamp with time zone,
  deleted_at timestamp with time zone
);

create table recurring_match (
  one integer not null,
  other integer not null,
  modules_of_one bytea not null,
  modules_of_other bytea not null,
  correlations bytea not null,
  PRIMARY KEY (one, other),
  FOREIGN KEY (one) REFERENCES recurring_set(id) ON DELETE CASCADE,
  FOREIGN KEY (other) REFERENCES recurring_set(id) ON DELETE CASCADE
);
CREATE INDEX recurring_match_other ON public.recurring_match USING btree (other);

create table recurring_module_member (
  audience text not null,
  module_id integer not null,
  data_set_number integer not null,
  recurring_module integer not null,
  is_representative boolean not null,
  meta_module_number integer,
  PRIMARY KEY (audience, module_id),
  FOREIGN KEY (audience) REFERENCES atlas(audience) ON DELETE CASCADE,
  FOREIGN KEY (audience, meta_module_number) REFERENCES meta_module(audience, number) ON DELETE CASCADE,
  FOREIGN KEY (module_id) REFERENCES covariation_module(id) ON DELETE CASCADE
);
CREATE INDEX recurring_module_member_group ON public.recurring_module_member USING btree (audience, data_set_number, recurring_module);
CREATE INDEX recurring_module_member_meta ON public.recurring_module_member USING btree (audience, meta_module_number);
CREATE INDEX recurring_module_member_module ON public.recurring_module_member USING btree (module_id);

create table recurring_set (
  id integer generated not null,
  data_set_number integer not null,
  fingerprint bytea not null,
  modules bytea not null,
  recurring bytea not null,
  representatives bytea not null,
  created_at timestamp with time zone default now() not null,
  UNIQUE (fingerprint),
  PRIMARY KEY (id),
  FOREIGN KEY (data_set_number) REFERENCES omicon_record(number)
);
CREATE INDEX recurring_set_data_set ON public.recurring_set USING btree (data_set_number);

create table role_permission (
  role text not null,
  permission text not null,
  PRIMARY KEY (role, permission),
  CHECK ((role = ANY (ARRAY['admin'::text, 'LAB'::text, 'REVIEWER'::text, 'RU'::text, 'GU'::text])))
);

create table sample (
  owner_type text not null,
  owner_id integer not null,
  sample_index integer not null,
  label text not null,
  attributes jsonb not null,
  PRIMARY KEY (owner_type, owner_id, sample_index),
  CHECK ((owner_type = ANY (ARRAY['dc'::text, 'ds'::text])))
);
CREATE INDEX sample_label_prefix ON public.sample USING btree (lower(label) text_pattern_ops) WHERE (owner_type = 'dc'::text);

create table sample_column (
  owner_type text not null,
  owner_id integer not null,
  attribute text not null,
  known_values text[] not null,
  codes bytea not null,
  PRIMARY KEY (owner_type, owner_id, attribute),
  CHECK ((owner_type = ANY (ARRAY['dc'::text, 'ds'::text])))
);
CREATE INDEX sample_column_attribute ON public.sample_column USING btree (attribute, owner_type, owner_id);

create table sample_group (
  id integer generated not null,
  person_id integer not null,
  data_set_number integer not null,
  name text not null,
  rules jsonb,
  samples jsonb,
  share_token text not null,
  created_at timestamp with time zone default now() not null,
  deleted_at timestamp with time zone,
  PRIMARY KEY (id),
  FOREIGN KEY (data_set_number) REFERENCES omicon_record(number),
  FOREIGN KEY (person_id) REFERENCES person(id) ON DELETE CASCADE,
  CHECK (((rules IS NOT NULL) OR (samples IS NOT NULL)))
);
CREATE INDEX sample_group_data_set ON public.sample_group USING btree (data_set_number);
CREATE INDEX sample_group_deleted ON public.sample_group USING btree (deleted_at) WHERE (deleted_at IS NOT NULL);
CREATE UNIQUE INDEX sample_group_name ON public.sample_group USING btree (person_id, data_set_number, name) WHERE (deleted_at IS NULL);
CREATE UNIQUE INDEX sample_group_share ON public.sample_group USING btree (share_token);

create table search_block (
  id integer generated not null,
  number_of_networks integer not null,
  created_at timestamp with time zone default now() not null,
  PRIMARY KEY (id)
);

create table search_feature (
  id integer generated not null,
  kind text not null,
  name text not null,
  UNIQUE (kind, name),
  PRIMARY KEY (id)
);

create table search_feature_list (
  id integer generated not null,
  feature_list_id integer not null,
  kind text not null,
  features bytea not null,
  present bytea not null,
  number_of_symbols integer not null,
  UNIQUE (feature_list_id, kind),
  PRIMARY KEY (id),
  FOREIGN KEY (feature_list_id) REFERENCES feature_list(id)
);

create table search_layout (
  only_row boolean default true not null,
  number_of_slots smallint default 1 not null,
  PRIMARY KEY (only_row),
  CHECK (((number_of_slots = 1) OR (number_of_slots = 8))),
  CHECK (only_row)
);

create table search_network (
  covariation_network_id integer not null,
  search_feature_list_id integer not null,
  block_id integer not null,
  number_of_modules integer not null,
  modules bytea not null,
  sizes bytea not null,
  statistic_names text[] not null,
  statistic_values bytea not null,
  top_sets bytea,
  top_p_values bytea,
  has_themes boolean default false not null,
  PRIMARY KEY (covariation_network_id),
  FOREIGN KEY (covariation_network_id) REFERENCES covariation_network(id),
  FOREIGN KEY (search_feature_list_id) REFERENCES search_feature_list(id)
);
CREATE INDEX search_network_block ON public.search_network USING btree (block_id);

create table search_query (
  id integer generated not null,
  kind text not null,
  person_id integer not null,
  description text not null,
  query jsonb not null,
  query_hash bytea not null,
  result_type text not null,
  execution_ms double precision,
  result_count integer,
  created_at timestamp with time zone default now() not null,
  version integer default 1 not null,
  deleted_at timestamp with time zone,
  share_token text,
  PRIMARY KEY (id),
  FOREIGN KEY (person_id) REFERENCES person(id) ON DELETE CASCADE,
  CHECK ((kind = ANY (ARRAY['recent'::text, 'saved'::text]))),
  CHECK (((share_token IS NULL) OR (kind = 'saved'::text)))
);
CREATE INDEX search_query_deleted ON public.search_query USING btree (deleted_at) WHERE (deleted_at IS NOT NULL);
CREATE INDEX search_query_newest ON public.search_query USING btree (person_id, kind, created_at DESC, id DESC);
CREATE UNIQUE INDEX search_query_recent ON public.search_query USING btree (person_id, query_hash) WHERE (kind = 'recent'::text);
CREATE UNIQUE INDEX search_query_share ON public.search_query USING btree (share_token) WHERE (share_token IS NOT NULL);

create table search_result (
  id integer not null,
  person_id integer not null,
  query jsonb not null,
  query_hash bytea not null,
  state text default 'running'::text not null,
  reads_lab boolean default false not null,
  columns text[] default '{}'::text[] not null,
  sample_attributes text[] default '{}'::text[] not null,
  total integer default 0 not null,
  kept integer default 0 not null,
  emptied_by text,
  message text,
  execution_ms double precision,
  created_at timestamp with time zone default now() not null,
  ended_at timestamp with time zone,
  repairs jsonb default '[]'::jsonb not null,
  PRIMARY KEY (id),
  FOREIGN KEY (person_id) REFERENCES person(id) ON DELETE CASCADE,
  CHECK ((state = ANY (ARRAY['running'::text, 'done'::text, 'failed'::text, 'cancelled'::text])))
);
CREATE INDEX search_result_age ON public.search_result USING btree (created_at);
CREATE UNIQUE INDEX search_result_running ON public.search_result USING btree (person_id, query_hash) WHERE (state = 'running'::text);

create table search_result_chunk (
  search_result_id integer not null,
  place integer not null,
  rows bytea not null,
  PRIMARY KEY (search_result_id, place),
  FOREIGN KEY (search_result_id) REFERENCES search_result(id) ON DELETE CASCADE
);

create table search_target (
  identifier text not null,
  target text not null,
  spelling text not null,
  features bytea not null,
  PRIMARY KEY (identifier, target),
  CHECK ((identifier = ANY (ARRAY['SYMBOL'::text, 'ENTREZID'::text, 'ENSEMBL'::text, 'ENZYME'::text, 'OMIM'::text, 'GO'::text])))
);
CREATE INDEX search_target_prefix ON public.search_target USING btree (identifier, target text_pattern_ops);

create table session (
  token_hash bytea not null,
  person_id integer not null,
  carrier text not null,
  created_at timestamp with time zone default now() not null,
  last_seen_at timestamp with time zone default now() not null,
  expires_at timestamp with time zone not null,
  came_by text,
  PRIMARY KEY (token_hash),
  FOREIGN KEY (person_id) REFERENCES person(id) ON DELETE CASCADE,
  CHECK ((came_by = ANY (ARRAY['institution'::text, 'orcid'::text]))),
  CHECK ((carrier = ANY (ARRAY['cookie'::text, 'header'::text])))
);
CREATE INDEX session_person ON public.session USING btree (person_id);

create table set_post (
  gene_set_number integer not null,
  block_id integer not null,
  n integer not null,
  places bytea not null,
  neg_log_p bytea not null,
  PRIMARY KEY (gene_set_number, block_id)
);

create table sign_on_attempt (
  id bigint generated not null,
  door text not null,
  app_id text not null,
  challenge bytea not null,
  state_hash bytea not null,
  browser_hash bytea not null,
  connecting_person_id integer,
  created_at timestamp with time zone default now() not null,
  expires_at timestamp with time zone not null,
  answered_at timestamp with time zone,
  ended_at timestamp with time zone,
  status_code smallint,
  claims jsonb,
  code_hash bytea,
  code_expires_at timestamp with time zone,
  redeemed_at timestamp with time zone,
  UNIQUE (code_hash),
  UNIQUE (state_hash),
  PRIMARY KEY (id),
  FOREIGN KEY (connecting_person_id) REFERENCES person(id) ON DELETE CASCADE,
  CHECK ((door = ANY (ARRAY['institution'::text, 'orcid'::text]))),
  CHECK (((status_code >= 200) AND (status_code <= 500)))
);
CREATE INDEX sign_on_attempt_app ON public.sign_on_attempt USING btree (app_id, ended_at DESC);
CREATE INDEX sign_on_attempt_expires ON public.sign_on_attempt USING btree (expires_at);

create table star (
  person_id integer not null,
  entity_type text not null,
  entity_number integer not null,
  created_at timestamp with time zone default now() not null,
  PRIMARY KEY (person_id, entity_type, entity_number),
  FOREIGN KEY (entity_number) REFERENCES omicon_record(number),
  FOREIGN KEY (person_id) REFERENCES person(id) ON DELETE CASCADE,
  CHECK ((entity_type = ANY (ARRAY['dc'::text, 'ds'::text, 'project'::text, 'covariation-network'::text, 'covariation-module'::text, 'meta-module'::text, 'gene-set'::text, 'cell-type-reference'::text])))
);

create table terms_version (
  version integer not null,
  dated date not null,
  sections jsonb not null,
  created_by integer,
  created_at timestamp with time zone default now() not null,
  PRIMARY KEY (version),
  FOREIGN KEY (created_by) REFERENCES person(id)
);

create table text_table_index (
  storage_key text not null,
  plain_storage_key text,
  state text default 'waiting'::text not null,
  size_bytes bigint,
  indexed_bytes bigint default 0 not null,
  records bigint default 0 not null,
  checkpoints bytea default '\x'::bytea not null,
  used_at timestamp with time zone default now() not null,
  PRIMARY KEY (storage_key),
  CHECK ((state = ANY (ARRAY['waiting'::text, 'unpacking'::text, 'indexing'::text, 'ready'::text, 'failed'::text])))
);

create table trait_table (
  covariation_network_id integer not null,
  data_set_id integer not null,
  modules bytea not null,
  module_order bytea not null,
  left_out jsonb not null,
  rules smallint default 1 not null,
  PRIMARY KEY (covariation_network_id),
  FOREIGN KEY (covariation_network_id) REFERENCES covariation_network(id),
  FOREIGN KEY (data_set_id) REFERENCES data_set(id)
);

create table upload (
  id integer generated not null,
  person_id integer not null,
  kind text not null,
  file_name text not null,
  size_bytes bigint not null,
  part_size integer not null,
  visibility text,
  status text default 'open'::text not null,
  sha256 bytea,
  storage_key text,
  created_at timestamp with time zone default now() not null,
  last_part_at timestamp with time zone default now() not null,
  PRIMARY KEY (id),
  FOREIGN KEY (person_id) REFERENCES person(id),
  CHECK ((kind = ANY (ARRAY['collection'::text, 'analysis'::text, 'resource'::text, 'data'::text]))),
  CHECK ((status = ANY (ARRAY['open'::text, 'checking'::text, 'mapping'::text, 'storing'::text, 'stored'::text, 'refused'::text, 'failed'::text]))),
  CHECK ((visibility = ANY (ARRAY['public'::text, 'private'::text])))
);
CREATE INDEX upload_person ON public.upload USING btree (person_id, created_at DESC);

create table upload_part (
  upload_id integer not null,
  number integer not null,
  size_bytes bigint not null,
  sha256 bytea not null,
  received_at timestamp with time zone default now() not null,
  PRIMARY KEY (upload_id, number),
  FOREIGN KEY (upload_id) REFERENCES upload(id) ON DELETE CASCADE
);

create table whitelist_entry (
  id integer default nextval('person_id_seq'::regclass) not null,
  name text not null,
  email text not null,
  added_by integer,
  created_at timestamp with time zone default now() not null,
  used_at timestamp with time zone,
  PRIMARY KEY (id),
  FOREIGN KEY (added_by) REFERENCES person(id)
);
CREATE UNIQUE INDEX whitelist_entry_email ON public.whitelist_entry USING btree (lower(email));
