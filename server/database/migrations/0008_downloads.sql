-- Downloads that are made ready first, the links that redeem them, and what people are told about.

-- One large file, or an archive of many, that a person asked for. Other kinds of downloads use the same row:
-- `type` says which job makes it ready and which handler sends it.
create table download_request (
  -- 192 random bits: it stands in notifications and links, never a storage path
  id text primary key,
  person_id integer not null references person on delete cascade,
  type text not null,
  -- of the file that comes
  name text not null,
  -- ids of file and their paths in the archive, both in its order
  file_ids integer[] not null,
  paths text[] not null,
  -- bytes of all files together
  size_bytes bigint not null,
  state text not null default 'waiting' check (state in ('waiting', 'preparing', 'ready', 'failed', 'cancelled')),
  bytes_done bigint not null default 0,
  -- why it failed, for the person
  message text,
  created_at timestamptz not null default now(),
  started_at timestamptz,
  ended_at timestamptz,
  check (cardinality(file_ids) = cardinality(paths))
);
create index download_request_running on download_request (person_id) where state in ('waiting', 'preparing');
create index download_request_age on download_request (created_at);

-- A link is for one file or for one download that is ready.
alter table download alter column file_id drop not null;
alter table download add column download_request_id text references download_request on delete cascade;
alter table download add check ((file_id is null) <> (download_request_id is null));
create index download_request_links on download (download_request_id) where download_request_id is not null;

-- What a person is told: a search that ended, a download that is ready, a mention. `subject` names what it speaks
-- of, so that telling twice makes one row; `content` has the shape of its kind in contract/areas/notifications.ts.
create table notification (
  id integer generated always as identity primary key,
  person_id integer not null references person on delete cascade,
  kind text not null check (kind in ('advancedSearch', 'download', 'mention')),
  subject text not null,
  content jsonb not null,
  created_at timestamptz not null default now(),
  read_at timestamptz,
  unique (person_id, kind, subject)
);
create index notification_newest on notification (person_id, kind, id desc);
create index notification_unread on notification (person_id, id desc) where read_at is null;
