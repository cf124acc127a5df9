// Written from the migrated database by `npm run schema`; a test compares. Change migrations/, not this file.
import type { ColumnType, Generated } from 'kysely';

/** Written as JSON text, read as what it holds; parse it before trusting it. */
type Json<Null, Missing> = ColumnType<unknown, string | Null | Missing, string | Null>;
type Timestamp<Null, Missing> = ColumnType<Date | Null, Date | string | Null | Missing, Date | string | Null>;

interface AnalysisTable {
  id: Generated<number>;
  number: number;
  version: number;
  is_current: Generated<boolean>;
  title: string;
  analyst: string | null;
  creation_date: string | null;
  input_data_set: string;
  input_data_set_number: number;
  data_collection_number: number;
  attributes: Json<never, never>;
  number_of_networks: number;
  number_of_modules: number;
  visibility: 'public' | 'private';
  owner_id: number | null;
  owner: string | null;
  content_sha256: Buffer;
  created_at: Timestamp<never, undefined>;
  deleted_at: Timestamp<null, never>;
}

interface AnalysisGeneSetTable {
  analysis_id: number;
  gene_sets: number[];
}

interface ApiTokenTable {
  id: Generated<number>;
  person_id: number;
  name: string;
  token_hash: Buffer;
  created_at: Timestamp<never, undefined>;
  expires_at: Timestamp<never, never>;
  last_used_at: Timestamp<null, never>;
}

interface AtlasTable {
  audience: 'public' | 'laboratory';
  fingerprint: Buffer;
  networks: string;
  counts: Json<never, never>;
  computed_at: Timestamp<never, undefined>;
}

interface AtlasDataSetTable {
  audience: string;
  data_set_number: number;
  cohort: number;
  networks: number;
  modules: number;
  recurring_modules: number;
  analysis_numbers: number[];
  samples: Json<never, never>;
}

interface AttributeDefinitionTable {
  id: Generated<number>;
  kind: 'sample' | 'data-collection' | 'data-set' | 'analysis';
  name: string;
  attribute_type: 'Date' | 'Enumeration' | 'Integer' | 'Numeric' | 'String' | 'URL / file path' | 'Mixed';
  possible_values: Generated<string[]>;
  examples: string;
  is_required: boolean;
  is_indexed: boolean;
  data_source: string;
  description: string;
  category: string | null;
  deletable: boolean;
  version: Generated<number>;
  updated_at: Timestamp<never, undefined>;
  deleted_at: Timestamp<null, never>;
  value_labels: Json<never, undefined>;
  follow_up: 'time' | 'event' | null;
  unit: string | null;
}

interface AttributeTableVersionTable {
  kind: 'sample' | 'data-collection' | 'data-set' | 'analysis';
  version: number;
  content: string;
  number_of_attributes: number;
  change: string;
  person_id: number | null;
  created_at: Timestamp<never, undefined>;
}

interface AttributeValueTable {
  owner_type: 'dc' | 'ds' | 'project';
  owner_id: number;
  attribute: string;
  value: string;
}

interface AuditEventTable {
  id: Generated<number>;
  happened_at: Timestamp<never, undefined>;
  person_id: number | null;
  role: string | null;
  action: string;
  object_type: string | null;
  object_number: number | null;
  result: 'done' | 'refused' | 'failed';
  request_id: string | null;
  detail: Json<never, undefined>;
}

interface BasketTable {
  id: Generated<number>;
  person_id: number;
  name: string;
  share_token: string;
  created_at: Timestamp<never, undefined>;
  updated_at: Timestamp<never, undefined>;
  deleted_at: Timestamp<null, never>;
}

interface BasketItemTable {
  id: Generated<number>;
  basket_id: number;
  kind: 'module' | 'meta-module' | 'gene' | 'gene set' | 'sample';
  record_number: number | null;
  name: Generated<string>;
  added_at: Timestamp<never, undefined>;
}

