-- Which limit a row belongs to, so that administrators see how many are held back by it. Null: it only remembers what was used once.
alter table tries add column limit_name text;
