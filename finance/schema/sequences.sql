-- Made from the migrations by `npm run generate`. Edit those, not this file. It is for reading: it is not run anywhere.

create sequence accounts_id_seq as integer;

create sequence api_tokens_id_seq as integer;

create sequence budgets_id_seq;

create sequence categories_id_seq as integer;

create sequence category_memory_id_seq as integer;

create sequence goal_moves_id_seq as integer;

create sequence goals_id_seq as integer;

create sequence import_layouts_id_seq as integer;

create sequence import_rules_id_seq as integer;

create sequence imports_id_seq as integer;

create sequence series_id_seq;

create sequence source_links_id_seq;

create sequence spaces_id_seq;

create sequence transactions_id_seq;

create sequence users_id_seq as integer;

create sequence webhooks_id_seq as integer;
