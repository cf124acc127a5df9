-- The values of a data set as pages and computations read them: one feature is one range of bytes.

-- `matrix_storage_key`: features x samples as float64, little-endian, feature by feature, samples in the order of
-- their index, NaN where missing, no header.
-- `row_statistics_storage_key`: for each feature mean, sd, min, max, number missing, percentile of the mean, as float64.
-- Both null until a job has read data sets that came in before.
alter table data_set
  add column matrix_storage_key text,
  add column row_statistics_storage_key text;
create index data_set_matrix on data_set (matrix_storage_key);
create index data_set_row_statistics on data_set (row_statistics_storage_key);
