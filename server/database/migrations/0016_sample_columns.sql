-- Samples of one version by attribute, packed, so that any selection of them is counted without reading their rows.
-- Written together with the rows of sample, which stay the truth for display and export.
create table sample_column (
  owner_type text not null check (owner_type in ('dc', 'ds')),
  owner_id integer not null,
  attribute text not null,
  -- each once, by code point
  known_values text[] not null,
  -- for each sample in the order of sample_index 0 for NA, or the place of its value counted from 1; little-endian in
  -- 1, 2 or 4 bytes, as many as the number of values asks for
  codes bytea not null,
  primary key (owner_type, owner_id, attribute)
);
alter table sample_column alter column codes set storage external;

insert into sample_column (owner_type, owner_id, attribute, known_values, codes)
with owner as (
  select 'ds' as owner_type, id as owner_id, sample_columns from data_set
  union all select 'dc', id, sample_columns from data_collection
), cell as (
  select o.owner_type, o.owner_id, a.attribute, s.sample_index, s.attributes ->> a.attribute as value
    from owner o cross join unnest(o.sample_columns) a(attribute)
    join sample s on s.owner_type = o.owner_type and s.owner_id = o.owner_id
), coded as (
  select owner_type, owner_id, attribute, sample_index, value,
         case when value is null then 0 else dense_rank() over by_value end::integer as code
    from cell
  window by_value as (partition by owner_type, owner_id, attribute order by value collate "C" nulls last)
), sized as (
  select owner_type, owner_id, attribute, sample_index, value, int4send(code) as big_endian,
         max(code) over (partition by owner_type, owner_id, attribute) as number_of_values
    from coded
)
select owner_type, owner_id, attribute,
       coalesce(array_agg(distinct value collate "C" order by value collate "C") filter (where value is not null), '{}'),
       string_agg(
         case when number_of_values < 256 then substring(big_endian from 4)
              when number_of_values < 65536 then substring(big_endian from 4) || substring(big_endian from 3 for 1)
              else substring(big_endian from 4) || substring(big_endian from 3 for 1)
                || substring(big_endian from 2 for 1) || substring(big_endian from 1 for 1) end,
         '' order by sample_index)
  from sized
 group by owner_type, owner_id, attribute;
