// /transfers: two legs that are one thing, whichever way they are met.
import assert from "node:assert/strict";
import { before, test } from "node:test";
import { sql } from "../../kernel/sql/sql.ts";
import { assertSumsAreRight } from "../integrity/testing.ts";
import { shareTestFinance, type TestMember } from "../testing.ts";
import { create, fingerprint, type TransactionView, wrongFields } from "../transactions/testing.ts";
import { countStatements, leg, newAccount, transfer } from "./testing.ts";

const finance = shareTestFinance();
let ana: TestMember;
let wallet: number;
let bank: number;
before(async () => {
  ana = await finance.member("ana@example.com");
  wallet = await newAccount(ana, "Carteira");
  bank = await newAccount(ana, "Banco");
});

const db = () => finance.service.world.db;
const tagsOf = (row: TransactionView) => row.tags.map(({ name }) => name);

test("POST /transfers takes money FROM credit_account_id TO debit_account_id, and answers the leg that goes out, all 26 keys", async () => {
  const reply = await ana.post("/transfers", { credit_account_id: wallet, debit_account_id: bank, amount_cents: 10_000 });
  assert.equal(reply.status, 201, reply.text);
  const out = reply.body as TransactionView;
  const { transfers_category_id: category } = await db().one<{ transfers_category_id: number }>(
    sql`select transfers_category_id from spaces where space_id = ${ana.spaceId}`,
  );
  assert.deepEqual(out, {
    id: out.id,
    description: "Transferência",
    date: "2026-01-31",
    paid: true,
    amount_cents: -10_000,
    total_installments: 1,
    installment: 1,
    recurring: false,
    account_id: wallet,
    account_type: "Account",
    category_id: category,
    contact_id: null,
    notes: null,
    attachments_count: 0,
    credit_card_id: null,
    credit_card_invoice_id: null,
    paid_credit_card_id: null,
    paid_credit_card_invoice_id: null,
    oposite_transaction_id: out.id + 1,
    oposite_account_id: bank,
    created_at: "2026-01-31T09:00:00-03:00",
    updated_at: "2026-01-31T09:00:00-03:00",
    tags: [],
    attachments: [],
    recurrence_id: null,
    created_by_id: ana.userId,
  });
  const mirrored = {
    id: out.id + 1,
    amount_cents: 10_000,
    account_id: bank,
    oposite_transaction_id: out.id,
    oposite_account_id: wallet,
  };
  assert.deepEqual(await leg(ana, out.id + 1), { ...out, ...mirrored });
  assert.deepEqual(await leg(ana, out.id), out);
  assert.deepEqual((await ana.get(`/transactions/${out.id}`)).body, out);
  await assertSumsAreRight(db(), ana.spaceId);
});

test("POST /transfers understands names that cannot be misread, and fields in the query string", async () => {
  for (const [from, to] of [
    ["from_account_id", "to_account_id"],
    ["account_from_id", "account_to_id"],
    ["credit_account_id", "to_account_id"],
  ] as const) {
    const reply = await ana.post("/transfers", { [from]: bank, [to]: wallet, amount_cents: 5 });
    assert.equal(reply.status, 201, reply.text);
    const { account_id, oposite_account_id, amount_cents } = reply.body as TransactionView;
    assert.deepEqual([account_id, oposite_account_id, amount_cents], [bank, wallet, -5]);
  }
  const query = `credit_account_id=${wallet}&from_account_id=${wallet}&debit_account_id=${bank}&amount_cents=7&paid=false&tags=pix`;
  const row = (await ana.post(`/transfers?${query}`)).body as TransactionView;
  assert.deepEqual([row.account_id, row.amount_cents, row.paid, tagsOf(row)], [wallet, -7, false, ["pix"]]);
});

test("POST /transfers gives both legs the same date, paid, description, notes and tags", async () => {
  const fields = { date: "2026-03-01", description: " Reserva ", notes: "a\nb", tags: [{ name: "poupar" }, "API", "poupar"] };
  const out = await transfer(ana, wallet, bank, fields);
  const into = await leg(ana, out.oposite_transaction_id);
  for (const row of [out, into]) {
    assert.deepEqual([row.date, row.paid, row.description, row.notes], ["2026-03-01", false, "Reserva", "a\nb"]);
    assert.deepEqual(tagsOf(row), ["poupar", "API"]);
  }
  assert.equal((await transfer(ana, wallet, bank, { date: "2026-03-01", paid: true })).paid, true);
  await assertSumsAreRight(db(), ana.spaceId);
});

