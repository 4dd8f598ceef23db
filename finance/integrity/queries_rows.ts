// Rows that contradict each other, or the rule of their table.
import { sql, trusted } from "../../kernel/sql/sql.ts";
import type { Question } from "./queries_sums.ts";

export const ROW_QUESTIONS: readonly Question[] = [
  {
    invariant: "FV-03",
    table: "transactions",
    find: (spaceId) => sql`
      select jsonb_build_object('id', leg.id) as key,
             jsonb_build_object('oposite_transaction_id', leg.oposite_transaction_id, 'oposite_account_id', leg.oposite_account_id,
                                'amount_cents', leg.amount_cents, 'date', leg.date, 'paid', leg.paid) as recorded,
             jsonb_build_object('oposite_transaction_id', other.id, 'oposite_account_id', other.account_id,
                                'amount_cents', -other.amount_cents, 'date', other.date, 'paid', other.paid) as computed
        from transactions as leg
        left join transactions as other on other.space_id = ${spaceId} and other.id = leg.oposite_transaction_id
       where leg.space_id = ${spaceId} and leg.oposite_transaction_id is not null
         and (leg.account_id = leg.oposite_account_id or
              (other.id, other.oposite_transaction_id, other.account_id, other.oposite_account_id, other.amount_cents, other.date,
               other.paid)
              is distinct from
              (leg.oposite_transaction_id, leg.id, leg.oposite_account_id, leg.account_id, -leg.amount_cents, leg.date, leg.paid))`,
  },
  {
    invariant: "FV-07",
    table: "transactions",
    find: (spaceId) => sql`
      select jsonb_build_object('id', id) as key,
             jsonb_build_object('account_id', account_id, 'credit_card_id', credit_card_id,
                                'credit_card_invoice_id', credit_card_invoice_id, 'paid', paid) as recorded,
             '"on an account, or paid and on one invoice of a card"'::jsonb as computed
        from transactions
       where space_id = ${spaceId}
         and ((account_id is null) = (credit_card_id is null) or
              (credit_card_id is null) <> (credit_card_invoice_id is null) or
              (credit_card_id is not null and (not paid or paid_credit_card_id is not null or oposite_transaction_id is not null)) or
              (paid_credit_card_id is null) <> (paid_credit_card_invoice_id is null))`,
  },
  wrongParts("transactions"),
  wrongParts("series"),
  lostCategories("transactions"),
  lostCategories("series"),
  {
    invariant: "FR-07",
    table: "spaces",
    find: (spaceId) => sql`
      select jsonb_build_object('default_account_id', default_account_id) as key, to_jsonb(default_account_id) as recorded,
             '"an open account, or any where none is open"'::jsonb as computed
        from spaces
       where space_id = ${spaceId}
         and exists (select from accounts where accounts.space_id = ${spaceId})
         and not exists (
             select from accounts
              where accounts.space_id = ${spaceId} and id = default_account_id
                and (not archived or not exists (
                    select from accounts as open where open.space_id = ${spaceId} and not open.archived)))`,
  },
  {
    invariant: "FR-07",
    table: "spaces",
    find: (spaceId) => sql`
      select jsonb_build_object('default_credit_card_id', default_credit_card_id) as key, to_jsonb(default_credit_card_id) as recorded,
             '"an open card, or none where none is open"'::jsonb as computed
        from spaces
       where space_id = ${spaceId}
         and case when default_credit_card_id is null
                  then exists (select from credit_cards where credit_cards.space_id = ${spaceId} and not archived)
                  else not exists (select from credit_cards
                                    where credit_cards.space_id = ${spaceId} and id = default_credit_card_id and not archived) end`,
  },
  {
    invariant: "FR-07",
    table: "spaces",
    find: (spaceId) => sql`
      select jsonb_build_object(wanted.name, wanted.id) as key, to_jsonb(categories.kind) as recorded, to_jsonb(wanted.kind) as computed
        from spaces
       cross join lateral (values ('default_expenses_category_id', default_expenses_category_id, 'expenses'),
                                  ('default_earnings_category_id', default_earnings_category_id, 'earnings'),
                                  ('transfers_category_id', transfers_category_id, 'none'),
                                  ('payments_category_id', payments_category_id, 'none')) as wanted (name, id, kind)
        left join categories on categories.space_id = ${spaceId} and categories.id = wanted.id and not archived
       where spaces.space_id = ${spaceId} and categories.kind is distinct from wanted.kind`,
  },
];

/** Of equal parts the first one says the category. */
function wrongParts(table: "transactions" | "series"): Question {
  return {
    invariant: "FV-12",
    table,
    find: (spaceId) => sql`
      select jsonb_build_object('id', id) as key, jsonb_build_object('amount_cents', amount_cents, 'category_id', category_id) as recorded,
             jsonb_build_object('amount_cents', sum, 'category_id', largest) as computed
        from ${trusted(table)}
       cross join lateral (
             select sum(cents) as sum, (array_agg(category order by abs(cents) desc, n))[1] as largest
               from (select n, (part ->> 'amount_cents')::bigint as cents, (part ->> 'category_id')::integer as category
                       from jsonb_array_elements(parts) with ordinality as listed (part, n)) as listed) as split
       where space_id = ${spaceId} and parts is not null and (amount_cents, category_id) is distinct from (sum, largest)`,
  };
}

/** No key of the database holds categories that parts name. */
function lostCategories(table: "transactions" | "series"): Question {
  return {
    invariant: "FV-09",
    table,
    find: (spaceId) => sql`
      select jsonb_build_object('id', id) as key, part -> 'category_id' as recorded, null::jsonb as computed
        from ${trusted(table)}
       cross join jsonb_array_elements(parts) as part
       where space_id = ${spaceId} and parts is not null and (part ->> 'category_id')::integer <> all(array(
             select id from categories where categories.space_id = ${spaceId}))`,
  };
}
