-- The version of the input data set that an image was asked of: the one whose files were judged, whatever is published since.
alter table download_request add column input_data_set_id integer references data_set on delete set null;

-- Images that are being made: of their kME the version whose file was judged, of their modules the current one.
update download_request q set input_data_set_id = f.owner_id
  from file f
 where q.type = 'kme-docker' and q.state in ('waiting', 'preparing') and f.entity_type = 'ds' and f.id = any (q.file_ids);
update download_request q set input_data_set_id = d.id
  from covariation_network n join analysis a on a.id = n.analysis_id
  join data_set d on d.number = a.input_data_set_number and d.is_current
 where q.type = 'docker' and q.state in ('waiting', 'preparing') and n.id = q.covariation_network_id;
