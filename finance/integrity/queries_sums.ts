// Sums that writes keep, against the rows. Written apart from the statements that keep them, so that both cannot be wrong alike.
import { type Sql, sql, trusted } from "../../kernel/sql/sql.ts";
import type { Invariant } from "./disagreement.ts";

/** Selects what disagrees: `key`, `recorded`, `computed`, each as JSON. */
export interface Question {
  invariant: Invariant;
  table: string;
  find(spaceId: number): Sql;
}

const SUMS = ["paid", "unpaid"].flatMap((state) =>
  ["earnings", "expenses", "moved_in", "moved_out"].map((kind) => `${state}_${kind}`),
);

/** Beside the sums, for a row that only moves money. */
const isMove = sql`(oposite_transaction_id is not null or paid_credit_card_id is not null)`;
const month = sql`date_trunc('month', date)::date`;
const paidCents = sql`coalesce(sum(amount_cents) filter (where paid), 0)`;
const unpaidCents = sql`coalesce(sum(amount_cents) filter (where not paid), 0)`;

/** A full join of two selects that have the same columns. `names`: those that tell the rows; a row that is missing counts as zeros. */
function compare(names: readonly string[], sums: readonly string[], stored: Sql, computed: Sql): Sql {
  const each = (prefix: string) => trusted(sums.map((sum) => `coalesce(${prefix}.${sum}, 0)`).join(", "));
  const object = (prefix: string) =>
    sums.length === 1
      ? trusted(`to_jsonb(${prefix}.${sums[0]})`)
      : trusted(`jsonb_build_object(${sums.map((sum) => `'${sum}', ${prefix}.${sum}`).join(", ")})`);
  return sql`
    select jsonb_build_object(${trusted(names.map((name) => `'${name}', ${name}`).join(", "))}) as key,
           ${object("kept")} as recorded, ${object("made")} as computed
      from (${stored}) as kept
      full join (${computed}) as made using (${trusted(names.join(", "))})
     where (${each("kept")}) is distinct from (${each("made")})`;
}

/** By calendar months: the day on which the space's own month begins in each, and in the next one. Nothing where their sums are not kept. */
function ownStarts(spaceId: number): Sql {
  return sql`
    select calendar, lag, start_day, lead(start_day) over (order by calendar) as next_start
      from (select calendar, lag,
                   case when weekend = 'same' or extract(isodow from nominal) < 6 then nominal
                        when weekend = 'before' then nominal - (extract(isodow from nominal)::int - 5)
                        else nominal + (8 - extract(isodow from nominal)::int) end as start_day
              from (select calendar::date as calendar, month_start_weekend as weekend, case when month_start_day > 15 then 1 else 0 end as lag,
                           least(calendar::date + month_start_day - 1, (calendar + interval '1 month - 1 day')::date) as nominal
                      from spaces
                     cross join generate_series('1899-12-01'::timestamp, '2200-02-01', '1 month') as calendar
                     where space_id = ${spaceId} and space_months_version = version and space_months_through is not null
                       and (month_start_day, month_start_weekend) <> (1, 'same')) as rule) as starts`;
}

/** Rows with the names of their own months, as far as these are built. */
const inOwnMonths = (spaceId: number, rows: Sql): Sql => sql`
  select *
    from (select rows.*,
                 (calendar + make_interval(months => lag + case when date >= next_start then 1 when date >= start_day then 0 else -1 end))::date
                   as month
            from (${rows}) as rows
            join (${ownStarts(spaceId)}) as own on own.calendar = date_trunc('month', rows.date)::date) as named
   where month <= (select space_months_through from spaces where space_id = ${spaceId})`;

/** Nothing where they are left behind: they are not read then. */
const keptOwn = (spaceId: number, table: string): Sql => sql`
  select * from ${trusted(table)}
   where space_id = ${spaceId}
     and exists (select from spaces
                  where spaces.space_id = ${spaceId} and space_months_version = version and space_months_through >= month)`;

