// Who wrote what: `created_by_id` of transactions, in a space of two people.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { beforeEach, test } from "node:test";
import { splitStatements } from "../../kernel/sql/split_statements.ts";
import { sql, trusted } from "../../kernel/sql/sql.ts";
import { recordingLog } from "../../kernel/testing/log.ts";
import { newCard } from "../credit_cards/testing.ts";
import { extendAll } from "../extension/extend.ts";
import { apply, cardCsv, ofx, upload } from "../imports/testing.ts";
import { joinSpace } from "../testing/shared_space.ts";
import { shareTestFinance, type TestClient, type TestMember } from "../testing.ts";
import { change, create, list } from "./testing.ts";

const finance = shareTestFinance();
const db = () => finance.service.world.db;
/** The space is Ana's; Bia has joined it. */
let ana: TestMember;
let bia: TestClient;
let biaId: number;
beforeEach(async () => {
  if (ana) return;
  ana = await finance.member("ana@example.com");
  bia = await joinSpace(finance, ana, "bia@example.com", "editor");
  biaId = ((await bia.get("/users/me")).body as { id: number }).id;
});

const made = async (client: TestClient, path: string, body: object) => {
  const reply = await client.post(path, body);
  assert.equal(reply.status, 201, reply.text);
  return reply.body as { id: number; created_by_id: number };
};
/** The authors of the rows that are new since, each once. */
async function authorsSince(known: ReadonlySet<number>): Promise<(number | null)[]> {
  const rows = (await list(ana)).filter(({ id }) => !known.has(id));
  assert.ok(rows.length > 0);
  return [...new Set(rows.map(({ created_by_id: author }) => author))];
}
const idsNow = async () => new Set((await list(ana)).map(({ id }) => id));
const undo = async (client: TestClient) => {
  const { cursor } = (await client.get("/changes")).body as { cursor: string };
  const reply = await client.post("/changes/undo", { version: Number(cursor) });
  assert.equal(reply.status, 200, reply.text);
};
const authorOf = async (id: number) => ((await ana.get(`/transactions/${id}`)).body as { created_by_id: number }).created_by_id;

test("whoever writes a row, a transfer, a payment, instalments or applies an import is its author, for everybody", async () => {
  const account = await made(ana, "/accounts", { name: "Banco" });
  const other = await made(ana, "/accounts", { name: "Caixa" });
  const { id: card } = await newCard(ana, { payment_account_id: account.id });
  const own = await create(ana, { description: "x" });
  assert.equal(own.created_by_id, ana.userId);
  const repeated = { description: "x", amount_cents: -900 };
  const writes: [string, () => Promise<unknown>][] = [
    ["a row", () => create(bia, { description: "x" })],
    ["instalments", () => create(bia, { ...repeated, installments_attributes: { periodicity: "monthly", total: 3 } })],
    ["a fixed series", () => create(bia, { ...repeated, recurrence_attributes: { periodicity: "monthly" } })],
    ["a purchase", () => create(bia, { ...repeated, credit_card_id: card, date: "2026-01-20" })],
    ["a payment", () => made(bia, `/credit_cards/${card}/invoices/313/payments`, { amount_cents: 100 })],
    ["a transfer", () => made(bia, "/transfers", { from_account_id: account.id, to_account_id: other.id, amount_cents: 5 })],
    [
      "an import",
      async () =>
        apply(bia, await upload(bia, ofx([{ day: "2026-01-05", cents: -1, text: "Padaria" }]), { account_id: account.id })),
    ],
    [
      "a purchase in parts of an import",
      async () =>
        apply(
          bia,
          await upload(bia, cardCsv([{ day: "2026-01-05", cents: -100, text: "Loja - Parcela 1/3" }]), {
            credit_card_id: card,
            invoice: 312,
          }),
          { proposals: "accept" },
        ),
    ],
  ];
  for (const [what, write] of writes) {
    const known = await idsNow();
    await write();
    assert.deepEqual(await authorsSince(known), [biaId], what);
  }
});

test("changing a row changes nobody's authorship, whatever is sent; undo brings back the author", async () => {
  const row = await create(bia, { description: "before", amount_cents: -5 });
  assert.equal((await change(ana, row.id, { ...row, description: "after" })).created_by_id, biaId);
  const sent = await ana.put(`/transactions/${row.id}`, { ...row, created_by_id: ana.userId });
  assert.equal((sent.body as { created_by_id: number }).created_by_id, biaId);
  assert.match(String(sent.headers["cofre-ignored"]), /body\.created_by_id/);
  const quiet = await create(ana, { description: "x", created_by_id: biaId });
  assert.equal(quiet.created_by_id, ana.userId);
  await ana.delete(`/transactions/${row.id}`);
  await undo(ana);
  assert.equal(await authorOf(row.id), biaId, "Ana undid, and Bia wrote it");
  const { changes } = (await ana.get("/changes?since=0&limit=500")).body as {
    changes: { entity_id: number; record: { created_by_id: number } | null }[];
  };
  assert.equal(changes.find(({ entity_id: id }) => id === row.id)?.record?.created_by_id, biaId, "in the feed");
});

test("an export that is restored is of whoever restores it", async () => {
  const carla = await finance.member("carla@example.com");
  const file = (await ana.get("/exports?format=json")).body as { transactions: { created_by_id: number }[] };
  assert.ok(file.transactions.some(({ created_by_id: author }) => author === biaId));
  assert.equal((await carla.post("/exports/restore", file)).status, 201);
  assert.deepEqual([...new Set((await list(carla)).map(({ created_by_id: author }) => author))], [carla.userId]);
});

test("who left stays the author", async () => {
  const guest = await joinSpace(finance, ana, "guest@example.com", "editor");
  const { id } = (await guest.get("/users/me")).body as { id: number };
  const row = await create(guest, { description: "x" });
  assert.equal((await ana.delete(`/members/${id}`)).status, 200);
  assert.equal(await authorOf(row.id), id);
});

test("the migration takes the authors of shared spaces from the log, and leaves all others", async () => {
  const alone = await finance.member("alone@example.com");
  await create(alone, { description: "x" });
  const authors = (spaceId: number) =>
    db().many<{ id: number; created_by_id: number | null }>(
      sql`select id, created_by_id from transactions where space_id = ${spaceId} order by id`,
    );
  const before = await authors(ana.spaceId);
  assert.ok(before.every(({ created_by_id: author }) => author !== null));
  for (const { spaceId } of [ana, alone])
    for (const table of ["series", "transactions"])
      await db().run(sql`update ${trusted(table)} set created_by_id = null where space_id = ${spaceId}`);
  const migration = readFileSync(new URL("../migrations/030_created_by_of_shared_spaces.sql", import.meta.url), "utf8");
  for (const statement of splitStatements(migration)) await db().run(trusted(statement));
  assert.deepEqual(await authors(ana.spaceId), before);
  assert.deepEqual(
    (await authors(alone.spaceId)).map(({ created_by_id: author }) => author),
    [null],
  );
});

test("a row that comes later of a fixed series is of the author of the series", async () => {
  await create(bia, { description: "fixed", recurrence_attributes: { periodicity: "monthly" } });
  const known = await idsNow();
  finance.clock.advance(40 * 86_400);
  await extendAll(db(), recordingLog(), finance.clock.now);
  const later = (await list(ana)).filter(({ id, description }) => !known.has(id) && description === "fixed");
  assert.ok(later.length > 0);
  assert.deepEqual([...new Set(later.map(({ created_by_id: author }) => author))], [biaId]);
});
