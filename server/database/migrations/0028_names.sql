-- Modules and samples by the first letters of their names, for suggestions.
create index covariation_module_name_prefix on covariation_module (lower(name) text_pattern_ops);
create index sample_label_prefix on sample (lower(label) text_pattern_ops) where owner_type = 'dc';
