// FM: on which day the months of a space begin, a setting that changes every figure of it.
import assert from "node:assert/strict";
import { sql } from "../../../kernel/sql/sql.ts";
import { until } from "../../../kernel/testing/until.ts";
import { type AttackCase, attack } from "../attack_case.ts";
import { inParallel } from "../expectations.ts";
import { inHousehold } from "./households.ts";
import { change, changesNothing, checkBooks, financeDatabase, insist, makeRow, read, spaceOf, wrongFields } from "./records.ts";

const ABSURD = [0, -1, 32, 1.5, 2 ** 31, 2 ** 53, "5", "x", true, [], [5], {}, { length: 1 }];

export const months: AttackCase[] = [
  attack("FM-01", "the start of months is set by owners of the space alone, and to nothing absurd", async (pair) => {
    for (const role of ["viewer", "editor"]) {
      const { owner, about } = await inHousehold(pair, role);
      await changesNothing(pair, [owner], async () => {
        assert.equal((await about("PUT", "/spaces/months", { start_day: 9 })).status, 403, role);
        assert.equal((await about("GET", "/spaces/months")).status, 200, role);
      });
    }
    const [member, stranger] = await Promise.all([pair.people.member(), pair.people.member()]);
    const headers = { authorization: stranger.authorization, "x-cofre-space": "1" };
    await changesNothing(pair, [member, stranger], async () => {
      const reply = await pair.finance.send("/spaces/months", { method: "PUT", headers, body: { start_day: 9 } });
      assert.ok([403, 404].includes(reply.status), `another space: ${reply.status} ${reply.text}`);
      for (const start_day of ABSURD)
        assert.deepEqual(wrongFields(await member.put("/spaces/months", { start_day }), JSON.stringify(start_day)), [
          "start_day",
        ]);
      for (const weekend of ["never", "", 1, true, ["before"], {}])
        assert.deepEqual(wrongFields(await member.put("/spaces/months", { weekend }), JSON.stringify(weekend)), ["weekend"]);
      for (const path of ["/reports/cash_flow", "/budgets", "/overview", "/balances", "/transactions"])
        for (const period of ["Space", "month", "space,space", "1"])
          assert.equal((await member.get(`${path}?period=${period}`)).status, 422, `${path} ${period}`);
    });
  }),
  attack("FM-02", "many who set it while others write leave one rule, and sums that are those of its rows", async (pair) => {
    const member = await pair.people.member();
    const days = [1, 2, 5, 15, 16, 28, 31];
    const dates = Array.from({ length: 60 }, (_, index) => `2026-03-${String(1 + (index % 28)).padStart(2, "0")}`);
    const setsRule = (index: number) => index % 3 === 0;
    const replies = await inParallel(dates.length, (index) =>
      insist(() =>
        setsRule(index)
          ? member.put("/spaces/months", { start_day: days[index % days.length], weekend: "before" })
          : member.post("/transactions", { description: "row", amount_cents: -1, date: dates[index] }),
      ),
    );
    assert.deepEqual([...new Set(replies.map(({ status }) => status))].sort(), [200, 201]);
    await change(member, "/spaces/months", { start_day: 5, weekend: "same" });
    if (!pair.isForeign) {
      const spaceId = await spaceOf(pair, member);
      await until("the sums are built", async () => {
        const { isBuilt } = await financeDatabase(pair).one<{ isBuilt: boolean }>(sql`
          select space_months_version = version as "isBuilt" from spaces where space_id = ${spaceId}`);
        return isBuilt;
      });
    }
    const query = "period=space&start_date=2026-03-01&end_date=2026-03-31";
    const report = await read<{ months: { date: string; expenses_cents: number }[] }>(member, `/reports/cash_flow?${query}`);
    const ofMarch = dates.filter((date, index) => !setsRule(index) && date >= "2026-03-05").length;
    assert.equal(report.months.find(({ date }) => date === "2026-03-01")?.expenses_cents, -ofMarch);
    assert.deepEqual((await checkBooks(pair)).disagreements, []);
  }),
  attack(
    "FM-03",
    "a rule of the first and last days that there are gives each day one month, and no answer is a 5xx",
    async (pair) => {
      const member = await pair.people.member();
      for (const date of ["1900-01-01", "2199-12-31"]) await makeRow(member, { amount_cents: -1, date });
      for (const start_day of [1, 2, 16, 31])
        for (const weekend of ["same", "before", "after"]) {
          await change(member, "/spaces/months", { start_day, weekend });
          for (const date of ["1900-01-01", "1900-01-31", "2199-12-01", "2199-12-31"]) {
            const { status, body, text } = await member.get(`/spaces/months?date=${date}`);
            assert.equal(status, 200, `${date}: ${text}`);
            const { start_date: start, end_date: end } = body as Record<string, string>;
            assert.ok((start as string) <= date && date <= (end as string), `${date} is not from ${start} to ${end}`);
            for (const path of [
              "/transactions",
              "/balances",
              "/reports/cash_flow",
              "/reports/categories",
              "/reports/net_worth",
            ]) {
              const reply = await member.get(`${path}?period=space&start_date=${date}&end_date=${date}`);
              assert.ok(reply.status < 500, `${path} at ${date}: ${reply.status} ${reply.text}`);
            }
          }
        }
      assert.deepEqual((await checkBooks(pair)).disagreements, []);
    },
  ),
];
