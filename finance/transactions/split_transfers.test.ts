// A part that is a transfer: the row keeps the rest, and two rows move the part. A bank has one line for both.
import assert from "node:assert/strict";
import { before, test } from "node:test";
import { apply, linesOf, ofx, upload } from "../imports/testing.ts";
import { assertSumsAreRight } from "../integrity/testing.ts";
import { shareTestFinance, type TestMember } from "../testing.ts";
import { change, create, fingerprint, list, type TransactionView, wrongFields } from "./testing.ts";

const finance = shareTestFinance();
const db = () => finance.service.world.db;
let ana: TestMember;
const ids = { food: 0, home: 0, card: 0, bank: 0, savings: 0 };
before(async () => {
  ana = await finance.member("ana@example.com");
  const make = async (path: string, body: object) => ((await ana.post(path, body)).body as { id: number }).id;
  ids.food = await make("/categories", { name: "Mercado" });
  ids.home = await make("/categories", { name: "Casa" });
  ids.card = await make("/credit_cards", { name: "Cartão", closing_day: 5, due_day: 12 });
  ids.bank = await make("/accounts", { name: "Banco" });
  ids.savings = await make("/accounts", { name: "Poupança", type: "savings" });
});

const CASH = { account_id: 0, amount_cents: -5_000 };
const shop = (more: object = {}) =>
  create(ana, {
    description: "Mercado com saque",
    amount_cents: -15_000,
    date: "2026-01-10",
    account_id: ids.bank,
    parts: [
      { category_id: ids.food, amount_cents: -10_000 },
      { ...CASH, account_id: ids.savings },
    ],
    ...more,
  });
const linkedTo = async ({ id }: TransactionView) =>
  (await ana.get(`/transactions?linked_to_id=${id}&start_date=2026-01-01&end_date=2026-12-31`)).body as TransactionView[];
const brief = ({ account_id, amount_cents, date }: TransactionView) => [account_id, amount_cents, date];

test("POST /transactions with a part that is a transfer keeps the rest and books the transfer; both are one write", async () => {
  const row = await shop();
  assert.deepEqual([row.amount_cents, row.category_id, row.parts], [-10_000, ids.food, undefined]);
  const [leg] = await linkedTo(row);
  assert.deepEqual(brief(leg!), [ids.bank, -5_000, "2026-01-10"]);
  assert.equal(leg?.split_from_id, row.id);
  const other = (await ana.get(`/transactions/${leg?.oposite_transaction_id}`)).body as TransactionView;
  assert.deepEqual([brief(other), other.split_from_id], [[ids.savings, 5_000, "2026-01-10"], undefined]);
  const three = await ana.post("/transactions", {
    description: "Salário",
    amount_cents: 100_000,
    date: "2026-01-11",
    account_id: ids.bank,
    tags: ["mês"],
    parts: [
      { category_id: ids.food, amount_cents: 60_000 },
      { account_id: ids.savings, amount_cents: 10_000, description: "reserva" },
      { category_id: ids.home, amount_cents: 30_000 },
    ],
  });
  const salary = three.body as TransactionView;
  assert.deepEqual([salary.amount_cents, salary.parts?.length], [90_000, 2]);
  assert.deepEqual([brief((await linkedTo(salary))[0]!)], [[ids.bank, 10_000, "2026-01-11"]]);
  await assertSumsAreRight(db(), ana.spaceId);
  const undone = await ana.post("/changes/undo", { request_id: three.headers["x-request-id"] });
  assert.deepEqual((undone.body as { kept: unknown[] }).kept, []);
  assert.equal((await ana.get(`/transactions?linked_to_id=${salary.id}`)).status, 422, "the row is gone with its transfer");
  await assertSumsAreRight(db(), ana.spaceId);
});

test("PUT /transactions/:id splits a transfer off; what was said of the part that is left holds for the row", async () => {
  const row = await create(ana, { description: "x", amount_cents: -900, account_id: ids.bank, date: "2026-02-01", tags: ["a"] });
  const parts = [
    { category_id: ids.home, amount_cents: 600, description: "panela", tags: ["casa"] },
    { account_id: ids.savings, amount_cents: 300 },
  ];
  const dry = await ana.put(`/transactions/${row.id}?dry_run=true`, { parts });
  assert.deepEqual([dry.status, (dry.body as TransactionView).amount_cents, await linkedTo(row)], [200, -600, []]);
  const split = await change(ana, row.id, { parts });
  assert.deepEqual(
    [split.amount_cents, split.category_id, split.notes, split.tags],
    [-600, ids.home, "panela", [{ name: "a" }, { name: "casa" }]],
  );
  assert.deepEqual((await linkedTo(row)).map(brief), [[ids.bank, -300, "2026-02-01"]]);
  await assertSumsAreRight(db(), ana.spaceId);
});

