// Refunds: `refund_of_id` gives back what a purchase cost, under its categories.
import assert from "node:assert/strict";
import { before, test } from "node:test";
import * as fc from "fast-check";
import { assertSumsAreRight } from "../integrity/testing.ts";
import { sharesOf } from "../rows/parts.ts";
import { PLAIN_ROW } from "../rows/stored_row.ts";
import type { StoredRow } from "../tables/tables.ts";
import { shareTestFinance, type TestMember } from "../testing.ts";
import { refundSplit, warningsOf } from "./refunds.ts";
import { change, create, fingerprint, type TransactionView, wrongFields } from "./testing.ts";

const finance = shareTestFinance();
const db = () => finance.service.world.db;
let ana: TestMember;
const ids = { food: 0, home: 0, toys: 0, card: 0 };
before(async () => {
  ana = await finance.member("ana@example.com");
  const make = async (path: string, body: object) => ((await ana.post(path, body)).body as { id: number }).id;
  ids.food = await make("/categories", { name: "Mercado" });
  ids.home = await make("/categories", { name: "Casa" });
  ids.toys = await make("/categories", { name: "Brinquedos" });
  ids.card = await make("/credit_cards", { name: "Cartão", closing_day: 5, due_day: 12 });
});

const part = (category_id: number, amount_cents: number, more: object = {}) => ({ category_id, amount_cents, ...more });
const shop = (more: object = {}) =>
  create(ana, {
    description: "Mercado",
    amount_cents: -10_000,
    date: "2026-01-10",
    credit_card_id: ids.card,
    parts: [part(ids.food, -7_000), part(ids.home, -2_000, { description: "panela", tags: ["casa"] }), part(ids.toys, -1_000)],
    ...more,
  });
const refund = (of: TransactionView, cents: number, more: object = {}) =>
  create(ana, {
    description: "Estorno",
    amount_cents: cents,
    date: "2026-01-20",
    credit_card_id: ids.card,
    refund_of_id: of.id,
    ...more,
  });
const splitOf = ({ parts, category_id, amount_cents }: TransactionView) =>
  (parts ?? [{ category_id, amount_cents }]).map((each) => [each.category_id, each.amount_cents]);

test("POST /transactions with refund_of_id gives back the parts of the purchase in proportion, and never more than is left of one", async () => {
  const bought = await shop();
  const first = await refund(bought, 1_001);
  assert.deepEqual(splitOf(first), [
    [ids.food, 701],
    [ids.home, 200],
    [ids.toys, 100],
  ]);
  assert.equal(first.refund_of_id, bought.id);
  assert.deepEqual(first.parts?.[1], {
    category_id: ids.home,
    amount_cents: 200,
    description: "panela",
    tags: [{ name: "casa" }],
  });
  const one = await refund(bought, 1_800, { category_id: ids.home });
  assert.deepEqual([one.category_id, one.parts, "warnings" in one], [ids.home, undefined, false]);
  const rest = await refund(bought, 10_000 - 1_001 - 1_800);
  assert.deepEqual(splitOf(rest), [
    [ids.food, 6_299],
    [ids.toys, 900],
  ]);
  const { body } = await ana.get(`/transactions?linked_to_id=${bought.id}&start_date=2026-01-01&end_date=2026-12-31`);
  assert.deepEqual(
    (body as TransactionView[]).map(({ id }) => id),
    [rest.id, one.id, first.id],
  );
  await assertSumsAreRight(db(), ana.spaceId);
});

test("a refund of more than was spent says so in its dry run and its answer, for each category", async () => {
  const bought = await shop();
  const dry = await ana.post("/transactions?dry_run=true", {
    description: "Estorno",
    amount_cents: 2_500,
    refund_of_id: bought.id,
    category_id: ids.home,
  });
  assert.deepEqual(
    [dry.status, (dry.body as { warnings: unknown }).warnings],
    [201, [{ kind: "refund_exceeds", category_id: ids.home, left_cents: 2_000 }]],
  );
  await refund(bought, 10_000);
  const { warnings } = (await refund(bought, 100)) as TransactionView & { warnings: unknown };
  assert.deepEqual(warnings, [
    { kind: "refund_exceeds", category_id: ids.food, left_cents: 0 },
    { kind: "refund_exceeds", category_id: ids.home, left_cents: 0 },
    { kind: "refund_exceeds", category_id: ids.toys, left_cents: 0 },
  ]);
});

test("a refund of instalments gives back the parts of the whole purchase; of a plain purchase its category", async () => {
  const bought = await shop({ installments_attributes: { periodicity: "monthly", total: 3 } });
  assert.deepEqual(splitOf(await refund(bought, 10_000)), [
    [ids.food, 7_000],
    [ids.home, 2_000],
    [ids.toys, 1_000],
  ]);
  const plain = await create(ana, { description: "x", amount_cents: -500, category_id: ids.toys });
  assert.deepEqual(splitOf(await refund(plain, 200)), [[ids.toys, 200]]);
});

