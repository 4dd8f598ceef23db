// Typed clients send null for unset fields. Null in every documented field of a write must act like an absent field, except where
// null is a value.
import assert from "node:assert/strict";
import { before, test } from "node:test";
import { routes } from "./routes.ts";
import { columnsWith } from "./tables/table.ts";
import { fieldsThatNullEmpties, tableAt, usualRecord } from "./testing/usual_record.ts";
import { invitationTokenFor } from "./testing/walk_people.ts";
import { shareTestFinance, type TestMember } from "./testing.ts";

const finance = shareTestFinance();
let ana: TestMember;
let guest: TestMember;
before(async () => {
  ana = await finance.member("ana@example.com");
  // They share their spaces with each other.
  guest = await finance.member("guest@example.com");
  await guest.post("/invitations", { email: ana.email, role: "viewer" });
  await ana.post("/invitations", { email: guest.email, role: "viewer" });
  await guest.post("/invitations/accept", { token: await invitationTokenFor(finance.auth, guest.email) });
  // The first one is the default.
  await makeCard();
});

type Row = { id: number } & Record<string, unknown>;

const make = async (path: string, body: object): Promise<Row> => {
  const reply = await ana.post(path, body);
  assert.equal(reply.status, 201, reply.text);
  return reply.body as Row;
};
const makeSpace = () => make("/spaces", { name: "Clube" });
const makeAccount = () => make("/accounts", { name: "Conta" });
const makeCategory = () => make("/categories", { name: "Categoria" });
const makeCard = () => make("/credit_cards", { name: "Cartão", closing_day: 5, due_day: 10 });
const booked = { description: "x", notes: "n", tags: ["a"], date: "2026-01-05", amount_cents: -500, paid: true };
const makePurchase = async () => make("/transactions", { ...booked, credit_card_id: (await makeCard()).id });
const makePayment = async () => {
  const purchase = await makePurchase();
  const path = `/credit_cards/${purchase.credit_card_id}/invoices/${purchase.credit_card_invoice_id}/payments`;
  return { path, payment: await make(path, { amount_cents: 300, notes: "n", tags: ["a"], description: "Pago" }) };
};
const makeTransfer = async () => {
  const sides = { from_account_id: (await makeAccount()).id, to_account_id: (await makeAccount()).id };
  return make("/transfers", { ...sides, amount_cents: 700, notes: "n", tags: ["a"], description: "Mesada", date: "2026-01-09" });
};
const makeBudget = async () =>
  make("/budgets", { category_id: (await makeCategory()).id, amount_cents: 900, date: "2026-03-01" });

/** One for all acts, with more than they take. */
const goalWithMoney = () => (inGoal ??= makeGoalWithMoney());
let inGoal: Promise<{ id: number; account: number }> | undefined;
async function makeGoalWithMoney() {
  const { id } = await make("/goals", { name: "x", target_cents: 10_000_000 });
  const { id: account } = await makeAccount();
  await ana.post(`/goals/${id}/reserve`, { amount_cents: 5_000_000, account_id: account });
  return { id, account };
}
const goalAt = async (act: string) => `/goals/${(await goalWithMoney()).id}/${act}`;

const STATEMENT = "Data,Valor,Identificador,Descrição\n05/01/2026,-8.00,1,x\n";
const RULE = { name: "x", conditions: { text_contains: "x" }, actions: { description: "y" } };
const makeImport = async () => make("/imports", { content: STATEMENT, account_id: (await makeAccount()).id });

const RECEIVER = "https://localhost/hook";
/** A space has only some. */
const withoutWebhooks = async () => {
  for (const { id } of (await ana.get("/webhooks")).body as Row[]) await ana.delete(`/webhooks/${id}`);
  return "/webhooks";
};

