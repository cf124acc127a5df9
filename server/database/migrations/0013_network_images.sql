-- Container images of covariation networks, made ready as other downloads are.

-- The network version that an image or a kME table is of.
alter table download_request add column covariation_network_id integer references covariation_network on delete cascade;
create index download_request_network on download_request (covariation_network_id) where covariation_network_id is not null;

-- Images are kept for some days; then they are over and can be asked for again.
alter table download_request drop constraint download_request_state_check;
alter table download_request add constraint download_request_state_check
  check (state in ('waiting', 'preparing', 'ready', 'failed', 'cancelled', 'over'));

-- Files of an image's archive in its order. Layers that images share are one object.
create table download_part (
  download_request_id text not null references download_request on delete cascade,
  place integer not null,
  path text not null,
  storage_key text not null,
  size_bytes bigint not null,
  primary key (download_request_id, place)
);
create index download_part_storage_key on download_part (storage_key);
