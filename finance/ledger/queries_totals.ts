// The tables `account_months`, `account_years`, `category_months`, `card_invoices` and `tags`: sums that every write keeps right by the
// difference that it makes.
import { type Sql, sql, trusted } from "../../kernel/sql/sql.ts";

const KINDS = {
  earnings: "not neutral and amount_cents > 0",
  expenses: "not neutral and amount_cents < 0",
  moved_in: "neutral and amount_cents > 0",
  moved_out: "neutral and amount_cents < 0",
};

export type SumName = `${"paid" | "unpaid"}_${keyof typeof KINDS}`;

/** Of `account_months`, and how each is summed over rows that have a `sign` and are `neutral` or not. */
export const COLUMNS = (["paid", "unpaid"] as const).flatMap((state) =>
  Object.entries(KINDS).map(([kind, condition]) => ({
    name: `${state}_${kind}` as SumName,
    sum: `coalesce(sum(sign * amount_cents) filter (where ${state === "paid" ? "paid" : "not paid"} and ${condition}), 0)`,
  })),
);

const names = COLUMNS.map(({ name }) => name);

/**
 * The CTEs that follow a write: they read the CTEs `old_rows` and `new_rows`, the rows of `transactions` before and after it, either of
 * which may be empty. `moved` has each row with its sign, `moved_on_cards` what it is to the sums of invoices.
 *
 *     with old_rows as (select * from transactions where ... ),
 *          new_rows as (update transactions ... returning *),
 *          ${totalsCtes(spaceId)}
 *     select ...
 */
export function totalsCtes(spaceId: number): Sql {
  return sql`
    moved as (
      select ${movedColumns}, 1 as sign from new_rows
      union all
      select ${movedColumns}, -1 from old_rows),
    account_totals as (
      insert into account_months as sums (space_id, account_id, month, ${trusted(names.join(", "))})
      select ${spaceId}::bigint, account_id, month, ${trusted(COLUMNS.map(({ sum }) => sum).join(", "))}
        from moved
       where account_id is not null
       group by account_id, month
      having (${trusted(COLUMNS.map(({ sum }) => sum).join(", "))}) is distinct from (${trusted(names.map(() => "0").join(", "))})
      on conflict (space_id, account_id, month) do update set ${trusted(
        names.map((name) => `${name} = sums.${name} + excluded.${name}`).join(", "),
      )}),
    year_totals as (
      insert into account_years as sums (space_id, account_id, year, paid_cents, unpaid_cents)
      select ${spaceId}::bigint, account_id, extract(year from month)::int, ${paidSum}, ${unpaidSum}
        from moved
       where account_id is not null
       group by account_id, extract(year from month)
      having ${paidSum} <> 0 or ${unpaidSum} <> 0
      on conflict (space_id, account_id, year) do update
         set paid_cents = sums.paid_cents + excluded.paid_cents, unpaid_cents = sums.unpaid_cents + excluded.unpaid_cents),
    category_totals as (
      insert into category_months as sums (space_id, category_id, month, paid_cents, unpaid_cents)
      select ${spaceId}::bigint, category_id, month, ${paidSum}, ${unpaidSum}
        from moved
       where not neutral
       group by category_id, month
      having ${paidSum} <> 0 or ${unpaidSum} <> 0
      on conflict (space_id, category_id, month) do update
         set paid_cents = sums.paid_cents + excluded.paid_cents, unpaid_cents = sums.unpaid_cents + excluded.unpaid_cents),
    moved_on_cards as (
      select coalesce(credit_card_id, paid_credit_card_id) as credit_card_id,
             coalesce(credit_card_invoice_id, paid_credit_card_invoice_id) as invoice, ${cardSum(sql`credit_card_id`)} as amount_cents,
             ${cardSum(sql`paid_credit_card_id`)} as payment_cents,
             (coalesce(sum(sign) filter (where paid_credit_card_id is not null), 0))::int as payments
        from moved
       where credit_card_id is not null or (paid_credit_card_id is not null and paid)
       group by 1, 2),
    card_totals as (
      insert into card_invoices as sums (space_id, credit_card_id, invoice, amount_cents, payment_cents, payments)
      select ${spaceId}::bigint, credit_card_id, invoice, amount_cents, payment_cents, payments
        from moved_on_cards
       where amount_cents <> 0 or payment_cents <> 0 or payments <> 0
      on conflict (space_id, credit_card_id, invoice) do update
         set amount_cents = sums.amount_cents + excluded.amount_cents, payment_cents = sums.payment_cents + excluded.payment_cents,
             payments = sums.payments + excluded.payments),
    tag_totals as (
      insert into tags as counted (space_id, name, uses)
      select ${spaceId}::bigint, name, sum(sign)
        from moved, unnest(tags) as name
       group by name
      having sum(sign) <> 0
      on conflict (space_id, name) do update set uses = counted.uses + excluded.uses)`;
}

/** A condition on a row: it only moves money, which is neither earned nor spent. So do transfers and payments of invoices. */
export const isNeutral = sql`(oposite_transaction_id is not null or paid_credit_card_id is not null)`;

const movedColumns = sql`account_id, category_id, date - (extract(day from date)::int - 1) as month, paid, amount_cents,
             ${isNeutral} as neutral, tags, credit_card_id, credit_card_invoice_id, paid_credit_card_id, paid_credit_card_invoice_id`;
const cardSum = (column: Sql) => sql`coalesce(sum(sign * amount_cents) filter (where ${column} is not null), 0)::bigint`;
const paidSum = sql`coalesce(sum(sign * amount_cents) filter (where paid), 0)`;
const unpaidSum = sql`coalesce(sum(sign * amount_cents) filter (where not paid), 0)`;

/**
 * Beside `totalsCtes`, where the turn was taken by `lockSpace` or `spaceInTurn`: counts the amounts that came or went. They are joined and
 * not a subquery, so that the space's row may have changed while the statement waited for its turn.
 */
export function turnoverCte(spaceId: number): Sql {
  return sql`
    turnover as (
      update spaces
         set turnover_cents = turnover_cents + added.cents
        from (select coalesce(sum(sign * abs(amount_cents)), 0) as cents from moved) as added
       where space_id = ${spaceId} and added.cents <> 0)`;
}
