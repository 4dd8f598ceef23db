// A client of finance: creates, splits, changes, deletes and books instalments, in turn, each with its own key.
import { randomUUID } from "node:crypto";
import type { TimedReply } from "../harness/http_client.ts";
import type { Random } from "../harness/random.ts";
import { type Acknowledged, settle } from "./acknowledged.ts";
import type { Member } from "./members.ts";

export interface FinanceWorkerOptions {
  acknowledged: Acknowledged;
  member: Member;
  random: Random;
  send(path: string, call: { method: string; headers: Record<string, string>; body?: unknown }): Promise<TimedReply>;
  giveUpAt(): number;
}

export interface Worker {
  /** Runs one operation until its outcome is known. */
  step(): Promise<void>;
}

const MIX = { create: 55, update: 20, remove: 10, instalments: 10, invalid: 5 };

/** A row that only this client changes. */
interface Own {
  id: number;
  description: string;
}

export function financeWorker(options: FinanceWorkerOptions): Worker {
  const { acknowledged, member, random, send } = options;
  const own: Own[] = [];
  let categories: readonly number[] | undefined;

  /** Every fourth row is split in three, once the client knows its categories. */
  async function splitOf(cents: number): Promise<object> {
    if (random.below(4) > 0 || cents > -3) return {};
    if (!categories) {
      const reply = await send("/categories", { method: "GET", headers: member.financeHeaders }).catch(() => undefined);
      if (reply?.status !== 200) return {};
      const all = reply.body as { id: number; kind: string }[];
      categories = all.filter(({ kind }) => kind === "expenses").map(({ id }) => id);
    }
    const amounts = [cents + 2, -1, -1];
    return { parts: amounts.map((amount_cents, index) => ({ category_id: categories?.[index], amount_cents })) };
  }

  async function create(kind: "create" | "instalments" | "invalid"): Promise<void> {
    const description = randomUUID();
    const cents = -(1 + random.below(100_000));
    const rows = kind === "instalments" ? 2 + random.below(4) : 1;
    const splitting = kind === "invalid" ? {} : await splitOf(cents);
    const split = "parts" in splitting ? rows : 0;
    const row = { state: "unresolved" as const, email: member.email, cents, notes: description, rows, split };
    acknowledged.rows.set(description, row);
    const reply = await operate(
      options,
      { what: kind, key: description, method: "POST", path: "/transactions" },
      {
        description,
        notes: description,
        amount_cents: kind === "invalid" ? "much" : cents,
        date: "2026-03-15",
        ...splitting,
        ...(kind === "instalments" && { installments_attributes: { periodicity: "monthly", total: rows } }),
      },
    );
    if (!reply) return;
    const isDone = reply.status < 300;
    acknowledged.rows.set(description, { ...row, state: isDone ? "present" : "refused" });
    if (isDone && kind === "create") own.push({ id: (reply.body as { id: number }).id, description });
  }

  async function update({ id, description }: Own): Promise<void> {
    const before = acknowledged.rows.get(description);
    if (!before) return;
    const key = randomUUID();
    const cents = -(1 + random.below(100_000));
    acknowledged.rows.set(description, { ...before, state: "unresolved" });
    const reply = await operate(
      options,
      { what: "update", key, method: "PUT", path: `/transactions/${id}` },
      { amount_cents: cents, notes: key },
    );
    if (reply) acknowledged.rows.set(description, reply.status < 300 ? { ...before, cents, notes: key } : before);
  }

  async function remove({ id, description }: Own): Promise<void> {
    const before = acknowledged.rows.get(description);
    if (!before) return;
    acknowledged.rows.set(description, { ...before, state: "unresolved" });
    const reply = await operate(options, { what: "delete", key: randomUUID(), method: "DELETE", path: `/transactions/${id}` });
    if (reply) acknowledged.rows.set(description, { ...before, state: reply.status < 300 ? "absent" : "present" });
  }

  return {
    step: async () => {
      const kind = own.length < 5 ? "create" : random.weighted(MIX);
      const index = random.below(own.length);
      if (kind === "update") await update(own[index] as Own);
      else if (kind === "remove") await remove(own.splice(index, 1)[0] as Own);
      else await create(kind);
    },
  };
}

interface Operation {
  what: string;
  /** Of idempotency. */
  key: string;
  method: string;
  path: string;
}

/** Undefined where the outcome stayed unknown. */
async function operate(
  { acknowledged, member, send, giveUpAt }: FinanceWorkerOptions,
  { what, key, method, path }: Operation,
  body?: unknown,
): Promise<TimedReply | undefined> {
  await acknowledged.intend(key, { what, method, path, body });
  const headers = { ...member.financeHeaders, "idempotency-key": key };
  const sendOnce = () => send(path, { method, headers, ...(body !== undefined && { body }) });
  const expectsRefusal = what === "invalid";
  return settle({ acknowledged, service: "finance", what: `finance ${what}`, giveUpAt, expectsRefusal, send: sendOnce });
}