test("POST /transfers reads in one batch and posts, and records both legs with who wrote them", async () => {
  await transfer(ana, wallet, bank);
  let out = {} as TransactionView;
  const statements = await countStatements(db(), async () => {
    out = await transfer(ana, wallet, bank);
  });
  assert.equal(statements, 4);
  const changes = await db().many<{
    entity_id: number;
    action: string;
    user_id: number;
    before: null;
    after: TransactionView;
  }>(sql`
    select entity_id, action, user_id, before, after
      from changes
     where space_id = ${ana.spaceId} and entity = 'transaction' and entity_id in (${out.id}, ${out.oposite_transaction_id})
     order by entity_id`);
  assert.deepEqual(
    changes.map((change) => [change.entity_id, change.action, change.user_id, change.before, change.after.amount_cents]),
    [
      [out.id, "create", ana.userId, null, -10_000],
      [out.oposite_transaction_id, "create", ana.userId, null, 10_000],
    ],
  );
});

test("POST /transfers refuses each wrong value on the field that was sent, and writes nothing", async () => {
  const rui = await finance.member("rui@example.com");
  const his = await newAccount(rui, "Dele");
  const old = await newAccount(ana, "Velha", { archived: true });
  const good = { credit_account_id: wallet, debit_account_id: bank, amount_cents: 1 };
  const refused: [body: object, fields: string[]][] = [
    [{ amount_cents: 1 }, ["credit_account_id", "debit_account_id"]],
    [{ amount_cents: 1, to_account_id: bank }, ["from_account_id"]],
    [{ amount_cents: 1, account_from_id: bank }, ["account_to_id"]],
    [{ ...good, credit_account_id: bank }, ["debit_account_id"]],
    [{ from_account_id: bank, to_account_id: bank, amount_cents: 1 }, ["to_account_id"]],
    [{ ...good, from_account_id: bank }, ["from_account_id"]],
    [{ ...good, credit_account_id: null }, ["credit_account_id"]],
    [{ ...good, credit_account_id: String(wallet) }, ["credit_account_id"]],
    [{ ...good, credit_account_id: 0 }, ["credit_account_id"]],
    [{ ...good, debit_account_id: 2 ** 31 }, ["debit_account_id"]],
    [{ ...good, debit_account_id: his }, ["debit_account_id"]],
    [{ ...good, debit_account_id: 2_000_000_000 }, ["debit_account_id"]],
    [{ ...good, debit_account_id: old }, ["debit_account_id"]],
    [{ from_account_id: old, to_account_id: his, amount_cents: 1 }, ["from_account_id", "to_account_id"]],
    [{ credit_account_id: wallet, debit_account_id: bank }, ["amount_cents"]],
    ...[0, -1, 10.5, "100", null, true, [], {}, 1_000_000_000_000].map((amount_cents): [object, string[]] => [
      { ...good, amount_cents },
      ["amount_cents"],
    ]),
    [{ ...good, date: "2026-02-30" }, ["date"]],
    [{ ...good, date: "2200-01-01" }, ["date"]],
    [{ ...good, date: "2026-02-03T00:00:00Z" }, ["date"]],
    [{ ...good, paid: "true" }, ["paid"]],
    [{ ...good, description: "  " }, ["description"]],
    [{ ...good, description: "x".repeat(256) }, ["description"]],
    [{ ...good, notes: 5 }, ["notes"]],
    [{ ...good, tags: "pix" }, ["tags"]],
    [{ ...good, recurrence_attributes: { periodicity: "monthly" } }, ["recurrence_attributes"]],
    [{ ...good, installments_attributes: { periodicity: "monthly", total: 2 } }, ["installments_attributes"]],
  ];
  const spaces = [ana, rui].map(({ spaceId }) => spaceId);
  const fingerprints = () => Promise.all(spaces.map((spaceId) => fingerprint(db(), spaceId)));
  const untouched = await fingerprints();
  for (const [body, fields] of refused)
    assert.deepEqual(wrongFields(await ana.post("/transfers", body)).sort(), fields, JSON.stringify(body));
  assert.deepEqual(await fingerprints(), untouched);
  const errors = async (debit_account_id: number) =>
    ((await ana.post("/transfers", { ...good, debit_account_id })).body as { errors: object }).errors;
  assert.deepEqual(await errors(his), await errors(2_000_000_000));
});

