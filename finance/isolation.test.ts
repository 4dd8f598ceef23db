// Nobody sees or changes another space's data: its ids are answered like unknown ids. The test covers all routes, and fails for
// an unlisted id field.
import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { before, test } from "node:test";
import type { TSchema } from "typebox";
import type { Reply } from "../kernel/testing/client.ts";
import { routes } from "./routes.ts";
import { fillSpace, type Ids, KINDS, type Kind, PAID_INVOICE } from "./testing/mirrored_space.ts";
import { quickClient, TRUSTING } from "./testing/quick_client.ts";
import { checksum } from "./testing/space_tables.ts";
import { ROUTES, walkEveryRoute } from "./testing/walk.ts";
import { shareTestFinance, type TestClient, type TestMember } from "./testing.ts";

interface Positions {
  /** What the id in the path is of. */
  path?: Kind | undefined;
  /** Where the path has more than one: the name of that parameter, the first unless given, and what the others are. */
  parameter?: string;
  others?: (own: Ids) => Record<string, number | string>;
  /** Fields of the query string, and of the body; those of a body are tried in the query string too. */
  query?: Record<string, Kind>;
  body?: Record<string, Kind>;
  /** A body that is right but for the id. */
  base?: (own: Ids) => object;
}

const filters = { account_id: "account", category_id: "category", credit_card_id: "card" } as const;
const newLinks = {
  account_id: "account",
  category_id: "category",
  credit_card_id: "card",
  credit_card_invoice_id: "transaction",
  contact_id: "user",
  oposite_account_id: "account",
  oposite_transaction_id: "leg",
  refund_of_id: "transaction",
} as const;
/** What a new transaction is said to pay is ignored. */
const links = { ...newLinks, paid_credit_card_id: "card", paid_credit_card_invoice_id: "transaction" } as const;
const { credit_card_invoice_id, ...purchaseLinks } = links;
const days = { closing_day: 5, due_day: 10 };
const SIDES = [
  ["credit_account_id", "debit_account_id"],
  ["from_account_id", "to_account_id"],
  ["account_from_id", "account_to_id"],
].flatMap(([from = "", to = ""]) => [[from, to] as const, [to, from] as const]);

const booking = { account_id: "account", category_id: "category" } as const;
const onInvoice: Positions = { path: "card", others: () => ({ number: PAID_INVOICE }) };
const onPayment: Positions = {
  path: "card",
  others: ({ payment }) => ({ number: PAID_INVOICE, payment_id: payment }),
  base: () => ({ notes: "x" }),
};
const ofPayment: Positions = {
  path: "payment",
  parameter: "payment_id",
  others: ({ card: id }) => ({ id, number: PAID_INVOICE }),
  base: () => ({ notes: "x" }),
};

const STATEMENT = "Data,Valor,Identificador,Descrição\n05/01/2026,-8.00,1,x\n";

