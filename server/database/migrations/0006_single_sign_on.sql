-- Sign-in by the institution (OpenID Connect) and by ORCID.

-- How the sign-in began; null for a password and for guests. Signing out of it may go on at the institution.
alter table session add column came_by text check (came_by in ('institution', 'orcid'));

-- Who a person is at a provider. A provider's subject never changes, an address may.
create table person_identity (
  door text not null check (door in ('institution', 'orcid')),
  issuer text not null,
  subject text not null,
  person_id integer not null references person on delete cascade,
  created_at timestamptz not null default now(),
  last_used_at timestamptz not null default now(),
  primary key (issuer, subject)
);
create index person_identity_person on person_identity (person_id, door);

-- An entry raises somebody to LAB once; who is lowered afterwards stays what an administrator made them.
alter table whitelist_entry add column used_at timestamptz;

-- One try to sign in through a popup. Secrets lie with the browser, here are their hashes.
create table sign_on_attempt (
  id bigint generated always as identity primary key,
  door text not null check (door in ('institution', 'orcid')),
  -- label of the page that waits
  app_id text not null,
  -- SHA-256 of the verifier that the page keeps
  challenge bytea not null,
  state_hash bytea not null unique,
  browser_hash bytea not null,
  -- who wants to connect the identity to their account; null for a sign-in
  connecting_person_id integer references person on delete cascade,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  -- the provider's answer came, and counts no second time
  answered_at timestamptz,
  ended_at timestamptz,
  status_code smallint check (status_code between 200 and 500),
  -- what the provider said of the person, until the one-time code is redeemed: nothing is decided for good before
  claims jsonb,
  code_hash bytea unique,
  code_expires_at timestamptz,
  redeemed_at timestamptz
);
create index sign_on_attempt_app on sign_on_attempt (app_id, ended_at desc);
create index sign_on_attempt_expires on sign_on_attempt (expires_at);
