-- Made from the migrations by `npm run generate`. Edit those, not this file. It is for reading: it is not run anywhere.

create table dismissed_findings (
  id text not null,
  severity text not null,
  reason text not null,
  dismissed_by text not null,
  dismissed_at timestamptz not null,
  constraint dismissed_findings_pkey primary key (id),
  constraint dismissed_findings_severity_check check (severity = any (array['error'::text, 'warning'::text, 'info'::text]))
);
comment on table dismissed_findings is 'Findings that administrators do not want to see any more';
comment on column dismissed_findings.id is 'The rule, and behind a colon what it is about';
comment on column dismissed_findings.severity is 'At that time: a finding that is worse by now is shown again';
comment on column dismissed_findings.dismissed_by is 'The name of the administrator at that time';