interface BugReportTable {
  id: Generated<number>;
  person_id: number | null;
  first_name: string;
  last_name: string;
  reporter_email: string;
  reporter_phone: string | null;
  omicon_version: string;
  browser_version: string;
  os_version: string;
  timezone: string;
  environmental_variables: string;
  bug_description: string;
  steps_to_produce_bug: string | null;
  status: Generated<'new' | 'open' | 'closed'>;
  version: Generated<number>;
  created_at: Timestamp<never, undefined>;
  updated_at: Timestamp<never, undefined>;
}

interface BugReportScreenshotTable {
  bug_report_id: number;
  place: number;
  name: string;
  media_type: 'image/png' | 'image/jpeg' | 'image/webp';
  width: number;
  height: number;
  size_bytes: number;
  sha256: Buffer;
  storage_key: string;
}

interface CellTypeFileTable {
  reference_id: number;
  name: string;
  size_bytes: number;
  storage_key: string;
}

interface CellTypeLevelTable {
  reference_id: number;
  place: number;
  name: string;
  genes: string[];
  types: string[];
  cells: number[];
  ontology_ids: string[];
  parents: string[];
  has_variance: boolean;
  has_percent: boolean;
  features_unmapped: number;
  features_ambiguous: number;
  features_merged: number;
  storage_key: string;
}

interface CellTypeReferenceTable {
  id: Generated<number>;
  number: number;
  version: number;
  is_current: Generated<boolean>;
  title: string;
  organism: string;
  region: string | null;
  condition: string | null;
  source: string | null;
  citation: string | null;
  pubmed_id: string | null;
  doi: string | null;
  identifier: string;
  description: string | null;
  number_of_genes: number;
  number_of_types: number;
  number_of_cells: number;
  visibility: 'public' | 'private';
  owner_id: number | null;
  owner: string | null;
  content_sha256: Buffer;
  size_bytes: number;
  created_at: Timestamp<never, undefined>;
  deleted_at: Timestamp<null, never>;
}

interface CommentTable {
  id: Generated<number>;
  comment_thread_id: number;
  parent_id: number | null;
  ancestors: Generated<number[]>;
  level: Generated<number>;
  person_id: number;
  to_person_id: number | null;
  visibility: 'private' | 'public' | 'lab';
  message: string;
  plain_text: string;
  page_url: string;
  version: Generated<number>;
  created_at: Timestamp<never, undefined>;
  updated_at: Timestamp<never, undefined>;
  deleted_at: Timestamp<null, never>;
  deleted_by: number | null;
}

interface CommentFollowTable {
  comment_thread_id: number;
  person_id: number;
  state: 'follow' | 'mute';
  created_at: Timestamp<never, undefined>;
}

interface CommentMentionTable {
  comment_id: number;
  person_id: number;
}

interface CommentThreadTable {
  id: Generated<number>;
  entity_type: 'dc' | 'ds' | 'project' | 'gene' | 'meta-module';
  entity_number: number | null;
  path: Generated<string>;
  covariation_network_number: number | null;
  covariation_module_number: number | null;
  created_at: Timestamp<never, undefined>;
  gene_symbol: string | null;
}

interface ConsensusTable {
  id: Generated<number>;
  person_id: number;
  name: string;
  modules: Json<never, never>;
  share_token: string;
  created_at: Timestamp<never, undefined>;
  deleted_at: Timestamp<null, never>;
}

interface CorpusVersionTable {
  only_row: Generated<boolean>;
  number: Generated<number>;
}

interface CovariationModuleTable {
  id: Generated<number>;
  number: number;
  covariation_network_id: number;
  name: string;
  page: number;
  statistics: Json<never, never>;
  eigengene: Buffer;
  theme: string | null;
  theme_set: number | null;
}

interface CovariationNetworkTable {
  id: Generated<number>;
  number: number;
  analysis_id: number;
  name: string;
  similarity: string;
  overlap: string;
  rel_signum: number | null;
  signum: number;
  min_size: number;
  merge_by: string;
  merge_param: number;
  number_of_modules: number;
  statistics: Json<never, never>;
  feature_list_id: number | null;
  sample_labels: string[];
  kme_storage_key: string | null;
  kme_table_file_id: number | null;
  kme_values_storage_key: string | null;
}

