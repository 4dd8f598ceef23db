-- Categories have an icon. Null: nobody has chosen one, and the name suggests it.
alter table categories add column icon text;
comment on column categories.icon is 'The name of the chosen icon; null: the one that the name of the category suggests';
