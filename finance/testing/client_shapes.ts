// Test support: answers as the known clients of the original service read them. Written apart from the service's own reply schemas, so that
// a key that goes missing there is missed here.
import assert from "node:assert/strict";
import { type TObject, type TSchema, Type } from "typebox";
import { Value } from "typebox/value";
import type { Reply } from "../../kernel/testing/client.ts";

/** All keys, no others. */
const exactly = <Properties extends Record<string, TSchema>>(properties: Properties): TObject<Properties> =>
  Type.Object(properties, { additionalProperties: false });
const orNull = (schema: TSchema) => Type.Union([schema, Type.Null()]);
const cents = (names: readonly string[]) => Object.fromEntries(names.map((name) => [name, Type.Integer()]));

/** Readers that were generated for 32 bits insist on it; transactions and their series have more. */
const Id = Type.Integer({ minimum: 1, maximum: 2 ** 31 - 1 });
const LargeId = Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER });
const Day = Type.String({ pattern: "^\\d{4}-\\d\\d-\\d\\d$" });
const Moment = Type.String({ pattern: "^\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d[+-]\\d\\d:\\d\\d$" });
const Text = Type.String();

export const User = exactly({ id: Id, name: Text, email: Text, role: Text });

const account = {
  id: Id,
  name: Text,
  description: orNull(Text),
  archived: Type.Boolean(),
  created_at: Moment,
  updated_at: Moment,
  default: Type.Boolean(),
  type: Type.Enum(["checking", "savings", "other"]),
  kind: Type.Null(),
  // One client's model refuses an account whose institution_id is no text.
  institution_id: Text,
  institution_name: orNull(Text),
  opening_balance_cents: Type.Integer(),
  hide_balance: Type.Boolean(),
};
export const Account = exactly(account);
/** Where one is read alone. */
export const AccountWithBalance = exactly({ ...account, balance: Type.String({ pattern: "^-?R\\$ [\\d.]+,\\d\\d$" }) });

export const Category = exactly({
  id: Id,
  name: Text,
  color: Type.String({ pattern: "^[0-9a-f]{6}$" }),
  // A key that the original service does not have.
  icon: Text,
  parent_id: orNull(Id),
  group_id: Text,
  fixed: Type.Boolean(),
  essential: Type.Boolean(),
  default: Type.Boolean(),
  archived: Type.Boolean(),
  uuid: Type.String({ pattern: "^[0-9a-f]{40}$" }),
  kind: Type.Enum(["expenses", "earnings", "none"]),
  created_at: Moment,
  updated_at: Moment,
});

export const CreditCard = exactly({
  id: Id,
  name: Text,
  description: orNull(Text),
  card_network: orNull(Text),
  archived: Type.Boolean(),
  closing_day: Type.Integer({ minimum: 1, maximum: 31 }),
  due_day: Type.Integer({ minimum: 1, maximum: 31 }),
  limit_cents: Type.Integer({ minimum: 0 }),
  outstanding_cents: Type.Integer({ minimum: 0 }),
  available_cents: orNull(Type.Integer()),
  kind: Type.Literal("credit_card"),
  type: Type.Literal("credit_card"),
  default: Type.Boolean(),
  institution_id: Text,
  institution_name: orNull(Text),
  payment_account_id: orNull(Id),
  created_at: Moment,
  updated_at: Moment,
});

const transaction = {
  id: LargeId,
  description: Text,
  date: Day,
  paid: Type.Boolean(),
  amount_cents: Type.Integer(),
  total_installments: Type.Integer({ minimum: 1 }),
  installment: Type.Integer({ minimum: 1 }),
  recurring: Type.Boolean(),
  account_id: Id,
  account_type: Type.Enum(["Account", "CreditCard"]),
  category_id: Id,
  contact_id: orNull(Id),
  notes: orNull(Text),
  attachments_count: Type.Integer({ minimum: 0 }),
  attachments: Type.Array(Text, { maxItems: 100 }),
  credit_card_id: orNull(Id),
  credit_card_invoice_id: orNull(Id),
  paid_credit_card_id: orNull(Id),
  paid_credit_card_invoice_id: orNull(Id),
  oposite_transaction_id: orNull(LargeId),
  oposite_account_id: orNull(Id),
  created_at: Moment,
  updated_at: Moment,
  // A key that the original service does not have.
  created_by_id: orNull(Id),
  tags: Type.Array(exactly({ name: Text }), { maxItems: 100 }),
  recurrence_id: orNull(LargeId),
};
export const Transaction = exactly(transaction);
export const DeletedTransfer = exactly({ ...transaction, deleted: Type.Literal(true) });

export const Budget = exactly({
  id: LargeId,
  amount_cents: Type.Integer(),
  amount_in_cents: Type.Integer(),
  category_id: Id,
  date: Day,
  activity_type: Type.Integer({ minimum: 0, maximum: 1 }),
  total: Type.Integer({ minimum: 0 }),
  predicted_total: Type.Integer({ minimum: 0 }),
  percentage: Type.String({ pattern: "^\\d+\\.\\d$" }),
});

const invoice = {
  id: Id,
  date: Day,
  starting_date: Day,
  closing_date: Day,
  credit_card_id: Id,
  ...cents(["amount_cents", "payment_amount_cents", "balance_cents", "previous_balance_cents"]),
  status: Type.Enum(["future", "open", "closed", "overdue", "paid", "partial"]),
};
export const Invoice = exactly(invoice);
/** Where one is read alone. */
export const InvoiceWithRows = exactly({
  ...invoice,
  transactions: Type.Array(exactly({ ...transaction, account_type: Type.Literal("CreditCard"), credit_card_id: Id })),
  payments: Type.Array(exactly({ ...transaction, account_type: Type.Literal("Account"), paid_credit_card_id: Id })),
});

const FLOWS = ["outcomes", "incomes", "expenses", "earnings", "initial_amounts"].flatMap((name) => [name, `predicted_${name}`]);
const BALANCES = ["previous_balance", "previous_predicted_balance", "balance", "predicted_balance"];
const STEP = [
  "transferences",
  "predicted_transferences",
  "credit_card_invoices_to_pay",
  ...FLOWS.map((name) => `accumulated_${name}`),
];
export const Balances = exactly({
  ...cents([...BALANCES, ...FLOWS, "result", "predicted_result"]),
  balances: Type.Array(exactly({ date: Day, date_range: Text, ...cents([...BALANCES, ...FLOWS, ...STEP]) }), { minItems: 1 }),
});

export const Tag = exactly({ name: Text, transactions_count: Type.Integer({ minimum: 1 }) });

/** What all readers of failures find. */
export const Failure = exactly({ error: Type.String({ minLength: 1 }) });
export const Errors = Type.Record(Type.String(), Type.Array(Type.String({ minLength: 1 }), { minItems: 1 }));

/** The body, once its status, its media type and its shape are right. */
export function shaped<Body = { id: number } & Record<string, unknown>>(reply: Reply, status: number, schema: TSchema): Body {
  assert.equal(reply.status, status, reply.text);
  assert.equal(reply.headers["content-type"], "application/json; charset=utf-8");
  const wrong = Value.Errors(schema, reply.body).map(({ instancePath, message }) => `${instancePath} ${message}`);
  assert.deepEqual(wrong, [], reply.text.slice(0, 500));
  return reply.body as Body;
}
