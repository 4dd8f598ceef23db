// Two users with equal spaces, and every field and parameter that can contain an id.
import type { TSchema } from "typebox";
import { routes } from "../../../finance/routes.ts";
import { fillSpace, KINDS, type Ids as MirroredIds } from "../../../finance/testing/mirrored_space.ts";
import type { TestMember } from "../../../finance/testing.ts";
import type { Reply } from "../../../kernel/testing/client.ts";
import type { Pair } from "../pair.ts";
import type { Member } from "../people.ts";
import { make, read } from "./records.ts";

/** One id of each kind. An invoice's id is its number, which every card has. */
export interface Ids extends MirroredIds {
  card: number;
  invoice: number;
  purchase: number;
  payment: number;
}

export interface TwoSpaces {
  ana: Member;
  bruno: Member;
  own: Ids;
  theirs: Ids;
  /** Part of every text of Bruno's records. */
  marker: string;
  ownMarker: string;
}

const stored = new WeakMap<Pair, Promise<TwoSpaces>>();

/** Shared by all cases of a pair. */
export function mirroredSpaces(pair: Pair): Promise<TwoSpaces> {
  const existing = stored.get(pair) ?? makeSpaces(pair);
  stored.set(pair, existing);
  return existing;
}

async function makeSpaces(pair: Pair): Promise<TwoSpaces> {
  const [ownMarker, marker] = [`TENANT_A_${pair.random.text(12)}`, `TENANT_B_${pair.random.text(12)}`];
  const memberNamed = (name: string) => pair.people.member("write", { user_metadata: { name } });
  const [ana, bruno] = [await memberNamed(ownMarker), await memberNamed(marker)];
  return { ana, bruno, own: await fill(ana, ownMarker), theirs: await fill(bruno, marker), marker, ownMarker };
}

async function fill(member: Member, marker: string): Promise<Ids> {
  const { id: userId } = await read(member, "/users/me");
  const ids = await fillSpace(member, { userId } as TestMember, marker);
  const card = await make(member, "/credit_cards", { name: `card ${marker}`, description: marker, closing_day: 5, due_day: 10 });
  const bought = { description: `purchase ${marker}`, credit_card_id: card.id, amount_cents: -4_000, date: "2026-03-03" };
  const purchase = await make(member, "/transactions", bought);
  const invoice = purchase.credit_card_invoice_id as number;
  const paid = { account_id: ids.account, amount_cents: 1_500, notes: marker };
  const payment = await make(member, `/credit_cards/${card.id}/invoices/${invoice}/payments`, paid);
  return { ...ids, card: card.id, invoice, purchase: purchase.id, payment: payment.id };
}

export interface Position {
  /** `PUT /transactions/:id` */
  route: string;
  part: "path" | "query" | "body";
  /** The name of the parameter or field. */
  name: string;
  kind: keyof Ids;
}

/** Parameters, with the preceding part of the path if needed. Null: no id of a record. */
const PARAMETERS: Record<string, keyof Ids | null> = {
  ...{ "api_tokens/:id": "token", "categories/:id": "category", "credit_cards/:id": "card", "transfers/:id": "leg" },
  ...{ "members/:user_id": "user", "payments/:payment_id": "payment", "deliveries/:delivery_id": "delivery" },
  ...{ "budgets/:year_or_id": "budget", "budgets/:year": null, ":year/:month": null, "invoices/:number": null, "lines/:n": null },
  // The hash of a file: proof/attack/finance/receipts.ts tries those of others.
  "attachments/:attachment_id": null,
  ...{ "import_rules/:id": "rule", "category_memory/:id": "memory", "import_layouts/:id": "layout" },
};

/** `accounts/:id` is the id of an account. */
function parameterKind(key: string): keyof Ids | null | undefined {
  if (key in PARAMETERS) return PARAMETERS[key];
  const [, word] = /^(\w+)s\/:id$/.exec(key) ?? [];
  return KINDS.find((kind) => kind === word);
}

