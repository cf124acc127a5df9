-- Networks of a data set share a slot for life, so that search shards can each hold the networks of some slots. The slot of
-- a posting is its block_id modulo 8; what belongs to a network has a column, which publications can filter by.
create table search_layout (
  only_row boolean primary key default true check (only_row),
  -- 1, or 8 for an installation with shards, where a block holds networks of one slot
  number_of_slots smallint not null default 1 check (number_of_slots = 1 or number_of_slots = 8)
);
insert into search_layout default values;
alter table net_best add slot smallint not null default 0;
alter table module_enrichment add slot smallint not null default 0;
alter table module_member add slot smallint not null default 0;
