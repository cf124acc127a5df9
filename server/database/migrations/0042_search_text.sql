-- People and records are found without accents, in other apostrophes and hyphens; domain/query/search-key.ts does the
-- same. Letters that no decomposition separates from their marks are replaced one by one.
create function search_text(text) returns text
  language sql immutable strict parallel safe
  return case when $1 ~ '^[a-z0-9 ._/-]*$' then $1 else
    replace(replace(replace(replace(
      lower(translate(
        regexp_replace(
          normalize(translate($1, '''’‘‛ʼʹ`´′＇', ''), nfkd),
          '[\u0300-\u036f\u00ad\u200b-\u200f\u2060\ufeff]', '', 'g'),
        'łŁøØđĐðÐħĦŧŦıŀĿ‐‑‒–—―−', 'lLoOdDdDhHtTilL-------')),
      'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), 'þ', 'th') end;
create index person_search_name on person using gin (
  search_text(coalesce(nullif(btrim(coalesce(first_name, '') || ' ' || coalesce(last_name, '')), ''), username)) gin_trgm_ops)
  where removed_at is null and role <> 'GU' and verified_at is not null;
create index gene_set_search_name on gene_set using gin (search_text(name) gin_trgm_ops);
-- Most names of files are their own search text, in lower case, by which index file_name finds them.
create index file_search_name on file using gin (search_text(name) gin_trgm_ops) where name ~ '[^ -~]|''|`';
