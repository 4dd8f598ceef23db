// Test support: lets the model and the service do the same, and compares them after every step.
import assert from "node:assert/strict";
import type { Database, Db } from "../../../kernel/sql/database.ts";
import { sql } from "../../../kernel/sql/sql.ts";
import { recordingLog } from "../../../kernel/testing/log.ts";
import { extendAll } from "../../extension/extend.ts";
import { checkBooks } from "../../integrity/check_space.ts";
import { listReferences, type Reference } from "../../integrity/queries_references.ts";
import { buildSpaceMonths } from "../../months/build_space_months.ts";
import { basicHeader, type TestClient, type TestFinance, type TestMember } from "../../testing.ts";
import { quickClient } from "../quick_client.ts";
import { joinSpace } from "../shared_space.ts";
import { archiveAccount, changeAccount, createAccount, deleteAccount, listAccounts, readAccount } from "./accounts.ts";
import { changeBudget, changeYear, createBudget, deleteBudget, listBudgets } from "./budgets.ts";
import { changeCard, createCard, deleteCard, listCards, readCard } from "./cards.ts";
import { changeCategory, createCategory, deleteCategory, listCategories } from "./categories.ts";
import { changeMonths } from "./change_months.ts";
import { createTransaction } from "./create_transaction.ts";
import { monthEnd } from "./days.ts";
import { assertFileState, type FileOperation, fileAfterUndo, isOfFile, workWithFile } from "./files.ts";
import { changeGoal, createGoal, deleteGoal, listGoals, moveEarmark, release, reserve, spend, unspend } from "./goals.ts";
import { changeMany, deleteMany } from "./many.ts";
import type { Category, Model, Row } from "./model.ts";
import type { Operation, Operations } from "./operations.ts";
import { changePayment, deletePayment, listInvoices, listPayments, payInvoice, readInvoice } from "./payments.ts";
import type { Answer, Plan, Planner } from "./plan.ts";
import { listRows, listTags, readBalances } from "./reads.ts";
import { createReceipt, deleteReceipt } from "./receipts.ts";
import { assertSameState, learnIds } from "./same_state.ts";
import { extend, newModel } from "./state.ts";
import { changeTransaction, deleteTransaction, readTransaction } from "./transactions.ts";
import { changeTransfer, createTransfer, deleteTransfer } from "./transfers.ts";

type Requests = Omit<Operations, "undo write" | "days pass" | "night falls" | "build months" | FileOperation["do"]>;

const PLANNERS: { [Name in keyof Requests]: Planner<Requests[Name]> } = {
  "create account": createAccount,
  "change account": changeAccount,
  "archive account": archiveAccount,
  "delete account": deleteAccount,
  "read account": readAccount,
  "list accounts": listAccounts,
  "create card": createCard,
  "change card": changeCard,
  "delete card": deleteCard,
  "read card": readCard,
  "list cards": listCards,
  "pay invoice": payInvoice,
  "change payment": changePayment,
  "delete payment": deletePayment,
  "list payments": listPayments,
  "read invoice": readInvoice,
  "list invoices": listInvoices,
  "create budget": createBudget,
  "change budget": changeBudget,
  "change year": changeYear,
  "delete budget": deleteBudget,
  "list budgets": listBudgets,
  "change months": changeMonths,
  "create goal": createGoal,
  "change goal": changeGoal,
  "delete goal": deleteGoal,
  "list goals": listGoals,
  reserve,
  release,
  "move earmark": moveEarmark,
  spend,
  unspend,
  "create category": createCategory,
  "change category": changeCategory,
  "delete category": deleteCategory,
  "list categories": listCategories,
  "create transaction": createTransaction,
  "change transaction": changeTransaction,
  "delete transaction": deleteTransaction,
  "change many": changeMany,
  "delete many": deleteMany,
  "create receipt": createReceipt,
  "delete receipt": deleteReceipt,
  "read transaction": readTransaction,
  "create transfer": createTransfer,
  "change transfer": changeTransfer,
  "delete transfer": deleteTransfer,
  "list transactions": listRows,
  "read balances": readBalances,
  "list tags": listTags,
};

/** How often each operation was done, and how often it was refused. */
export type Tally = Map<string, number>;

