import assert from "node:assert/strict";
import { after, test } from "node:test";
import { bookRows } from "../integrity/testing.ts";
import { startTestFinance } from "../testing.ts";

const finance = await startTestFinance();
after(() => finance[Symbol.asyncDispose]());
const { db } = finance.service.world;

test("GET /tags lists the tags in use by name, with how many transactions have each; other spaces' are not among them", async () => {
  const [ana, bia] = [await finance.member("tags@example.com"), await finance.member("tags2@example.com")];
  assert.deepEqual((await ana.get("/tags")).body, []);
  const gone = (await ana.post("/accounts", { name: "Velha" })).body as { id: number };
  await bookRows(db, ana.spaceId, [
    { amount_cents: -1, tags: ["viagem", "Água"] },
    { amount_cents: -1, tags: ["viagem"], date: "1999-12-31" },
    { amount_cents: -1, tags: ["banco"] },
    { amount_cents: -1, tags: ["sumida", "viagem"], account_id: gone.id },
  ]);
  await bookRows(db, bia.spaceId, [{ amount_cents: -1, tags: ["SEGREDO DA BIA"] }]);
  await ana.delete(`/accounts/${gone.id}`);
  const reply = await ana.get("/tags");
  assert.deepEqual(
    [reply.status, reply.body],
    [
      200,
      [
        { name: "Água", transactions_count: 1 },
        { name: "banco", transactions_count: 1 },
        { name: "viagem", transactions_count: 2 },
      ],
    ],
  );
  assert.equal((await finance.call("/tags")).status, 401);
});
