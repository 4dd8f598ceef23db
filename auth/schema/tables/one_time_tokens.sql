-- Made from the migrations by `npm run generate`. Edit those, not this file. It is for reading: it is not run anywhere.

create table one_time_tokens (
  user_id uuid not null,
  purpose text not null,
  relates_to text not null,
  token_hash bytea not null,
  code_mac bytea not null,
  tries smallint not null default 0,
  keeps_password boolean not null default true,
  flow_state_id uuid,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  kind text,
  constraint one_time_tokens_pkey primary key (user_id, purpose),
  constraint one_time_tokens_token_hash_key unique (token_hash),
  constraint one_time_tokens_kind_check check (kind = any (array['signup'::text, 'invite'::text, 'sms'::text, 'magiclink'::text, 'recovery'::text, 'email_change_new'::text, 'email_change_current'::text, 'phone_change'::text, 'reauthentication'::text])),
  constraint one_time_tokens_purpose_check check (purpose = any (array['confirmation'::text, 'recovery'::text, 'email_change_new'::text, 'email_change_current'::text, 'phone_change'::text, 'reauthentication'::text])),
  constraint one_time_tokens_flow_state_id_fkey foreign key (flow_state_id) references flow_states(id) on delete cascade,
  constraint one_time_tokens_user_id_fkey foreign key (user_id) references users(id) on delete cascade
);
comment on column one_time_tokens.purpose is 'What it lets its owner do: one token at a time for each';
comment on column one_time_tokens.relates_to is 'The address that it was sent to';
comment on column one_time_tokens.token_hash is 'SHA-256 of the token in the link';
comment on column one_time_tokens.code_mac is 'MAC of the code under a key of the server';
comment on column one_time_tokens.keeps_password is 'False: who redeems it need not be who set the password, so an account that was never confirmed loses it';
comment on column one_time_tokens.kind is 'How it was issued, which says by which types it is redeemed. Null: by a version that did not say, so by none';
create index one_time_tokens_expires_at_idx on one_time_tokens (expires_at);
create index one_time_tokens_flow_state_id_idx on one_time_tokens (flow_state_id);
create index one_time_tokens_relates_to_idx on one_time_tokens (relates_to, purpose);