/** Where requests hold ids beside the one in `/accounts/:id`. Several where the body must be another one for some of the fields. */
const NAMED_POSITIONS: Record<string, Positions[]> = {
  "PUT /accounts/:id": [{ path: "account", base: () => ({ name: "x" }) }],
  "PUT /accounts/:id/archive": [{ path: "account" }],
  "PUT /accounts/:id/unarchive": [{ path: "account" }],
  "DELETE /api_tokens/:id": [{ path: "token" }],
  "GET /balances": [{ query: { account_id: "account" } }],
  "POST /budgets": [{ body: { category_id: "category" }, base: () => ({ amount_cents: 1 }) }],
  "PUT /budgets/:year_or_id": [{ path: "budget", body: { category_id: "category" }, base: () => ({ amount_cents: 1 }) }],
  "DELETE /budgets/:year_or_id": [{ path: "budget" }],
  "GET /budgets/:year_or_id/explain": [{ path: "budget" }],
  "POST /categories": [{ body: { parent_id: "root_category" }, base: () => ({ name: "x" }) }],
  "GET /categories/:id": [{ path: "category" }],
  "PUT /categories/:id": [{ path: "category", body: { parent_id: "root_category" }, base: () => ({ name: "x" }) }],
  "DELETE /categories/:id": [{ path: "category", body: { replacement_id: "category" } }],
  "DELETE /category_memory/:id": [{ path: "memory" }],
  "POST /category_memory/forget": [{ body: { category_id: "category" } }],
  "GET /changes": [{ query: { transaction_id: "transaction" } }],
  "POST /credit_cards": [{ body: { payment_account_id: "account" }, base: () => ({ name: "x", ...days }) }],
  "GET /credit_cards/:id": [{ path: "card" }],
  "PUT /credit_cards/:id": [{ path: "card", body: { payment_account_id: "account" }, base: () => ({ name: "x" }) }],
  "DELETE /credit_cards/:id": [{ path: "card" }],
  "GET /credit_cards/:id/invoices": [{ path: "card" }],
  "GET /credit_cards/:id/invoices/:number": [onInvoice],
  "GET /credit_cards/:id/invoices/:number/checks": [onInvoice],
  "PUT /credit_cards/:id/invoices/:number/checks": [onInvoice],
  "GET /credit_cards/:id/invoices/:number/explain": [onInvoice],
  "GET /credit_cards/:id/invoices/:number/payments": [onInvoice],
  "POST /credit_cards/:id/invoices/:number/payments": [{ ...onInvoice, body: booking, base: () => ({ amount_cents: 1 }) }],
  "PUT /credit_cards/:id/invoices/:number/payments/:payment_id": [{ ...onPayment, body: booking }, ofPayment],
  "DELETE /credit_cards/:id/invoices/:number/payments/:payment_id": [onPayment, ofPayment],
  "GET /forecast": [{ query: { account_id: "account" } }],
  "POST /forecast": [{ body: { account_id: "account" } }],
  "POST /goals/:id/move": [
    {
      path: "goal",
      body: { from_account_id: "account" },
      base: ({ other_account: to }) => ({ to_account_id: to, amount_cents: 1 }),
    },
    { path: "goal", body: { to_account_id: "account" }, base: ({ account }) => ({ from_account_id: account, amount_cents: 1 }) },
  ],
  "POST /goals/:id/release": [{ path: "goal", body: { account_id: "account" }, base: () => ({ amount_cents: 1 }) }],
  "POST /goals/:id/reserve": [{ path: "goal", body: { account_id: "account" }, base: () => ({ amount_cents: 1 }) }],
  "POST /goals/:id/spend": [
    { path: "goal", body: { transaction_id: "transaction" } },
    { path: "goal", body: { account_id: "account" }, base: ({ transaction }) => ({ transaction_id: transaction }) },
  ],
  "DELETE /goals/:id/spend": [{ path: "goal", body: { transaction_id: "transaction" } }],
  "POST /invitations/accept": [{ base: () => ({ token: `1.${"x".repeat(43)}` }) }, { body: { id: "invitation" } }],
  "PUT /members/:user_id": [{ path: "user", parameter: "user_id", base: () => ({ role: "viewer" }) }],
  "DELETE /members/:user_id": [{ path: "user", parameter: "user_id" }],
  "DELETE /import_layouts/:id": [{ path: "layout" }],
  "GET /import_rules/:id": [{ path: "rule" }],
  "PUT /import_rules/:id": [{ path: "rule", base: () => ({ name: "x" }) }],
  "DELETE /import_rules/:id": [{ path: "rule" }],
  "POST /import_rules/run": [{ body: { rule_id: "rule" } }],
  "POST /imports": [
    { body: { account_id: "account" }, base: () => ({ content: STATEMENT }) },
    { body: { credit_card_id: "card" }, base: () => ({ content: STATEMENT }) },
  ],
  "POST /imports/:id/apply": [{ path: "import" }],
  "GET /imports/:id/lines": [{ path: "import" }],
  "PUT /imports/:id/lines": [{ path: "import", base: () => ({ verdict: "new" }) }],
  "PUT /imports/:id/lines/:n": [
    { path: "import", others: () => ({ n: 1 }), body: { category_id: "category", transaction_id: "transaction" } },
    { path: "import", others: () => ({ n: 1 }), body: { credit_card_id: "card" }, base: () => ({ action: "pay", invoice: 312 }) },
  ],
  "GET /reports/categories": [{ query: { account_id: "account" } }],
  "PUT /spaces/:id": [{ path: "space", base: () => ({ name: "x" }) }],
  "DELETE /spaces/:id": [{ path: "space", base: () => ({ name: "x" }) }],
  "GET /transactions": [{ query: { ...filters, recurrence_id: "series", linked_to_id: "transaction" } }],
  "POST /transactions": [
    { body: newLinks, base: () => ({ description: "x", amount_cents: -1 }) },
    { body: { account_id: "card" }, base: () => ({ description: "x", amount_cents: -1 }) },
    { body: { credit_card_id: "account" }, base: () => ({ description: "x" }) },
  ],
  "GET /transactions/:id": [{ path: "transaction" }, { path: "leg" }, { path: "purchase" }],
  "PUT /transactions/:id": [
    { path: "transaction", body: links, base: () => ({ notes: "x" }) },
    { path: "leg", body: links },
    { path: "purchase", body: purchaseLinks, base: () => ({ notes: "x" }) },
    { path: "purchase", body: { account_id: "card" }, base: () => ({ notes: "x" }) },
  ],
  "DELETE /transactions/:id": [{ path: "transaction" }, { path: "leg" }, { path: "purchase" }],
  "GET /transactions/:id/attachments": [{ path: "transaction" }],
  "POST /transactions/:id/attachments": [{ path: "transaction" }],
  "GET /transactions/:id/attachments/:attachment_id": [
    { path: "transaction", others: () => ({ attachment_id: "0".repeat(64) }) },
  ],
  "DELETE /transactions/:id/attachments/:attachment_id": [
    { path: "transaction", others: () => ({ attachment_id: "0".repeat(64) }) },
  ],
  "GET /transfers": [{ query: filters }],
  "POST /transfers": SIDES.map(([name, other]) => ({
    body: { [name]: "account" },
    base: (own) => ({ amount_cents: 100, [other]: own.account }),
  })),
  "GET /transfers/:id": [{ path: "leg" }],
  "PUT /transfers/:id": [
    {
      path: "leg",
      body: {
        ...Object.fromEntries(SIDES.map(([name]) => [name, "account" as const])),
        account_id: "account",
        oposite_account_id: "account",
        oposite_transaction_id: "leg",
        category_id: "category",
      },
      base: () => ({ notes: "x" }),
    },
  ],
  "DELETE /transfers/:id": [{ path: "leg" }],
  "PUT /webhooks/:id": [{ path: "webhook", base: () => ({ description: "x" }) }],
  "GET /webhooks/:id/deliveries": [{ path: "webhook" }],
  "POST /webhooks/:id/deliveries/:delivery_id/resend": [
    { path: "webhook", others: ({ delivery }) => ({ delivery_id: delivery }) },
    { path: "delivery", parameter: "delivery_id", others: ({ webhook: id }) => ({ id }) },
  ],
  "POST /webhooks/:id/ping": [{ path: "webhook" }],
  "POST /webhooks/:id/rotate_secret": [{ path: "webhook" }],
};

