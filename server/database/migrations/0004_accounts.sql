-- Links and codes that prove an address, tokens for scripts, terms in versions, whitelist, preferences.

alter table person add column phone_number text;
alter table person add column tos_accepted_version integer;
-- One account for an address.
create unique index person_email on person (lower(email)) where removed_at is null;

-- The body holds a link or code that opens an account: it goes when the mail is sent.
alter table outbox add column is_secret boolean not null default false;

-- One secret sent to a person: of a kind only the newest counts. Links hold 256 random bits, codes six digits.
create table one_time_code (
  id bigint generated always as identity primary key,
  kind text not null check (kind in ('verify-email', 'reset-password', 'code')),
  person_id integer not null references person on delete cascade,
  secret_hash bytea not null,
  -- codes only: hash of the cookie of the browser that asked
  browser_hash bytea,
  tries integer not null default 0,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  used_at timestamptz
);
create index one_time_code_secret on one_time_code (secret_hash);
create index one_time_code_person on one_time_code (person_id, kind, id desc);
create index one_time_code_browser on one_time_code (browser_hash) where browser_hash is not null;

create table api_token (
  id integer generated always as identity primary key,
  person_id integer not null references person on delete cascade,
  name text not null,
  token_hash bytea not null unique,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  last_used_at timestamptz
);
create index api_token_person on api_token (person_id, id);

create table whitelist_entry (
  id integer generated always as identity primary key,
  name text not null,
  email text not null,
  added_by integer references person,
  created_at timestamptz not null default now()
);
create unique index whitelist_entry_email on whitelist_entry (lower(email));

create table terms_version (
  version integer primary key,
  dated date not null,
  -- array of {heading, body}, plain text
  sections jsonb not null,
  created_by integer references person,
  created_at timestamptz not null default now()
);

-- What an administrator changed; a name without a row has the default of the settings.
create table preference (
  name text primary key,
  value jsonb not null,
  updated_by integer references person,
  updated_at timestamptz not null default now()
);
