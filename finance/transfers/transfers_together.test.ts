// Transfers that are made, changed and deleted at random and at the same time: the two legs never part.
import assert from "node:assert/strict";
import { before, test } from "node:test";
import fc from "fast-check";
import { sql } from "../../kernel/sql/sql.ts";
import { assertSumsAreRight } from "../integrity/testing.ts";
import { shareTestFinance, type TestMember } from "../testing.ts";
import { newAccount, transfer } from "./testing.ts";

const finance = shareTestFinance();
let ana: TestMember;
let accounts: number[];
before(async () => {
  ana = await finance.member("ana@example.com");
  accounts = [await newAccount(ana, "a"), await newAccount(ana, "b"), await newAccount(ana, "c")];
});

const db = () => finance.service.world.db;

/** FV-03: two legs each, which point at each other, sum to nothing, and are of the same day and space. */
async function assertLegsMirror(): Promise<void> {
  await assertSumsAreRight(db(), ana.spaceId);
  const { rows, cents } = await db().one<{ rows: number; cents: number }>(sql`
    select count(*) as rows, coalesce(sum(amount_cents), 0)::bigint as cents
      from transactions
     where space_id = ${ana.spaceId} and oposite_transaction_id is not null`);
  assert.deepEqual([rows % 2, cents], [0, 0]);
}

const cents = fc.integer({ min: 1, max: 999_999_999_999 });
const step = fc.oneof(
  fc.record({ kind: fc.constant("create"), index: fc.nat(5), cents, paid: fc.boolean(), leg: fc.boolean() }),
  fc.record({ kind: fc.constantFrom("change", "delete"), index: fc.nat(9), cents, paid: fc.boolean(), leg: fc.boolean() }),
);

test("transfers sum to zero after any sequence of creating, changing and deleting them", async () => {
  const pairs = accounts.flatMap((from) => accounts.filter((to) => to !== from).map((to) => [from, to] as const));
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 12 }), async (steps) => {
      const created: { id: number; otherId: number }[] = [];
      for (const { kind, index, cents: amount_cents, paid, leg } of steps) {
        const [from, to] = pairs[index % pairs.length] as readonly [number, number];
        const chosen = created[index % Math.max(created.length, 1)];
        const path = chosen && `/transfers/${leg ? chosen.id : chosen.otherId}`;
        if (kind === "create") {
          const out = await transfer(ana, from, to, { amount_cents, paid });
          created.push({ id: out.id, otherId: out.oposite_transaction_id as number });
        } else if (path && kind === "change") {
          assert.equal((await ana.put(path, { amount_cents, paid, date: "2026-02-02" })).status, 200);
        } else if (path) {
          assert.equal((await ana.delete(path)).status, 200);
          created.splice(created.indexOf(chosen), 1);
        }
      }
      await assertLegsMirror();
    }),
    { numRuns: 12 },
  );
});

test("a transfer that is deleted by both legs and changed at once is there with both legs or not at all", async () => {
  const [a = 0, b = 0] = accounts;
  for (let round = 0; round < 15; round++) {
    const out = await transfer(ana, a, b);
    const other = out.oposite_transaction_id;
    const replies = await Promise.all([
      ana.delete(`/transfers/${out.id}`),
      ana.put(`/transfers/${other}`, { amount_cents: 77 }),
      ana.delete(`/transactions/${other}`),
      transfer(ana, b, a, { amount_cents: 3 }),
      ana.put(`/transactions/${out.id}`, { description: "x" }),
    ]);
    const statuses = replies.flatMap((reply) => ("status" in reply ? [reply.status] : []));
    for (const status of statuses) assert.ok(status === 200 || status === 404, String(status));
    assert.deepEqual([statuses[0], statuses[2]].sort(), [200, 404]);
  }
  await assertLegsMirror();
});

test("a transfer on an account that is archived or deleted at the same moment is made before it, or refused on that account", async () => {
  const [a = 0] = accounts;
  for (let round = 0; round < 8; round++) {
    const passing = await newAccount(ana, `passageira ${round}`);
    const post = () => ana.post("/transfers", { credit_account_id: a, debit_account_id: passing, amount_cents: 9 });
    const replies = await Promise.all([
      post(),
      round % 2 ? ana.delete(`/accounts/${passing}`) : ana.put(`/accounts/${passing}`, { archived: true }),
      post(),
      ana.put(`/accounts/${a}`, { name: `a ${round}` }),
    ]);
    for (const reply of [replies[0], replies[2]]) {
      assert.ok(reply.status === 201 || reply.status === 422, reply.text);
      if (reply.status === 422) assert.deepEqual(Object.keys((reply.body as { errors: object }).errors), ["debit_account_id"]);
    }
    assert.deepEqual([replies[1].status, replies[3].status], [200, 200]);
  }
  await assertLegsMirror();
});
