// Names that nobody reads: told in a header, and refused where the client prefers it.
import assert from "node:assert/strict";
import { before, test } from "node:test";
import type { Reply } from "../../kernel/testing/client.ts";
import { checksum } from "../testing/space_tables.ts";
import { shareTestFinance, type TestMember } from "../testing.ts";

const finance = shareTestFinance();
let ana: TestMember;
before(async () => {
  ana = await finance.member("ana@example.com");
});

const ignored = ({ headers }: Reply) => headers["cofre-ignored"];
const STRICT = { prefer: "handling=strict", "accept-language": "en" };
const ROW = { description: "x", amount_cents: -100 };

test("Cofre-Ignored names what nobody read of query and body, also inside of objects and lists, and where the answer is a refusal", async () => {
  const reply = await ana.post("/transactions?dryrun=true", { ...ROW, categroy_id: 1, tags: [{ name: "a", nme: "b" }] });
  assert.deepEqual([reply.status, ignored(reply)], [201, "query.dryrun, body.categroy_id, body.tags.nme"]);
  const amount = await ana.post("/transactions", { description: "x", amount: 10 });
  assert.deepEqual([amount.status, ignored(amount)], [201, "body.amount"]);
  const parts = { periodicity: "monthly", total: 2, totl: 3 };
  const split = await ana.post("/transactions", { ...ROW, installments_attributes: parts });
  assert.equal(ignored(split), "body.installments_attributes.totl");
  const list = await ana.get("/transactions?perpage=3&page=1&start_dat=2026-01-01");
  assert.deepEqual([list.status, ignored(list)], [200, "query.perpage, query.start_dat"]);
  assert.equal(ignored(await ana.get("/accounts?archived=true")), "query.archived");
  const refused = await ana.post("/accounts", { nmae: "x" });
  assert.deepEqual([refused.status, ignored(refused)], [422, "body.nmae"]);
});

test("Cofre-Ignored is absent where every name is known: fields in the query string, whole records sent back, names that are refused", async () => {
  const reply = await ana.post("/transactions?description=x&amount_cents=-100&dry_run=false", {});
  assert.deepEqual([reply.status, ignored(reply)], [201, undefined], reply.text);
  const row = reply.body as { id: number };
  const back = await ana.put(`/transactions/${row.id}`, row);
  assert.deepEqual([back.status, ignored(back)], [200, undefined]);
  for (const path of ["/accounts", "/categories", "/credit_cards", "/budgets"]) {
    const body = { name: "y", closing_day: 1, due_day: 9, kind: "expenses", amount_cents: 5 };
    const category = ((await ana.get("/categories")).body as { id: number; kind: string }[]).find(
      ({ kind }) => kind === "expenses",
    );
    const { body: record } = await ana.post(path, path === "/budgets" ? { ...body, category_id: category?.id } : body);
    const { id } = record as { id: number };
    const again = await ana.put(`${path}/${id}`, record as object, STRICT);
    assert.deepEqual([again.status, ignored(again)], [200, undefined], `${path} ${again.text}`);
  }
  const [one, two] = (await ana.get("/accounts")).body as { id: number }[];
  const sides = { credit_account_id: one?.id, debit_account_id: two?.id };
  const transfer = await ana.post("/transfers", { ...sides, amount_cents: 5, recurrence_attributes: null });
  assert.deepEqual([transfer.status, ignored(transfer)], [201, undefined], transfer.text);
  const { id } = transfer.body as { id: number };
  const update = await ana.put(`/transfers/${id}`, { ...sides, ...(transfer.body as object) }, STRICT);
  assert.deepEqual([update.status, ignored(update)], [200, undefined], update.text);
});

test("Cofre-Ignored names fields that no client sets, where they were sent with another value than the record has", async () => {
  const transactionReply = await ana.post("/transactions", {
    ...ROW,
    total_installments: 3,
    installment: 1,
    recurring: null,
    nme: 1,
  });
  assert.deepEqual([transactionReply.status, ignored(transactionReply)], [201, "body.nme, body.total_installments"]);
  const row = transactionReply.body as { id: number };
  const back = await ana.put(`/transactions/${row.id}`, { ...row, attachments_count: 2 }, STRICT);
  assert.deepEqual([back.status, ignored(back)], [200, "body.attachments_count"], "which is no misspelling");
});

