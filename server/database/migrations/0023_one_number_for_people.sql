-- The lists of users show people and entries of the whitelist, and one address removes either: they share their numbers,
-- so that the number of an entry is never that of a person.

select setval('person_id_seq', max(id)) from whitelist_entry
having max(id) > (select last_value from person_id_seq);
alter table whitelist_entry alter column id drop identity;
alter table whitelist_entry alter column id set default nextval('person_id_seq');
update whitelist_entry set id = nextval('person_id_seq');
