-- The log of administrators is read by request, address and time too. The audit log gets no more indexes: each would slow every sign-in.
create index admin_acts_request_idx on admin_acts ((entry ->> 'request_id'), position);
create index admin_acts_address_idx on admin_acts ((entry ->> 'ip_address'), position);
create index admin_acts_created_at_idx on admin_acts (created_at);
