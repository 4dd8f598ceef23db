// Generated statements, cut, shuffled, overlapped, downloaded again with other ids and other words: nothing is doubled, nothing lost.
import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { addDays } from "../../calendar/day.ts";
import { identityKey } from "../../import_files/meaning/identity_key.ts";
import { outcomeOf } from "../decision.ts";
import type { ImportLine, ImportTarget } from "../line.ts";
import { type Facts, matchLines } from "./match_lines.ts";
import type { Link } from "./repeated_lines.ts";

const TARGET: ImportTarget = { accountId: 1, cardId: null, invoice: null };
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
  const downloadedRows = rows.filter((row) => row.day >= first && row.day <= last && !afternoon.includes(row));
  const ordered = downloadedRows.toSorted(
    (one, other) => ((one.id * 7919 + shuffle) % 101) - ((other.id * 7919 + shuffle) % 101),
  );
  return ordered.map(({ id, day: index, cents, shop }, at) => {
    const day = addDays("2026-01-01", index);
    const name = SHOPS[shop] as string;
    const description = words === "same" ? name : words === "spaces" ? name.toLowerCase() : `COMPRA CARTAO ${name}`;
    const fitid = { none: null, stable: `s${id}`, fresh: `r${round}-${at}`, day: `d${index}` }[ids];
    const key = identityKey("account:1", { day, amountCents: cents, description, part: null });
    return {
      n: at + 1,
      line: at + 1,
      raw: "",
      day,
      cents,
      description,
      kind: "plain",
      planned: false,
      unsure: false,
      part: null,
      fitid,
      purchase: false,
      transferKey: null,
      taxes: null,
      category: null,
      notes: null,
      tags: [],
      key,
      is: id,
    } as ImportLine & { is: number };
  });
}

/** What was bought in the afternoon of the last day is not in the second file; what was bought days before is not that. */
const CUT_AT_NOON: Happened[] = [
  { id: 0, day: 0, cents: -800, shop: 0 },
  { id: 1, day: 5, cents: 9000, shop: 0 },
  { id: 2, day: 10, cents: -800, shop: 0 },
  { id: 3, day: 10, cents: 9000, shop: 0 },
];
const AROUND_NOON: Download[] = [
  { from: 6, to: 10, ids: "none", words: "same", shuffle: 0, isNoon: false },
  { from: 10, to: 0, ids: "none", words: "same", shuffle: 0, isNoon: true },
];

test("whatever is downloaded again, each thing that happened has one row", () => {
  fc.assert(
    fc.property(history, fc.array(download, { minLength: 1, maxLength: 5 }), (rows, downloads) => {
      const links: Link[] = [];
      let createdRows = 0;
      const ids = new Set<number>();
      for (const [round, each] of downloads.entries()) {
        const lines = fileOf(rows, each, round);
        const { verdicts, another } = matchLines(lines, TARGET, { ...NO_FACTS, links: [...links] });
        for (const line of lines) {
          ids.add(line.is);
          const verdict = verdicts.get(line.n);
          assert.ok(verdict);
          const outcome = outcomeOf(line, verdict, null, { proposals: "accept", isAnother: another.has(line.n) });
          if (outcome.do === "nothing") continue;
          const transactionId = outcome.do === "link" ? outcome.transactionId : ++createdRows;
          links.push({
            id: links.length + 1,
            content_key: line.key,
            fitid: line.fitid,
            day: line.day,
            amount_cents: line.cents,
            part_k: null,
            part_n: null,
            description: line.description,
            transaction_id: transactionId,
            is_there: true,
          });
        }
      }
      assert.equal(createdRows, ids.size);
    }),
    { numRuns: 300, examples: [[CUT_AT_NOON, AROUND_NOON]] },
  );
});

