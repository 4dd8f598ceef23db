-- An identity that somebody asked to link waits in its flow until it is proven that they are the one who was at the provider.
alter table flow_states
  drop constraint flow_states_has_an_end,
  add constraint flow_states_has_an_end check (code_challenge is not null or state_hash is not null or linking_user_id is not null);

comment on column flow_states.browser_hash is 'SHA-256 of the cookie of the browser that must come next; null where a program asked for a link, and with a code';
comment on column flow_states.sealed_tokens is 'The provider''s tokens, and the identity that waits to be linked, under a key that only the holder of the code can derive';
