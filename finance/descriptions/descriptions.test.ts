// GET /descriptions.
import assert from "node:assert/strict";
import { before, test } from "node:test";
import { sql } from "../../kernel/sql/sql.ts";
import { bookRows } from "../integrity/testing.ts";
import { explainForAnyValues, nodesOf, statementsOf } from "../testing/plans.ts";
import { shareTestFinance, type TestMember } from "../testing.ts";
import { create, wrongFields } from "../transactions/testing.ts";

const finance = shareTestFinance();
let ana: TestMember;
before(async () => {
  ana = await finance.member("ana@example.com");
});

interface Past {
  description: string;
  category_id: number;
  account_id: number;
  credit_card_id: number | null;
  amount_cents: number;
  date: string;
}

const complete = async (q: string, member = ana, more = ""): Promise<Past[]> => {
  const reply = await member.get(`/descriptions?q=${encodeURIComponent(q)}${more}`);
  assert.equal(reply.status, 200, reply.text);
  return reply.body as Past[];
};
const texts = async (q: string, member = ana, more = "") => (await complete(q, member, more)).map((each) => each.description);

test("GET /descriptions completes from the past, with the category, the place and the amount last used", async () => {
  const card = (await ana.post("/credit_cards", { name: "Cartão", closing_day: 5, due_day: 10 })).body as { id: number };
  const category = (await ana.post("/categories", { name: "Padaria" })).body as { id: number };
  await create(ana, { description: "Pão de Açúcar", date: "2020-01-01", amount_cents: -100 });
  const last = { description: "PÃO DE AÇÚCAR", date: "2025-12-01", amount_cents: -333, credit_card_id: card.id };
  await create(ana, { ...last, category_id: category.id });
  await create(ana, { description: "Paola", date: "2021-01-01" });
  await create(ana, { description: "Pedágio", date: "2026-01-02" });
  await create(ana, { description: "O pão", date: "2026-01-03" });
  await create(await finance.member("rui@example.com"), { description: "Pão dele" });
  const [first, ...others] = await complete("pao");
  const { credit_card_id, ...rest } = last;
  assert.deepEqual(first, { ...rest, category_id: category.id, account_id: card.id, credit_card_id: card.id });
  assert.deepEqual(
    others.map(({ description }) => description),
    ["Paola"],
  );
  assert.deepEqual(await texts("P"), ["Pedágio", "PÃO DE AÇÚCAR", "Paola"]);
  assert.deepEqual(await texts("p", ana, "&limit=1"), ["Pedágio"]);
  assert.deepEqual(await texts("pao%"), []);
  assert.deepEqual((await texts("")).slice(0, 2), ["O pão", "Pedágio"]);
});

test("GET /descriptions leaves transfers and payments of invoices out, and counts fixed ones as used today", async () => {
  const eva = await finance.member("eva@example.com");
  const other = (await eva.post("/accounts", { name: "Outra" })).body as { id: number };
  const card = (await eva.post("/credit_cards", { name: "Cartão", closing_day: 5, due_day: 10 })).body as { id: number };
  const { account_id: account } = await create(eva, { description: "zebra", date: "2026-01-30" });
  await eva.post("/transfers", { from_account_id: account, to_account_id: other.id, amount_cents: 1, description: "zona" });
  await eva.post(`/credit_cards/${card.id}/invoices/313/payments`, { amount_cents: 1, description: "zero" });
  await create(eva, { description: "zelador", date: "2026-01-31", recurrence_attributes: { periodicity: "monthly" } });
  assert.deepEqual(await texts("z", eva), ["zelador", "zebra"]);
});

test("GET /descriptions refuses what is no beginning and no limit", async () => {
  const refused = [`q=${"x".repeat(65)}`, "limit=0", "limit=51", "limit=x", "q=a&q=b"];
  for (const query of refused)
    assert.deepEqual(wrongFields(await ana.get(`/descriptions?${query}`)), [query.split("=")[0]], query);
});

test("GET /descriptions finds the newest and the rare among many that begin alike, along the index", async () => {
  const { db } = finance.service.world;
  const max = await finance.member("max@example.com");
  const rows = Array.from({ length: 3_000 }, (_, index) => ({
    amount_cents: -1,
    description: `pix enviado ${String(index).padStart(5, "0")}`,
    date: new Date(Date.UTC(2015, 0, index)).toISOString().slice(0, 10),
  }));
  await bookRows(db, max.spaceId, [...rows, { amount_cents: -1, description: "raro", date: "2001-01-01" }]);
  await db.run(sql`analyze transactions`);
  assert.equal((await texts("PIX", max))[0], "pix enviado 02999");
  assert.deepEqual(await texts("ra", max), ["raro"]);
  const statements = (await statementsOf(db, () => complete("ra", max))).filter(({ text }) => /recursive/.test(text));
  const nodes = nodesOf(await explainForAnyValues(db, statements[0]!)).filter((node) => node["Relation Name"] === "transactions");
  assert.deepEqual(new Set(nodes.map((node) => node["Index Name"])), new Set(["transactions_description_idx"]));
});
