-- The page of a gene counts sets over all modules that contain it: thousands of rows of module_enrichment, scattered over
-- the table. Each network keeps the most enriched sets of its modules together. The job of the search index fills
-- networks indexed before; null until then.
alter table search_network add top_sets bytea, add top_p_values bytea;
alter table search_network alter top_sets set storage external, alter top_p_values set storage external;
