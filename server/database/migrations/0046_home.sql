-- The sign-in before the present one: what came since then is new on the home page.
alter table person add column previous_login_at timestamptz;
create index comment_newest on comment (created_at desc, id desc) where deleted_at is null;
