// Generated statements, cut, shuffled, overlapped, downloaded again with other ids and other words: nothing is doubled, nothing lost.
import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { addDays } from "../../calendar/day.ts";
import { identityKey } from "../../import_files/meaning/identity_key.ts";
import { outcomeOf } from "../decision.ts";
import type { ImportLine, ImportPlace } from "../line.ts";
import { type Facts, judgeLines } from "./judge_lines.ts";
import type { Link } from "./known.ts";

const PLACE: ImportPlace = { accountId: 1, cardId: null, invoice: null };
const NO_FACTS: Facts = { links: [], rows: [], otherRows: [], cards: [], partRows: [], seriesOfFitid: new Map() };
const SHOPS = ["CAFE DA PRACA", "PADARIA SOL", "MERCADO NORTE LTDA", "LIVRARIA AURORA", "PIX ENVIADO BEATRIZ LIMA"];

interface Happened {
  id: number;
  day: number;
  cents: number;
  shop: number;
}

/** What really happened, in the bank's order; equal ones on one day are common. */
const history = fc
  .array(fc.record({ day: fc.nat(20), cents: fc.constantFrom(-800, -1200, -1250, 9000), shop: fc.nat(SHOPS.length - 1) }), {
    minLength: 1,
    maxLength: 40,
  })
  .map((rows) => rows.toSorted((one, other) => one.day - other.day).map((row, id): Happened => ({ ...row, id })));

interface Download {
  from: number;
  to: number;
  ids: "none" | "stable" | "fresh" | "day";
  words: "same" | "spaces" | "more";
  shuffle: number;
  /** Taken in the middle of its last day. */
  isNoon: boolean;
}
const download = fc.record<Download>({
  from: fc.nat(20),
  to: fc.nat(20),
  ids: fc.constantFrom("none", "stable", "fresh", "day"),
  words: fc.constantFrom("same", "spaces", "more"),
  shuffle: fc.nat(1000),
  isNoon: fc.boolean(),
});

function fileOf(
  rows: readonly Happened[],
  { from, to, ids, words, shuffle, isNoon }: Download,
  round: number,
): (ImportLine & { is: number })[] {
  const [first, last] = from < to ? [from, to] : [to, from];
  const lastDay = rows.filter(({ day }) => day === last);
  const afternoon = isNoon ? lastDay.slice(Math.ceil(lastDay.length / 2)) : [];
  const kept = rows.filter((row) => row.day >= first && row.day <= last && !afternoon.includes(row));
  const ordered = kept.toSorted((one, other) => ((one.id * 7919 + shuffle) % 101) - ((other.id * 7919 + shuffle) % 101));
  return ordered.map(({ id, day: index, cents, shop }, at) => {
    const day = addDays("2026-01-01", index);
    const name = SHOPS[shop] as string;
    const description = words === "same" ? name : words === "spaces" ? name.toLowerCase() : `COMPRA CARTAO ${name}`;
    const fitid = { none: null, stable: `s${id}`, fresh: `r${round}-${at}`, day: `d${index}` }[ids];
    const key = identityKey("account:1", { day, amountCents: cents, description, part: null });
    return {
      ...{ n: at + 1, line: at + 1, raw: "", day, cents, description, kind: "plain", planned: false, unsure: false, part: null },
      ...{ fitid, purchase: false, transferKey: null, category: null, notes: null, tags: [], key, is: id },
    } as ImportLine & { is: number };
  });
}

test("whatever is downloaded again, each thing that happened has one row", () => {
  fc.assert(
    fc.property(history, fc.array(download, { minLength: 1, maxLength: 5 }), (rows, downloads) => {
      const links: Link[] = [];
      let rowsMade = 0;
      const seen = new Set<number>();
      for (const [round, each] of downloads.entries()) {
        const lines = fileOf(rows, each, round);
        const { judged, another } = judgeLines(lines, PLACE, { ...NO_FACTS, links: [...links] });
        for (const line of lines) {
          seen.add(line.is);
          const verdict = judged.get(line.n);
          assert.ok(verdict);
          const outcome = outcomeOf(line, verdict, null, { proposals: "accept", isAnother: another.has(line.n) });
          if (outcome.do === "nothing") continue;
          const transactionId = outcome.do === "link" ? outcome.transactionId : ++rowsMade;
          links.push({
            ...{ id: links.length + 1, content_key: line.key, fitid: line.fitid, day: line.day, amount_cents: line.cents },
            ...{ part_k: null, part_n: null, description: line.description, transaction_id: transactionId, is_there: true },
          });
        }
      }
      assert.equal(rowsMade, seen.size);
    }),
    { numRuns: 300 },
  );
});

test("50,000 lines of one amount on one day, against as many that are known, cost little", () => {
  const lines = fileOf(
    Array.from({ length: 50_000 }, (_, id) => ({ id, day: 1, cents: -800, shop: id % SHOPS.length })),
    { from: 0, to: 20, ids: "day", words: "same", shuffle: 1, isNoon: false },
    0,
  );
  const began = performance.now();
  const fresh = judgeLines(lines, PLACE, NO_FACTS);
  assert.ok([...fresh.judged.values()].every(({ verdict }) => verdict === "new"));
  const links = lines.map(
    (line, id): Link => ({
      ...{ id, content_key: line.key, fitid: line.fitid, day: line.day, amount_cents: line.cents, part_k: null, part_n: null },
      ...{ description: line.description, transaction_id: id, is_there: true },
    }),
  );
  const known = judgeLines(lines, PLACE, { ...NO_FACTS, links });
  assert.ok([...known.judged.values()].every(({ verdict }) => verdict === "known"));
  assert.ok(performance.now() - began < 20_000);
});
