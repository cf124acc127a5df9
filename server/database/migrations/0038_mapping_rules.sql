-- Symbols in tables of probes are now brought up to date, so features of earlier releases that are not symbols map again.
alter table search_layout add is_mapping_old boolean not null default false;
update search_layout set is_mapping_old = exists (select 1 from search_feature where kind <> 'SYMBOL');
