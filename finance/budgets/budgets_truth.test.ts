// Whatever is written in whatever order: each budget says what the rows of its month in the category tree add up to.
import assert from "node:assert/strict";
import { after, test } from "node:test";
import fc from "fast-check";
import { startTestFinance, type TestMember } from "../testing.ts";
import { assertBudgetsAreRight } from "./testing.ts";

const finance = await startTestFinance();
after(() => finance[Symbol.asyncDispose]());
const { db } = finance.service.world;

interface CreatedIds {
  categories: number[];
  transactions: number[];
  budgets: number[];
  accounts: number[];
}
type Step = (member: TestMember, created: CreatedIds) => Promise<{ status: number; text: string; body: unknown }>;

const UNKNOWN = 2_147_483_647;
const index = fc.nat(5);
const at = (ids: number[], index: number) => ids[index % (ids.length + 1)] ?? UNKNOWN;
const month = fc.integer({ min: 1, max: 3 });
const date = fc.tuple(month, fc.constantFrom("01", "15", "28")).map(([each, day]) => `2026-0${each}-${day}`);
const cents = fc.integer({ min: -1000, max: 1000 });
const keepId = async (ids: number[], reply: ReturnType<TestMember["post"]>) => {
  const answer = await reply;
  if (answer.status === 201) ids.push((answer.body as { id: number }).id);
  return answer;
};

const steps = fc.array(
  fc.oneof(
    { weight: 4, arbitrary: fc.record({ date, amount_cents: cents, paid: fc.boolean(), category: index }).map(newRow) },
    {
      weight: 2,
      arbitrary: fc.record({ category: index, month, amount_cents: fc.nat(1000), activity_type: fc.nat(1) }).map(newBudget),
    },
    fc.tuple(index, fc.record({ date, amount_cents: cents, paid: fc.boolean(), category: index })).map(
      ([which, { category, ...fields }]): Step =>
        (member, { transactions, categories }) =>
          member.put(`/transactions/${at(transactions, which)}`, { ...fields, category_id: at(categories, category) }),
    ),
    index.map(
      (which): Step =>
        (member, { transactions }) =>
          member.delete(`/transactions/${at(transactions, which)}`),
    ),
    fc.tuple(fc.integer({ min: 2, max: 5 }), date).map(
      ([total, first]): Step =>
        (member, { categories }) =>
          member.post("/transactions", {
            description: "Parcelas",
            amount_cents: -1_001,
            date: first,
            category_id: at(categories, 0),
            installments_attributes: { periodicity: "monthly", total },
          }),
    ),
    date.map(
      (day): Step =>
        (member, { accounts }) =>
          member.post("/transfers", { from_account_id: accounts[0], to_account_id: accounts[1], amount_cents: 500, date: day }),
    ),
    fc.option(index).map(
      (parent): Step =>
        (member, { categories }) =>
          keepId(
            categories,
            member.post("/categories", { name: "Nova", parent_id: parent === null ? null : at(categories, parent) }),
          ),
    ),
    fc.tuple(index, fc.option(index)).map(
      ([which, parent]): Step =>
        (member, { categories }) =>
          member.put(`/categories/${at(categories, which)}`, { parent_id: parent === null ? null : at(categories, parent) }),
    ),
    index.map(
      (which): Step =>
        (member, { categories }) =>
          member.delete(`/categories/${at(categories, which)}`),
    ),
    fc.tuple(index, month, index).map(
      ([which, to, category]): Step =>
        (member, { budgets, categories }) =>
          member.put(`/budgets/${at(budgets, which)}`, { year: 2026, month: to, category_id: at(categories, category) }),
    ),
    month.map(
      (to): Step =>
        (member) =>
          member.post("/budgets/clone", { year: 2026, month: to }),
    ),
  ),
  { minLength: 5, maxLength: 25 },
);

function newRow({ category, ...fields }: { category: number }): Step {
  return (member, { transactions, categories }) =>
    keepId(
      transactions,
      member.post("/transactions", { description: "Linha", ...fields, category_id: at(categories, category) }),
    );
}

function newBudget({ category, ...fields }: { category: number }): Step {
  return (member, { budgets, categories }) =>
    keepId(budgets, member.post("/budgets", { year: 2026, ...fields, category_id: at(categories, category) }));
}

const LIGHT = { description: "Luz", amount_cents: -700 };

let members = 0;

test("total and predicted_total of each budget are the sums of the rows that GET /transactions shows", async () => {
  let count = 0;
  await fc.assert(
    fc.asyncProperty(steps, async (some) => {
      const member = await finance.member(`truth${++members}@example.com`);
      const created: CreatedIds = { categories: [], transactions: [], budgets: [], accounts: [] };
      const parent = await keepId(created.categories, member.post("/categories", { name: "Casa" }));
      await keepId(
        created.categories,
        member.post("/categories", { name: "Luz", parent_id: (parent.body as { id: number }).id }),
      );
      await member.post("/accounts", { name: "Outra" });
      for (const category_id of created.categories)
        for (const each of [1, 2, 3])
          await keepId(created.budgets, member.post("/budgets", { category_id, amount_cents: 1_000, year: 2026, month: each }));
      created.accounts = ((await member.get("/accounts")).body as { id: number }[]).map(({ id }) => id);
      for (const date of ["2026-01-10", "2026-02-10"])
        await keepId(created.transactions, member.post("/transactions", { ...LIGHT, date, category_id: created.categories[1] }));
      for (const step of some) {
        const reply = await step(member, created);
        assert.ok(reply.status < 500, reply.text);
      }
      count += await assertBudgetsAreRight(db, member, 2026);
    }),
    { numRuns: 15 },
  );
  assert.ok(count > 0, "the steps spend something under the budgets");
});
