-- Made from the migrations by `npm run generate`. Edit those, not this file. It is for reading: it is not run anywhere.

create table hourly_figures (
  hour timestamptz not null,
  name text not null,
  count bigint not null,
  constraint hourly_figures_pkey primary key (hour, name)
);
comment on table hourly_figures is 'How often something happened in an hour. Counted behind sign-ins, never by them';
