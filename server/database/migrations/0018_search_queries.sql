-- Queries that people asked or saved, and what searches in the background found.

create table search_query (
  id integer generated always as identity primary key,
  kind text not null check (kind in ('recent', 'saved')),
  person_id integer not null references person on delete cascade,
  description text not null,
  -- as it was asked, without its page
  query jsonb not null,
  -- of the result type and the rules: asked again it is the same recent query
  query_hash bytea not null,
  result_type text not null,
  -- null until the search has ended
  execution_ms double precision,
  result_count integer,
  -- of recent queries the last time they were asked
  created_at timestamptz not null default now(),
  version integer not null default 1,
  deleted_at timestamptz
);
create unique index search_query_recent on search_query (person_id, query_hash) where kind = 'recent';
create index search_query_newest on search_query (person_id, kind, created_at desc, id desc);
create index search_query_deleted on search_query (deleted_at) where deleted_at is not null;

create table search_result (
  -- the number its notification gets when the search ends
  id integer primary key,
  person_id integer not null references person on delete cascade,
  query jsonb not null,
  query_hash bytea not null,
  state text not null default 'running' check (state in ('running', 'done', 'failed', 'cancelled')),
  -- whether records of the laboratory were searched: then only their readers may open the rows
  reads_lab boolean not null default false,
  columns text[] not null default '{}',
  sample_attributes text[] not null default '{}',
  -- all rows that were found; of these the first ones are kept
  total integer not null default 0,
  kept integer not null default 0,
  emptied_by text,
  -- why it failed, for the person
  message text,
  execution_ms double precision,
  created_at timestamptz not null default now(),
  ended_at timestamptz
);
create unique index search_result_running on search_result (person_id, query_hash) where state = 'running';
create index search_result_age on search_result (created_at);

-- A thousand rows each, in the order of the query: gzipped JSON, cells in the order of the columns.
create table search_result_chunk (
  search_result_id integer not null references search_result on delete cascade,
  place integer not null,
  rows bytea not null,
  primary key (search_result_id, place)
);
alter table search_result_chunk alter column rows set storage external;
