// POST /transactions: a single one, and whatever is wrong with it.
import assert from "node:assert/strict";
import { before, test } from "node:test";
import fc from "fast-check";
import { sql } from "../../kernel/sql/sql.ts";
import { assertSumsAreRight } from "../integrity/testing.ts";
import { shareTestFinance, type TestMember } from "../testing.ts";
import { create, fingerprint, list, statementsOf, type TransactionView, wrongFields } from "./testing.ts";

const finance = shareTestFinance();
let ana: TestMember;
before(async () => {
  ana = await finance.member("ana@example.com");
});

const db = () => finance.service.world.db;

test("POST /transactions needs nothing but a description: the rest has defaults, and all 26 keys are answered", async () => {
  const row = await create(ana, { description: "Algo" });
  const space = await db().one<Record<string, number>>(sql`select * from spaces where space_id = ${ana.spaceId}`);
  assert.deepEqual(row, {
    id: row.id,
    description: "Algo",
    date: "2026-01-31",
    paid: true,
    amount_cents: 0,
    total_installments: 1,
    installment: 1,
    recurring: false,
    account_id: space.default_account_id,
    account_type: "Account",
    category_id: space.default_earnings_category_id,
    contact_id: null,
    notes: null,
    attachments_count: 0,
    credit_card_id: null,
    credit_card_invoice_id: null,
    paid_credit_card_id: null,
    paid_credit_card_invoice_id: null,
    oposite_transaction_id: null,
    oposite_account_id: null,
    created_at: "2026-01-31T09:00:00-03:00",
    updated_at: "2026-01-31T09:00:00-03:00",
    tags: [],
    attachments: [],
    recurrence_id: null,
    created_by_id: ana.userId,
  });
  assert.deepEqual((await ana.get(`/transactions/${row.id}`)).body, row);
  assert.equal((await create(ana, { description: "x", amount_cents: -1 })).category_id, space.default_expenses_category_id);
});

test("POST /transactions reads in one batch and posts, also for instalments, and records who wrote", async () => {
  await create(ana, { description: "warm" });
  // Reads: the space with the account, and ids; for a series its ids; for a fixed one also the ids of its rows.
  for (const [more, expected] of [
    [{}, 3],
    [{ amount_cents: -100, installments_attributes: { periodicity: "monthly", total: 12 } }, 4],
    [{ recurrence_attributes: { periodicity: "weekly" } }, 4],
  ] as const) {
    let row = {} as TransactionView;
    const statements = await statementsOf(db(), async () => {
      row = await create(ana, { description: "Contado", ...more });
    });
    assert.equal(statements.length, expected);
    const changes = await db().many<{ action: string; user_id: number; after: TransactionView }>(sql`
      select action, user_id, after from changes where space_id = ${ana.spaceId} and entity = 'transaction' and entity_id = ${row.id}`);
    assert.deepEqual(
      changes.map(({ action, user_id, after }) => [action, user_id, after.description]),
      [["create", ana.userId, "Contado"]],
    );
  }
  await assertSumsAreRight(db(), ana.spaceId);
});

test("POST /transactions keeps what it is given, and `kind` says the sign outright", async () => {
  const row = await create(ana, {
    description: "  Padaria  ",
    notes: "pão\n[pluggy:1]",
    date: "2025-12-24",
    amount_cents: -999_999_999_999,
    paid: false,
    tags: [{ name: " casa " }, "API", "casa"],
    contact_id: null,
    credit_card_id: null,
    id: 7,
    space_id: 1,
    created_at: "1999-01-01",
    attachments_count: 9,
    total_installments: 5,
    recurring: true,
    observation: "ignored",
  });
  const { description, notes, date, amount_cents, paid, tags, attachments_count, recurring, total_installments } = row;
  assert.deepEqual([description, notes, date, amount_cents], ["Padaria", "pão\n[pluggy:1]", "2025-12-24", -999_999_999_999]);
  assert.deepEqual([paid, tags, attachments_count], [false, [{ name: "casa" }, { name: "API" }], 0]);
  assert.deepEqual([recurring, total_installments, row.created_at], [false, 1, "2026-01-31T09:00:00-03:00"]);
  for (const [amount, kind, stored] of [
    [100, "expense", -100],
    [-100, "expense", -100],
    [-100, "income", 100],
    [0, "expense", 0],
  ])
    assert.equal((await create(ana, { description: "x", amount_cents: amount, kind })).amount_cents, stored);
  const zero = await ana.post("/transactions", '{"description":"x","amount_cents":-0}', { "content-type": "application/json" });
  assert.match(zero.text, /"amount_cents":0,/);
});