interface Case {
  /** Where the request goes, after something was made for it. */
  path(): Promise<string>;
  /** What cannot be left out. */
  needed?: () => Promise<object>;
  /** Fields of which null is a value, and what the record has in them afterwards. */
  values?: Record<string, unknown>;
  /** What a token may not. */
  byPassword?: true;
}
const at = (path: string) => async () => path;
const of = (path: string, create: () => Promise<Row>) => async () => `${path}/${(await create()).id}`;
const whole = { institution_id: "nubank", institution_name: "Nu", description: "d" };

/** Of a write that was undone already, so that every further undo does the same. */
const undoneVersion = () => (undone ??= makeUndone());
let undone: Promise<number> | undefined;
async function makeUndone(): Promise<number> {
  await makeAccount();
  const { cursor } = (await ana.get("/changes")).body as { cursor: string };
  await ana.post("/changes/undo", { version: Number(cursor) });
  return Number(cursor);
}

/** Always the same, because the answer is the whole year. */
const plannedCategory = () => (planned ??= makeCategory());
let planned: ReturnType<typeof makeCategory> | undefined;
const bulkRow = () => (inBulk ??= make("/transactions", booked));
let inBulk: Promise<Row> | undefined;

/** Of routes that differ from the usual case below. */
const NAMED_CASES: Record<string, Case> = {
  "POST /api_tokens": { path: at("/api_tokens"), needed: async () => ({ name: "x", scope: "read" }) },
  "POST /budgets": { path: at("/budgets"), needed: async () => ({ category_id: (await makeCategory()).id, amount_cents: 900 }) },
  "PUT /budgets/:year_or_id": { path: of("/budgets", makeBudget) },
  "POST /budgets/clone": { path: at("/budgets/clone") },
  "POST /budgets/year": {
    path: at("/budgets/year"),
    needed: async () => ({ year: 2031, budgets: [{ category_id: (await plannedCategory()).id, amount_cents: 900 }] }),
  },
  "PUT /categories/:id": {
    path: of("/categories", async () => {
      const set = { color: "abcdef", icon: "cart", group_id: "exp_food", fixed: true, essential: true, archived: true };
      return make("/categories", { name: "Categoria", parent_id: (await makeCategory()).id, ...set });
    }),
    values: { parent_id: null, icon: "tag" },
  },
  "POST /category_memory/forget": { path: at("/category_memory/forget") },
  "POST /changes/undo": { path: at("/changes/undo"), needed: async () => ({ version: await undoneVersion() }) },
  "POST /credit_cards": { path: at("/credit_cards"), needed: async () => ({ name: "Cartão", closing_day: 5, due_day: 10 }) },
  "PUT /credit_cards/:id": {
    path: of("/credit_cards", async () => {
      const set = { name: "Cartão", closing_day: 5, due_day: 10, card_network: "visa", limit_cents: 1_000, ...whole };
      return make("/credit_cards", { ...set, payment_account_id: (await makeAccount()).id });
    }),
    values: { description: null, card_network: null, institution_name: null, payment_account_id: null },
  },
  "PUT /credit_cards/:id/invoices/:number/checks": {
    path: async () => {
      const { id, credit_card_id: card, credit_card_invoice_id: invoice } = await makePurchase();
      const path = `/credit_cards/${card}/invoices/${invoice}/checks`;
      await ana.put(path, { transaction_ids: [id], bill_cents: -500 });
      return path;
    },
    values: { bill_cents: null },
  },
  "POST /credit_cards/:id/invoices/:number/payments": { path: async () => (await makePayment()).path },
  "PUT /credit_cards/:id/invoices/:number/payments/:payment_id": {
    path: async () => {
      const { path, payment } = await makePayment();
      return `${path}/${payment.id}`;
    },
    values: { notes: null },
  },
  "POST /forecast": { path: at("/forecast") },
  "PUT /goals/:id": {
    // A paused one: what it needs does not change with its day.
    path: of("/goals", () =>
      make("/goals", { name: "x", target_cents: 5, target_date: "2199-01-31", icon: "plane", state: "paused" }),
    ),
    values: { target_date: null, icon: null },
  },
  "POST /goals/:id/reserve": { path: () => goalAt("reserve"), needed: async () => ({ amount_cents: 1 }) },
  "POST /goals/:id/release": { path: () => goalAt("release"), needed: async () => ({ amount_cents: 1 }) },
  "POST /goals/:id/move": {
    path: () => goalAt("move"),
    needed: async () => {
      const { account } = await goalWithMoney();
      return { amount_cents: 1, from_account_id: account, to_account_id: (await makeAccount()).id };
    },
  },
  "POST /goals/:id/spend": {
    path: () => goalAt("spend"),
    needed: async () => ({ transaction_id: (await make("/transactions", booked)).id }),
  },
  "DELETE /goals/:id/spend": {
    path: () => goalAt("spend"),
    needed: async () => {
      const { id: transaction_id } = await make("/transactions", booked);
      await ana.post(await goalAt("spend"), { transaction_id });
      return { transaction_id };
    },
  },
  "POST /import_rules": { path: at("/import_rules"), needed: async () => RULE },
  "PUT /import_rules/:id": { path: of("/import_rules", () => make("/import_rules", RULE)) },
  "POST /import_rules/run": { path: at("/import_rules/run") },
  "POST /import_rules/try": { path: at("/import_rules/try"), needed: async () => ({ conditions: RULE.conditions }) },
  "POST /imports": { path: at("/imports"), needed: async () => ({ content: STATEMENT, account_id: (await makeAccount()).id }) },
  "POST /imports/:id/apply": { path: async () => `/imports/${(await makeImport()).id}/apply` },
  "PUT /imports/:id/lines": {
    path: async () => `/imports/${(await makeImport()).id}/lines`,
    needed: async () => ({ verdict: "new" }),
  },
  "PUT /imports/:id/lines/:n": { path: async () => `/imports/${(await makeImport()).id}/lines/1` },
  "POST /invitations": {
    path: at("/invitations"),
    // Sent before, so that all of these have to wait for their mail.
    needed: async () => {
      const invited = { email: "invited@example.com", role: "viewer" };
      await ana.post("/invitations", invited);
      return invited;
    },
  },
  "POST /invitations/accept": {
    path: at("/invitations/accept"),
    needed: async () => ({ token: await invitationTokenFor(finance.auth, ana.email) }),
  },
  "PUT /members/:user_id": { path: async () => `/members/${guest.userId}`, needed: async () => ({ role: "viewer" }) },
  "PUT /preferences": {
    path: async () => {
      await ana.put("/preferences", { preferences: { theme: "dark" } });
      return "/preferences";
    },
    needed: async () => ({ preferences: { theme: "dark" } }),
  },
  "POST /spaces": { path: at("/spaces"), needed: async () => ({ name: "Clube" }) },
  "PUT /spaces/months": { path: at("/spaces/months") },
  "PUT /spaces/:id": { path: of("/spaces", makeSpace), needed: async () => ({ name: "Clube" }), byPassword: true },
  "DELETE /spaces/:id": { path: of("/spaces", makeSpace), needed: async () => ({ name: "Clube" }), byPassword: true },
  "POST /transactions": { path: at("/transactions"), needed: async () => ({ description: "x" }) },
  "PUT /transactions/:id": { path: of("/transactions", () => make("/transactions", booked)), values: { notes: null } },
  "DELETE /transactions/:id": { path: of("/transactions", makePurchase) },
  "POST /transactions/bulk": {
    path: at("/transactions/bulk"),
    needed: async () => ({ ids: [(await bulkRow()).id], set: { notes: "x" } }),
  },
  "POST /transfers": {
    path: at("/transfers"),
    needed: async () => ({
      credit_account_id: (await makeAccount()).id,
      debit_account_id: (await makeAccount()).id,
      amount_cents: 1,
    }),
  },
  "PUT /transfers/:id": { path: of("/transfers", makeTransfer), values: { notes: null } },
  "POST /webhooks": { path: () => withoutWebhooks(), needed: async () => ({ url: RECEIVER }) },
  "PUT /webhooks/:id": {
    path: of("/webhooks", async () => {
      await withoutWebhooks();
      const set = { description: "d", events: ["account.created"], with_records: true, enabled: false };
      return make("/webhooks", { url: RECEIVER, ...set });
    }),
    values: { description: null, events: null },
  },
};