interface DataCollectionTable {
  id: Generated<number>;
  number: number;
  version: number;
  is_current: Generated<boolean>;
  name: string;
  title: string;
  accession_id: string | null;
  pubmed_id: string | null;
  source: string | null;
  author: string | null;
  attributes: Json<never, never>;
  sample_columns: string[];
  number_of_samples: number;
  visibility: 'public' | 'private';
  owner_id: number | null;
  owner: string | null;
  content_sha256: Buffer;
  created_at: Timestamp<never, undefined>;
  deleted_at: Timestamp<null, never>;
}

interface DataDraftTable {
  upload_id: number;
  files: Json<never, never>;
  map: Json<null, never>;
  proposal: Json<null, never>;
  fault: string | null;
  progress: Json<null, never>;
  revision: Generated<number>;
}

interface DataSetTable {
  id: Generated<number>;
  number: number;
  version: number;
  is_current: Generated<boolean>;
  data_collection_number: number;
  title: string;
  ds_version: string;
  parent_ds_version: string | null;
  technology: string | null;
  platform: string | null;
  analyte: string | null;
  unique_identifier: string;
  transformations: string;
  quantification_scale: string | null;
  notes: string | null;
  attributes: Json<never, never>;
  sample_columns: string[];
  number_of_samples: number;
  number_of_features: number;
  missing_values: number;
  feature_list_id: number;
  visibility: 'public' | 'private';
  owner_id: number | null;
  owner: string | null;
  content_sha256: Buffer;
  created_at: Timestamp<never, undefined>;
  deleted_at: Timestamp<null, never>;
  analyte_file: string | null;
  matrix_storage_key: string | null;
  row_statistics_storage_key: string | null;
}

interface DownloadTable {
  id: string;
  person_id: number;
  file_id: number | null;
  purpose: 'download' | 'preview';
  created_at: Timestamp<never, undefined>;
  expires_at: Timestamp<never, never>;
  download_request_id: string | null;
}

interface DownloadPartTable {
  download_request_id: string;
  place: number;
  path: string;
  storage_key: string;
  size_bytes: number;
}

interface DownloadRequestTable {
  id: string;
  person_id: number;
  type: string;
  name: string;
  file_ids: number[];
  paths: string[];
  size_bytes: number;
  state: Generated<'waiting' | 'preparing' | 'ready' | 'failed' | 'cancelled' | 'over'>;
  bytes_done: Generated<number>;
  message: string | null;
  created_at: Timestamp<never, undefined>;
  started_at: Timestamp<null, never>;
  ended_at: Timestamp<null, never>;
  covariation_network_id: number | null;
  input_data_set_id: number | null;
}

interface EndedMetaModuleTable {
  audience: string;
  number: number;
  members: number[];
}

interface FacetTable {
  owner_type: 'dc' | 'ds';
  owner_id: number;
  attribute: string;
  value: string | null;
  n: number;
}

interface FeatureListTable {
  id: Generated<number>;
  sha256: Buffer;
  identifiers: string[];
  packed_names: Generated<Buffer | null>;
}

interface FeedbackTable {
  id: Generated<number>;
  person_id: number | null;
  first_name: string;
  last_name: string;
  email: string;
  omicon_version: string;
  comment: string;
  status: Generated<'new' | 'open' | 'closed'>;
  version: Generated<number>;
  created_at: Timestamp<never, undefined>;
  updated_at: Timestamp<never, undefined>;
}

interface FileTable {
  id: Generated<number>;
  entity_type: 'dc' | 'ds' | 'project';
  owner_id: number;
  entity_number: number;
  folder: string;
  name: string;
  size_bytes: number;
  sha256: Buffer;
  storage_key: string;
  visibility: 'public' | 'private';
  person_id: number | null;
  owner: string | null;
  is_current: Generated<boolean>;
  created_at: Timestamp<never, undefined>;
  is_derived: Generated<boolean>;
}

interface FinishedJobTable {
  job_id: number;
  finished_at: Timestamp<never, undefined>;
}

interface FixityCheckTable {
  storage_key: string;
  is_right: boolean;
  checked_at: Timestamp<never, undefined>;
}

