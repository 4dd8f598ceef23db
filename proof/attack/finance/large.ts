// FL: spaces that were just filled, before the database has statistics.
import assert from "node:assert/strict";
import type { Reply } from "../../../kernel/testing/client.ts";
import { type AttackCase, attack } from "../attack_case.ts";
import type { Member } from "../people.ts";
import { make } from "./records.ts";

const repeated = (periodicity: string) => ({ description: "coffee", amount_cents: -450, recurrence_attributes: { periodicity } });

async function makeMany(member: Member, count: number, body: object): Promise<void> {
  for (let n = 0; n < count; n++) await make(member, "/transactions", { description: `row ${n}`, ...body });
}

const thisYear = () => new Date().getUTCFullYear();

function expectAnswer({ status, text }: Reply, what: string): void {
  assert.equal(status, 200, `${what} said ${status} ${text.slice(0, 300)}`);
}

export const large: AttackCase[] = [
  attack(
    "FL-20",
    "reports and bulk changes of a space that was filled a moment ago are answered",
    { alone: true },
    async (pair) => {
      const member = await pair.people.member();
      await makeMany(member, 4, repeated("daily"));
      const year = thisYear();
      expectAnswer(
        await member.get(`/transactions?start_date=${year + 9}-12-01&end_date=${year + 9}-12-31`),
        "a month in nine years",
      );
      const card = await make(member, "/credit_cards", { name: "card", closing_day: 5, due_day: 10 });
      const parts = {
        amount_cents: -24_000,
        credit_card_id: card.id,
        installments_attributes: { periodicity: "monthly", total: 24 },
      };
      await makeMany(member, 100, parts);
      const period = `start_date=${year}-01-01&end_date=${year + 2}-12-31`;
      for (const report of ["categories", "cash_flow"])
        for (const basis of ["purchase", "instalment", "invoice", "payment"]) {
          const path = `/reports/${report}?basis=${basis}&${period}`;
          expectAnswer(await member.get(path), path);
        }
      const filter = { q: "row", start_date: `${year}-01-01`, end_date: `${year + 2}-12-31` };
      const bulk = await member.post("/transactions/bulk", { filter, set: { notes: "x" } });
      expectAnswer(bulk, "a bulk change");
      const { updated } = bulk.body as { updated: number };
      assert.ok(updated >= 100 * 24, `${updated} rows were changed`);
      for (const path of ["/descriptions?q=row", `/transactions?paid=false&${period}`])
        expectAnswer(await member.get(path), path);
    },
  ),
  attack(
    "FL-21",
    "a month far ahead of many daily series is answered in parts, each time further",
    { alone: true },
    async (pair) => {
      const member = await pair.people.member();
      await makeMany(member, 30, repeated("daily"));
      const month = `start_date=${thisYear() + 9}-12-01&end_date=${thisYear() + 9}-12-31`;
      const reached: string[] = [];
      for (let look = 0; look < 2; look++) {
        const reply = await member.get(`/transactions?${month}`);
        expectAnswer(reply, "a month in nine years");
        const until = reply.headers["cofre-complete-until"];
        if (typeof until !== "string") break;
        reached.push(until);
      }
      for (const [index, until] of reached.entries())
        assert.ok(index === 0 || until > (reached[index - 1] as string), `known until ${reached.join(", then ")}`);
      return `known until ${reached.join(", then ") || "the month itself"}`;
    },
  ),
];