test("POST /transfers answers a refused record as it was submitted, with what is wrong with it", async () => {
  const fields = { credit_account_id: wallet, debit_account_id: wallet, amount_cents: -5, description: "x" };
  const { body } = await ana.post("/transfers", fields, { "accept-language": "en" });
  assert.deepEqual(
    Object.fromEntries(
      ["id", "created_at", ...Object.keys(fields), "errors"].map((key) => [key, (body as Record<string, unknown>)[key]]),
    ),
    {
      id: null,
      created_at: null,
      ...fields,
      errors: { debit_account_id: ["must differ from credit_account_id"], amount_cents: ["must be greater than or equal to 1"] },
    },
  );
});

test("POST /transfers that would make sums inexact is refused on its amount", async () => {
  const lia = await finance.member("lia@example.com");
  const [one, other] = [await newAccount(lia, "a"), await newAccount(lia, "b")];
  await db().run(sql`update spaces set turnover_cents = ${Number.MAX_SAFE_INTEGER - 3} where space_id = ${lia.spaceId}`);
  assert.deepEqual(wrongFields(await lia.post("/transfers", { from_account_id: one, to_account_id: other, amount_cents: 2 })), [
    "amount_cents",
  ]);
  const out = await transfer(lia, one, other, { amount_cents: 1 });
  assert.deepEqual(wrongFields(await lia.put(`/transfers/${out.id}`, { amount_cents: 3 })), ["amount_cents"]);
});

test("POST /transfers with an Idempotency-Key is done once, however often and at the same time it is sent", async () => {
  const body = { credit_account_id: wallet, debit_account_id: bank, amount_cents: 31 };
  const send = (more: object = {}) => ana.post("/transfers", { ...body, ...more }, { "idempotency-key": "t-1" });
  const replies = await Promise.all([send(), send(), send()]);
  assert.deepEqual(
    replies.map(({ status, text }) => [status, text]),
    replies.map(() => [201, replies[0]?.text]),
  );
  assert.equal((await send({ amount_cents: 32 })).status, 422);
  const { count } = await db().one<{ count: number }>(sql`
    select count(*) as count from transactions where space_id = ${ana.spaceId} and abs(amount_cents) = 31`);
  assert.equal(count, 2);
});

test("GET /transfers lists both legs of the transfers of whole months, and nothing else", async () => {
  const eva = await finance.member("eva@example.com");
  const [a, b] = [await newAccount(eva, "a"), await newAccount(eva, "b")];
  await create(eva, { description: "nada disso", date: "2026-01-10" });
  const early = await transfer(eva, a, b, { date: "2026-01-02" });
  const late = await transfer(eva, b, a, { date: "2026-01-31" });
  const next = await transfer(eva, a, b, { date: "2026-02-01" });
  const ids = async (query: string) => {
    const reply = await eva.get(`/transfers${query}`);
    assert.equal(reply.status, 200, reply.text);
    return (reply.body as TransactionView[]).map(({ id }) => id);
  };
  const january = [late.id + 1, late.id, early.id + 1, early.id];
  assert.deepEqual(await ids(""), january);
  assert.deepEqual(await ids("?start_date=2026-01-10&end_date=2026-01-11"), january);
  assert.deepEqual(await ids("?start_date=2026-01-10%2000:00:00&end_date=2026-02-01"), [next.id + 1, next.id, ...january]);
  assert.deepEqual(await ids("?start_date=2026-01-03&end_date=2026-01-31&exact_dates=true"), [late.id + 1, late.id]);
  assert.deepEqual(await ids(`?account_id=${a}`), [late.id + 1, early.id]);
  assert.deepEqual(await ids("?order=asc&page=2&per_page=3"), [late.id + 1]);
  assert.deepEqual(await ids("?start_date=2025-01-01"), []);
  assert.deepEqual(wrongFields(await eva.get("/transfers?start_date=2026-02-01&end_date=2026-01-01")), ["end_date"]);
});

test("/transfers/:id of a plain transaction, of another space, of nobody or of no number is the same 404, and changes nothing", async () => {
  const plain = await create(ana, { description: "sozinha" });
  const out = await transfer(ana, wallet, bank);
  const noa = await finance.member("noa@example.com");
  const untouched = await fingerprint(db(), ana.spaceId);
  const unknown = [
    ...[`/transfers/${out.id}`, `/transfers/${out.id + 1}`].map((path) => ({ client: noa, path })),
    ...[plain.id, 9_007_199_254_740_991, 0, -1, "abc", "1.5", "99999999999999999999"].map((id) => ({
      client: ana,
      path: `/transfers/${id}`,
    })),
  ];
  for (const { client, path } of unknown)
    for (const reply of [await client.get(path), await client.put(path, { description: "x" }), await client.delete(path)])
      assert.deepEqual([reply.status, reply.text], [404, '{"error":"registro não encontrado"}'], path);
  assert.equal(await fingerprint(db(), ana.spaceId), untouched);
});