interface GenePostTable {
  feature_id: number;
  definition: number;
  block_id: number;
  n: number;
  modules: Buffer;
}

interface GeneSetTable {
  number: number;
  set_id: string;
  name: string;
  set_source: string;
  category: string | null;
  size: number | null;
  species: string | null;
  pubmed_id: string | null;
  description: string | null;
  genes: string[] | null;
  version: Generated<number>;
  owner_id: number | null;
  owner: string | null;
  updated_at: Timestamp<never, undefined>;
  deleted_at: Timestamp<null, never>;
  visibility: Generated<'public' | 'private'>;
  named_by: Generated<number[]>;
}

interface GeneSetVersionTable {
  number: number;
  version: number;
  content: Json<never, never>;
  replaced_at: Timestamp<never, undefined>;
}

interface IdempotencyKeyTable {
  person_id: number;
  key: string;
  request_hash: Buffer;
  status: number;
  reply: Json<null, never>;
  created_at: Timestamp<never, undefined>;
}

interface IntakeRunTable {
  id: Generated<number>;
  upload_id: number | null;
  person_id: number | null;
  source: string;
  progress: Json<null, never>;
  report: Json<null, never>;
  local_path: string | null;
  visibility: 'public' | 'private' | null;
  owner: string | null;
  started_at: Timestamp<never, undefined>;
  ended_at: Timestamp<null, never>;
  stored_units: Json<never, undefined>;
}

interface KmeSegmentTable {
  id: Generated<number>;
  storage_key: string;
  networks: number[];
  module_counts: number[];
  features: Buffer;
  starts: Buffer;
  created_at: Timestamp<never, undefined>;
}

interface KnownBrowserTable {
  token_hash: Buffer;
  person_id: number;
  created_at: Timestamp<never, undefined>;
}

interface KnownPermissionTable {
  permission: string;
}

interface LoginGuessTable {
  id: Generated<number>;
  account_key: string;
  known_browser: Buffer | null;
  address: string;
  is_right: boolean;
  judged_at: Timestamp<never, undefined>;
}

interface LoginKeyTable {
  key_id: string;
  private_key: Json<never, never>;
  created_at: Timestamp<never, undefined>;
}

interface MappingRowTable {
  mapping_table_id: number;
  place: number;
  identifier: string;
  target: string | null;
}

interface MappingTableTable {
  id: Generated<number>;
  name: string;
  release: string;
  platform: string | null;
  organism: string | null;
  from_identifier: string;
  to_identifier: string;
  number_of_rows: number;
  is_current: Generated<boolean>;
  content_sha256: Buffer;
  storage_key: string;
  size_bytes: number;
  created_at: Timestamp<never, undefined>;
}

interface MetaModuleTable {
  audience: string;
  number: number;
  title: string;
  made_title: string;
  genes: string[];
  gene_set_number: number | null;
  gene_set_q: number | null;
  theme_number: number;
  found: number;
  findable: number;
  modules: number;
  data_set_numbers: number[];
  analysis_numbers: number[];
}

interface MetaModuleEventTable {
  id: Generated<number>;
  audience: string;
  number: number;
  event: 'split from' | 'merged with';
  other: number;
  created_at: Timestamp<never, undefined>;
}

interface MetaModuleGeneTable {
  audience: string;
  number: number;
  rank: number;
  symbol: string;
  kme: number;
  member_of: number;
  measured_by: number;
  kme_by_data_set: Buffer;
}

interface MetaModulePlaceTable {
  audience: string;
  number: number;
  data_set_number: number;
  state: 'found' | 'absent' | 'not measurable';
  module_id: number | null;
  modules: number;
  features: number;
  r: number | null;
  measured: number;
}

interface MetaModuleTitleTable {
  id: Generated<number>;
  number: number;
  title: string | null;
  summary: string | null;
  person_id: number | null;
  created_at: Timestamp<never, undefined>;
}

interface ModuleEnrichmentTable {
  covariation_module_id: number;
  definition: number;
  source: string;
  n_tested: number;
  n_enriched: number;
  gene_sets: Buffer;
  p_values: Buffer;
  slot: Generated<number>;
}