/** Of a record whose fields are declared: a new one needs the fields that have no value when they are absent. */
function usualCase(route: string): Case | undefined {
  const [method = "", list = "", id] = route.split(/ |(?=\/:id$)/);
  const table = tableAt(list);
  if (!table) return undefined;
  const needed = () =>
    usualRecord(
      table,
      columnsWith(table, "settable").filter((name) => !("absent" in (table.columns[name] as object))),
    );
  if (method === "POST" && !id) return { path: at(list), needed: async () => needed() };
  if (method === "DELETE" && id) return { path: of(list, () => make(list, needed())) };
  if (method !== "PUT" || !id) return undefined;
  const values = Object.fromEntries(fieldsThatNullEmpties(table).map((name) => [name, null]));
  return { path: of(list, () => make(list, usualRecord(table))), values };
}

const caseOf = (route: string) => NAMED_CASES[route] ?? usualCase(route);

const writes = routes
  .filter(({ method }) => method !== "GET")
  .map(({ method, path, body }) => ({
    route: `${method} ${path}`,
    method: method.toLowerCase() as "post" | "put" | "delete",
    fields: Object.keys((body as { properties?: object } | undefined)?.properties ?? {}),
  }))
  .filter(({ fields }) => fields.length > 0);

/** What no two records have in common. */
const OWN = new Set(
  ["id", "created_at", "updated_at", "uuid", "color", "token", "category_id", "account_id", "recurrence_id"].concat([
    "made",
    "paid_credit_card_id",
    "credit_card_id",
    "oposite_transaction_id",
    "oposite_account_id",
    "position",
    "secret",
    "cursor",
    // What acts on one goal add up to.
    ...["account", "earmarks", "reserved_cents", "spent_cents", "saved_cents", "remaining_cents", "month_reserved_cents"],
  ]),
);
const common = (body: unknown) => Object.fromEntries(Object.entries(body as object).filter(([name]) => !OWN.has(name)));
/** Without what a change changes, what only a single account or goal shows, and what only the list of spaces has. */
const unstamped = (body: unknown) => ({
  ...(body as object),
  ...{ updated_at: undefined, balance: undefined, people: undefined, moves: undefined, has_more_moves: undefined },
});
/** Payments and lines of imports are read from a list. A decision for all lines of a verdict is answered with their number. */
const read = async (path: string) => {
  if (path.endsWith("/lines")) return { lines: 1 };
  if (/\/lines\/1$/.test(path)) return ((await ana.get(path.slice(0, -2))).body as Row[])[0];
  const member = /^\/members\/(\d+)$/.exec(path)?.[1];
  if (member) {
    const listedMember = ((await ana.get("/members")).body as { user_id: number; role: string }[]).find(
      (each) => each.user_id === Number(member),
    );
    return { user_id: listedMember?.user_id, role: listedMember?.role };
  }
  const [list = "", id] = path.split(/\/(?=\d+$)/);
  if (list === "/spaces") return ((await ana.basic.get(list)).body as Row[]).find((each) => each.id === Number(id));
  const all = list.endsWith("/payments") ? `${list}?shape=array` : list.endsWith("/budgets") ? "/budgets/2026/3" : undefined;
  if (!all) return (await ana.get(path)).body;
  return ((await ana.get(all)).body as Row[]).find((each) => each.id === Number(id));
};

