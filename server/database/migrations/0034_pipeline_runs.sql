-- Runs of the pipeline on a data set: samples prepared, or modules found.
create table pipeline_run (
  id integer generated always as identity primary key,
  person_id integer not null references person on delete cascade,
  kind text not null check (kind in ('preparation', 'modules')),
  data_set_number integer not null references omicon_record (number),
  parameters jsonb not null,
  state text not null default 'running' check (state in ('running', 'choosing', 'done', 'failed', 'cancelled')),
  -- what it does now, and the share of it that is done
  step text,
  done double precision not null default 0,
  step_started_at timestamptz,
  -- version of the data set that it uses: row id
  data_set_id integer,
  -- the grid of a module search, and the cells chosen from it
  cells jsonb,
  chosen jsonb,
  -- titles and version codes of what it makes, fixed when it begins, so that a repeated step makes the same
  outputs jsonb not null default '[]',
  remarks jsonb not null default '[]',
  message text,
  created_at timestamptz not null default now(),
  ended_at timestamptz
);
create index pipeline_run_newest on pipeline_run (person_id, data_set_number, id desc);
create index pipeline_run_running on pipeline_run (person_id) where state in ('running', 'choosing');
create index pipeline_run_age on pipeline_run (created_at);
