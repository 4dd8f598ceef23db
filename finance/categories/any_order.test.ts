// Accounts and categories written in any order: no answer is a 5xx, and after each the totals are those of the rows.
import assert from "node:assert/strict";
import { after, test } from "node:test";
import fc from "fast-check";
import { assertSumsAreRight, bookRows, bookTransfer } from "../integrity/testing.ts";
import { startTestFinance, type TestMember } from "../testing.ts";

const finance = await startTestFinance();
after(() => finance[Symbol.asyncDispose]());
const { db } = finance.service.world;

/** Indexes in the lists of what there is; beyond their ends is an id that nobody has. */
const index = fc.nat(5);
const cents = fc.integer({ min: -1000, max: 1000 });
const flag = fc.option(fc.boolean(), { nil: undefined });
const kind = fc.option(fc.constantFrom("expenses", "earnings"), { nil: undefined });

type Step = (
  member: TestMember,
  accounts: number[],
  categories: number[],
) => Promise<{ status: number; text: string } | undefined>;

const UNKNOWN = 2_147_483_647;
const at = (ids: number[], index: number) => ids[index] ?? UNKNOWN;
/** The newest categories: the starter set is longer than any list of steps. */
const newest = (ids: number[]) => ids.slice(-5);

const steps = fc.array(
  fc.oneof(
    fc.record({ default: flag, archived: flag, opening_balance_cents: cents }).map(
      (fields): Step =>
        (member) =>
          member.post("/accounts", { name: "Conta", ...fields }),
    ),
    fc.tuple(index, fc.record({ default: flag, archived: flag, opening_balance_cents: cents })).map(
      ([which, fields]): Step =>
        (member, accounts) =>
          member.put(`/accounts/${at(accounts, which)}`, fields),
    ),
    index.map(
      (which): Step =>
        (member, accounts) =>
          member.delete(`/accounts/${at(accounts, which)}`),
    ),
    fc.tuple(kind, fc.option(index), flag).map(
      ([ownKind, parent, archived]): Step =>
        (member, _, categories) =>
          member.post("/categories", {
            name: "Categoria",
            kind: ownKind,
            archived,
            parent_id: parent === null ? null : at(newest(categories), parent),
          }),
    ),
    fc.tuple(index, kind, fc.option(index), flag).map(
      ([which, ownKind, parent, archived]): Step =>
        (member, _, categories) =>
          member.put(`/categories/${at(newest(categories), which)}`, {
            kind: ownKind,
            archived,
            parent_id: parent === null ? null : at(newest(categories), parent),
          }),
    ),
    fc.tuple(index, fc.option(index)).map(
      ([which, replacement]): Step =>
        (member, _, categories) =>
          member.delete(`/categories/${at(newest(categories), which)}`, {
            replacement_id: replacement === null ? null : at(newest(categories), replacement),
          }),
    ),
    fc.tuple(index, index, cents, fc.boolean()).map(
      ([account, category, amount, paid]): Step =>
        async (member, accounts, all) => {
          const [account_id, category_id] = [accounts[account], newest(all)[category]];
          if (account_id === undefined || category_id === undefined) return;
          await bookRows(db, member.spaceId, [{ account_id, category_id, amount_cents: amount, paid, tags: ["t"] }]);
          return;
        },
    ),
    fc.tuple(index, index, fc.integer({ min: 1, max: 1000 })).map(
      ([one, other, amount]): Step =>
        async (member, accounts) => {
          const [from, to] = [accounts[one], accounts[other]];
          if (from === undefined || to === undefined || from === to) return;
          await bookTransfer(db, member.spaceId, { from, to, amount_cents: amount });
          return;
        },
    ),
  ),
  { minLength: 15, maxLength: 15 },
);

let members = 0;

test("accounts and categories are created, changed and deleted in any order: rows and sums agree after every step", async () => {
  const statuses = new Set<number>();
  await fc.assert(
    fc.asyncProperty(steps, async (sequence) => {
      const member = await finance.member(`order${++members}@example.com`);
      const ids = async (path: string) => ((await member.get(path)).body as { id: number }[]).map(({ id }) => id);
      for (const step of sequence) {
        const reply = await step(member, await ids("/accounts"), await ids("/categories"));
        if (reply) {
          statuses.add(reply.status);
          assert.ok(reply.status < 500, reply.text);
        }
        await assertSumsAreRight(db, member.spaceId);
      }
    }),
    { numRuns: 8, endOnFailure: true },
  );
  // Were one of them missing, the steps would not go where they should.
  assert.deepEqual([...statuses].sort(), [200, 201, 404, 422]);
});