interface ModuleMemberTable {
  covariation_module_id: number;
  definition: number;
  n: number;
  features: Buffer;
  slot: Generated<number>;
}

interface ModuleThemeTable {
  id: Generated<number>;
  covariation_module_number: number;
  theme: string | null;
  person_id: number | null;
  created_at: Timestamp<never, undefined>;
}

interface ModuleTraitTable {
  covariation_network_id: number;
  trait_index: number;
  attribute: string;
  attribute_key: string;
  kind: 'numeric' | 'two values' | 'groups';
  n: number;
  groups: Json<never, never>;
  joined: string[];
  statistics: Buffer;
  p_values: Buffer;
  q_values: Buffer;
  not_numbers: Json<never, undefined>;
}

interface NetBestTable {
  covariation_network_id: number;
  n: number;
  n10: number;
  gene_sets: Buffer;
  p_values: Buffer;
  slot: Generated<number>;
}

interface NotificationTable {
  id: Generated<number>;
  person_id: number;
  kind: 'advancedSearch' | 'download' | 'mention';
  subject: string;
  content: Json<never, never>;
  created_at: Timestamp<never, undefined>;
  read_at: Timestamp<null, never>;
}

interface OmiconRecordTable {
  number: Generated<number>;
  type: 'DC' | 'DS' | 'P' | 'CN' | 'CM' | 'GS' | 'A' | 'MM' | 'CR';
}

interface OneTimeCodeTable {
  id: Generated<number>;
  kind: 'verify-email' | 'reset-password' | 'code';
  person_id: number;
  secret_hash: Buffer;
  browser_hash: Buffer | null;
  tries: Generated<number>;
  created_at: Timestamp<never, undefined>;
  expires_at: Timestamp<never, never>;
  used_at: Timestamp<null, never>;
}

interface OntologyTable {
  id: Generated<number>;
  name: string;
  version: number;
  is_current: Generated<boolean>;
  number_of_terms: number;
  content_sha256: Buffer;
  storage_key: string;
  size_bytes: number;
  created_at: Timestamp<never, undefined>;
}

interface OntologyParentTable {
  ontology_id: number;
  term_id: string;
  relation: 'is_a' | 'part_of';
  parent_id: string;
}

interface OntologyTermTable {
  ontology_id: number;
  term_id: string;
  name: string;
  is_obsolete: boolean;
}

interface OutboxTable {
  id: Generated<number>;
  recipient: string;
  subject: string;
  body: string;
  created_at: Timestamp<never, undefined>;
  delivered_at: Timestamp<null, never>;
  attempts: Generated<number>;
  is_secret: Generated<boolean>;
}

interface PersonTable {
  id: Generated<number>;
  username: string;
  password_hash: string | null;
  first_name: string | null;
  last_name: string | null;
  email: string | null;
  institution: string | null;
  orcid_id: string | null;
  role: 'admin' | 'LAB' | 'REVIEWER' | 'RU' | 'GU';
  created_at: Timestamp<never, undefined>;
  last_login_at: Timestamp<null, never>;
  verified_at: Timestamp<null, never>;
  tos_accepted_at: Timestamp<null, never>;
  expires_at: Timestamp<null, never>;
  removed_at: Timestamp<null, never>;
  phone_number: string | null;
  tos_accepted_version: number | null;
  removed_by: number | null;
  digest: Generated<'none' | 'daily'>;
  digest_at: Timestamp<null, never>;
  previous_login_at: Timestamp<null, never>;
}

interface PersonIdentityTable {
  door: 'institution' | 'orcid';
  issuer: string;
  subject: string;
  person_id: number;
  created_at: Timestamp<never, undefined>;
  last_used_at: Timestamp<never, undefined>;
}

