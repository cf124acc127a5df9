-- The user lists skip guests, of whom there may be thousands; the history of roles reads its own events only.

create index person_member on person (role, id) where removed_at is null and role <> 'GU';
create index audit_event_role_change on audit_event (id desc) where action = 'change role permissions';
