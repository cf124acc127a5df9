-- A sample attribute whose values are numbers but for a few is compared as a number; the others are counted.

-- values of a numeric attribute that are no numbers: [{ value, n }], the most frequent first
alter table module_trait add column not_numbers jsonb not null default '[]';

-- The rules by which the attributes were read; tables of earlier rules are outdated.
alter table trait_table add column rules smallint not null default 1;