/** Of a route that has no row above. */
function usualPositions(route: string): Positions[] {
  const [, word] = /^\w+ \/(\w+)s\/:id$/.exec(route) ?? [];
  return [{ path: KINDS.find((kind) => kind === word) }];
}

const POSITIONS = Object.fromEntries(ROUTES.map((route) => [route, NAMED_POSITIONS[route] ?? usualPositions(route)]));

const KEYED = { description: "the same words in both spaces" };
const NEVER_USED = 1_987_654_321;
const THEIR_MARKER = `TENANT_B_${randomBytes(8).toString("hex")}`;

const finance = shareTestFinance(TRUSTING);
let ana: TestMember;
let bruno: TestMember;
let own: Ids;
let theirs: Ids;
let theirKeyed: Reply;
before(async () => {
  const quick = async (email: string, data: object) => {
    const member = await finance.member(email, { data: { ...data } });
    return { ...member, ...quickClient(finance.port, member.authorization) };
  };
  ana = await quick("ana@example.com", { name: "Ana" });
  bruno = await quick("bruno@example.com", { name: THEIR_MARKER });
  own = await fillSpace(ana, ana, "of Ana");
  theirs = await fillSpace(bruno, bruno, THEIR_MARKER);
  theirKeyed = await bruno.post("/transactions", KEYED, { "idempotency-key": "shared" });
});

