-- Sign-in by external providers: a flow remembers where it began until the browser is back, with or without PKCE.
alter table flow_states
  alter column code_challenge drop not null,
  alter column code_challenge_method drop not null,
  add column provider text,
  add column state_hash bytea unique,
  add column browser_hash bytea,
  add column redirect_to text,
  add column invite_hash bytea,
  add column linking_user_id uuid references users on delete cascade,
  add column linking_session_id uuid,
  add column sealed_memory bytea,
  add column sealed_tokens bytea,
  add constraint flow_states_challenge_is_whole check ((code_challenge is null) = (code_challenge_method is null)),
  add constraint flow_states_has_an_end check (code_challenge is not null or state_hash is not null);

create index flow_states_linking_user_id_idx on flow_states (linking_user_id);

comment on table flow_states is 'Sign-ins that end in another place than they began';
comment on column flow_states.state_hash is 'SHA-256 of the state at the provider; emptied when the browser is back, so that it comes back once';
comment on column flow_states.browser_hash is 'SHA-256 of the cookie of the browser that began it; null where no browser did';
comment on column flow_states.invite_hash is 'SHA-256 of the token of the invitation that is accepted by it';
comment on column flow_states.linking_user_id is 'Who asked for the identity to be added to their account';
comment on column flow_states.linking_session_id is 'The session in which they did: if it ends meanwhile, nothing is added';
comment on column flow_states.sealed_memory is 'What only we must know until the browser is back, under a key of the server';
comment on column flow_states.sealed_tokens is 'The provider''s tokens, under a key that only the holder of the code can derive';