test("POST /transactions is paid unless given if its date is not after today, and today is the space's", async () => {
  const eva = await finance.member("eva@example.com");
  const paidOn = async (date?: string) => (await create(eva, { description: "x", ...(date && { date }) })).paid;
  assert.deepEqual([await paidOn("2026-01-30"), await paidOn("2026-01-31"), await paidOn("2026-02-01")], [true, true, false]);
  finance.clock.set("2026-02-01T02:59:59.900Z");
  const late = await create(eva, { description: "x" });
  finance.clock.set("2026-02-01T03:00:00.100Z");
  const early = await create(eva, { description: "x" });
  finance.clock.set("2026-01-31T12:00:00Z");
  assert.deepEqual([late.date, early.date, late.paid, early.paid], ["2026-01-31", "2026-02-01", true, true]);
});

test("POST /transactions takes its fields from the query string too, where digits are numbers", async () => {
  const reply = await ana.post(
    "/transactions?description=Via%20query&amount_cents=-1500&paid=false&date=2026-01-02&tags=um&tags=dois",
  );
  assert.equal(reply.status, 201, reply.text);
  const { description, amount_cents, paid, date, tags } = reply.body as TransactionView;
  assert.deepEqual([description, amount_cents, paid, date], ["Via query", -1500, false, "2026-01-02"]);
  assert.deepEqual(tags, [{ name: "um" }, { name: "dois" }]);
  const mixed = await ana.post("/transactions?description=query&amount_cents=5", { description: "corpo" });
  assert.equal((mixed.body as TransactionView).description, "corpo");
});

/** Values as they stand in the JSON text. */
const REFUSED: [field: string, values: string[]][] = [
  ["description", ['""', '"  "', "null", "5", '["x"]', JSON.stringify("x".repeat(256))]],
  ["amount_cents", ["1e3", "-1.01", "10.5", '"1000"', '"10.0"', '"10,50"', "true", "[]", "{}"]],
  ["amount_cents", ["1000000000000", "-1000000000000", "9007199254740993", "1e400", "9".repeat(30), `-${"9".repeat(30)}`]],
  ["date", ['"2026-02-30"', '"2026-02-29"', '"2026-13-01"', '"2026-00-10"', '"2026-04-31"', "20260203", '""']],
  ["date", ['"0000-01-01"', '"9999-12-31"', '"10000-01-01"', '"-0001-01-01"', '"1899-12-31"', '"2200-01-01"']],
  ["date", ['"2026-2-3"', '"03/02/2026"', '"2026-02-03T00:00:00Z"', '"20260203"', '" 2026-02-03"', '"2026-02-03 "']],
  ["paid", ['"true"', "1"]],
  ["kind", ['"debit"', "1"]],
  ["notes", ["5", JSON.stringify("x".repeat(10_001))]],
  ["tags", ['"x"', "{}", "[5]", "[null]", '[{"nome":"x"}]', '[""]', '[{"name":" "}]', JSON.stringify(["x".repeat(41)])]],
  ["tags", [JSON.stringify(Array.from({ length: 101 }, (_, index) => `${index}`))]],
  ["account_id", ["0", "-1", "2147483647", "2147483648", "9223372036854775807", '"1"', "1.5", "[]"]],
  ["category_id", ["0", "-1", "2147483647", "2147483648", '"1"', "{}"]],
  ["credit_card_id", ["1", '"1"', "0"]],
  ["credit_card_invoice_id", ["312", '"x"']],
  ["contact_id", ["1", "9223372036854775807"]],
  ["oposite_transaction_id", ["1"]],
  ["oposite_account_id", ["1"]],
  ["recurrence_attributes", ["[]", '"monthly"', "5", "true"]],
  [
    "recurrence_attributes.periodicity",
    ["{}", '{"periodicity":"hourly"}', '{"periodicity":null}', '{"periodicity":["monthly"]}'],
  ],
  ["recurrence_attributes.total", ['{"periodicity":"monthly","total":3}']],
  ["installments_attributes", ["[]", "1"]],
  ["installments_attributes.periodicity", ['{"total":3}', '{"total":3,"periodicity":"Monthly"}']],
  [
    "installments_attributes.total",
    ["0", "-1", "1.5", '"3"', "null", "481", "1000000", "2147483648"].map(
      (total) => `{"periodicity":"monthly","total":${total}}`,
    ),
  ],
  ["installments_attributes.total", ['{"periodicity":"monthly"}']],
  ["installments_attributes.until", ['{"periodicity":"monthly","total":3,"until":"2026-03-01"}']],
];