/** In a space of its own. Fails at the first step after which the two are not the same. */
export async function assertAgree(
  finance: TestFinance,
  member: TestMember,
  sequence: readonly Operation[],
  tally: Tally = new Map(),
): Promise<void> {
  const client = quickClient(finance.port, member.authorization);
  const withId = async (of: TestClient) => ({ client: of, userId: ((await of.get("/users/me")).body as { id: number }).id });
  const guest = async (role: "editor" | "viewer") => {
    if (!sequence.some(({ by }) => by === role)) return withId(client);
    const email = `${role} of ${member.email}`.replaceAll(" ", "-");
    const joined = await joinSpace(finance, member, email, role);
    // Days pass, and a session's token does not live that long.
    const { token } = (await joined.post("/api_tokens", { name: role, scope: "write" })).body as { token: string };
    return withId(quickClient(finance.port, basicHeader(email, token)));
  };
  const clients = { owner: await withId(client), editor: await guest("editor"), viewer: await guest("viewer") };
  const { db } = finance.service.world;
  const accounts = (await client.get("/accounts")).body as { id: number; name: string; created_at: string }[];
  const categories = (await client.get("/categories")).body as Category[];
  const model = newModel(member.spaceId, accounts, categories, finance.clock.now().toISOString().slice(0, 10));
  const references: Reference[] = await listReferences(db);
  let changes = await countChanges(db, member.spaceId);
  /** As it was before the last write, and nothing but reads came since. */
  let last: Model | undefined;
  for (const [index, operation] of sequence.entries()) {
    finance.clock.advance(1);
    try {
      const earlier = structuredClone(model);
      const by = {
        ...clients[operation.by ?? "owner"],
        isViewer: operation.by === "viewer",
        isOwner: operation.by === undefined,
      };
      model.userId = by.userId;
      const outcome =
        operation.do === "undo write"
          ? await undoLast(finance, by, model, last)
          : await step(finance, by, model, operation, `${member.spaceId}-${index}`);
      if (WRITES.test(outcome)) last = earlier;
      // Rows that series have made meanwhile are theirs, not the write's.
      if (model.extendedThrough !== earlier.extendedThrough || /days|night/.test(outcome)) last = undefined;
      tally.set(outcome, (tally.get(outcome) ?? 0) + 1);
      await assertSameState(db, member.spaceId, model);
      // That references are within the space is seen to by the database itself; it is looked at once.
      const some = index === sequence.length - 1 ? references : [];
      assert.deepEqual(await checkBooks(db, member.spaceId, some), [], "what the books disagree on");
      const before = changes;
      changes = await countChanges(db, member.spaceId);
      assert.equal(changes > before, WRITES.test(outcome), "what is written is among the changes, and nothing else is");
    } catch (error) {
      throw new Error(`step ${index + 1}, ${JSON.stringify(operation)}: ${(error as Error).message}`, { cause: error });
    }
  }
}

/** What was done, if it is something that a user writes. */
const WRITES = /^((create|change|archive|delete|pay|undo|apply) \w+|reserve|release|spend|unspend|move earmark)$/;

async function countChanges(db: Db, spaceId: number): Promise<number> {
  const { count } = await db.one<{ count: number }>(
    sql`select count(*) from changes where space_id = ${spaceId} and user_id is not null`,
  );
  return count;
}

interface By {
  client: TestClient;
  userId: number;
  /** Who may read all, and write nothing. */
  isViewer: boolean;
  isOwner: boolean;
}

/** An undo is a write like any other: what it undid can be had back. */
async function undoLast(
  { clock }: TestFinance,
  { client, isViewer }: By,
  model: Model,
  last: Model | undefined,
): Promise<string> {
  const { cursor } = (await client.get("/changes")).body as { cursor: string };
  if (last === undefined && !isViewer) return "undo write: nothing to undo";
  const reply = await client.post("/changes/undo", { version: Number(cursor) });
  if (isViewer) return refusedByRole("undo write", reply.status, reply.text);
  assert.equal(reply.status, 200, reply.text);
  assert.deepEqual((reply.body as { kept: unknown[] }).kept, []);
  const now = momentIn(clock.now());
  for (const row of last?.rows ?? [])
    backOnCard(
      row,
      model.rows.find(({ id }) => id === row.id),
    );
  Object.assign(model, last, { now, today: now.slice(0, 10), file: fileAfterUndo(model.file, last?.file) });
  await assertFileState(client, model);
  return "undo write";
}