test("POST and PUT refuse transfers in parts where there can be none, and write nothing", async () => {
  const row = await create(ana, { description: "x", amount_cents: -100, account_id: ids.bank });
  const archived = ((await ana.post("/accounts", { name: "Velha" })).body as { id: number }).id;
  assert.equal((await ana.put(`/accounts/${archived}/archive`)).status, 200);
  const bia = await finance.member("bia@example.com");
  const foreign = ((await bia.post("/accounts", { name: "Dela" })).body as { id: number }).id;
  const half = { category_id: ids.food, amount_cents: -50 };
  const to = (account_id: unknown, amount_cents = -50) => ({ account_id, amount_cents });
  const fixed = { recurrence_attributes: { periodicity: "monthly" } };
  const cases: [parts: object[], fields: string[], more?: object][] = [
    [[to(ids.savings), to(ids.savings)], ["parts"]],
    [[half, to("x")], ["parts.1.account_id"]],
    [[half, to(9_999_999)], ["parts.1.account_id"]],
    [[half, to(foreign)], ["parts.1.account_id"]],
    [[half, to(ids.card)], ["parts.1.account_id"]],
    [[half, to(archived)], ["parts.1.account_id"]],
    [[half, to(ids.bank)], ["parts.1.account_id"]],
    [[half, { ...to(ids.savings), category_id: ids.food }], ["parts.1.account_id"]],
    [[{ ...half, amount_cents: -150 }, to(ids.savings, 50)], ["parts.1.amount_cents"]],
    [[{ ...half, amount_cents: 50 }, to(ids.savings, -150)], ["parts.1.amount_cents"]],
    [[half, to(ids.savings, -49)], ["parts"]],
    [[half, to(ids.savings)], ["parts.1.account_id"], { account_id: undefined, credit_card_id: ids.card }],
  ];
  const stored = await fingerprint(db(), ana.spaceId);
  for (const [parts, fields, more = {}] of cases) {
    const body = { description: "x", amount_cents: -100, parts, account_id: ids.bank, ...more };
    assert.deepEqual(wrongFields(await ana.post("/transactions", body)), fields, JSON.stringify(parts));
    assert.deepEqual(wrongFields(await ana.put(`/transactions/${row.id}`, { parts, ...more })), fields, JSON.stringify(parts));
  }
  const parts = [half, to(ids.savings)];
  const series = { description: "x", amount_cents: -100, parts, account_id: ids.bank, ...fixed };
  assert.deepEqual(wrongFields(await ana.post("/transactions", series)), ["parts.1.account_id"]);
  assert.deepEqual(wrongFields(await ana.put(`/transactions/${row.id}`, { parts, update_all: true })), ["parts.1.account_id"]);
  assert.equal(await fingerprint(db(), ana.spaceId), stored);
});

test("an import has one line for the row and what was split from it: both are matched, another amount changes the row alone", async () => {
  const parts = [
    { category_id: ids.food, amount_cents: -12_000 },
    { category_id: ids.home, amount_cents: -8_000 },
    { ...CASH, account_id: ids.savings },
  ];
  const row = await shop({ date: "2026-01-15", amount_cents: -25_000, paid: false, parts });
  const [leg] = await linkedTo(row);
  const preview = await upload(ana, ofx([{ day: "2026-01-16", cents: -25_000, text: "MERCADO COM SAQUE" }]), {
    account_id: ids.bank,
  });
  const [line] = await linesOf(ana, preview);
  assert.deepEqual([preview.counts, line?.target?.transaction_id], [{ match: 1 }, row.id]);
  assert.equal("scales_parts" in line!, false);
  await apply(ana, preview);
  const rows = await list(ana, "2026-01-15", "2026-01-16");
  assert.deepEqual(rows.map(({ paid, amount_cents: cents }) => [cents, paid]).sort(), [
    [-20_000, true],
    [-5_000, true],
    [5_000, true],
  ]);
  assert.equal(rows.find(({ id }) => id === leg?.id)?.oposite_transaction_id, leg?.oposite_transaction_id);
  const again = await upload(ana, ofx([{ day: "2026-01-16", cents: -25_000, text: "MERCADO COM SAQUE", id: "7" }]), {
    account_id: ids.bank,
  });
  assert.deepEqual(again.counts, { known: 1 });

  const other = await shop({ date: "2026-01-25", amount_cents: -25_000, paid: false, parts });
  const third = await upload(ana, ofx([{ day: "2026-01-26", cents: -25_500, text: "MERCADO COM SAQUE" }]), {
    account_id: ids.bank,
  });
  await ana.put(`/imports/${third.id}/lines/1`, { action: "match", transaction_id: other.id });
  const [scaled] = (await linesOf(ana, third)) as unknown as { scales_parts?: boolean; reason: string }[];
  assert.deepEqual([scaled?.scales_parts, /na mesma proporção/.test(scaled?.reason ?? "")], [true, true]);
  await apply(ana, third);
  const changed = (await ana.get(`/transactions/${other.id}`)).body as TransactionView;
  assert.deepEqual([changed.amount_cents, changed.parts?.map(({ amount_cents: cents }) => cents)], [-20_500, [-12_300, -8_200]]);
  assert.deepEqual(
    (await linkedTo(other)).map(({ amount_cents: cents }) => cents),
    [-5_000],
  );
  await assertSumsAreRight(db(), ana.spaceId);
});

test("POST /exports/restore brings links back, also of rows that come before what they name; what is gone is named no more", async () => {
  const bia = await finance.member("carla@example.com");
  const bought = await create(bia, { description: "x", amount_cents: -100, date: "2026-03-10" });
  const back = { description: "y", amount_cents: 100, date: "2026-03-01", refund_of_id: bought.id };
  await create(bia, back);
  const gone = await create(bia, { description: "z", amount_cents: -100, date: "2026-03-02" });
  await create(bia, { ...back, description: "w", refund_of_id: gone.id });
  await bia.delete(`/transactions/${gone.id}`);
  const file = (await bia.get("/exports?format=json")).body as object;
  const dora = await finance.member("dora@example.com");
  const restored = await dora.post("/exports/restore", file);
  assert.equal(restored.status, 201, restored.text);
  const rows = await list(dora, "2026-03-01", "2026-03-31");
  const [x, y, w] = ["x", "y", "w"].map((name) => rows.find(({ description }) => description === name));
  assert.deepEqual([y?.refund_of_id, w?.refund_of_id], [x?.id, undefined]);
});
