// Our own service acts as Organizze, with answers in the documented form.
import assert from "node:assert/strict";
import { readdir } from "node:fs/promises";
import { after, before, test } from "node:test";
import { checkBooks } from "../../finance/integrity/check_space.ts";
import { checksum } from "../../finance/testing/space_tables.ts";
import { startTestFinance, type TestFinance, type TestMember } from "../../finance/testing.ts";
import { temporaryFolder } from "../../kernel/testing/folder.ts";
import { moveIn } from "./move_in.ts";

let finance: TestFinance;
let ana: TestMember;

type Row = { id: number } & Record<string, unknown>;
const create = async (path: string, body: object) => {
  const reply = await ana.post(path, body);
  assert.equal(reply.status, 201, reply.text);
  return reply.body as Row;
};

async function bookRows(account_id: number, category_id: number): Promise<void> {
  const row = { account_id, category_id, description: "Pão", tags: ["casa"], notes: "n" };
  await create("/transactions", { ...row, amount_cents: -990, date: "2024-02-29", paid: true });
  await create("/transactions", { ...row, amount_cents: 500_000, date: "2025-12-05", category_id: undefined, paid: true });
  await create("/transactions", { ...row, amount_cents: -1, date: "2026-01-20", paid: false });
  await create("/transactions", {
    ...row,
    description: "Aluguel",
    amount_cents: -150_000,
    date: "2025-10-31",
    recurrence_attributes: { periodicity: "monthly" },
  });
  await create("/transactions", {
    ...row,
    description: "Aula",
    amount_cents: -7_000,
    date: "2025-12-01",
    recurrence_attributes: { periodicity: "weekly" },
  });
  await create("/transactions", {
    ...row,
    description: "Curso",
    amount_cents: -1_000,
    date: "2025-11-30",
    installments_attributes: { periodicity: "monthly", total: 3 },
  });
}

async function buyAndPay(cardId: number, account_id: number, category_id: number): Promise<void> {
  const purchase = { description: "TV", credit_card_id: cardId, amount_cents: -100_000, date: "2025-10-20", category_id };
  const parts = await create("/transactions", { ...purchase, installments_attributes: { periodicity: "monthly", total: 3 } });
  await create("/transactions", {
    ...purchase,
    description: "Livro",
    amount_cents: -4_990,
    credit_card_invoice_id: Number(parts.credit_card_invoice_id) + 1,
  });
  await create(`/credit_cards/${cardId}/invoices/${parts.credit_card_invoice_id}/payments`, {
    amount_cents: 30_000,
    date: "2025-11-14",
    account_id,
  });
  const changed = await ana.put(`/credit_cards/${cardId}`, { closing_day: 4, due_day: 17, update_invoices_since: "2026-02-01" });
  assert.equal(changed.status, 201, changed.text);
}

before(async () => {
  finance = await startTestFinance({ UPSTREAM_ANSWERS: "true" });
  ana = await finance.member("ana@example.com");
  const bank = await create("/accounts", { name: "Itaú", opening_balance_cents: 123_45, type: "checking", default: true });
  const savings = await create("/accounts", { name: "Poupança", type: "savings" });
  const food = await create("/categories", { name: "Comida", color: "AABBCC" });
  const fair = await create("/categories", { name: "Feira", parent_id: food.id });
  const card = await create("/credit_cards", {
    name: "Visa",
    closing_day: 2,
    due_day: 15,
    limit_cents: 500_000,
    card_network: "visa",
  });
  await bookRows(bank.id, fair.id);
  await create("/transfers", { from_account_id: bank.id, to_account_id: savings.id, amount_cents: 2_500, date: "2025-12-20" });
  await buyAndPay(card.id, bank.id, food.id);
  await create("/budgets", { category_id: food.id, amount_cents: 60_000, year: 2026, month: 1 });
});
after(() => finance[Symbol.asyncDispose]());

const move = async (target: TestMember, folder: string, more: { isDryRun?: boolean; url?: string } = {}) => {
  const server = ({ email, token }: TestMember) => ({ url: finance.url, email, token, ca: finance.certificate.cert });
  const messages: string[] = [];
  const now = finance.clock.now();
  const outcome = await moveIn({
    ...{ source: { ...server(ana), ...(more.url && { url: more.url }) }, target: server(target), folder, pauseMs: 0 },
    ...{ isDryRun: more.isDryRun ?? false, now, today: now.toISOString().slice(0, 10), says: (line) => messages.push(line) },
  });
  return { ...outcome, said: messages };
};

test("a whole account moves in: every balance and invoice is as at the source, and the books are right", async () => {
  await using folder = await temporaryFolder();
  const bia = await finance.member("bia@example.com");
  const { db } = finance.service.world;
  const before = await checksum(db, bia.spaceId);
  const rehearsed = await move(bia, folder.path, { isDryRun: true });
  assert.deepEqual(await checksum(db, bia.spaceId), before);
  const outcome = await move(bia, folder.path);
  assert.deepEqual(outcome.restored, rehearsed.restored);
  assert.deepEqual(outcome.notes, []);
  assert.deepEqual(outcome.differing, []);
  assert.ok(outcome.compared.length > 20);
  assert.deepEqual(await db.transaction((tx) => checkBooks(tx, bia.spaceId)), []);
  const list = async (member: TestMember, path: string) => (await member.get(path)).body as Row[];
  const show = async (member: TestMember, path: string) =>
    (await list(member, path)).map(
      ({
        description,
        date,
        amount_cents,
        paid,
        tags,
        notes,
        installment,
        total_installments,
        recurring,
        credit_card_invoice_id,
      }) => ({
        ...{
          description,
          date,
          amount_cents,
          paid,
          tags,
          notes,
          installment,
          total_installments,
          recurring,
          credit_card_invoice_id,
        },
      }),
    );
  for (const year of [2024, 2025, 2026, 2027]) {
    const path = `/transactions?start_date=${year}-01-01&end_date=${year}-12-31`;
    const sorted = (rows: object[]) => rows.map((row) => JSON.stringify(row)).sort();
    assert.deepEqual(sorted(await show(bia, path)), sorted(await show(ana, path)), String(year));
  }
  const budgets = async (member: TestMember) =>
    (await list(member, "/budgets/2026")).map(({ amount_in_cents, date, total }) => ({ amount_in_cents, date, total }));
  assert.deepEqual(await budgets(bia), await budgets(ana));
  const names = async (member: TestMember) =>
    (await list(member, "/categories")).map(({ name, kind, color }) => `${name} ${kind} ${color}`).sort();
  assert.deepEqual(await names(bia), await names(ana));
});

test("who was interrupted goes on with what was read, and a second run of the same writes nothing more", async () => {
  await using folder = await temporaryFolder();
  const rui = await finance.member("rui@example.com");
  await assert.rejects(move(rui, folder.path, { url: `${finance.url}/nowhere` }), /404/);
  await move(rui, folder.path);
  const files = (await readdir(folder.path)).length;
  const { db } = finance.service.world;
  const trips = await checksum(db, rui.spaceId);
  const again = await move(rui, folder.path);
  assert.equal((await readdir(folder.path)).length, files, "nothing was read anew");
  assert.deepEqual(again.differing, []);
  assert.deepEqual(await checksum(db, rui.spaceId), trips);
});
