-- Threads on genes, by symbol. The unique constraint only gains a column: threads on records are as unique as before.
alter table comment_thread
  add column gene_symbol text,
  alter column entity_number drop not null,
  drop constraint comment_thread_entity_type_check,
  add constraint comment_thread_entity_type_check check (entity_type in ('dc', 'ds', 'project', 'gene')),
  add check ((entity_type = 'gene') = (gene_symbol is not null)),
  add check ((gene_symbol is null) = (entity_number is not null)),
  add check (gene_symbol is null or (path = '' and covariation_module_number is null)),
  drop constraint comment_thread_entity_number_path_covariation_module_number_key,
  add constraint comment_thread_topic unique nulls not distinct (entity_number, path, covariation_module_number, gene_symbol);
create unique index comment_thread_gene on comment_thread (upper(gene_symbol)) where gene_symbol is not null;
