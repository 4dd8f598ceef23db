-- Before this release an undo could take the days of a card that stayed. The log has them, in the post that deleted the last ones.
insert into card_days (space_id, credit_card_id, from_invoice, closing_day, due_day)
select cards.space_id, cards.id, (lost.before ->> 'from_invoice')::integer, (lost.before ->> 'closing_day')::integer,
       (lost.before ->> 'due_day')::integer
  from credit_cards as cards
  join changes as lost on lost.space_id = cards.space_id and lost.entity_id = cards.id
 where lost.entity = 'card_days' and lost.action = 'delete'
   and not exists (select from card_days as days where days.space_id = cards.space_id and days.credit_card_id = cards.id)
   and not exists (select from changes as later
                    where later.space_id = lost.space_id and later.entity_id = lost.entity_id and later.entity = 'card_days'
                      and later.action = 'delete' and later.version > lost.version);

-- It could also leave a space with an archived default, or with none. The oldest that is open follows, as it does when a default goes.
update spaces
   set default_account_id = coalesce(
         (select min(id) from accounts where accounts.space_id = spaces.space_id and not archived),
         (select min(id) from accounts where accounts.space_id = spaces.space_id))
 where exists (select from accounts where accounts.space_id = spaces.space_id)
   and not exists (select from accounts
                    where accounts.space_id = spaces.space_id and id = default_account_id
                      and (not archived or not exists (
                          select from accounts as other where other.space_id = spaces.space_id and not other.archived)));
update spaces
   set default_credit_card_id = (select min(id) from credit_cards where credit_cards.space_id = spaces.space_id and not archived)
 where (default_credit_card_id is not null or exists (
           select from credit_cards where credit_cards.space_id = spaces.space_id and not archived))
   and not exists (select from credit_cards
                    where credit_cards.space_id = spaces.space_id and id = default_credit_card_id and not archived);