test("POST /transactions refuses each wrong value with the field's name, the record as submitted, and nothing written", async () => {
  const before = await fingerprint(db(), ana.spaceId);
  for (const [field, values] of REFUSED) {
    for (const value of values) {
      const name = field.split(".")[0] as string;
      const valid = {
        ...(name !== "description" && { description: "Válida" }),
        ...(name !== "amount_cents" && { amount_cents: -480 }),
      };
      const text = `{${JSON.stringify(valid).slice(1, -1)},${JSON.stringify(name)}:${value}}`;
      const reply = await ana.post("/transactions", text, { "content-type": "application/json" });
      assert.deepEqual(wrongFields(reply), [field], `${text}: ${reply.text}`);
      const { id, created_at, updated_at } = reply.body as TransactionView;
      assert.deepEqual([id, created_at, updated_at], [null, null, null]);
      if (name !== "description") assert.equal((reply.body as TransactionView).description, "Válida");
    }
  }
  assert.equal(await fingerprint(db(), ana.spaceId), before);
});

test("POST /transactions tells all that is wrong at once, in Portuguese or in English", async () => {
  const body = {
    amount_cents: "x",
    date: "nope",
    recurrence_attributes: {},
    installments_attributes: { periodicity: "monthly", total: 2 },
  };
  const reply = await ana.post("/transactions", body);
  assert.deepEqual((reply.body as { errors: object }).errors, {
    description: ["não pode estar em branco"],
    amount_cents: ["não é um número inteiro"],
    date: ["não é uma data válida (AAAA-MM-DD)"],
    "recurrence_attributes.periodicity": [
      "não pode estar em branco (valores: daily, weekly, biweekly, monthly, bimonthly, trimonthly, sixmonthly, yearly)",
    ],
  });
  const both = { description: "x", amount_cents: 2, recurrence_attributes: { periodicity: "monthly" } };
  const english = await ana.post("/transactions", { ...body, ...both, date: "2026-01-01" }, { "accept-language": "en" });
  assert.deepEqual((english.body as { errors: object }).errors, {
    installments_attributes: ["can't be used together with recurrence_attributes"],
  });
});

test("POST and PUT /transactions take a whole number that is written with a point, in a body and in a query string", async () => {
  const text = '{"description":"x","amount_cents":-10.0}';
  const reply = await ana.post("/transactions", text, { "content-type": "application/json" });
  assert.deepEqual([reply.status, (reply.body as TransactionView).amount_cents], [201, -10], reply.text);
  const { id } = reply.body as TransactionView;
  assert.equal(((await ana.put(`/transactions/${id}?amount_cents=-12.00`)).body as TransactionView).amount_cents, -12);
  assert.deepEqual(wrongFields(await ana.put(`/transactions/${id}?amount_cents=-12.50`)), ["amount_cents"]);
  assert.equal(((await ana.get(`/transactions/${id}`)).body as TransactionView).amount_cents, -12);
});

