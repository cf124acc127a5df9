-- Imports tell the truth: what a run has stored is kept with each unit, so that a run that starts over reports all of it.
alter table intake_run add column stored_units jsonb not null default '[]';
create index intake_run_person on intake_run (person_id, id desc);

-- Jobs whose work is committed although the queue may still hold them: a worker that dies in between does not repeat them.
create table finished_job (
  job_id bigint primary key,
  finished_at timestamptz not null default now()
);
create index finished_job_age on finished_job (finished_at);