test("Cofre-Ignored names what other clients send: the balance of an account, total_installments, recurrence_policy, by body and query", async () => {
  const make = async (path: string, fields: Record<string, string | number>) => {
    const inQuery = new URLSearchParams(Object.entries(fields).map(([name, value]): [string, string] => [name, String(value)]));
    return { body: await ana.post(path, fields), query: await ana.post(`${path}?${inQuery}`, undefined) };
  };
  const plain = await make("/accounts", { name: "Conta", type: "checking", balance: 10_000 });
  const parts = await make("/transactions", { ...ROW, total_installments: 3, recurrence_policy: "all" });
  for (const within of ["body", "query"] as const) {
    const account = plain[within];
    assert.deepEqual([account.status, ignored(account)], [201, `${within}.balance`]);
    const { id, opening_balance_cents: opening } = account.body as { id: number; opening_balance_cents: number };
    assert.equal(opening, 0, "nothing was made of it");
    const edited = await (within === "body" ? ana.put(`/accounts/${id}`, { balance: 5 }) : ana.put(`/accounts/${id}?balance=5`));
    assert.deepEqual([edited.status, ignored(edited)], [200, `${within}.balance`]);
    const row = parts[within];
    assert.deepEqual([row.status, ignored(row)], [201, `${within}.recurrence_policy, ${within}.total_installments`]);
    assert.equal((row.body as { total_installments: number }).total_installments, 1);
    const path = `/transactions/${(row.body as { id: number }).id}`;
    const scope = { recurrence_policy: "future", total_installments: 9 };
    const changed = await (within === "body"
      ? ana.put(path, scope)
      : ana.put(`${path}?recurrence_policy=future&total_installments=9`));
    assert.deepEqual([changed.status, ignored(changed)], [200, `${within}.recurrence_policy, ${within}.total_installments`]);
    const gone = await (within === "body" ? ana.delete(path, scope) : ana.delete(`${path}?recurrence_policy=future`));
    assert.match(String(ignored(gone)), new RegExp(`^${within}\\.recurrence_policy`));
  }
  const same = await ana.post(
    "/transactions?description=x&amount_cents=-1&total_installments=1&contact_id=&recurring=false",
    undefined,
  );
  assert.deepEqual([same.status, ignored(same)], [201, undefined], "as the record has them");
});

test("Prefer: handling=strict refuses unknown names with the name that was probably meant, and writes nothing", async () => {
  const { db } = finance.service.world;
  const stored = await checksum(db, ana.spaceId);
  const body = { description: "x", amount: 10, categroy_id: 1, installments_attributes: { periodicity: "monthly", totl: 2 } };
  const refused = await ana.post("/transactions?perpage=1", body, { ...STRICT, "idempotency-key": "strict" });
  assert.deepEqual([refused.status, refused.headers["preference-applied"]], [422, "handling=strict"]);
  assert.deepEqual(refused.body, {
    ...body,
    errors: {
      perpage: ["is not a known name"],
      amount: ["is not a known name (perhaps amount_cents)"],
      categroy_id: ["is not a known name (perhaps category_id)"],
      "installments_attributes.totl": ["is not a known name (perhaps installments_attributes.total)"],
    },
  });
  const list = await ana.get("/transactions?perpage=1", { prefer: 'respond-async, Handling="strict"; x=1' });
  assert.deepEqual((list.body as { errors: object }).errors, { perpage: ["não é um nome conhecido (talvez per_page)"] });
  assert.equal((await ana.get("/accounts?x=1", STRICT)).status, 422);
  assert.equal((await ana.post("/exports/restore?dryrun=true", "{}", STRICT)).status, 422);
  assert.deepEqual(await checksum(db, ana.spaceId), stored);
});

test("strict handling is a preference: it is applied where asked for, and only there", async () => {
  const fine = await ana.get("/transactions?per_page=1", STRICT);
  assert.deepEqual([fine.status, fine.headers["preference-applied"]], [200, "handling=strict"]);
  for (const prefer of ["handling=lenient", "handling=lenient, handling=strict", "xhandling=strict", "handling", ""]) {
    const reply = await ana.get("/transactions?perpage=1", { prefer });
    assert.deepEqual([reply.status, reply.headers["preference-applied"]], [200, undefined], prefer);
  }
});

test("Cofre-Ignored is short and safe, whatever the names are", async () => {
  const names = { "a\r\nset-cookie: x=1": 1, "ã, b": 2, ["x".repeat(5_000)]: 3 };
  const reply = await ana.post("/transactions", { ...ROW, ...names });
  assert.equal(reply.status, 201, reply.text);
  assert.equal(reply.headers["set-cookie"], undefined);
  const expected = ["body.a%0D%0Aset-cookie%3A%20x%3D1", "body.%C3%A3%2C%20b", `body.${"x".repeat(64)}...`];
  assert.equal(ignored(reply), expected.join(", "));
  const many = Object.fromEntries(Array.from({ length: 400 }, (_, index) => [`${"y".repeat(100)}${index}`, 1]));
  const named = String(ignored(await ana.post("/transactions", { ...ROW, ...many })));
  assert.deepEqual([named.split(", ").length, named.endsWith(", ..."), named.length < 2_000], [21, true, true]);
  const emoji = await ana.post("/transactions", { ...ROW, [`${"z".repeat(63)}😀`]: 1 });
  assert.equal(emoji.status, 201, emoji.text);
});
