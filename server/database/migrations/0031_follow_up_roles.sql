-- Which sample attributes hold the time and the event of a follow-up, and the unit of numbers.
alter table attribute_definition
  add column follow_up text check (follow_up in ('time', 'event')),
  add column unit text;
