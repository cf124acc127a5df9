-- Threads on meta-modules, by number: as the number lasts when they are computed again, so does the thread.
alter table comment_thread
  drop constraint comment_thread_entity_type_check,
  add constraint comment_thread_entity_type_check check (entity_type in ('dc', 'ds', 'project', 'gene', 'meta-module')),
  add check (entity_type <> 'meta-module' or (path = '' and covariation_module_number is null));

-- Meta-modules in baskets, by number.
alter table basket_item drop constraint basket_item_kind_check;
alter table basket_item add constraint basket_item_kind_check
  check (kind in ('module', 'meta-module', 'gene', 'gene set', 'sample'));
