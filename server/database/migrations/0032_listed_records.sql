-- A first page of records, by title or newest first, reads its rows in order instead of sorting all; totals are counted
-- from the index alone.
create index data_collection_listed on data_collection (lower(title), number) include (visibility, owner_id)
  where is_current and deleted_at is null;
create index data_collection_newest on data_collection (created_at desc nulls last, number desc nulls last)
  include (visibility, owner_id) where is_current and deleted_at is null;
create index data_set_listed on data_set (lower(title), number) include (visibility, owner_id)
  where is_current and deleted_at is null;
create index data_set_newest on data_set (created_at desc nulls last, number desc nulls last)
  include (visibility, owner_id) where is_current and deleted_at is null;
create index data_set_counted on data_set (data_collection_number) include (visibility, owner_id)
  where is_current and deleted_at is null;
create index analysis_listed on analysis (lower(title), number) include (visibility, owner_id)
  where is_current and deleted_at is null;
create index analysis_newest on analysis (created_at desc nulls last, number desc nulls last)
  include (visibility, owner_id) where is_current and deleted_at is null;
