-- When an object's bytes were last compared with their key, and whether they agreed. Damaged objects are not served.
create table fixity_check (
  storage_key text primary key,
  is_right boolean not null,
  checked_at timestamptz not null default now()
);
create index fixity_check_age on fixity_check (checked_at);
