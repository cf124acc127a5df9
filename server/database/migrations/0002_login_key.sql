-- Keys to which pages encrypt passwords; kept in the database so that every copy of the server reads every page's password.
create table login_key (
  key_id text primary key,
  private_key jsonb not null,
  created_at timestamptz not null default now()
);
