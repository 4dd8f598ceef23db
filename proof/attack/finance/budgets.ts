// FN: budgets that carry, copies and years at once.
import assert from "node:assert/strict";
import { type AttackCase, attack } from "../attack_case.ts";
import { inParallel } from "../expectations.ts";
import { inHousehold } from "./households.ts";
import { changesNothing, checkBooks, insist, make, makeRow, read, wrongFields } from "./records.ts";

const MOST_CENTS = 999_999_999_999;
const YEARS = [2020, 2021, 2022, 2023, 2024, 2025, 2026, 2027, 2028, 2029];

interface Budget {
  id: number;
  date: string;
  amount_cents: number;
  carried_cents?: number;
  available_cents?: number;
  left_cents?: number;
}

export const budgets: AttackCase[] = [
  attack("FN-01", "lines of a year and settings that lie are refused by name, and reach no category of others", async (pair) => {
    const [member, other] = await Promise.all([pair.people.member(), pair.people.member()]);
    const own = (await make(member, "/categories", { name: "own" })).id;
    const theirs = (await make(other, "/categories", { name: "theirs" })).id;
    await make(other, "/budgets", { category_id: theirs, amount_cents: 5, date: "2026-01-01" });
    const line = (more: object) => [{ category_id: own, amount_cents: 1, ...more }];
    const lists: unknown[] = [
      ...["x", 1, {}, [], [[]], [null], { length: 1 }, Array.from({ length: 1_201 }, () => ({ category_id: own }))],
      ...[{ category_id: theirs }, { category_id: 2 ** 53 }, { category_id: "1" }, { category_id: null }].map(line),
      ...[{ month: 0 }, { month: 13 }, { month: 1.5 }, { amount_cents: -1 }, { amount_cents: MOST_CENTS + 1 }].map(line),
      ...[{ amount_cents: "1" }, { carry: "all" }, { carry: 1 }, { carry_cap_cents: -1 }, { refill: "x" }].map(line),
      ...[{ activity_type: 2 }, { activity_type: 1, refill: true }, { space_id: 1 }].map(line),
      [...line({}), ...line({ month: 3 })],
    ];
    await changesNothing(pair, [member, other], async () => {
      for (const budgets of lists) {
        const what = JSON.stringify(budgets).slice(0, 120);
        const { status } = await member.post("/budgets/year", { year: 2026, budgets });
        assert.ok([400, 413, 422].includes(status), `${what}: ${status}`);
      }
      for (const year of [1899, 2200, 0, -1, "2026", 2 ** 31, null])
        assert.ok([400, 422].includes((await member.post("/budgets/year", { year, budgets: line({}) })).status), String(year));
      for (const months of [0, -1, 25, 2 ** 31, 1.5, "2"])
        assert.deepEqual(wrongFields(await member.post("/budgets/clone", { months }), String(months)), ["months"]);
      // Another space's budgets are not there to be copied.
      assert.deepEqual((await member.post("/budgets/clone", { year: 2026, month: 2 })).body, []);
    });
    const { about, owner } = await inHousehold(pair, "viewer");
    await changesNothing(pair, [owner], async () => {
      for (const path of ["/budgets/year", "/budgets/clone"]) assert.equal((await about("POST", path, {})).status, 403, path);
    });
    return `${lists.length} lists`;
  }),
  attack("FN-02", "ten years that carry the largest amounts both ways stay whole cents, and add up", async (pair) => {
    const member = await pair.people.member();
    const [saved, owed] = [
      (await make(member, "/categories", { name: "saved" })).id,
      (await make(member, "/categories", { name: "owed" })).id,
    ];
    for (const year of YEARS)
      await make(member, "/budgets/year", {
        year,
        budgets: [
          { category_id: saved, amount_cents: MOST_CENTS, carry: "surplus" },
          { category_id: owed, amount_cents: 0, carry: "both" },
        ],
      });
    for (const year of YEARS) await makeRow(member, { amount_cents: -MOST_CENTS, category_id: owed, date: `${year}-01-15` });
    const last = await read<(Budget & { category_id: number })[]>(member, `/budgets/${YEARS.at(-1)}/12`);
    const [ofSaved, ofOwed] = [saved, owed].map((id) => last.find(({ category_id: each }) => each === id) as Budget) as [
      Budget,
      Budget,
    ];
    assert.equal(ofSaved.available_cents, 120 * MOST_CENTS);
    assert.equal(ofSaved.carried_cents, 119 * MOST_CENTS);
    assert.equal(ofOwed.left_cents, -10 * MOST_CENTS);
    for (const path of ["/overview", "/forecast", `/budgets/${YEARS.at(-1)}`, "/budgets/suggestions", "/budgets/groups"])
      assert.ok((await member.get(path)).status < 500, path);
    assert.deepEqual((await checkBooks(pair)).disagreements, []);
  }),
  attack("FN-03", "years that are set, copied and deleted at once leave each month one budget of each category", async (pair) => {
    const member = await pair.people.member();
    const category = (await make(member, "/categories", { name: "one" })).id;
    const replies = await inParallel(30, (index) => {
      const line = { category_id: category, carry: index % 2 === 0 ? "both" : "none" };
      if (index % 3 === 0)
        return insist(() => member.post("/budgets/clone", { year: 2027, month: 1, from_year: 2026, from_month: 1, months: 12 }));
      const amount_cents = index % 5 === 0 ? null : 1_000 + index;
      return insist(() => member.post("/budgets/year", { year: 2026, budgets: [{ ...line, amount_cents }] }));
    });
    assert.deepEqual([...new Set(replies.map(({ status }) => status))], [201]);
    for (const year of [2026, 2027]) {
      const dates = (await read<Budget[]>(member, `/budgets/${year}`)).map(({ date }) => date);
      assert.equal(new Set(dates).size, dates.length);
      assert.ok([0, 12].includes(dates.length), `${year} has ${dates.length} months`);
    }
    assert.deepEqual((await checkBooks(pair)).disagreements, []);
  }),
];
