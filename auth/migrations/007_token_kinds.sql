-- How a one-time token was issued: a magic link and a recovery share a purpose, and one must not be redeemed as the other.
alter table one_time_tokens add column kind text check (
  kind in ('signup', 'invite', 'sms', 'magiclink', 'recovery', 'email_change_new', 'email_change_current', 'phone_change', 'reauthentication'));
comment on column one_time_tokens.purpose is 'What it lets its owner do: one token at a time for each';
comment on column one_time_tokens.kind is 'How it was issued, which says by which types it is redeemed. Null: by a version that did not say, so by none';

-- Of what is under way, a recovery without PKCE cannot be told from a magic link. It counts as the one that may do less.
update one_time_tokens token
   set kind = case
         when purpose = 'confirmation' and position('@' in relates_to) = 0 then 'sms'
         when purpose = 'confirmation' then case when (select invited_at from users where id = token.user_id) is null then 'signup' else 'invite' end
         when purpose <> 'recovery' then purpose
         when (select authentication_method from flow_states where id = token.flow_state_id) = 'recovery' then 'recovery'
         else 'magiclink'
       end;