const FIELDS: Record<string, keyof Ids | null> = {
  ...{ account_id: "account", category_id: "category", credit_card_id: "card", paid_credit_card_id: "card", contact_id: "user" },
  ...{ oposite_account_id: "account", oposite_transaction_id: "leg", parent_id: "root_category", replacement_id: "category" },
  ...{ credit_account_id: "account", debit_account_id: "account", from_account_id: "account", to_account_id: "account" },
  ...{ account_from_id: "account", account_to_id: "account", payment_account_id: "account", recurrence_id: "series" },
  ...{ transaction_id: "transaction", credit_card_invoice_id: "invoice", paid_credit_card_invoice_id: "invoice" },
  ...{ rule_id: "rule", refund_of_id: "transaction", linked_to_id: "transaction" },
  // Of an invitation: finance/isolation.test.ts tries those of others.
  id: null,
  // Texts, not numbers.
  ...{ group_id: null, institution_id: null, request_id: null },
};

/** Every position of every route; one without an entry above throws. */
export function idPositions(): Position[] {
  return routes.flatMap(({ method, path, query, body }) => {
    const route = `${method} ${path}`;
    const inPath = [...path.matchAll(/(?<=\/)([:\w]+)\/:(\w+)/g)].map((match) => [match[2] as string, match[0]] as const);
    const nested = [...path.matchAll(/(?<=\/)(:\w+)\/:(\w+)/g)].map((match) => [match[2] as string, match[0]] as const);
    return [
      ...[...inPath, ...nested].map(([name, key]) => position(route, "path", name, parameterKind(key))),
      ...idFields(query).map((name) => position(route, "query", name, FIELDS[name])),
      ...idFields(body).map((name) => position(route, "body", name, FIELDS[name])),
    ].filter((each) => each !== undefined);
  });
}

function position(route: string, part: Position["part"], name: string, kind: keyof Ids | null | undefined): Position | undefined {
  if (kind === undefined) throw new Error(`${route}: ${name} has no row in proof/attack/finance/mirror.ts`);
  return kind === null ? undefined : { route, part, name, kind };
}

function idFields(schema: TSchema | undefined): string[] {
  const { properties = {} } = (schema ?? {}) as { properties?: Record<string, TSchema> };
  return Object.keys(properties).filter((name) => /(^|_)id$/.test(name));
}

const BODIES: Record<string, (own: Ids) => object> = {
  "POST /accounts": () => ({ name: "x" }),
  "POST /budgets": ({ category }) => ({ category_id: category, amount_cents: 1, date: "2031-01-01" }),
  "POST /categories": () => ({ name: "x" }),
  "POST /credit_cards": () => ({ name: "x", closing_day: 1, due_day: 9 }),
  "POST /goals": () => ({ name: "x", target_cents: 1 }),
  "POST /goals/:id/move": ({ account, other_account: to }) => ({ from_account_id: account, to_account_id: to, amount_cents: 1 }),
  "POST /goals/:id/release": () => ({ amount_cents: 1 }),
  "POST /goals/:id/reserve": () => ({ amount_cents: 1 }),
  "POST /goals/:id/spend": ({ transaction }) => ({ transaction_id: transaction }),
  "POST /imports": () => ({ content: "Data,Valor,Identificador,Descrição\n05/01/2026,-8.00,1,x\n" }),
  "PUT /imports/:id/lines": () => ({ verdict: "new" }),
  "PUT /members/:user_id": () => ({ role: "viewer" }),
  "POST /transactions": () => ({ description: "x", amount_cents: -1 }),
  "POST /transfers": ({ account, other_account: other }) => ({ from_account_id: account, to_account_id: other, amount_cents: 1 }),
};

export function pathOf({ route }: Position, ids: Ids): string {
  const pattern = route.split(" ")[1] as string;
  return pattern
    .replace(/(?<=\/)([:\w]+)\/:(\w+)/g, (whole, before: string, name: string) => {
      if (name === "n") return `${before}/1`;
      if (name === "year" || name === "number") return `${before}/${name === "year" ? 2026 : ids.invoice}`;
      return `${before}/${ids[parameterKind(whole) ?? "account"]}`;
    })
    .replace("/:month", "/1");
}

/** A valid request of Ana, except for one id. */
export async function sendTo(spaces: TwoSpaces, position: Position, id: number): Promise<Reply> {
  const { ana, own } = spaces;
  const [method] = position.route.split(" ") as [string];
  const inPath = position.part === "path" ? pathOf(position, { ...own, [position.kind]: id }) : pathOf(position, own);
  const path = position.part === "query" ? `${inPath}?${position.name}=${id}` : inPath;
  const body = { ...BODIES[position.route]?.(own), ...(position.part === "body" && { [position.name]: id }) };
  if (method === "GET") return ana.get(path);
  return ana[method.toLowerCase() as "post" | "put" | "delete"](path, body);
}
