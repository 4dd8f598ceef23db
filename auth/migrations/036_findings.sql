-- What an operator should look at: findings that administrators have dismissed, and the operator's tokens that are in use.
create table dismissed_findings (
  id text primary key,
  severity text not null check (severity in ('error', 'warning', 'info')),
  reason text not null,
  dismissed_by text not null,
  dismissed_at timestamptz not null
);
comment on table dismissed_findings is 'Findings that administrators do not want to see any more';
comment on column dismissed_findings.id is 'The rule, and behind a colon what it is about';
comment on column dismissed_findings.severity is 'At that time: a finding that is worse by now is shown again';
comment on column dismissed_findings.dismissed_by is 'The name of the administrator at that time';

create table operator_tokens (
  role text not null,
  holder text not null,
  issued_at timestamptz not null,
  expires_at timestamptz not null,
  last_used_at timestamptz not null,
  primary key (role, holder, issued_at, expires_at)
);
comment on table operator_tokens is 'JWTs of operators that live for more than a day, as they are used: nothing else tells how old one is';
comment on column operator_tokens.holder is 'The claim sub; empty where there is none';
comment on column operator_tokens.issued_at is 'The claim iat; -infinity where there is none';
comment on column operator_tokens.expires_at is 'The claim exp; infinity where there is none';
comment on column operator_tokens.last_used_at is 'To the hour';

create index outbox_failed_idx on outbox (failed_at) where failed_at is not null;
