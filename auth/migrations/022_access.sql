-- Services that keep checked credentials hear when somebody has a second factor, or has none any more.
alter table user_changes
  drop constraint user_changes_change_check,
  add constraint user_changes_change_check
    check (change in ('banned', 'unbanned', 'deleted', 'password_changed', 'email_changed', 'role_changed', 'app_ended', 'factors_changed'));

create table token_lives (
  seconds bigint primary key,
  counts_until timestamptz
);
comment on table token_lives is 'Every JWT_EXP that a replica was started with: no access token of a user may live longer than the longest';
comment on column token_lives.counts_until is 'Null: for good';

-- What was configured before is not known. A week is more than most had, and after a week such tokens are over.
insert into token_lives (seconds, counts_until)
select 604800, now() + interval '7 days' where exists (select from sessions);
