-- Others open a saved query only by an address that its owner shared and that nobody can guess.

-- null while the query is its owner's alone; kept as it is given out, so that the owner can copy the link again
alter table search_query add column share_token text;
alter table search_query add constraint search_query_shared check (share_token is null or kind = 'saved');
create unique index search_query_share on search_query (share_token) where share_token is not null;

-- What became of old names in the symbol lists of a search in the background.
alter table search_result add column repairs jsonb not null default '[]';