interface PipelineRunTable {
  id: Generated<number>;
  person_id: number;
  kind: 'preparation' | 'modules';
  data_set_number: number;
  parameters: Json<never, never>;
  state: Generated<'running' | 'choosing' | 'done' | 'failed' | 'cancelled'>;
  step: string | null;
  done: Generated<number>;
  step_started_at: Timestamp<null, never>;
  data_set_id: number | null;
  cells: Json<null, never>;
  chosen: Json<null, never>;
  outputs: Json<never, undefined>;
  remarks: Json<never, undefined>;
  message: string | null;
  created_at: Timestamp<never, undefined>;
  ended_at: Timestamp<null, never>;
}

interface PreferenceTable {
  name: string;
  value: Json<never, never>;
  updated_by: number | null;
  updated_at: Timestamp<never, undefined>;
}

interface PreservationRunTable {
  id: Generated<number>;
  person_id: number;
  network_number: number;
  data_set_number: number;
  definition: number;
  random_sets: number;
  state: Generated<'running' | 'done' | 'failed' | 'cancelled'>;
  done: Generated<number>;
  total: Generated<number>;
  network_id: number | null;
  data_set_id: number | null;
  result: Json<null, never>;
  message: string | null;
  created_at: Timestamp<never, undefined>;
  ended_at: Timestamp<null, never>;
}

interface RecordVersionTable {
  entity_type: string | null;
  id: number | null;
  number: number | null;
  version: number | null;
  is_current: boolean | null;
  title: string | null;
  visibility: string | null;
  owner_id: number | null;
  owner: string | null;
  created_at: Timestamp<null, never>;
  deleted_at: Timestamp<null, never>;
}

interface RecurringMatchTable {
  one: number;
  other: number;
  modules_of_one: Buffer;
  modules_of_other: Buffer;
  correlations: Buffer;
}

interface RecurringModuleMemberTable {
  audience: string;
  module_id: number;
  data_set_number: number;
  recurring_module: number;
  is_representative: boolean;
  meta_module_number: number | null;
}

interface RecurringSetTable {
  id: Generated<number>;
  data_set_number: number;
  fingerprint: Buffer;
  modules: Buffer;
  recurring: Buffer;
  representatives: Buffer;
  created_at: Timestamp<never, undefined>;
}

interface RolePermissionTable {
  role: 'admin' | 'LAB' | 'REVIEWER' | 'RU' | 'GU';
  permission: string;
}

interface SampleTable {
  owner_type: 'dc' | 'ds';
  owner_id: number;
  sample_index: number;
  label: string;
  attributes: Json<never, never>;
}

interface SampleColumnTable {
  owner_type: 'dc' | 'ds';
  owner_id: number;
  attribute: string;
  known_values: string[];
  codes: Buffer;
}

interface SampleGroupTable {
  id: Generated<number>;
  person_id: number;
  data_set_number: number;
  name: string;
  rules: Json<null, never>;
  samples: Json<null, never>;
  share_token: string;
  created_at: Timestamp<never, undefined>;
  deleted_at: Timestamp<null, never>;
}

interface SearchBlockTable {
  id: Generated<number>;
  number_of_networks: number;
  created_at: Timestamp<never, undefined>;
}

interface SearchFeatureTable {
  id: Generated<number>;
  kind: string;
  name: string;
}

interface SearchFeatureListTable {
  id: Generated<number>;
  feature_list_id: number;
  kind: string;
  features: Buffer;
  present: Buffer;
  number_of_symbols: number;
}

interface SearchLayoutTable {
  only_row: Generated<boolean>;
  number_of_slots: Generated<number>;
}

interface SearchNetworkTable {
  covariation_network_id: number;
  search_feature_list_id: number;
  block_id: number;
  number_of_modules: number;
  modules: Buffer;
  sizes: Buffer;
  statistic_names: string[];
  statistic_values: Buffer;
  top_sets: Buffer | null;
  top_p_values: Buffer | null;
  has_themes: Generated<boolean>;
}

interface SearchQueryTable {
  id: Generated<number>;
  kind: 'recent' | 'saved';
  person_id: number;
  description: string;
  query: Json<never, never>;
  query_hash: Buffer;
  result_type: string;
  execution_ms: number | null;
  result_count: number | null;
  created_at: Timestamp<never, undefined>;
  version: Generated<number>;
  deleted_at: Timestamp<null, never>;
  share_token: string | null;
}

