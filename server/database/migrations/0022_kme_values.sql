-- kME and P as the complete kME table has them: float32 lost digits of kME, and P was computed again from what was left.

-- One object a network: of each module, in the order of the pages, kME and then P of every feature as float64.
-- `kme_storage_key` (float32, without P) is what the release before wrote; it is read until a job has read the table.
alter table covariation_network add column kme_values_storage_key text;