test("every write endpoint that takes fields has a case, and every case an endpoint", () => {
  const routesOfWrites = writes.map(({ route }) => route);
  assert.deepEqual(
    Object.keys(NAMED_CASES).filter((route) => !routesOfWrites.includes(route)),
    [],
  );
  assert.deepEqual(
    routesOfWrites.filter((route) => !caseOf(route)),
    [],
  );
});

for (const { route, method, fields } of writes) {
  const { path, needed = async () => ({}), values = {}, byPassword } = caseOf(route) as Case;
  const caller = () => (byPassword ? ana.basic : ana);
  test(`${route}: null is as good as absent, field by field and in all at once`, async () => {
    const base = await needed();
    const optional = fields.filter((name) => !(name in base));
    const plain = method === "put" ? undefined : await caller()[method](await path(), base);
    if (plain) assert.ok(plain.status < 300, plain.text);
    for (const names of [...optional.map((name) => [name]), optional]) {
      const nulls = Object.fromEntries(names.map((name) => [name, null]));
      const target = await path();
      const stored = method === "put" ? await read(target) : undefined;
      const reply = await caller()[method](target, { ...(await needed()), ...nulls });
      assert.equal(reply.status, plain?.status ?? 200, `${names}: ${reply.text}`);
      const expected = Object.fromEntries(names.filter((name) => name in values).map((name) => [name, values[name]]));
      if (plain) assert.deepEqual(common(reply.body), common(plain.body), String(names));
      else assert.deepEqual(unstamped(reply.body), unstamped({ ...(stored as object), ...expected }), String(names));
    }
  });

  test(`${route}: null in what is needed is answered as if it were not there`, async () => {
    for (const name of Object.keys(await needed())) {
      const { [name]: _, ...rest } = (await needed()) as Record<string, unknown>;
      const target = await path();
      const [absent, empty] = [await caller()[method](target, rest), await caller()[method](target, { ...rest, [name]: null })];
      assert.equal(empty.status, absent.status, empty.text);
      const errors = (reply: { body: unknown }) => (reply.body as { errors?: object }).errors;
      assert.deepEqual(errors(empty), errors(absent), name);
    }
  });
}