export const SUM_QUESTIONS: readonly Question[] = [
  {
    invariant: "FV-01",
    table: "series",
    find: (spaceId) => sql`
      select jsonb_build_object('id', id) as key, to_jsonb(total_cents) as recorded, to_jsonb(coalesce(cents, 0)) as computed
        from series
        left join (select series_id, sum(amount_cents) as cents
                     from transactions
                    where space_id = ${spaceId} and series_id is not null
                    group by series_id) as parts on series_id = id
       where space_id = ${spaceId} and kind = 'installments' and total_cents is distinct from coalesce(cents, 0)`,
  },
  {
    invariant: "FV-02",
    table: "account_months",
    find: (spaceId) =>
      compare(
        ["account_id", "month"],
        SUMS,
        sql`select * from account_months where space_id = ${spaceId}`,
        sql`select account_id, ${month} as month, ${trusted(SUMS.map(monthSum).join(", "))}
              from (select *, ${isMove} as moves from transactions where space_id = ${spaceId} and account_id is not null) as rows
             group by 1, 2`,
      ),
  },
  {
    invariant: "FV-02",
    table: "account_years",
    find: (spaceId) =>
      compare(
        ["account_id", "year"],
        ["paid_cents", "unpaid_cents"],
        sql`select * from account_years where space_id = ${spaceId}`,
        sql`select account_id, extract(year from date)::int as year, ${paidCents} as paid_cents, ${unpaidCents} as unpaid_cents
              from transactions
             where space_id = ${spaceId} and account_id is not null
             group by 1, 2`,
      ),
  },
  {
    invariant: "FV-02",
    table: "account_space_months",
    find: (spaceId) =>
      compare(
        ["account_id", "month"],
        SUMS,
        keptOwn(spaceId, "account_space_months"),
        sql`select account_id, month, ${trusted(SUMS.map(monthSum).join(", "))}
              from (${inOwnMonths(
                spaceId,
                sql`select *, ${isMove} as moves from transactions where space_id = ${spaceId} and account_id is not null`,
              )}) as rows
             group by 1, 2`,
      ),
  },
  {
    invariant: "FV-10",
    table: "category_space_months",
    find: (spaceId) =>
      compare(
        ["category_id", "month"],
        ["paid_cents", "unpaid_cents"],
        keptOwn(spaceId, "category_space_months"),
        sql`select category_id, month, ${paidCents} as paid_cents, ${unpaidCents} as unpaid_cents
              from (${inOwnMonths(spaceId, sql`select * from ${shares(spaceId)} as shares where not ${isMove}`)}) as rows
             group by 1, 2`,
      ),
  },
  {
    invariant: "FV-04",
    table: "card_invoices",
    find: (spaceId) =>
      compare(
        ["credit_card_id", "invoice"],
        ["amount_cents", "payment_cents", "payments"],
        sql`select * from card_invoices where space_id = ${spaceId}`,
        invoiceSums(spaceId),
      ),
  },
  {
    invariant: "FV-10",
    table: "category_months",
    find: (spaceId) =>
      compare(
        ["category_id", "month"],
        ["paid_cents", "unpaid_cents"],
        sql`select * from category_months where space_id = ${spaceId}`,
        sql`select category_id, ${month} as month, ${paidCents} as paid_cents, ${unpaidCents} as unpaid_cents
              from ${shares(spaceId)} as shares
             where not ${isMove}
             group by 1, 2`,
      ),
  },
  {
    invariant: "FV-11",
    table: "tags",
    find: (spaceId) =>
      compare(
        ["name"],
        ["uses"],
        sql`select * from tags where space_id = ${spaceId}`,
        sql`select name, count(*) as uses
              from transactions,
                   lateral (select unnest(tags)
                             union
                            select jsonb_array_elements_text(part -> 'tags') from jsonb_array_elements(parts) as part) as tagged (name)
             where space_id = ${spaceId}
             group by name`,
      ),
  },
  {
    invariant: "FC-08",
    table: "spaces",
    find: (spaceId) => sql`
      select '{}'::jsonb as key, to_jsonb(turnover_cents) as recorded, to_jsonb(cents) as computed
        from spaces,
             (select (select coalesce(sum(abs(amount_cents)), 0) from ${shares(spaceId)} as shares) +
                     (select coalesce(sum(abs(opening_cents)), 0) from accounts where space_id = ${spaceId}) as cents) as added
       where space_id = ${spaceId} and turnover_cents <> cents`,
  },
];

/** A table: each row under its category, and a split one with each of its parts. */
export function shares(spaceId: number): Sql {
  return sql`(
    select coalesce((part ->> 'category_id')::int, category_id) as category_id,
           coalesce((part ->> 'amount_cents')::bigint, amount_cents) as amount_cents, date, paid, oposite_transaction_id, paid_credit_card_id
      from transactions
      left join lateral jsonb_array_elements(parts) as part on true
     where space_id = ${spaceId})`;
}

/** By the rows: purchases by the invoice that they are on, payments that are made by the one that they pay. */
export function invoiceSums(spaceId: number): Sql {
  return sql`
    select credit_card_id, invoice, sum(amount) as amount_cents, sum(payment) as payment_cents, sum(made) as payments
      from (select credit_card_id, credit_card_invoice_id as invoice, amount_cents as amount, 0 as payment, 0 as made
              from transactions
             where space_id = ${spaceId} and credit_card_id is not null
            union all
            select paid_credit_card_id, paid_credit_card_invoice_id, 0, amount_cents, 1
              from transactions
             where space_id = ${spaceId} and paid_credit_card_id is not null and paid) as parts
     group by credit_card_id, invoice`;
}

/** `paid_moved_in` and its like. Amounts of nothing are nowhere. */
function monthSum(name: string): string {
  const conditions = [
    name.startsWith("paid_") ? "paid" : "not paid",
    /_moved_/.test(name) ? "moves" : "not moves",
    /_(earnings|moved_in)$/.test(name) ? "amount_cents > 0" : "amount_cents < 0",
  ];
  return `coalesce(sum(amount_cents) filter (where ${conditions.join(" and ")}), 0) as ${name}`;
}
