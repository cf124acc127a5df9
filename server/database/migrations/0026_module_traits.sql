-- Association of modules with sample attributes, so that pages need not compute it and the search can use it. Rows of
-- 5,000 networks are read by attribute at once, so r, P and q are packed by module. All bytes are little-endian.

-- Networks with stored associations. They are outdated once the input data set has a newer version than `data_set_id`.
create table trait_table (
  covariation_network_id integer primary key references covariation_network,
  data_set_id integer not null references data_set,
  -- u32 ids, in page order: the order of all packed columns
  modules bytea not null,
  -- u32 indexes in `modules`, in the order of the dendrogram of their eigengenes
  module_order bytea not null,
  -- attributes that are not compared: [{ attribute, reason }]
  left_out jsonb not null
);

create table module_trait (
  covariation_network_id integer not null references trait_table,
  trait_index smallint not null,
  attribute text not null,
  -- in the spelling by which rules compare names
  attribute_key text not null,
  kind text not null check (kind in ('numeric', 'two values', 'groups')),
  -- samples with a value
  n integer not null,
  -- [{ name, n }] in the order of their codes; values of a single sample are in `joined`
  groups jsonb not null,
  joined text[] not null,
  -- f64 by module: r, or R2 of groups; NaN where module or attribute does not vary
  statistics bytea not null,
  p_values bytea not null,
  -- Benjamini and Hochberg over all modules and attributes of the network
  q_values bytea not null,
  primary key (covariation_network_id, trait_index)
);
alter table module_trait alter column statistics set storage external;
alter table module_trait alter column p_values set storage external;
alter table module_trait alter column q_values set storage external;
create index module_trait_attribute on module_trait (attribute_key, covariation_network_id);