test("PUT /transactions/:id: nulls leave a purchase on its card; null in credit_card_invoice_id puts it back on the one of its date", async () => {
  const purchase = await makePurchase();
  const path = `/transactions/${purchase.id}`;
  const pinned = (await ana.put(path, { credit_card_invoice_id: 320 })).body as Row;
  assert.equal(pinned.credit_card_invoice_id, 320);
  const reply = await ana.put(path, { account_id: null, credit_card_id: null, category_id: null, date: null, tags: null });
  assert.deepEqual([reply.status, unstamped(reply.body)], [200, unstamped(pinned)]);
  const freed = (await ana.put(path, { credit_card_invoice_id: null })).body as Row;
  assert.equal(freed.credit_card_invoice_id, purchase.credit_card_invoice_id);
});

test("the API's document says that optional fields take null", async () => {
  const document = (await ana.get("/openapi.json")).body as {
    paths: Record<string, Record<string, { requestBody?: { content: Record<string, { schema: Record<string, unknown> }> } }>>;
  };
  const body = (path: string, method: string) =>
    document.paths[path]?.[method]?.requestBody?.content["application/json"]?.schema as {
      properties: Record<string, { anyOf?: { type?: string }[]; type?: unknown }>;
      required?: string[];
    };
  for (const { route } of writes) {
    const [method = "", path = ""] = route.split(" ");
    const { properties, required = [] } = body(path.replace(/:(\w+)/g, "{$1}"), method.toLowerCase());
    for (const [name, schema] of Object.entries(properties))
      assert.equal(
        [schema, ...(schema.anyOf ?? [])].some(({ type }) => [type].flat().includes("null")),
        !required.includes(name),
        `${route} ${name}: ${JSON.stringify(schema)}`,
      );
  }
});
