-- Who removed a person: only those can be restored. A row that keeps the name of a sign-up has removed_at, but nobody who removed it.
alter table person add column removed_by integer references person;
update person p set removed_by = e.person_id
  from audit_event e
 where p.removed_at is not null and e.action = 'remove user' and e.result = 'done'
   and e.object_type = 'person' and e.object_number = p.id;
create index person_removed on person (removed_at) where removed_by is not null;
