-- Most names are ASCII: their search text is the text in lower case, and the rest of the function took 14 µs a row. The
-- results are the same, so the indexes stay.
create or replace function search_text(text) returns text
  language sql immutable strict parallel safe
  return case when $1 !~ '[^ -~]|''|`' then lower($1) else
    replace(replace(replace(replace(
      lower(translate(
        regexp_replace(
          normalize(translate($1, '''’‘‛ʼʹ`´′＇', ''), nfkd),
          '[\u0300-\u036f\u00ad\u200b-\u200f\u2060\ufeff]', '', 'g'),
        'łŁøØđĐðÐħĦŧŦıŀĿ‐‑‒–—―−', 'lLoOdDdDhHtTilL-------')),
      'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), 'þ', 'th') end;
-- Without it, `name ... or lower(set_id) = ...` reads every set.
create index gene_set_lower_set_id on gene_set (lower(set_id));