interface SearchResultTable {
  id: number;
  person_id: number;
  query: Json<never, never>;
  query_hash: Buffer;
  state: Generated<'running' | 'done' | 'failed' | 'cancelled'>;
  reads_lab: Generated<boolean>;
  columns: Generated<string[]>;
  sample_attributes: Generated<string[]>;
  total: Generated<number>;
  kept: Generated<number>;
  emptied_by: string | null;
  message: string | null;
  execution_ms: number | null;
  created_at: Timestamp<never, undefined>;
  ended_at: Timestamp<null, never>;
  repairs: Json<never, undefined>;
}

interface SearchResultChunkTable {
  search_result_id: number;
  place: number;
  rows: Buffer;
}

interface SearchTargetTable {
  identifier: 'SYMBOL' | 'ENTREZID' | 'ENSEMBL' | 'ENZYME' | 'OMIM' | 'GO';
  target: string;
  spelling: string;
  features: Buffer;
}

interface SessionTable {
  token_hash: Buffer;
  person_id: number;
  carrier: 'cookie' | 'header';
  created_at: Timestamp<never, undefined>;
  last_seen_at: Timestamp<never, undefined>;
  expires_at: Timestamp<never, never>;
  came_by: 'institution' | 'orcid' | null;
}

interface SetPostTable {
  gene_set_number: number;
  block_id: number;
  n: number;
  places: Buffer;
  neg_log_p: Buffer;
}

interface SignOnAttemptTable {
  id: Generated<number>;
  door: 'institution' | 'orcid';
  app_id: string;
  challenge: Buffer;
  state_hash: Buffer;
  browser_hash: Buffer;
  connecting_person_id: number | null;
  created_at: Timestamp<never, undefined>;
  expires_at: Timestamp<never, never>;
  answered_at: Timestamp<null, never>;
  ended_at: Timestamp<null, never>;
  status_code: number | null;
  claims: Json<null, never>;
  code_hash: Buffer | null;
  code_expires_at: Timestamp<null, never>;
  redeemed_at: Timestamp<null, never>;
}

interface StarTable {
  person_id: number;
  entity_type:
    | 'dc'
    | 'ds'
    | 'project'
    | 'covariation-network'
    | 'covariation-module'
    | 'meta-module'
    | 'gene-set'
    | 'cell-type-reference';
  entity_number: number;
  created_at: Timestamp<never, undefined>;
}

interface TermsVersionTable {
  version: number;
  dated: string;
  sections: Json<never, never>;
  created_by: number | null;
  created_at: Timestamp<never, undefined>;
}

interface TextTableIndexTable {
  storage_key: string;
  plain_storage_key: string | null;
  state: Generated<'waiting' | 'unpacking' | 'indexing' | 'ready' | 'failed'>;
  size_bytes: number | null;
  indexed_bytes: Generated<number>;
  records: Generated<number>;
  checkpoints: Generated<Buffer>;
  used_at: Timestamp<never, undefined>;
}

interface TraitTableTable {
  covariation_network_id: number;
  data_set_id: number;
  modules: Buffer;
  module_order: Buffer;
  left_out: Json<never, never>;
  rules: Generated<number>;
}

interface UploadTable {
  id: Generated<number>;
  person_id: number;
  kind: 'collection' | 'analysis' | 'resource' | 'data';
  file_name: string;
  size_bytes: number;
  part_size: number;
  visibility: 'public' | 'private' | null;
  status: Generated<'open' | 'checking' | 'mapping' | 'storing' | 'stored' | 'refused' | 'failed'>;
  sha256: Buffer | null;
  storage_key: string | null;
  created_at: Timestamp<never, undefined>;
  last_part_at: Timestamp<never, undefined>;
}

interface UploadPartTable {
  upload_id: number;
  number: number;
  size_bytes: number;
  sha256: Buffer;
  received_at: Timestamp<never, undefined>;
}

interface WhitelistEntryTable {
  id: Generated<number>;
  name: string;
  email: string;
  added_by: number | null;
  created_at: Timestamp<never, undefined>;
  used_at: Timestamp<null, never>;
}