test("POST /transactions with an account or category of another space is like one that nobody has", async () => {
  const bia = await finance.member("bia@example.com");
  const hers = await create(bia, { description: "dela" });
  const before = [await fingerprint(db(), ana.spaceId), await fingerprint(db(), bia.spaceId)];
  for (const field of ["account_id", "category_id"] as const) {
    const ask = async (id: number) => {
      const reply = await ana.post("/transactions", { description: "x", amount_cents: -1, [field]: id });
      assert.deepEqual(wrongFields(reply), [field]);
      return reply.text.replace(`"${field}":${id}`, "");
    };
    assert.equal(await ask(hers[field]), await ask(2_000_000_000));
  }
  assert.deepEqual([await fingerprint(db(), ana.spaceId), await fingerprint(db(), bia.spaceId)], before);
});

test("POST /transactions on an archived account, or in a space without accounts, is refused", async () => {
  const leo = await finance.member("leo@example.com");
  const second = (await leo.post("/accounts", { name: "Velha", archived: true })).body as { id: number };
  const archived = await leo.post("/transactions", { description: "x", account_id: second.id });
  assert.deepEqual((archived.body as { errors: object }).errors, { account_id: ["está arquivado(a)"] });
  const accounts = (await leo.get("/accounts")).body as { id: number }[];
  for (const { id } of accounts) assert.equal((await leo.delete(`/accounts/${id}`)).status, 200);
  const none = await leo.post("/transactions", { description: "x" });
  assert.deepEqual((none.body as { errors: object }).errors, { account_id: ["é obrigatório(a)"] });
  assert.deepEqual(await list(leo), []);
});

test("POST /transactions that would make sums inexact is refused on its amount", async () => {
  const rui = await finance.member("rui@example.com");
  await db().run(sql`update spaces set turnover_cents = 9007199254740991 - 1000 where space_id = ${rui.spaceId}`);
  await create(rui, { description: "cabe", amount_cents: -1000 });
  const before = await fingerprint(db(), rui.spaceId);
  for (const more of [{}, { recurrence_attributes: { periodicity: "daily" } }]) {
    const reply = await rui.post("/transactions", { description: "não cabe", amount_cents: 1, ...more });
    assert.deepEqual(wrongFields(reply), ["amount_cents"]);
  }
  assert.equal(await fingerprint(db(), rui.spaceId), before);
});

test("POST /transactions with an Idempotency-Key is done once, however often and at the same time it is sent", async () => {
  const zoe = await finance.member("zoe@example.com");
  const send = (key: string, body: object) => zoe.post("/transactions", body, { "idempotency-key": key });
  const body = { description: "Uma vez", amount_cents: -100 };
  const replies = await Promise.all(Array.from({ length: 10 }, () => send("a", body)));
  assert.deepEqual(
    new Set(replies.map((reply) => `${reply.status} ${reply.text}`)).size,
    1,
    replies.map(({ text }) => text).join("\n"),
  );
  assert.equal(replies[0]?.status, 201);
  assert.equal((await send("a", { ...body, amount_cents: -101 })).status, 422);
  const wrong = await send("b", { ...body, account_id: 2_000_000_000 });
  assert.deepEqual(
    [wrongFields(wrong), (await send("b", { ...body, account_id: 2_000_000_000 })).text],
    [["account_id"], wrong.text],
  );
  const keyed = await Promise.all(Array.from({ length: 20 }, (_, index) => send(`c${index}`, body)));
  assert.ok(keyed.every((reply) => reply.status === 201));
  assert.equal((await list(zoe)).length, 21);
  await assertSumsAreRight(db(), zoe.spaceId);
});

