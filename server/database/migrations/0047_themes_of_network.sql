-- Counts the themes of a network without reading the rows of its modules, which hold their eigengenes.
create index covariation_module_theme on covariation_module (covariation_network_id, theme);
