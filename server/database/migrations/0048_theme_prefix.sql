-- Suggests modules by the beginning of their theme.
create index covariation_module_theme_prefix on covariation_module (lower(theme) text_pattern_ops) where theme is not null;
