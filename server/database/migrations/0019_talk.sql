-- What people say about records, files, folders and modules, who is told of it, and what they report about the portal.

-- One place to talk about. It speaks of the record's number and of a path in it, so it outlives versions.
create table comment_thread (
  id integer generated always as identity primary key,
  entity_type text not null check (entity_type in ('dc', 'ds', 'project')),
  entity_number integer not null references omicon_record,
  -- of a file or folder inside the record; '' is the record itself
  path text not null default '',
  -- a module, wherever its page in the PDF lies just now; the network is kept to count all its modules at once
  covariation_network_number integer references omicon_record,
  covariation_module_number integer references omicon_record,
  created_at timestamptz not null default now(),
  unique nulls not distinct (entity_number, path, covariation_module_number),
  check ((covariation_module_number is null) = (covariation_network_number is null)),
  check (covariation_module_number is null or path = '')
);
create index comment_thread_module on comment_thread (covariation_module_number) where covariation_module_number is not null;
create index comment_thread_network on comment_thread (covariation_network_number) where covariation_network_number is not null;

create table comment (
  id integer generated always as identity primary key,
  comment_thread_id integer not null references comment_thread,
  parent_id integer references comment,
  -- from the top comment down to the parent: only who may read all of them reads this one
  ancestors integer[] not null default '{}',
  level smallint not null default 0 check (level between 0 and 3),
  person_id integer not null references person,
  -- of the comment that this one answers
  to_person_id integer references person,
  visibility text not null check (visibility in ('private', 'public', 'lab')),
  -- cleaned HTML, and the same without markup
  message text not null,
  plain_text text not null,
  -- the page on which it was written, an address inside the portal
  page_url text not null,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  deleted_at timestamptz,
  deleted_by integer references person,
  check ((parent_id is null) = (level = 0)),
  check (cardinality(ancestors) = level)
);
create index comment_top on comment (comment_thread_id, id desc) where parent_id is null;
create index comment_of_thread on comment (comment_thread_id);
create index comment_replies on comment (parent_id, id) where parent_id is not null;
create index comment_deleted on comment (deleted_at) where deleted_at is not null;

create table comment_mention (
  comment_id integer not null references comment on delete cascade,
  person_id integer not null references person on delete cascade,
  primary key (comment_id, person_id)
);

-- Followers hear of every new comment of the thread; who mutes it hears only of being mentioned.
create table comment_follow (
  comment_thread_id integer not null references comment_thread on delete cascade,
  person_id integer not null references person on delete cascade,
  state text not null check (state in ('follow', 'mute')),
  created_at timestamptz not null default now(),
  primary key (comment_thread_id, person_id)
);
create index comment_follow_person on comment_follow (person_id);

-- What people were told of a comment goes with it.
create index notification_mention on notification (subject) where kind = 'mention';

-- Who can be mentioned, by the beginning of the name that is shown or of the last name.
create index person_shown_name on person (
  lower(coalesce(nullif(btrim(coalesce(first_name, '') || ' ' || coalesce(last_name, '')), ''), username)) text_pattern_ops
) where removed_at is null and role <> 'GU' and verified_at is not null;
create index person_last_name on person (lower(last_name) text_pattern_ops)
  where removed_at is null and role <> 'GU' and verified_at is not null;

-- Mail with what was not read, at most once a day.
alter table person add column digest text not null default 'none' check (digest in ('none', 'daily'));
alter table person add column digest_at timestamptz;
create index person_digest on person (digest_at) where digest <> 'none';

create table bug_report (
  id integer generated always as identity primary key,
  -- null when it came from a public page
  person_id integer references person on delete set null,
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
  status text not null default 'new' check (status in ('new', 'open', 'closed')),
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index bug_report_newest on bug_report (created_at desc, id desc);

create table bug_report_screenshot (
  bug_report_id integer not null references bug_report on delete cascade,
  place smallint not null,
  name text not null,
  media_type text not null check (media_type in ('image/png', 'image/jpeg', 'image/webp')),
  width integer not null,
  height integer not null,
  size_bytes bigint not null,
  sha256 bytea not null,
  storage_key text not null,
  primary key (bug_report_id, place)
);
create index bug_report_screenshot_storage_key on bug_report_screenshot (storage_key);

create table feedback (
  id integer generated always as identity primary key,
  person_id integer references person on delete set null,
  first_name text not null,
  last_name text not null,
  email text not null,
  omicon_version text not null,
  comment text not null,
  status text not null default 'new' check (status in ('new', 'open', 'closed')),
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index feedback_newest on feedback (created_at desc, id desc);
