// Helpers of the attacks on finance: create records through the API, and read a space's whole state.
import assert from "node:assert/strict";
import { checkAll } from "../../../finance/integrity/check_all.ts";
import type { Disagreement } from "../../../finance/integrity/disagreement.ts";
import { checksum } from "../../../finance/testing/space_tables.ts";
import type { Database, Db } from "../../../kernel/sql/database.ts";
import { sql } from "../../../kernel/sql/sql.ts";
import type { Reply } from "../../../kernel/testing/client.ts";
import type { Pair } from "../pair.ts";
import type { Member } from "../people.ts";

export type RecordView = Record<string, unknown> & { id: number };

/** A new record; fails unless the answer is 201. */
export async function make(
  member: Member,
  path: string,
  body: object,
  headers: Record<string, string> = {},
): Promise<RecordView> {
  return bodyOf(await member.post(path, body, headers), 201, `POST ${path}`);
}

export async function change(member: Member, path: string, body: object): Promise<RecordView> {
  return bodyOf(await member.put(path, body), 200, `PUT ${path}`);
}

export async function read<Body = RecordView>(member: Member, path: string): Promise<Body> {
  return bodyOf(await member.get(path), 200, `GET ${path}`) as Body;
}

/** Of any period, oldest first. */
export async function rowsOf(member: Member, query = "start_date=1900-01-01&end_date=2199-12-31"): Promise<Row[]> {
  return read(member, `/transactions?${query}&exact_dates=true&order=asc`);
}

export interface Row extends RecordView {
  date: string;
  amount_cents: number;
  account_id: number;
  description: string;
  installment: number;
  total_installments: number;
  paid: boolean;
  updated_at: string;
  recurrence_id: number | null;
  credit_card_invoice_id: number | null;
  oposite_transaction_id: number | null;
}

export const makeRow = async (member: Member, body: object): Promise<Row> =>
  (await make(member, "/transactions", { description: "row", ...body })) as Row;

function bodyOf(reply: Reply, status: number, what: string): RecordView {
  assert.equal(reply.status, status, `${what} said ${reply.status} ${reply.text.slice(0, 500)}`);
  return reply.body as RecordView;
}

/** The invalid fields of a 422. */
export function wrongFields(reply: Reply, what = ""): string[] {
  assert.equal(reply.status, 422, `${what}: expected 422, got ${reply.status} ${reply.text.slice(0, 300)}`);
  const { errors } = reply.body as { errors?: Record<string, string[]> };
  assert.ok(errors && Object.values(errors).every(isTexts), `${what}: errors is no map of lists of texts: ${reply.text}`);
  return Object.keys(errors);
}

const isTexts = (value: unknown) =>
  Array.isArray(value) && value.length > 0 && value.every((each) => typeof each === "string" && each !== "");

export function expectWrong(reply: Reply, field: string, what = ""): void {
  assert.deepEqual(wrongFields(reply, what), [field], `${what}: ${reply.text}`);
}

/** Retries a write that waited too long in the queue. */
export async function insist(send: () => Promise<Reply>): Promise<Reply> {
  for (;;) {
    const reply = await send();
    if (reply.status !== 503) return reply;
    assert.ok(reply.headers["retry-after"], "a 503 without Retry-After");
  }
}

export function financeDatabase({ inside: { db } }: Pair): Database {
  const transaction = <T>(work: (tx: Db) => Promise<T>) =>
    db.transaction(async (tx) => {
      await tx.run(sql`set local search_path to finance`);
      return work(tx);
    });
  return {
    ...db,
    transaction,
    many: (statement) => transaction((tx) => tx.many(statement)),
    one: (statement) => transaction((tx) => tx.one(statement)),
    maybeOne: (statement) => transaction((tx) => tx.maybeOne(statement)),
    run: (statement) => transaction((tx) => tx.run(statement)),
  };
}

export async function spaceOf(pair: Pair, { id }: Pick<Member, "id">): Promise<number> {
  const result = await financeDatabase(pair).one<{ space_id: number }>(
    sql`select space_id from users where auth_user_id = ${id}`,
  );
  return result.space_id;
}

/** A space's whole state, for comparison: all tables or, at a foreign server, everything that the API shows. */
export async function stateOf(pair: Pair, member: Member): Promise<unknown> {
  if (!pair.isForeign) {
    const spaceId = await spaceOf(pair, member);
    return financeDatabase(pair).transaction((tx) => checksum(tx, spaceId));
  }
  // Ends where fixed series have rows, because reading beyond creates more.
  const period = "start_date=2020-01-01&end_date=2027-12-31";
  const paths = ["/accounts", "/categories", "/credit_cards", "/api_tokens", "/users", "/tags", `/balances?${period}`];
  const lists = [...paths, "/budgets", `/transactions?${period}`, `/transfers?${period}`];
  return Object.fromEntries(await Promise.all(lists.map(async (path) => [path, (await member.get(path)).text] as const)));
}

/** Runs the work and fails if the state of these members changed. */
export async function changesNothing<T>(pair: Pair, members: readonly Member[], work: () => Promise<T>): Promise<T> {
  const look = () => Promise.all(members.map((member) => stateOf(pair, member)));
  const before = await look();
  const result = await work();
  assert.deepEqual(await look(), before, "something was written");
  return result;
}

export interface Books {
  spaces: number;
  disagreements: Disagreement[];
}

/** Recomputes the sums of every space and compares them with the stored and shown ones. */
export async function checkBooks(pair: Pair): Promise<Books> {
  const disagreements: Disagreement[] = [];
  const { spaces, loose } = await checkAll(financeDatabase(pair), {
    found: (each) => void disagreements.push(each),
    checked: () => {},
  });
  assert.deepEqual(loose, [], "foreign keys that could refer to another space");
  return { spaces, disagreements };
}
