// FP: parts of a transaction, transfers among them, and refunds.
import assert from "node:assert/strict";
import { type AttackCase, attack } from "../attack_case.ts";
import { inParallel } from "../expectations.ts";
import type { Member } from "../people.ts";
import { change, changesNothing, checkBooks, insist, make, makeRow, type Row, read, rowsOf, wrongFields } from "./records.ts";

const MANY = 40;

interface SplitRow extends Row {
  category_id: number;
  parts?: { category_id: number; amount_cents: number }[];
}

async function categoriesOf(member: Member): Promise<[number, number, number]> {
  const ids = [];
  for (const name of ["one", "two", "gone"]) ids.push((await make(member, "/categories", { name: `${name} ${member.id}` })).id);
  return ids as [number, number, number];
}

export const splits: AttackCase[] = [
  attack("FP-01", "parts that lie are refused at once, by name, and nothing is written", async (pair) => {
    const [member, other] = await Promise.all([pair.people.member(), pair.people.member()]);
    const [one, two, gone] = await categoriesOf(member);
    const [foreign] = await categoriesOf(other);
    const theirAccount = (await make(other, "/accounts", { name: "theirs" })).id;
    await member.delete(`/categories/${gone}`);
    const row = await makeRow(member, { amount_cents: -100 });
    const part = (category_id: unknown, amount_cents: unknown, more: object = {}) => ({ category_id, amount_cents, ...more });
    const wrong: unknown[] = [
      ...["x", 7, true, {}, { length: 2 }, [[]], [null, null], [part(one, -100)]],
      [part(one, -50), part(two, -49)],
      [part(one, 2 ** 53), part(two, -(2 ** 53) - 100)],
      [part(one, "-50"), part(two, -50)],
      [part(one, -50.5), part(two, -49.5)],
      [part(one, -100), part(two, 0)],
      [part(gone, -50), part(two, -50)],
      [part(foreign, -50), part(two, -50)],
      [part(one, -50, { owner: 1 }), part(two, -50)],
      [part(one, -50, { account_id: 1 }), part(two, -50)],
      [{ account_id: theirAccount, amount_cents: -50 }, part(two, -50)],
      [{ account_id: row.account_id, amount_cents: -50 }, part(two, -50)],
      Array.from({ length: 51 }, () => part(one, -2)),
      Array.from({ length: 100_000 }, () => 1),
    ];
    await changesNothing(pair, [member, other], async () => {
      for (const parts of wrong) {
        const what = JSON.stringify(parts).slice(0, 200);
        for (const reply of [
          await member.post("/transactions", { description: "x", amount_cents: -100, parts }),
          await member.put(`/transactions/${row.id}`, { parts }),
        ])
          if (reply.status !== 413 && reply.status !== 400)
            assert.ok(
              wrongFields(reply, what).every((name) => /^parts/.test(name)),
              what,
            );
      }
    });
    return `${wrong.length} lists`;
  }),
  attack("FP-02", "many who split, scale, move and join one row at once leave one whole split and right books", async (pair) => {
    const member = await pair.people.member();
    const [one, two] = await categoriesOf(member);
    const row = await makeRow(member, { amount_cents: -10_000 });
    const replies = await inParallel(MANY, (index) => {
      const cents = 1_000 + index;
      const bodies = [
        {
          amount_cents: -cents,
          parts: [one, two].map((category_id, at) => ({ category_id, amount_cents: at === 0 ? -1 : 1 - cents })),
        },
        { amount_cents: -cents },
        { category_id: index % 2 === 0 ? one : two },
        { parts: [] },
      ];
      return insist(() => member.put(`/transactions/${row.id}`, bodies[index % bodies.length]));
    });
    assert.ok(replies.every(({ status }) => status === 200));
    const { parts, amount_cents: cents } = await read<SplitRow>(member, `/transactions/${row.id}`);
    if (parts)
      assert.equal(
        parts.reduce((sum, part) => sum + part.amount_cents, 0),
        cents,
      );
    assert.deepEqual((await checkBooks(pair)).disagreements, []);
  }),
  attack("FP-03", "refunds at once, of others' purchases and of refunds make no money and reach nobody", async (pair) => {
    const [member, other] = await Promise.all([pair.people.member(), pair.people.member()]);
    const [one, two] = await categoriesOf(member);
    const parts = [one, two].map((category_id) => ({ category_id, amount_cents: -5_000 }));
    const bought = await makeRow(member, { amount_cents: -10_000, parts });
    const theirs = await makeRow(other, { amount_cents: -10_000 });
    await inParallel(10, () =>
      insist(() => member.post("/transactions", { description: "refund", amount_cents: 1_001, refund_of_id: bought.id })),
    );
    const refunds = (await rowsOf(member)).filter(({ amount_cents: cents }) => cents === 1_001) as SplitRow[];
    assert.equal(refunds.length, 10);
    for (const each of refunds)
      assert.equal((each.parts ?? []).reduce((sum, part) => sum + part.amount_cents, 0) || 1_001, 1_001);
    await changesNothing(pair, [member, other], async () => {
      for (const id of [theirs.id, refunds[0]?.id, 2 ** 53, -1, "1", [bought.id], { id: bought.id }])
        wrongFields(await member.post("/transactions", { description: "x", amount_cents: 1, refund_of_id: id }), String(id));
      const list = await read<Row[]>(member, `/transactions?linked_to_id=${theirs.id}`);
      assert.deepEqual(list, []);
    });
    await change(member, `/transactions/${refunds[0]?.id}`, { refund_of_id: null });
    assert.deepEqual((await checkBooks(pair)).disagreements, []);
  }),
];