test("GET /transactions/:id of another space, of nobody, or of no number is the same 404", async () => {
  const ivo = await finance.member("ivo@example.com");
  const { id } = await create(ivo, { description: "dele" });
  const replies = [id, 987_654_321, "0", "abc", "-1", "1.5", "99999999999999999999", `${id}x`];
  for (const path of replies) {
    for (const method of ["get", "put", "delete"] as const) {
      const reply = await ana[method](`/transactions/${path}`, method === "get" ? undefined : {});
      assert.deepEqual([reply.status, reply.text], [404, '{"error":"registro não encontrado"}'], `${method} ${path}`);
    }
  }
});

test("texts come back as they were sent, but for spaces around them", async () => {
  const text = fc.oneof(
    fc.string({ unit: "grapheme", maxLength: 30 }),
    fc.constantFrom('"', "\\", "{}", "NULL", ",", "'; --", "a,b", "$1"),
  );
  const filled = text.filter((each) => each.trim() !== "" && [...each].length <= 40 && !each.includes("\0"));
  await fc.assert(
    fc.asyncProperty(
      filled,
      filled,
      fc.uniqueArray(filled, { maxLength: 4, selector: (each) => each.trim() }),
      async (description, notes, tags) => {
        const row = await create(ana, { description, notes, tags });
        assert.deepEqual([row.description, row.notes], [description.trim(), notes.trim()]);
        assert.deepEqual(
          row.tags,
          tags.map((name) => ({ name: name.trim() })),
        );
      },
    ),
    { numRuns: 50 },
  );
  await assertSumsAreRight(db(), ana.spaceId);
});

test("no value of any field, in POST or PUT, is answered with a 5xx", async () => {
  const { id } = await create(ana, {
    description: "alvo",
    amount_cents: -1200,
    installments_attributes: { periodicity: "monthly", total: 3 },
  });
  const names = [
    "description",
    "date",
    "amount_cents",
    "kind",
    "paid",
    "account_id",
    "category_id",
    "notes",
    "tags",
    "recurrence_attributes",
  ];
  const more = [
    "installments_attributes",
    "credit_card_id",
    "contact_id",
    "oposite_account_id",
    "total_amount_cents",
    "update_future",
    "update_all",
  ];
  const value = fc.oneof(
    fc.jsonValue(),
    fc.integer({ min: -999_999_999_999, max: 999_999_999_999 }),
    fc
      .date({ min: new Date("1890-01-01"), max: new Date("2210-01-01"), noInvalidDate: true })
      .map((date) => date.toISOString().slice(0, 10)),
    fc.record(
      { periodicity: fc.constantFrom("daily", "yearly", "x"), total: fc.integer({ min: -1, max: 500 }) },
      { requiredKeys: [] },
    ),
    fc.boolean(),
  );
  await fc.assert(
    fc.asyncProperty(fc.dictionary(fc.constantFrom(...names, ...more), value, { maxKeys: 5 }), async (fields) => {
      for (const reply of [
        await ana.post("/transactions", { description: "x", ...fields }),
        await ana.put(`/transactions/${id}`, fields),
      ])
        assert.ok([200, 201, 400, 422].includes(reply.status), `${JSON.stringify(fields)}: ${reply.text}`);
    }),
    { numRuns: 150 },
  );
  await assertSumsAreRight(db(), ana.spaceId);
});

test("the longest notes fit into a request, also as clients write them that know only ASCII", async () => {
  const notes = "\u{1F600}".repeat(10_000);
  const body = `{"description":"x","notes":"${"\\ud83d\\ude00".repeat(10_000)}"}`;
  const reply = await ana.post("/transactions", body);
  assert.deepEqual([reply.status, (reply.body as { notes: string }).notes], [201, notes]);
  assert.equal((await ana.put(`/transactions/${(reply.body as { id: number }).id}`, body)).status, 200);
});