export interface Tables {
  analysis: AnalysisTable;
  analysis_gene_set: AnalysisGeneSetTable;
  api_token: ApiTokenTable;
  atlas: AtlasTable;
  atlas_data_set: AtlasDataSetTable;
  attribute_definition: AttributeDefinitionTable;
  attribute_table_version: AttributeTableVersionTable;
  attribute_value: AttributeValueTable;
  audit_event: AuditEventTable;
  basket: BasketTable;
  basket_item: BasketItemTable;
  bug_report: BugReportTable;
  bug_report_screenshot: BugReportScreenshotTable;
  cell_type_file: CellTypeFileTable;
  cell_type_level: CellTypeLevelTable;
  cell_type_reference: CellTypeReferenceTable;
  comment: CommentTable;
  comment_follow: CommentFollowTable;
  comment_mention: CommentMentionTable;
  comment_thread: CommentThreadTable;
  consensus: ConsensusTable;
  corpus_version: CorpusVersionTable;
  covariation_module: CovariationModuleTable;
  covariation_network: CovariationNetworkTable;
  data_collection: DataCollectionTable;
  data_draft: DataDraftTable;
  data_set: DataSetTable;
  download: DownloadTable;
  download_part: DownloadPartTable;
  download_request: DownloadRequestTable;
  ended_meta_module: EndedMetaModuleTable;
  facet: FacetTable;
  feature_list: FeatureListTable;
  feedback: FeedbackTable;
  file: FileTable;
  finished_job: FinishedJobTable;
  fixity_check: FixityCheckTable;
  gene_post: GenePostTable;
  gene_set: GeneSetTable;
  gene_set_version: GeneSetVersionTable;
  idempotency_key: IdempotencyKeyTable;
  intake_run: IntakeRunTable;
  kme_segment: KmeSegmentTable;
  known_browser: KnownBrowserTable;
  known_permission: KnownPermissionTable;
  login_guess: LoginGuessTable;
  login_key: LoginKeyTable;
  mapping_row: MappingRowTable;
  mapping_table: MappingTableTable;
  meta_module: MetaModuleTable;
  meta_module_event: MetaModuleEventTable;
  meta_module_gene: MetaModuleGeneTable;
  meta_module_place: MetaModulePlaceTable;
  meta_module_title: MetaModuleTitleTable;
  module_enrichment: ModuleEnrichmentTable;
  module_member: ModuleMemberTable;
  module_theme: ModuleThemeTable;
  module_trait: ModuleTraitTable;
  net_best: NetBestTable;
  notification: NotificationTable;
  omicon_record: OmiconRecordTable;
  one_time_code: OneTimeCodeTable;
  ontology: OntologyTable;
  ontology_parent: OntologyParentTable;
  ontology_term: OntologyTermTable;
  outbox: OutboxTable;
  person: PersonTable;
  person_identity: PersonIdentityTable;
  pipeline_run: PipelineRunTable;
  preference: PreferenceTable;
  preservation_run: PreservationRunTable;
  record_version: RecordVersionTable;
  recurring_match: RecurringMatchTable;
  recurring_module_member: RecurringModuleMemberTable;
  recurring_set: RecurringSetTable;
  role_permission: RolePermissionTable;
  sample: SampleTable;
  sample_column: SampleColumnTable;
  sample_group: SampleGroupTable;
  search_block: SearchBlockTable;
  search_feature: SearchFeatureTable;
  search_feature_list: SearchFeatureListTable;
  search_layout: SearchLayoutTable;
  search_network: SearchNetworkTable;
  search_query: SearchQueryTable;
  search_result: SearchResultTable;
  search_result_chunk: SearchResultChunkTable;
  search_target: SearchTargetTable;
  session: SessionTable;
  set_post: SetPostTable;
  sign_on_attempt: SignOnAttemptTable;
  star: StarTable;
  terms_version: TermsVersionTable;
  text_table_index: TextTableIndexTable;
  trait_table: TraitTableTable;
  upload: UploadTable;
  upload_part: UploadPartTable;
  whitelist_entry: WhitelistEntryTable;
}
