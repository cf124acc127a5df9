-- Where the records of a large text file lie, so that any of them is read at once. By content, so that files with the
-- same bytes share it.
create table text_table_index (
  storage_key text primary key,
  -- the unpacked content of a gzip file
  plain_storage_key text,
  state text not null default 'waiting' check (state in ('waiting', 'unpacking', 'indexing', 'ready', 'failed')),
  size_bytes bigint,
  indexed_bytes bigint not null default 0,
  records bigint not null default 0,
  -- float64 pairs: byte at which a record begins, its number
  checkpoints bytea not null default '',
  used_at timestamptz not null default now()
);