test("50,000 lines of one amount on one day, against as many that are known, cost little", () => {
  const lines = fileOf(
    Array.from({ length: 50_000 }, (_, id) => ({ id, day: 1, cents: -800, shop: id % SHOPS.length })),
    { from: 0, to: 20, ids: "day", words: "same", shuffle: 1, isNoon: false },
    0,
  );
  const begun = process.cpuUsage();
  const fresh = matchLines(lines, TARGET, NO_FACTS);
  assert.ok([...fresh.verdicts.values()].every(({ verdict }) => verdict === "new"));
  const links = lines.map(
    (line, id): Link => ({
      id,
      content_key: line.key,
      fitid: line.fitid,
      day: line.day,
      amount_cents: line.cents,
      part_k: null,
      part_n: null,
      description: line.description,
      transaction_id: id,
      is_there: true,
    }),
  );
  const matches = matchLines(lines, TARGET, { ...NO_FACTS, links });
  assert.ok([...matches.verdicts.values()].every(({ verdict }) => verdict === "known"));
  assert.ok(process.cpuUsage(begun).user < 20_000_000);
});

const line = (n: number, day: string, cents: number, description: string, more: Partial<ImportLine> = {}): ImportLine => ({
  n,
  line: n,
  raw: "",
  day,
  cents,
  description,
  kind: "plain",
  planned: false,
  unsure: false,
  part: null,
  fitid: null,
  purchase: false,
  transferKey: null,
  taxes: null,
  category: null,
  notes: null,
  tags: [],
  key: `${n}`,
  ...more,
});
const row = (id: number, date: string, amount_cents: number, description: string, more: Partial<Facts["rows"][number]> = {}) => ({
  id,
  date,
  amount_cents,
  description,
  paid: false,
  periodicity: null,
  is_payment: false,
  ...more,
});
const briefly = ({ verdicts }: ReturnType<typeof matchLines>) =>
  [...verdicts]
    .sort(([one], [other]) => one - other)
    .map(([, { reason, sure, target }]) => [reason, sure, target?.transactionId]);

test("rows that wait: planned within 10 days, typed within 3, weekly ones within 3; another amount is only proposed", () => {
  const rows = [
    row(1, "2026-01-10", -9000, "Aluguel"),
    row(2, "2026-01-10", -8000, "Aula de dança", { periodicity: "weekly" }),
    row(3, "2026-01-10", -7000, "Mercado Norte", { paid: true }),
    row(4, "2026-01-10", -10_000, "Luz Energia"),
    row(5, "2026-01-10", -5000, "Gás"),
    row(6, "2026-01-11", -5000, "Água"),
  ];
  const match = (...lines: ImportLine[]) => briefly(matchLines(lines, TARGET, { ...NO_FACTS, rows }));
  assert.deepEqual(match(line(1, "2026-01-20", -9000, "PAG BOLETO IMOBILIARIA")), [["only_planned", true, 1]]);
  assert.deepEqual(match(line(1, "2026-01-21", -9000, "PAG BOLETO ALUGUEL")), [["new", true, undefined]]);
  assert.deepEqual(match(line(1, "2026-01-13", -8000, "AULA DE DANCA")), [["alike", true, 2]]);
  assert.deepEqual(match(line(1, "2026-01-14", -8000, "AULA DE DANCA")), [["new", true, undefined]]);
  assert.deepEqual(match(line(1, "2026-01-13", -7000, "COMPRA CARTAO MERCADO NORTE LTDA")), [["alike", true, 3]]);
  assert.deepEqual(match(line(1, "2026-01-13", -7000, "POSTO IPE")), [["maybe_same", false, 3]]);
  assert.deepEqual(match(line(1, "2026-01-14", -7000, "MERCADO NORTE")), [["new", true, undefined]]);
  assert.deepEqual(match(line(1, "2026-01-12", -10_900, "LUZ ENERGIA")), [["maybe_planned", false, 4]]);
  assert.deepEqual(match(line(1, "2026-01-12", -11_100, "LUZ ENERGIA")), [["new", true, undefined]]);
  // Each side is used once, the likelier pair first.
  assert.deepEqual(match(line(1, "2026-01-11", -5000, "GAS"), line(2, "2026-01-11", -5000, "CONTA DE AGUA")), [
    ["alike", true, 5],
    ["alike", true, 6],
  ]);
});