/** Runs the work and says whether it left their space as it was; with `alsoOwn` the caller's too. */
async function changesNothing(work: () => Promise<void>, alsoOwn = false): Promise<void> {
  const { db } = finance.service.world;
  const spaces = [bruno.spaceId, ...(alsoOwn ? [ana.spaceId] : [])];
  const sums = () => Promise.all(spaces.map((space) => checksum(db, space)));
  const before = await sums();
  await work();
  assert.deepEqual(await sums(), before);
}

function send(client: TestClient, method: string, path: string, body?: object): Promise<Reply> {
  if (method === "GET") return client.get(path);
  return client[method.toLowerCase() as "post" | "put" | "delete"](path, body);
}

/** The same for two answers that differ in the id alone, which a refused record holds as it was submitted. */
function comparable({ status, headers, text }: Reply, id: number): object {
  const { date, "x-request-id": requestId, "content-length": length, ...others } = headers;
  return { status, others, text: text.replace(new RegExp(`(?<=[:"])${id}(?=[,"}])`, "g"), "ID") };
}

/** Asks for their id and for one that never was, in the same words. */
async function assertAlike(status: number, id: number, ask: (id: number) => Promise<Reply>): Promise<Reply> {
  const [reply, unknown] = [await ask(id), await ask(NEVER_USED)];
  assert.equal(reply.status, status, reply.text);
  assert.deepEqual(comparable(reply, id), comparable(unknown, NEVER_USED));
  assert.ok(!reply.text.includes(THEIR_MARKER));
  return reply;
}

test("every row is of a route", () => {
  assert.deepEqual(
    Object.keys(NAMED_POSITIONS).filter((route) => !(route in POSITIONS)),
    [],
  );
});

test("every field that documents an id is among the positions, and every path with an id", () => {
  interface Documented {
    type?: string;
    anyOf?: { type?: string }[];
  }
  const isText = ({ type, anyOf = [] }: Documented) => [type, ...anyOf.map((each) => each.type)].includes("string");
  const idNames = (schema: TSchema | undefined) =>
    Object.entries((schema as { properties?: Record<string, Documented> } | undefined)?.properties ?? {})
      .filter(([name, field]) => /(^|_)id$/.test(name) && !isText(field))
      .map(([name]) => name);
  const missing = routes.flatMap(({ method, path, body, query }) => {
    const rows = POSITIONS[`${method} ${path}`] ?? [];
    const tried = rows.flatMap((row) => Object.keys({ ...row.query, ...row.body }));
    const fields = [...idNames(body), ...idNames(query)].filter((name) => !tried.includes(name));
    const isPathMissing = path.includes("/:") && method !== "GET" && !rows.some((row) => row.path);
    return [...fields, ...(isPathMissing ? ["path"] : [])].map((name) => `${method} ${path}: ${name}`);
  });
  assert.deepEqual(missing, []);
});

for (const [route, rows] of Object.entries(POSITIONS)) {
  const [method = "", pattern = ""] = route.split(" ");
  const paths = new Map(rows.flatMap((row) => (row.path ? [[row.path, row] as const] : [])));
  const addressOf = ({ parameter, others }: Positions, id: number) => {
    const values = { ...others?.(own), [parameter ?? pattern.match(/:(\w+)/)?.[1] ?? ""]: id };
    return pattern.replace(/:(\w+)/g, (_whole, name) => String(values[name]));
  };

  for (const [kind, row] of paths) {
    test(`${route} with the id of another space's ${kind} is the 404 of an id that nobody has, and changes nothing`, () =>
      changesNothing(async () => {
        const base = (row.base ?? rows[0]?.base)?.(own);
        const reply = await assertAlike(404, theirs[kind], (id) => send(ana, method, addressOf(row, id), base));
        assert.deepEqual(reply.body, { error: "registro não encontrado" });
      }, true));
  }

  for (const [index, row] of rows.entries()) {
    const address = () => (row.path ? addressOf(row, own[row.path]) : pattern);
    const refuse = async (name: string, kind: Kind, form: "query" | "body") => {
      const reply = await assertAlike(422, theirs[kind], (id) => {
        const base = row.base?.(own) ?? {};
        if (form === "query") return send(ana, method, `${address()}?${name}=${id}`, method === "GET" ? undefined : base);
        return send(ana, method, address(), { ...base, [name]: id });
      });
      assert.deepEqual(Object.keys((reply.body as { errors: object }).errors), [name], reply.text);
    };
    for (const [name, kind] of Object.entries({ ...row.query, ...row.body })) {
      test(`${route} (${index + 1}) with ${name} of another space is the 422 of one that nobody has, and changes nothing`, () =>
        changesNothing(async () => {
          await refuse(name, kind, "query");
          if (row.body?.[name]) await refuse(name, kind, "body");
        }, true));
    }
  }
}