test("PUT /transactions/:id links a refund, with the parts of the purchase unless it names others, and null unlinks it; undo does both", async () => {
  const bought = await shop();
  const row = await create(ana, { description: "Estorno", amount_cents: 500, date: "2026-01-22" });
  const linked = await ana.put(`/transactions/${row.id}`, { refund_of_id: bought.id });
  assert.deepEqual(splitOf(linked.body as TransactionView), [
    [ids.food, 350],
    [ids.home, 100],
    [ids.toys, 50],
  ]);
  const again = await change(ana, row.id, linked.body as object);
  assert.deepEqual(splitOf(again), splitOf(linked.body as TransactionView));
  assert.equal((await change(ana, row.id, { refund_of_id: null })).refund_of_id, undefined);
  const named = await change(ana, row.id, { refund_of_id: bought.id, category_id: ids.toys });
  assert.deepEqual([splitOf(named), named.refund_of_id], [[[ids.toys, 500]], bought.id]);
  const removed = await ana.delete(`/transactions/${bought.id}`);
  assert.equal(((await ana.get(`/transactions/${row.id}`)).body as TransactionView).refund_of_id, bought.id);
  assert.deepEqual((await change(ana, row.id, { ...named, notes: "x" })).refund_of_id, bought.id);
  const undone = await ana.post("/changes/undo", { request_id: removed.headers["x-request-id"] });
  assert.deepEqual((undone.body as { kept: unknown[] }).kept, []);
});

test("POST and PUT refuse what is no refund, and write nothing", async () => {
  const bought = await shop();
  const income = await create(ana, { description: "Salário", amount_cents: 500 });
  const back = await refund(bought, 100);
  const bia = await finance.member("bia@example.com");
  const foreign = await create(bia, { description: "x", amount_cents: -100 });
  const [from, to] = [
    ((await ana.post("/accounts", { name: "a" })).body as { id: number }).id,
    ((await ana.post("/accounts", { name: "b" })).body as { id: number }).id,
  ];
  const body = { from_account_id: from, to_account_id: to, amount_cents: 100 };
  const leg = (await ana.post("/transfers", body)).body as TransactionView;
  const stored = await fingerprint(db(), ana.spaceId);
  const cases: [more: object, field: string][] = [
    [{ refund_of_id: "x" }, "refund_of_id"],
    [{ refund_of_id: 9_999_999 }, "refund_of_id"],
    [{ refund_of_id: 2 ** 53 }, "refund_of_id"],
    [{ refund_of_id: foreign.id }, "refund_of_id"],
    [{ refund_of_id: income.id }, "refund_of_id"],
    [{ refund_of_id: back.id }, "refund_of_id"],
    [{ refund_of_id: leg.id }, "refund_of_id"],
    [{ refund_of_id: bought.id, amount_cents: -100 }, "refund_of_id"],
    [{ refund_of_id: bought.id, installments_attributes: { periodicity: "monthly", total: 2 } }, "refund_of_id"],
  ];
  for (const [more, field] of cases) {
    const refused = await ana.post("/transactions", { description: "x", amount_cents: 100, ...more });
    assert.deepEqual(wrongFields(refused), [field], JSON.stringify(more));
  }
  for (const [id, more] of [
    [income.id, { refund_of_id: income.id }],
    [income.id, { refund_of_id: 9_999_999 }],
    [income.id, { refund_of_id: bought.id, amount_cents: -5 }],
    [income.id, { refund_of_id: bought.id, update_all: true }],
    [leg.id, { refund_of_id: bought.id }],
  ] as const)
    assert.deepEqual(wrongFields(await ana.put(`/transactions/${id}`, more)), ["refund_of_id"], JSON.stringify(more));
  assert.equal(await fingerprint(db(), ana.spaceId), stored);
});

test("refunds of a whole purchase, one after the other, bring each part to nothing and never below", () => {
  const parts = fc.array(fc.integer({ min: 1, max: 10 ** 6 }), { minLength: 2, maxLength: 6 });
  const cuts = fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1, maxLength: 6 });
  fc.assert(
    fc.property(parts, cuts, (amounts, weights) => {
      const own = amounts.map((cents, index) => ({ tags: [], category_id: index, description: null, amount_cents: -cents }));
      const total = amounts.reduce((sum, cents) => sum + cents, 0);
      const bought = { ...PLAIN_ROW, amount_cents: -total, category_id: 0, parts: own } as unknown as StoredRow;
      const refunds: StoredRow[] = [];
      let left = total;
      weights.forEach((weight, index) => {
        const cents = index === weights.length - 1 ? left : Math.min(left, Math.floor((total * weight) / 50));
        left -= cents;
        if (cents === 0) return;
        const purchase = { rows: [bought], refunds };
        const { categoryId, parts: split } = refundSplit(purchase, cents);
        const row = { ...PLAIN_ROW, amount_cents: cents, category_id: categoryId, parts: split } as unknown as StoredRow;
        assert.equal(
          sharesOf(row).reduce((sum, share) => sum + share.amount_cents, 0),
          cents,
        );
        assert.deepEqual(warningsOf(purchase, row), []);
        refunds.push(row);
      });
      const given = refunds.flatMap(sharesOf);
      for (const [index, cents] of amounts.entries()) {
        const back = given.filter((share) => share.category_id === index);
        assert.equal(
          back.reduce((sum, share) => sum + share.amount_cents, 0),
          cents,
        );
      }
    }),
    { numRuns: 20_000 },
  );
});
