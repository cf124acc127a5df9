-- Records a person wants to find again.
create table star (
  person_id integer not null references person on delete cascade,
  entity_type text not null check (entity_type in
    ('dc', 'ds', 'project', 'covariation-network', 'covariation-module', 'gene-set')),
  entity_number integer not null references omicon_record,
  created_at timestamptz not null default now(),
  primary key (person_id, entity_type, entity_number)
);
