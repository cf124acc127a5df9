-- Labels of coded values, such as `SO:0001743` = copy number loss, for values that no ontology names.

alter table attribute_definition add column value_labels jsonb not null default '{}';

-- What the portal ships with, where its definitions stand already.
update attribute_definition
   set value_labels = '{"SO:0001742": "copy number gain", "SO:0001743": "copy number loss",
                        "NCIT:C172343": "mutated", "NCIT:C172344": "mutated"}'
 where kind = 'sample' and not deletable and name in ('IDH1 Mut', 'IDH2 Mut', 'chr1p Mut', 'chr19q Mut');