test("transfers: the same end-to-end id, the only pair within a day where a text names one, else proposed, else not at all", () => {
  const key = "E00000000202601081200abcdefghijk";
  const other = (id: number, date: string, source: string | null = null) => ({
    id,
    account_id: 2,
    date,
    amount_cents: 7000,
    description: "recebido",
    source,
  });
  const match = (otherRows: Facts["otherRows"], ...lines: ImportLine[]) =>
    briefly(matchLines(lines, TARGET, { ...NO_FACTS, otherRows }));
  const pix = line(1, "2026-01-08", -7000, "PIX ENVIADO ANA");
  assert.deepEqual(match([other(1, "2026-01-08"), other(2, "2026-01-11", `PIX ${key}`)], { ...pix, transferKey: key }), [
    ["same_transfer", true, 2],
  ]);
  assert.deepEqual(match([other(1, "2026-01-09")], pix), [["only_opposite", true, 1]]);
  assert.deepEqual(match([other(1, "2026-01-11")], pix), [["maybe_transfer", false, 1]]);
  assert.deepEqual(match([other(1, "2026-01-12")], pix), [["new", true, undefined]]);
  assert.deepEqual(match([other(1, "2026-01-08")], line(1, "2026-01-08", -7000, "LOJA XYZ")), [["new", true, undefined]]);
  assert.deepEqual(match([other(1, "2026-01-08"), other(2, "2026-01-08")], pix), [["maybe_transfer", false, 1]]);
});

test("parts: a purchase is known by its first word, its number of parts, cents and invoice; several of a new one are one purchase", () => {
  const card: ImportTarget = { accountId: null, cardId: 7, invoice: 312 };
  const part = (n: number, k: number, of: number, cents: number, text = "LIVRARIA AURORA", more: Partial<ImportLine> = {}) =>
    line(n, "2026-01-05", cents, text, { part: { k, n: of }, ...more });
  const partRow = (id: number, occurrence: number, invoice: number, cents = -3333) => ({
    id,
    series_id: 1,
    occurrence,
    total_installments: 3,
    amount_cents: cents,
    description: "Livraria Aurora",
    invoice,
  });
  const rows = [partRow(2, 2, 312), partRow(3, 3, 313)];
  const match = (lines: ImportLine[], facts: Partial<Facts> = {}) => matchLines(lines, card, { ...NO_FACTS, ...facts });
  assert.deepEqual(briefly(match([part(1, 2, 3, -3335, "LIVRARIA AUR")], { partRows: rows })), [["part_known", true, 2]]);
  assert.deepEqual(briefly(match([part(1, 2, 3, -3340)], { partRows: rows })), [["part_new", true, undefined]]);
  assert.deepEqual(briefly(match([part(1, 2, 4, -3333)], { partRows: rows })), [["part_new", true, undefined]]);
  // The third is on a later invoice, and comes now because the second of its purchase does.
  assert.deepEqual(briefly(match([part(1, 3, 3, -3333)], { partRows: rows })), [["part_new", true, undefined]]);
  assert.deepEqual(briefly(match([part(1, 2, 3, -3333), part(2, 3, 3, -3333)], { partRows: rows })), [
    ["part_known", true, 2],
    ["part_known", true, 3],
  ]);
  const byId = { fitid: "u1", purchase: true };
  assert.deepEqual(
    briefly(match([part(1, 3, 3, -9999, "ANOTHER NAME", byId)], { partRows: rows, seriesOfFitid: new Map([["u1", 1]]) })),
    [["part_known", true, 3]],
  );
  const fresh = match([part(1, 1, 3, -3334), part(2, 2, 3, -3333), part(3, 3, 3, -3333), part(4, 1, 3, -3334)]);
  assert.deepEqual(
    briefly(fresh).map(([reason]) => reason),
    ["part_new", "part_shared", "part_shared", "part_new"],
  );
  assert.deepEqual(
    [...fresh.purchases.values()].map(({ first, others }) => [first.n, others.map(({ n }) => n)]),
    [
      [1, [2, 3]],
      [4, []],
    ],
  );
});
