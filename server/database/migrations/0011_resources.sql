-- Resources: who is enriched where, identifiers from either side, and the system tables of attributes.

-- The numbers of a packed little-endian u32 column, for indexes over what it holds.
create function public.unpack_u32(packed bytea) returns int[] language sql immutable strict parallel safe as
$$ select coalesce(array_agg(get_byte(packed, i) | (get_byte(packed, i + 1) << 8)
     | (get_byte(packed, i + 2) << 16) | (get_byte(packed, i + 3) << 24) order by i), '{}')
     from generate_series(0, length(packed) - 4, 4) i $$;

-- Bytes in the other direction: little-endian doubles from 0 upwards sort as numbers once they are turned round.
create function public.turn_round(bytes bytea) returns bytea language sql immutable strict parallel safe as
$$ select string_agg(substring(bytes from i for 1), ''::bytea order by i desc) from generate_series(1, length(bytes)) i $$;

-- From a gene set to the modules it is enriched in. The sorted lists of an index take a byte or two per pair.
create index module_enrichment_gene_set on module_enrichment using gin (public.unpack_u32(gene_sets));

-- Mapping tables are read backwards too, from alias to symbol.
create index mapping_row_target on mapping_row (mapping_table_id, upper(target)) where target is not null;

create table attribute_definition (
  id int generated always as identity primary key,
  kind text not null check (kind in ('sample', 'data-collection', 'data-set', 'analysis')),
  name text not null,
  attribute_type text not null check (attribute_type in
    ('Date', 'Enumeration', 'Integer', 'Numeric', 'String', 'URL / file path', 'Mixed')),
  possible_values text[] not null default '{}',
  examples text not null,
  is_required boolean not null,
  is_indexed boolean not null,
  data_source text not null,
  description text not null,
  category text,
  -- false for the attributes that the portal ships with
  deletable boolean not null,
  version int not null default 1,
  updated_at timestamptz not null default now(),
  deleted_at timestamptz
);
create unique index attribute_definition_name on attribute_definition (kind, lower(name)) where deleted_at is null;

-- Every change of a table of attributes keeps the whole table as it then was.
create table attribute_table_version (
  kind text not null check (kind in ('sample', 'data-collection', 'data-set', 'analysis')),
  version int not null,
  content text not null,
  number_of_attributes int not null,
  change text not null,
  person_id int references person,
  created_at timestamptz not null default now(),
  primary key (kind, version)
);

-- Values of samples by attribute, whoever owns them.
create index facet_attribute on facet (attribute, owner_type, owner_id);

-- Attributes of data collections, data sets and analyses, one row each, so that lists of values need no scan of records.
create table attribute_value (
  owner_type text not null check (owner_type in ('dc', 'ds', 'project')),
  owner_id int not null,
  attribute text not null,
  value text not null
);
create index attribute_value_attribute on attribute_value (owner_type, attribute, lower(value));

-- Whoever stores a record stores its attributes; they are never changed after that.
create function public.keep_attribute_values() returns trigger language plpgsql as
$$ begin
  insert into public.attribute_value (owner_type, owner_id, attribute, value)
  select tg_argv[0], new.id, replace(pair ->> 0, ' ', '_'), pair ->> 1
    from jsonb_array_elements(new.attributes) pair where pair ->> 1 is not null;
  return null;
end $$;
create trigger data_collection_values after insert on data_collection
  for each row execute function public.keep_attribute_values('dc');
create trigger data_set_values after insert on data_set
  for each row execute function public.keep_attribute_values('ds');
create trigger analysis_values after insert on analysis
  for each row execute function public.keep_attribute_values('project');

insert into attribute_value (owner_type, owner_id, attribute, value)
select 'dc', r.id, replace(p ->> 0, ' ', '_'), p ->> 1 from data_collection r, jsonb_array_elements(r.attributes) p where p ->> 1 is not null
union all
select 'ds', r.id, replace(p ->> 0, ' ', '_'), p ->> 1 from data_set r, jsonb_array_elements(r.attributes) p where p ->> 1 is not null
union all
select 'project', r.id, replace(p ->> 0, ' ', '_'), p ->> 1 from analysis r, jsonb_array_elements(r.attributes) p where p ->> 1 is not null;
