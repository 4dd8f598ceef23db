import assert from "node:assert/strict";
import { test } from "node:test";
import { sql } from "../../kernel/sql/sql.ts";
import { apply, cardCsv, linesOf, ofx, upload } from "../imports/testing.ts";
import { shareTestFinance, type TestMember } from "../testing.ts";
import { change, fingerprint, list } from "../transactions/testing.ts";
import { openRecall } from "./recall.ts";

const finance = shareTestFinance();

interface Memory {
  id: number;
  merchant: string;
  kind: string;
  category_id: number;
  hits: number;
}

let members = 0;
async function newMember() {
  const member = await finance.member(`memory${++members}@example.com`);
  const make = async (path: string, body: object) => ((await member.post(path, body)).body as { id: number }).id;
  return {
    member,
    account_id: await make("/accounts", { name: "Banco" }),
    snacks: await make("/categories", { name: "Lanches" }),
    travel: await make("/categories", { name: "Viagem" }),
  };
}
const memoryOf = async (member: TestMember) => (await member.get("/category_memory")).body as Memory[];
const shownOf = async (member: TestMember) =>
  (await memoryOf(member)).map(({ merchant, kind, category_id, hits }) => [merchant, kind, category_id, hits]);
const line = (n: number, text: string, cents = -800) => ({ day: `2026-01-0${n}`, cents, text, id: `i${n}${text}` });
const fillsOf = async (member: TestMember, preview: { id: number }) =>
  ((await linesOf(member, preview)) as unknown as { fill: { category_id: number; by: string } }[]).map(({ fill }) => fill);

test("a category that the user gives to a line is remembered of its merchant, a guess is not; undo forgets it again", async () => {
  const { member, account_id, snacks } = await newMember();
  const { db } = finance.service.world;
  const tables = () =>
    db.one<{ sum: string | null }>(
      sql`select md5(string_agg(row::text, '|' order by id)) as sum from category_memory as row where space_id = ${member.spaceId}`,
    );
  await apply(member, await upload(member, ofx([line(1, "Padaria Sol"), line(2, "Banca")]), { account_id }));
  assert.deepEqual(await shownOf(member), []);
  const preview = await upload(member, ofx([line(3, "COMPRA CARTAO Café da Praça"), line(4, "FEIRA")]), { account_id });
  await member.put(`/imports/${preview.id}/lines/1`, { category_id: snacks });
  const empty = await tables();
  const applied = await apply(member, preview);
  assert.deepEqual(await shownOf(member), [["CAFE DA PRACA", "expense", snacks, 1]]);
  const learned = await tables();
  const undone = await member.post("/changes/undo", { version: applied.made?.version });
  assert.deepEqual((undone.body as { kept: unknown[] }).kept, []);
  assert.deepEqual(await tables(), empty);
  await member.post("/changes/undo", { version: (undone.body as { version: number }).version });
  assert.deepEqual(await tables(), learned);
  const next = await upload(member, ofx([line(5, "CAFE DA PRACA"), line(6, "CAFE DA PRACA", 900), line(7, "CAFE CENTRAL")]), {
    account_id,
  });
  assert.deepEqual(
    (await fillsOf(member, next)).map(({ by }) => by),
    ["memory", "default", "default"],
  );
  await apply(member, next);
  const rows = (await list(member)) as unknown as { date: string; category_id: number }[];
  assert.equal(rows.find(({ date }) => date === "2026-01-05")?.category_id, snacks);
  assert.equal((await memoryOf(member))[0]?.hits, 1);
});

test("correcting a row that came from a file teaches, singly and in bulk; correcting one that was typed does not", async () => {
  const { member, account_id, snacks, travel } = await newMember();
  await apply(member, await upload(member, ofx([line(1, "Padaria Sol"), line(2, "Banca"), line(3, "Banca")]), { account_id }));
  const [bread, one, two] = await list(member);
  await change(member, bread?.id as number, { category_id: snacks, description: "Pão" });
  assert.deepEqual(await shownOf(member), [["PADARIA SOL", "expense", snacks, 1]]);
  await member.post("/transactions/bulk", { ids: [one?.id, two?.id], set: { category_id: travel } });
  assert.deepEqual((await shownOf(member))[0], ["BANCA", "expense", travel, 2]);
  await change(member, bread?.id as number, { category_id: travel });
  assert.deepEqual((await shownOf(member))[1], ["PADARIA SOL", "expense", travel, 1]);
  const { cursor } = (await member.get("/changes")).body as { cursor: string };
  await member.post("/changes/undo", { version: Number(cursor) });
  assert.deepEqual((await shownOf(member))[1], ["PADARIA SOL", "expense", snacks, 1]);
  const was = await memoryOf(member);
  const typed = (await member.post("/transactions", { description: "Padaria Sol", amount_cents: -1, account_id })).body as {
    id: number;
  };
  await change(member, typed.id, { category_id: travel });
  await change(member, one?.id as number, { notes: "nada de novo" });
  assert.deepEqual(await memoryOf(member), was);
});

