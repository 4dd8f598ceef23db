// Test support: the steps that lead to something that is undone, and to what happens since.
import assert from "node:assert/strict";
import type { FakeClock } from "../../../kernel/testing/clock.ts";
import type { TestClient } from "../../testing.ts";

/** Calls that succeed, and what they made. */
export interface On {
  make(path: string, body?: object): Promise<number>;
  put(path: string, body?: object): Promise<unknown>;
  delete(path: string, body?: object): Promise<unknown>;
  get<Body>(path: string): Promise<Body>;
  /** The version of the last write. */
  version(): Promise<number>;
  undo(version: number, force?: boolean): Promise<unknown>;
  /** An exported space, for those who restore it. */
  file: object;
}

/** Each call is made a second after the one before. */
export function onClient(client: TestClient, { clock, file }: { clock: FakeClock; file: object }): On {
  const done = async (what: string, sending: ReturnType<TestClient["get"]>) => {
    const { status, text, body } = await sending;
    clock.advance(1);
    assert.ok(status < 300, `${what}: ${status} ${text}`);
    return body as never;
  };
  const version = async () => Number(((await done("GET /changes", client.get("/changes"))) as { cursor: string }).cursor);
  return {
    file,
    make: async (path, body = {}) => ((await done(`POST ${path}`, client.post(path, body))) as { id: number }).id,
    put: (path, body = {}) => done(`PUT ${path}`, client.put(path, body)),
    delete: (path, body) => done(`DELETE ${path}`, client.delete(path, body)),
    get: (path) => done(`GET ${path}`, client.get(path)),
    version,
    undo: (version, force = false) => done("undo", client.post("/changes/undo", { version, force })),
  };
}

/** Records by the names that the steps of a situation give them. */
type Ids = Record<string, number>;
type Step = (on: On, ids: Ids) => Promise<unknown>;

/** What the undo answers: `nothing` where it writes nothing; then what is kept, with its reason. */
type Outcome = string;

export interface Situation {
  before?: Step;
  /** What is undone. */
  write: Step;
  /** What happens before that, and what the undo then answers; with force, if that differs. */
  since: Record<string, [happens: Step, outcome: Outcome, forced?: Outcome]>;
}

export const nothing: Step = async () => {};
export const undoneAlready: Step = (on, { written }) => on.undo(written as number);
export const undoneAndDoneAgain: Step = async (on, { written }) => {
  await on.undo(written as number);
  await on.undo(await on.version());
};
export const DAYS = { closing_day: 5, due_day: 12 };
export const OTHER_DAYS = { closing_day: 20, due_day: 28 };
export const BOUGHT = { description: "compra", amount_cents: -3_000, date: "2026-03-10" };
export const PARTS = { installments_attributes: { periodicity: "monthly", total: 3 } };
export const FIXED = { recurrence_attributes: { periodicity: "monthly" } };
export const FAR = "/transactions?start_date=2034-01-01&end_date=2034-12-31";

export const make =
  (name: string, path: string, body: (ids: Ids) => object): Step =>
  async (on, ids) => {
    ids[name] = await on.make(path, body(ids));
  };
export const makeAccount = (name: string, more: object = {}) => make(name, "/accounts", () => ({ name, ...more }));
export const makeCard = (name: string, more: object = {}) => make(name, "/credit_cards", () => ({ name, ...DAYS, ...more }));
export const makeCategory = (name: string, more: (ids: Ids) => object = () => ({})) =>
  make(name, "/categories", (ids) => ({ name, ...more(ids) }));
export const makeBudget = (cents: number) =>
  make("budget", "/budgets", (ids) => ({ category_id: ids.category, amount_cents: cents, year: 2026, month: 3 }));
/** On the card or the account of this name. */
export const buy = (where: string, more: object = {}) =>
  make("row", "/transactions", (ids) => ({
    ...BOUGHT,
    ...(where.endsWith("card") ? { credit_card_id: ids[where] } : { account_id: ids[where] }),
    ...more,
  }));
export const bookUnderCategory = make("row", "/transactions", (ids) => ({ ...BOUGHT, category_id: ids.category }));
/** The invoice of what `buy` buys on a card. */
export const pay: Step = (on, ids) =>
  make("payment", `/credit_cards/${ids.card}/invoices/315/payments`, () => ({ amount_cents: 700, date: "2026-03-12" }))(on, ids);
export const change =
  (path: string, name: string, body: object): Step =>
  (on, ids) =>
    on.put(`/${path}/${ids[name]}`, body);
export const remove =
  (path: string, name: string, body?: object): Step =>
  (on, ids) =>
    on.delete(`/${path}/${ids[name]}`, body);
export const all =
  (...steps: Step[]): Step =>
  async (on, ids) => {
    for (const step of steps) await step(on, ids);
  };
export const look =
  (path: string): Step =>
  (on) =>
    on.get(path);
export const transfer = make("leg", "/transfers", (ids) => ({
  from_account_id: ids.first,
  to_account_id: ids.account,
  amount_cents: 500,
  date: "2026-03-10",
}));
/** The account that a space begins with. */
export const first: Step = async (on, ids) => {
  const [account] = await on.get<{ id: number }[]>("/accounts");
  ids.first = account?.id as number;
};

export const archived = { archived: true };
export const asDefault = { default: true };
export const renamed = { name: "outro nome" };
