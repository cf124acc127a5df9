-- Names of a list so that one is read without the others: where each name starts and the last one ends (big-endian
-- integers, counted from the first byte of the value), then the names themselves. Postgres would decompress an array of
-- 20,000 names for a single one; of bytes that are not compressed it reads the pages it needs.
-- The array is read once: naming it again in a row would decompress it for every name.
create function public.packed_names(text[]) returns bytea language sql immutable strict parallel safe
  return (
    with name as materialized (
      select n.ordinal, convert_to(coalesce(n.name, ''), 'UTF8') as bytes
        from unnest($1) with ordinality as n (name, ordinal)),
    start as (
      select ordinal, bytes,
             4 * (count(*) over () + 1) + sum(octet_length(bytes)) over (order by ordinal) - octet_length(bytes) as byte
        from name)
    select coalesce(string_agg(int4send(byte::int), ''::bytea order by ordinal), ''::bytea)
           || int4send((4 * (count(*) + 1) + coalesce(sum(octet_length(bytes)), 0))::int)
           || coalesce(string_agg(bytes, ''::bytea order by ordinal), ''::bytea)
      from start);
-- One statement, so that the table is written once and the bytes are never compressed.
alter table feature_list
  add column packed_names bytea generated always as (public.packed_names(identifiers)) stored,
  alter column packed_names set storage external;
