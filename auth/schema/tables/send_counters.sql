-- Made from the migrations by `npm run generate`. Edit those, not this file. It is for reading: it is not run anywhere.

create table send_counters (
  name text not null,
  window_start timestamptz not null,
  count integer not null,
  constraint send_counters_pkey primary key (name)
);
comment on table send_counters is 'What has been spent of the budgets for messages of the whole service';
