-- Made from the migrations by `npm run generate`. Edit those, not this file. It is for reading: it is not run anywhere.

create table flow_states (
  id uuid not null,
  user_id uuid,
  authentication_method text not null,
  code_challenge text,
  code_challenge_method text,
  auth_code_hash bytea,
  auth_code_issued_at timestamptz,
  created_at timestamptz not null,
  provider text,
  state_hash bytea,
  browser_hash bytea,
  redirect_to text,
  invite_hash bytea,
  linking_user_id uuid,
  linking_session_id uuid,
  sealed_memory bytea,
  sealed_tokens bytea,
  session_not_after timestamptz,
  constraint flow_states_pkey primary key (id),
  constraint flow_states_auth_code_hash_key unique (auth_code_hash),
  constraint flow_states_state_hash_key unique (state_hash),
  constraint flow_states_challenge_is_whole check ((code_challenge is null) = (code_challenge_method is null)),
  constraint flow_states_code_challenge_method_check check (code_challenge_method = any (array['s256'::text, 'plain'::text])),
  constraint flow_states_has_an_end check (code_challenge is not null or state_hash is not null or linking_user_id is not null),
  constraint flow_states_linking_user_id_fkey foreign key (linking_user_id) references users(id) on delete cascade,
  constraint flow_states_user_id_fkey foreign key (user_id) references users(id) on delete cascade
);
comment on table flow_states is 'Sign-ins that end in another place than they began';
comment on column flow_states.state_hash is 'SHA-256 of the state at the provider; emptied when the browser is back, so that it comes back once';
comment on column flow_states.browser_hash is 'SHA-256 of the cookie of the browser that must come next; null where a program asked for a link, and with a code';
comment on column flow_states.invite_hash is 'SHA-256 of the token of the invitation that is accepted by it';
comment on column flow_states.linking_user_id is 'Who asked for the identity to be added to their account';
comment on column flow_states.linking_session_id is 'The session in which they did: if it ends meanwhile, nothing is added';
comment on column flow_states.sealed_memory is 'What only we must know until the browser is back, under a key of the server';
comment on column flow_states.sealed_tokens is 'The provider''s tokens, and the identity that waits to be linked, under a key that only the holder of the code can derive';
comment on column flow_states.session_not_after is 'When the session that comes of it ends at the latest';
create index flow_states_created_at_idx on flow_states (created_at);
create index flow_states_linking_user_id_idx on flow_states (linking_user_id);
create index flow_states_user_id_idx on flow_states (user_id);
