-- A gene set without genes is known only from the enrichment tables of analyses, and as visible as these. Their sets are
-- listed here: module_enrichment lacks those whose P are large.
create table analysis_gene_set (
  analysis_id integer primary key references analysis (id),
  gene_sets integer[] not null
);
create index analysis_gene_set_named on analysis_gene_set using gin (gene_sets);

-- named_by: owners of analyses of the laboratory that name the set; they read it, whatever their role.
alter table gene_set
  add column visibility text not null default 'public' check (visibility = any (array['public'::text, 'private'::text])),
  add column named_by integer[] not null default '{}';

insert into analysis_gene_set (analysis_id, gene_sets)
select n.analysis_id, array_agg(distinct s.number)
  from module_enrichment e cross join unnest(public.unpack_u32(e.gene_sets)) s(number)
  join covariation_module m on m.id = e.covariation_module_id
  join covariation_network n on n.id = m.covariation_network_id
  join gene_set g on g.number = s.number and g.genes is null
 group by n.analysis_id;

create function public.judge_named_gene_sets(analyses integer[]) returns void language sql as $$
  update public.gene_set g set visibility = j.visibility, named_by = j.named_by
    from (select s.number,
                 case when bool_or(a.visibility = 'public') then 'public' else 'private' end as visibility,
                 coalesce(array_agg(distinct a.owner_id) filter (where a.owner_id is not null), '{}') as named_by
            from (select distinct unnest(gene_sets) as number from public.analysis_gene_set where analysis_id = any(analyses)) s
            left join (public.analysis_gene_set n join public.analysis a on a.id = n.analysis_id and a.deleted_at is null)
              on n.gene_sets @> array[s.number]
           group by s.number) j
   where g.number = j.number and g.genes is null
     and (g.visibility, g.named_by) is distinct from (j.visibility, j.named_by)
$$;

update gene_set set visibility = 'private' where genes is null;
select public.judge_named_gene_sets(array(select analysis_id from analysis_gene_set));

-- Visibility, owner and deletion of an analysis change in several places; none can forget the sets that it names.
create function public.judge_gene_sets_of_changed() returns trigger language plpgsql as $$
declare
  changed integer[];
begin
  select array_agg(i.id) into changed from is_now i join was_before w on w.id = i.id
   where (i.visibility, i.owner_id, i.deleted_at is null) is distinct from (w.visibility, w.owner_id, w.deleted_at is null);
  if changed is not null then perform public.judge_named_gene_sets(changed); end if;
  return null;
end $$;
create trigger analysis_named_gene_sets after update on analysis
  referencing old table as was_before new table as is_now
  for each statement execute function public.judge_gene_sets_of_changed();