test("what comes back to a card goes where it was spent", async () => {
  const { member, travel } = await newMember();
  const card = (await member.post("/credit_cards", { name: "Roxo", closing_day: 3, due_day: 10 })).body as { id: number };
  const file = { credit_card_id: card.id, invoice: 312 };
  const bought = await upload(member, cardCsv([{ day: "2025-12-20", cents: -5000, text: "Hotel Mar" }]), file);
  await member.put(`/imports/${bought.id}/lines/1`, { category_id: travel });
  await apply(member, bought);
  const back = await upload(member, cardCsv([{ day: "2025-12-22", cents: 5000, text: "Estorno de Hotel Mar" }]), file);
  assert.deepEqual(await fillsOf(member, back), [{ category_id: travel, by: "memory", description: null, tags: null }]);
});

test("the bank's own word for a category counts where the space has one of that name, and memory goes before it", async () => {
  const { member, snacks, travel } = await newMember();
  const card = (await member.post("/credit_cards", { name: "Roxo", closing_day: 3, due_day: 10 })).body as { id: number };
  const file = (day: string) => `date,category,title,amount\n${day},lanches,Bar do Zé,9.00\n${day},outra,Loja,9.00\n`;
  const first = await upload(member, file("2025-12-20"), { credit_card_id: card.id, invoice: 312 });
  const fills = await fillsOf(member, first);
  assert.deepEqual([fills[0]?.category_id, fills.map(({ by }) => by)], [snacks, ["bank", "default"]]);
  await member.put(`/imports/${first.id}/lines/1`, { category_id: travel });
  await apply(member, first);
  const next = await upload(member, file("2025-12-21"), { credit_card_id: card.id, invoice: 312 });
  assert.deepEqual((await fillsOf(member, next))[0]?.category_id, travel);
});

test("one merchant, those of a category, and all of them are forgotten; what was learned anew since an undo stays", async () => {
  const { member, account_id, snacks, travel } = await newMember();
  const stranger = await newMember();
  await apply(
    member,
    await upload(member, ofx([line(1, "Um"), line(2, "Dois"), line(3, "Três"), line(4, "Quatro")]), { account_id }),
  );
  const rows = await list(member);
  for (const [index, { id }] of rows.entries()) await change(member, id, { category_id: index < 3 ? snacks : travel });
  const [four, three] = (await memoryOf(member)) as [Memory, Memory];
  assert.equal((await stranger.member.delete(`/category_memory/${three.id}`)).status, 404);
  const gone = await member.delete(`/category_memory/${three.id}`);
  assert.deepEqual([gone.status, (gone.body as Memory).merchant], [200, "TRES"]);
  const version = Number(((await member.get("/changes")).body as { cursor: string }).cursor);
  await change(member, rows[2]?.id as number, { category_id: travel });
  const undo = await member.post("/changes/undo", { version });
  assert.deepEqual((undo.body as { kept: unknown[] }).kept, [
    { entity: "category_memory", entity_id: three.id, reason: "exists" },
  ]);
  const forget = async (body: object) => (await member.post("/category_memory/forget", body)).body;
  assert.deepEqual(await forget({ merchant: "três " }), { forgotten: 1 });
  assert.deepEqual(await forget({ category_id: snacks }), { forgotten: 2 });
  assert.deepEqual(await memoryOf(member), [four]);
  const was = await fingerprint(finance.service.world.db, member.spaceId);
  assert.equal((await member.post("/category_memory/forget?dry_run=true", {})).status, 200);
  assert.equal(await fingerprint(finance.service.world.db, member.spaceId), was);
  assert.deepEqual(await forget({}), { forgotten: 1 });
  assert.deepEqual(await forget({}), { forgotten: 0 });
  assert.equal((await member.get("/category_memory?limit=0")).status, 422);
});

test("a first word is enough where it was said three times and four of five agree; people are known by their full names", () => {
  const memory = [
    { merchant: "UBER TRIP", is_income: false, category_id: 1, hits: 3 },
    { merchant: "UBER EATS", is_income: false, category_id: 2, hits: 1 },
    { merchant: "ANA LIMA", is_income: false, category_id: 3, hits: 9 },
  ];
  const of = (name: string, more: object = {}, hits = 3) =>
    openRecall(
      [{ ...(memory[0] as (typeof memory)[0]), hits }, ...memory.slice(1)],
      (id) => id !== 9,
    )({ name, isIncome: false, isPerson: false, ...more });
  assert.equal(of("UBER EATS"), 2);
  assert.equal(of("UBER BR"), undefined);
  assert.equal(of("UBER BR", {}, 4), 1);
  assert.equal(of("UBER BR", { isIncome: true }, 4), undefined);
  assert.equal(of("ANA SOUZA"), 3);
  assert.equal(of("ANA SOUZA", { isPerson: true }), undefined);
  assert.equal(of("ANA LIMA", { isPerson: true }), 3);
  assert.equal(of(""), undefined);
  assert.equal(
    openRecall(
      [{ merchant: "X", is_income: false, category_id: 9, hits: 1 }],
      (id) => id !== 9,
    )({ name: "X", isIncome: false, isPerson: false }),
    undefined,
  );
});
