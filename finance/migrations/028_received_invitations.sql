-- Open invitations are found by the address that they were sent to, so that whoever is invited sees them without the mail.
create index invitations_email_idx on invitations (lower(email)) where revoked_at is null and accepted_at is null;