test("PUT /transfers/:id changes both legs, by the id of either, and answers the leg that was named", async () => {
  const out = await transfer(ana, wallet, bank, { tags: ["a"], date: "2025-12-31" });
  const inId = out.oposite_transaction_id as number;
  const fields = { description: "Nova", notes: "[pluggy:1]", tags: ["b"], amount_cents: 250, date: "2026-02-28", paid: false };
  const reply = await ana.put(`/transfers/${inId}`, fields);
  assert.equal(reply.status, 200, reply.text);
  const into = reply.body as TransactionView;
  assert.deepEqual([into.id, into.amount_cents], [inId, 250]);
  const other = await leg(ana, out.id);
  assert.equal(other.amount_cents, -250);
  for (const row of [into, other]) {
    assert.deepEqual([row.description, row.notes, row.date, row.paid], ["Nova", "[pluggy:1]", "2026-02-28", false]);
    assert.deepEqual(tagsOf(row), ["b"]);
    assert.equal(row.created_at, out.created_at);
  }
  const cleared = (await ana.put(`/transfers/${out.id}`, { notes: null, tags: [] })).body as TransactionView;
  assert.deepEqual([cleared.id, cleared.notes, cleared.tags, cleared.description], [out.id, null, [], "Nova"]);
  await assertSumsAreRight(db(), ana.spaceId);
});

test("PUT /transfers/:id takes its own record back unchanged, and refuses other accounts, another category, an amount below 1", async () => {
  const out = await transfer(ana, wallet, bank, { description: "igual" });
  const into = await leg(ana, out.oposite_transaction_id);
  for (const row of [out, into]) {
    const reply = await ana.put(`/transfers/${row.id}`, { ...row, credit_account_id: wallet, to_account_id: bank });
    assert.deepEqual([reply.status, { ...(reply.body as TransactionView), updated_at: row.updated_at }], [200, row]);
  }
  const untouched = await fingerprint(db(), ana.spaceId);
  const refused: [body: object, fields: string[]][] = [
    [{ credit_account_id: bank }, ["credit_account_id"]],
    [{ to_account_id: wallet }, ["to_account_id"]],
    [{ account_from_id: bank }, ["account_from_id"]],
    [{ account_id: bank, category_id: 2_000_000_000 }, ["account_id", "category_id"]],
    [{ oposite_transaction_id: out.id }, ["oposite_transaction_id"]],
    [{ amount_cents: 0 }, ["amount_cents"]],
    [{ amount_cents: -9_999 }, ["amount_cents"]],
    [{ amount_cents: 1.5 }, ["amount_cents"]],
    [{ date: "2026-02-29", description: "", paid: 1 }, ["date", "description", "paid"]],
  ];
  for (const [body, fields] of refused)
    assert.deepEqual(wrongFields(await ana.put(`/transfers/${out.id}`, body)).sort(), fields, JSON.stringify(body));
  assert.equal(await fingerprint(db(), ana.spaceId), untouched);
});

test("DELETE /transfers/:id removes both legs, by the id of either, and answers the one that went out with `deleted`", async () => {
  for (const which of ["id", "oposite_transaction_id"] as const) {
    const out = await transfer(ana, wallet, bank, { tags: ["x"] });
    const reply = await ana.delete(`/transfers/${out[which]}`, { update_future: true });
    assert.deepEqual([reply.status, reply.body], [200, { ...out, deleted: true }]);
    for (const id of [out.id, out.oposite_transaction_id]) {
      assert.equal((await ana.get(`/transactions/${id}`)).status, 404);
      assert.equal((await ana.delete(`/transfers/${id}`)).status, 404);
    }
  }
  await assertSumsAreRight(db(), ana.spaceId);
});

test("/transfers with a token that may only read answers the list, and 403 to every write", async () => {
  const reader = await finance.member("le@example.com", { scope: "read" });
  assert.equal((await reader.get("/transfers")).status, 200);
  for (const reply of [
    await reader.post("/transfers", {}),
    await reader.put("/transfers/1", {}),
    await reader.delete("/transfers/1"),
  ])
    assert.deepEqual([reply.status, reply.body], [403, { error: "Somente leitura" }]);
});