/** What an undo puts back on a card comes from an account once more. */
function backOnCard(row: Row, undone: Row | undefined): void {
  if (row.invoice !== null && undone?.invoice === null) row.paidBefore = undone.paid;
}

function refusedByRole(what: string, status: number, text: string): string {
  assert.equal(status, 403, text);
  return `${what}: refused to a viewer`;
}

/** It is three hours earlier in São Paulo. */
const momentIn = (now: Date) => `${new Date(now.getTime() - 3 * 3_600_000).toISOString().slice(0, 19)}-03:00`;

/** Answers what was done, or refused. */
async function step(
  finance: TestFinance,
  { client, isViewer, isOwner }: By,
  model: Model,
  operation: Exclude<Operation, { do: "undo write" }>,
  key: string,
): Promise<string> {
  const { clock, service } = finance;
  if (operation.do === "days pass") clock.advance(operation.days * 86_400);
  model.now = momentIn(clock.now());
  model.today = model.now.slice(0, 10);
  if (operation.do === "days pass") return operation.do;
  if (operation.do === "night falls") {
    await extendAll(service.world.db, recordingLog(), clock.now);
    const end = monthEnd(model.today, 24);
    if (end > model.extendedThrough) extend(model, end);
    return operation.do;
  }
  if (operation.do === "build months") {
    await buildMonths(service.world.db, model.spaceId, operation.steps);
    return operation.do;
  }
  if (isOfFile(operation)) {
    const outcome = await workWithFile(client, model, operation, operation.twice ? key : undefined);
    assert.equal(outcome.endsWith("refused to a viewer"), isViewer, outcome);
    return outcome;
  }
  const plan = (PLANNERS[operation.do] as Planner<Operation>)(model, operation);
  if (plan.method !== "GET" && (isViewer || (operation.do === "change months" && !isOwner))) {
    const { status, text } = await client[METHODS[plan.method]](plan.path, plan.body);
    return refusedByRole(operation.do, status, text);
  }
  await request(service.world.db, client, model, plan, operation.twice ? key : undefined);
  if (plan.refusal) return `${operation.do}: refused ${plan.refusal}`;
  return plan.changesNothing ? `${operation.do}: nothing is new` : operation.do;
}

/** A few rows a step, so that posts come between; the process may end after some steps. */
async function buildMonths(db: Database, spaceId: number, most = Number.POSITIVE_INFINITY): Promise<void> {
  class Ended extends Error {}
  let steps = 0;
  const afterStep = async () => {
    if (++steps >= most) throw new Ended();
  };
  await buildSpaceMonths(db, spaceId, { rowsAStep: 7, afterStep }).catch((error) => {
    if (!(error instanceof Ended)) throw error;
  });
}

async function request(db: Db, client: TestClient, model: Model, plan: Plan, key: string | undefined): Promise<void> {
  const { method, path, body, refusal, lookAhead, commit, expected } = plan;
  const headers = key ? { "idempotency-key": key } : {};
  const send = () => (method === "GET" ? client.get(path) : client[METHODS[method]](path, body, headers));
  const reply = await send();
  if (refusal === "unknown") {
    assert.deepEqual([reply.status, reply.body], [404, { error: "registro não encontrado" }], reply.text);
  } else if (refusal) {
    const errors = (reply.body as { errors?: object }).errors ?? {};
    assert.deepEqual([reply.status, Object.keys(errors).sort()], [422, [...refusal].sort()], reply.text);
    lookAhead?.();
    await learnIds(db, model);
  } else {
    assert.equal(reply.status, plan.status ?? (method === "POST" ? 201 : 200), reply.text);
    commit?.(reply.body as Answer);
    await learnIds(db, model);
    assert.deepEqual(reply.body, expected?.());
  }
  if (!key) return;
  const again = await send();
  assert.deepEqual([again.status, again.text], [reply.status, reply.text], "the same key, another answer");
}

const METHODS = { POST: "post", PUT: "put", DELETE: "delete" } as const;
