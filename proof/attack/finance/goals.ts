// FG: goals, and what they reserve on accounts.
import assert from "node:assert/strict";
import { type AttackCase, attack } from "../attack_case.ts";
import { inParallel } from "../expectations.ts";
import type { Pair } from "../pair.ts";
import type { Member } from "../people.ts";
import { inHousehold } from "./households.ts";
import { change, changesNothing, checkBooks, insist, make, makeRow, type RecordView, read, wrongFields } from "./records.ts";

const MOST_CENTS = 999_999_999_999;

interface Goal extends RecordView {
  reserved_cents: number;
  earmarks: { account_id: number; reserved_cents: number }[];
}

interface Saver {
  member: Member;
  account: number;
  goal: number;
}

async function withGoal(pair: Pair): Promise<Saver> {
  const member = await pair.people.member();
  const account = (await make(member, "/accounts", { name: "savings", opening_balance_cents: 10_000 })).id;
  const goal = (await make(member, "/goals", { name: "trip", target_cents: 50_000, target_date: "2030-12-31" })).id;
  return { member, account, goal };
}

const reservedOf = async (member: Member, goal: number) => (await read<Goal>(member, `/goals/${goal}`)).reserved_cents;

export const goals: AttackCase[] = [
  attack("FG-01", "acts on goals, accounts and purchases of others, and absurd amounts, change nothing", async (pair) => {
    const [own, theirs] = [await withGoal(pair), await withGoal(pair)];
    const { member, goal, account } = own;
    const bought = await makeRow(member, { amount_cents: -500, account_id: account });
    const theirRow = await makeRow(theirs.member, { amount_cents: -500, account_id: theirs.account });
    await member.post(`/goals/${goal}/reserve`, { amount_cents: 1_000, account_id: account });
    await changesNothing(pair, [member, theirs.member], async () => {
      for (const act of ["reserve", "release", "move", "spend"])
        assert.equal((await member.post(`/goals/${theirs.goal}/${act}`, { amount_cents: 1 })).status, 404, act);
      for (const id of [theirs.account, 2 ** 53, -1, "x", [account]]) {
        for (const act of ["reserve", "release"])
          assert.deepEqual(
            wrongFields(await member.post(`/goals/${goal}/${act}`, { amount_cents: 1, account_id: id }), `${act} ${id}`),
            ["account_id"],
          );
        const move = { from_account_id: account, to_account_id: id, amount_cents: 1 };
        assert.deepEqual(wrongFields(await member.post(`/goals/${goal}/move`, move), `move ${id}`), ["to_account_id"]);
      }
      for (const id of [theirRow.id, 2 ** 53, -1, "x", [bought.id]])
        assert.deepEqual(wrongFields(await member.post(`/goals/${goal}/spend`, { transaction_id: id }), `spend ${id}`), [
          "transaction_id",
        ]);
      for (const amount_cents of [0, -1, 1.5, "1", MOST_CENTS + 1, 2 ** 53, null, true, [], {}])
        for (const act of ["reserve", "release"]) {
          const reply = await member.post(`/goals/${goal}/${act}`, { amount_cents, account_id: account });
          assert.deepEqual(wrongFields(reply, `${act} ${amount_cents}`), ["amount_cents"]);
        }
      for (const target_cents of [-1, 1.5, "1", 2 ** 53, true, []])
        assert.deepEqual(wrongFields(await member.post("/goals", { name: "x", target_cents }), `${target_cents}`), [
          "target_cents",
        ]);
      for (const target_date of ["2026-02-30", "1899-12-31", "2200-01-01", 20300101, true])
        assert.deepEqual(
          wrongFields(await member.post("/goals", { name: "x", target_cents: 1, target_date }), `${target_date}`),
          ["target_date"],
        );
    });
    const { about, owner } = await inHousehold(pair, "viewer");
    const shared = (await make(owner, "/goals", { name: "shared", target_cents: 1 })).id;
    await changesNothing(pair, [owner], async () => {
      for (const act of ["reserve", "release", "move", "spend"])
        assert.equal((await about("POST", `/goals/${shared}/${act}`, { amount_cents: 1 })).status, 403, act);
    });
  }),
  attack(
    "FG-02",
    "more than the balance is reserved with a warning, moves no money, and adds up however many are at it",
    async (pair) => {
      const { member, account, goal } = await withGoal(pair);
      const other = (await make(member, "/goals", { name: "other", target_cents: 1 })).id;
      const replies = await inParallel(40, (index) =>
        insist(() =>
          member.post(`/goals/${index % 2 === 0 ? goal : other}/reserve`, { amount_cents: 1_000, account_id: account }),
        ),
      );
      assert.ok(replies.every(({ status }) => status === 200));
      const warned = replies.filter(({ body }) => (body as { warnings: string[] }).warnings.includes("over_balance"));
      assert.equal(warned.length, 30, "each that goes beyond the balance of ten warns");
      assert.deepEqual([await reservedOf(member, goal), await reservedOf(member, other)], [20_000, 20_000]);
      const after = await read<RecordView>(member, `/accounts/${account}`);
      assert.deepEqual([after.balance_cents, after.reserved_cents, after.available_cents], [10_000, 40_000, -30_000]);
      await inParallel(40, () =>
        insist(() => member.post(`/goals/${goal}/release`, { amount_cents: 1_500, account_id: account })),
      );
      const left = await reservedOf(member, goal);
      assert.equal(left, 500, "as often as it is there, and never below nothing");
      assert.deepEqual((await checkBooks(pair)).disagreements, []);
    },
  ),
  attack(
    "FG-03",
    "a purchase uses one goal once, gives back what it took when it goes, and never takes more than it cost",
    async (pair) => {
      const { member, account, goal } = await withGoal(pair);
      const other = (await make(member, "/goals", { name: "other", target_cents: 1 })).id;
      for (const each of [goal, other])
        await insist(() => member.post(`/goals/${each}/reserve`, { amount_cents: 3_000, account_id: account }));
      const bought = await makeRow(member, { amount_cents: -2_000, account_id: account });
      const replies = await inParallel(20, (index) =>
        insist(() => member.post(`/goals/${index % 2 === 0 ? goal : other}/spend`, { transaction_id: bought.id })),
      );
      assert.equal(replies.filter(({ status }) => status === 200).length, 1);
      assert.ok(replies.every(({ status }) => status === 200 || status === 422));
      const sum = async () => (await reservedOf(member, goal)) + (await reservedOf(member, other));
      assert.equal(await sum(), 4_000);
      await change(member, `/transactions/${bought.id}`, { amount_cents: -500 });
      assert.equal(await sum(), 5_500);
      await change(member, `/transactions/${bought.id}`, { amount_cents: -MOST_CENTS });
      assert.equal(await sum(), 4_000, "no more than was said");
      await change(member, `/transactions/${bought.id}`, { amount_cents: 500, kind: "income" });
      assert.equal(await sum(), 6_000, "an income takes nothing");
      await member.delete(`/transactions/${bought.id}`);
      assert.equal(await sum(), 6_000);
      await inParallel(6, (index) =>
        index % 2 === 0
          ? insist(() => member.delete(`/goals/${goal}`))
          : insist(() => member.post(`/goals/${goal}/reserve`, { amount_cents: 7, account_id: account })),
      );
      assert.equal((await member.get(`/goals/${goal}`)).status, 404);
      assert.equal((await read<RecordView>(member, `/accounts/${account}`)).reserved_cents, 3_000);
      assert.deepEqual((await checkBooks(pair)).disagreements, []);
    },
  ),
];
