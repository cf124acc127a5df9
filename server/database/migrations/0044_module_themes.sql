-- What a module is about: from its most enriched gene set, or given by a person.
alter table covariation_module
  add theme text,
  add theme_set integer references gene_set (number);
-- Without this index, deleting a gene set would read all modules.
create index covariation_module_theme_set on covariation_module (theme_set) where theme_set is not null;
alter table search_network add has_themes boolean not null default false;

create table module_theme (
  id integer generated always as identity primary key,
  covariation_module_number integer not null references omicon_record (number),
  -- null: the theme from the gene sets again
  theme text,
  person_id integer references person (id),
  created_at timestamptz not null default now()
);
create index module_theme_module on module_theme (covariation_module_number, id desc);