/** What belongs to the service, and ids of others; a client that sends them is not obeyed. */
const forged = (id: number) => ({
  id,
  space_id: bruno.spaceId,
  user_id: theirs.user,
  tenant_id: bruno.spaceId,
  recurrence_id: theirs.series,
  created_at: "2001-01-01T00:00:00Z",
  updated_at: "2001-01-01T00:00:00Z",
  attachments_count: 9,
  deleted: true,
  uuid: "f".repeat(40),
  total_installments: 9,
  installment: 9,
  recurring: true,
  turnover_cents: 1,
  role: "owner",
});
const NEW_RECORDS: [path: string, body: (own: Ids) => object, kind: Kind][] = [
  ["/accounts", () => ({ name: "forged" }), "account"],
  ["/categories", () => ({ name: "forged" }), "category"],
  ["/credit_cards", () => ({ name: "forged", ...days }), "card"],
  ["/transactions", () => ({ description: "forged" }), "transaction"],
  ["/transfers", ({ account, other_account: to }) => ({ from_account_id: account, to_account_id: to, amount_cents: 1 }), "leg"],
  ["/budgets", ({ category }) => ({ category_id: category, amount_cents: 1, date: "2027-05-05" }), "budget"],
  ["/api_tokens", () => ({ name: "forged", scope: "read" }), "token"],
];

for (const [path, bodyOf, kind] of NEW_RECORDS) {
  test(`POST and PUT ${path} with the id, the space and the times of another record take them for nothing`, () =>
    changesNothing(async () => {
      const untouched = ({ status, body, text }: Reply, expected: number) => {
        assert.ok(status < 300, text);
        const reply = body as Record<string, unknown>;
        for (const [name, value] of Object.entries(forged(theirs[kind])))
          if (name in reply) assert.notDeepEqual(reply[name], value, `${name}: ${text}`);
        assert.ok(expected === 0 || reply.id === expected);
        assert.ok(!text.includes(THEIR_MARKER));
        return reply.id as number;
      };
      const id = untouched(await ana.post(path, { ...bodyOf(own), ...forged(theirs[kind]) }), 0);
      assert.notEqual(id, theirs[kind]);
      if (path === "/api_tokens") return;
      untouched(await ana.put(`${path}/${id}`, { ...forged(theirs[kind]) }), id);
    }));
}

test("the same Idempotency-Key and body in two spaces are two writes", () =>
  changesNothing(async () => {
    const reply = await ana.post("/transactions", KEYED, { "idempotency-key": "shared" });
    assert.equal(reply.status, 201);
    assert.equal(reply.headers["idempotency-replayed"], undefined);
    assert.notEqual((reply.body as { id: number }).id, (theirKeyed.body as { id: number }).id);
  }));

test("calls of two users at once on the same connections: each sees their own, and nothing of the other", async () => {
  const paths = [
    "/accounts",
    "/categories",
    "/credit_cards",
    "/transactions",
    "/transfers",
    "/tags",
    "/api_tokens",
    "/users",
    "/users/me",
  ];
  const calls = Array.from({ length: 25 }, () => paths)
    .flat()
    .flatMap((path) => [ana.get(path), bruno.get(path)]);
  const replies = await Promise.all(calls);
  for (const [index, { status, text }] of replies.entries()) {
    assert.equal(status, 200, text);
    assert.equal(text.includes(THEIR_MARKER), index % 2 === 1);
  }
});

test("a walk through every route, with all that it writes and deletes, shows and changes nothing of another space", () =>
  changesNothing(async () => {
    const guest = await finance.member("guest@example.com");
    for (const { request, reply } of await walkEveryRoute(ana, finance, guest))
      assert.ok(!reply.text.includes(THEIR_MARKER), request);
  }));
