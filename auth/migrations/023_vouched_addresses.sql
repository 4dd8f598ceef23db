-- A company's provider vouches for addresses of its own domains alone. Those that came with others before count as unconfirmed from now on.
update users
   set email_confirmed_at = null, raw_user_meta_data = raw_user_meta_data || '{"email_verified": false}'::jsonb
 where sso_email is not null and email_confirmed_at is not null
   and not exists (select from identities identity
                     join sso_domains vouched on 'sso:' || vouched.provider_id = identity.provider
                    where identity.user_id = users.id and vouched.domain = substring(users.sso_email from '[^@]*$'));
update identities
   set identity_data = identity_data || '{"email_verified": false}'::jsonb
  from users
 where users.id = identities.user_id and users.sso_email is not null and users.email_confirmed_at is null;
