-- Groups of samples that people save for comparisons.

create table sample_group (
  id integer generated always as identity primary key,
  person_id integer not null references person on delete cascade,
  -- number of the data set, so that the group applies to its later versions
  data_set_number integer not null references omicon_record (number),
  name text not null,
  -- [{ attribute, values }], null for a group of listed samples
  rules jsonb,
  -- labels, null for a group by rules
  samples jsonb,
  -- opens the group for everybody who may read the data set
  share_token text not null,
  created_at timestamptz not null default now(),
  deleted_at timestamptz,
  check (rules is not null or samples is not null)
);
create unique index sample_group_name on sample_group (person_id, data_set_number, name) where deleted_at is null;
create unique index sample_group_share on sample_group (share_token);
create index sample_group_data_set on sample_group (data_set_number);
create index sample_group_deleted on sample_group (deleted_at) where deleted_at is not null;
