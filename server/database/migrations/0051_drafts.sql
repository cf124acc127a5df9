-- Files of other forms: uploaded one after the other, read, and stored by a map that a person decides on.
alter table upload
  drop constraint upload_kind_check,
  drop constraint upload_status_check,
  add constraint upload_kind_check check (kind in ('collection', 'analysis', 'resource', 'data')),
  add constraint upload_status_check
    check (status in ('open', 'checking', 'mapping', 'storing', 'stored', 'refused', 'failed'));

create table data_draft (
  upload_id integer primary key references upload (id) on delete cascade,
  -- in the order of their bytes: name, size_bytes and, once read, sha256
  files jsonb not null,
  -- null until the files are read
  map jsonb,
  proposal jsonb,
  -- why the files cannot be read
  fault text,
  progress jsonb,
  -- counts the maps that were saved: a reading by an earlier one is not kept
  revision integer not null default 0
);
