-- Complete kME: computed from the input data set where the laboratory's table holds only its first columns.

-- Name of the analyte data among the files of the data set; its companions stand beside it.
alter table data_set add column analyte_file text;
update data_set d
   set analyte_file = (select f.name from file f
                        where f.entity_type = 'ds' and f.owner_id = d.id
                          and f.name ilike '%.csv' and f.name !~* '(_attributes|feature_metadata)'
                        order by f.size_bytes desc, f.id limit 1);

-- Computed by the portal; not among what came in.
alter table file add column is_derived boolean not null default false;

-- The complete kME table; null until it is known where it is.
alter table covariation_network add column kme_table_file_id integer references file;
