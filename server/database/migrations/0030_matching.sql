-- Preservation of all modules of a network in a data set, computed in the background.
create table preservation_run (
  id integer generated always as identity primary key,
  person_id integer not null references person on delete cascade,
  network_number integer not null references omicon_record (number),
  data_set_number integer not null references omicon_record (number),
  definition smallint not null check (definition between 0 and 2),
  random_sets integer not null,
  state text not null default 'running' check (state in ('running', 'done', 'failed', 'cancelled')),
  -- random sets done, of all modules together, and of how many
  done integer not null default 0,
  total integer not null default 0,
  -- versions the result is of: row ids
  network_id integer,
  data_set_id integer,
  result jsonb,
  message text,
  created_at timestamptz not null default now(),
  ended_at timestamptz
);
create index preservation_run_newest on preservation_run (person_id, network_number, id desc);
create unique index preservation_run_running on preservation_run (person_id, network_number, data_set_number, definition, random_sets)
  where state = 'running';
create index preservation_run_age on preservation_run (created_at);

-- A list of modules whose consensus was saved.
create table consensus (
  id integer generated always as identity primary key,
  person_id integer not null references person on delete cascade,
  name text not null,
  -- numbers of the modules
  modules jsonb not null,
  share_token text not null,
  created_at timestamptz not null default now(),
  deleted_at timestamptz
);
create unique index consensus_name on consensus (person_id, name) where deleted_at is null;
create unique index consensus_share on consensus (share_token);
create index consensus_deleted on consensus (deleted_at) where deleted_at is not null;

-- Modules, genes, gene sets and samples that a person has collected.
create table basket (
  id integer generated always as identity primary key,
  person_id integer not null references person on delete cascade,
  name text not null,
  share_token text not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  deleted_at timestamptz
);
create unique index basket_name on basket (person_id, name) where deleted_at is null;
create unique index basket_share on basket (share_token);
create index basket_deleted on basket (deleted_at) where deleted_at is not null;

create table basket_item (
  id integer generated always as identity primary key,
  basket_id integer not null references basket on delete cascade,
  kind text not null check (kind in ('module', 'gene', 'gene set', 'sample')),
  -- number of the record; of a sample the number of its data collection; null for a gene
  record_number integer references omicon_record (number),
  -- symbol of a gene or label of a sample; empty for records
  name text not null default '',
  added_at timestamptz not null default now(),
  check ((kind = 'gene') = (record_number is null)),
  check ((kind in ('gene', 'sample')) = (name <> ''))
);
create unique index basket_item_once on basket_item (basket_id, kind, coalesce(record_number, 0), name);
