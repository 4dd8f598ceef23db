// What budgets, agenda, forecast, reports and charts compute.
import assert from "node:assert/strict";
import { test } from "node:test";
import { daysToList, dueByDay } from "./agenda.ts";
import { byUrgency, progressOf, sumOf } from "./budgets.ts";
import { byParent, withBelow } from "./categories.ts";
import { contrast, parse, visibleColour } from "./colour.ts";
import { csvOf } from "./csv.ts";
import { flowsOf } from "./flows.ts";
import { isUntouched, type Overview } from "./overview.ts";
import type { Budget, Category, Forecast, Invoice, Transaction } from "./records.ts";
import {
  barsOf,
  extremes,
  flowParts,
  instalmentMonths,
  invoiceParts,
  largest,
  meanOfClosed,
  monthlyCents,
  spanBefore,
  spanOf,
  spanOfInvoices,
} from "./reports.ts";
import { labelled, position, scaleOf, stack, stepArea, stepPath } from "./scale.ts";
import { weeksOf } from "./weeks.ts";
import { applyWhatIfs, readWhatIfs, writeWhatIf } from "./what_if.ts";

test("an axis has round values around all that is shown, zero among them", () => {
  assert.deepEqual(scaleOf([5_206_610, 4_961_280], 4), {
    least: 0,
    most: 6_000_000,
    ticks: [0, 2_000_000, 4_000_000, 6_000_000],
  });
  for (const values of [[], [0], [-1], [1], [-350, 120], [999_999_999_999], [-5, -7], [33_333, -66_667]]) {
    const { least, most, ticks } = scaleOf(values, 4);
    assert.ok(ticks.includes(0) && least <= Math.min(0, ...values) && most >= Math.max(0, ...values) && most > least);
    assert.ok(ticks.length >= 2 && ticks.length <= 8, `${values}: ${ticks}`);
    assert.ok(ticks.every(Number.isInteger));
  }
  assert.equal(position(50, { least: 0, most: 100 }, 200, 0), 100);
});

test("a step line stays until the next point, and its area closes at the level", () => {
  const points = [
    [0, 10],
    [5, 10],
    [10, 2],
  ] as const;
  assert.equal(stepPath(points), "M0 10H5V10H10V2");
  assert.equal(stepArea(points, 20), "M0 10H5V10H10V2V20H0Z");
  assert.equal(stepArea([], 20), "");
  assert.deepEqual(labelled(12, 400, 50), [0, 2, 4, 6, 8, 10]);
  assert.deepEqual(stack([3, -2, 4, -1]), [
    { from: 0, to: 3 },
    { from: 0, to: -2 },
    { from: 3, to: 7 },
    { from: -2, to: -3 },
  ]);
});

test("any colour is seen on both themes, and what is no colour is none", () => {
  for (const hex of ["ffffff", "000000", "8cdec0", "f9ae9e", "18624d", "777777"]) {
    const shown = [...(visibleColour(hex) ?? "").matchAll(/rgb\((\d+) (\d+) (\d+)\)/g)].map((found) =>
      found.slice(1).map(Number),
    );
    const [light, dark] = shown as unknown as [[number, number, number], [number, number, number]];
    assert.ok(contrast(light, [255, 255, 255]) >= 3, hex);
    assert.ok(contrast(dark, [20, 26, 24]) >= 3, hex);
  }
  for (const text of ["", "red", "12345", "url(x)", "1234567"]) assert.equal(visibleColour(text) ?? parse(text), undefined);
});

test("a table as CSV: cents as decimals, and nothing that a spreadsheet would compute", () => {
  const rows = [
    ["Dia", "Saldo"],
    ['=1+1 "x"', -123456],
    ["b", 5],
  ];
  assert.equal(csvOf(rows, "pt-BR"), '\ufeff"Dia";"Saldo"\r\n"\'=1+1 ""x""";-1234,56\r\n"b";0,05\r\n');
  assert.equal(csvOf([["a", 100]], "en"), '\ufeff"a",1.00\r\n');
});

const forecast: Forecast = {
  balance_cents: 1000,
  final_balance_cents: 700,
  lowest: { date: "2026-11-18", balance_cents: 700 },
  first_negative: null,
  days: [
    { date: "2026-11-16", previous_balance_cents: 1000, balance_cents: 1000, rows: [] },
    { date: "2026-11-17", previous_balance_cents: 1000, balance_cents: 1000, rows: [] },
    { date: "2026-11-18", previous_balance_cents: 1000, balance_cents: 700, rows: [] },
  ],
};

test("what is tried out counts from its day on; what is past counts today, what is later not at all", () => {
  const tried = [
    { date: "2026-11-17", cents: -800, what: "a, b & c" },
    { date: "2026-11-01", cents: -300, what: "" },
    { date: "2027-01-01", cents: -9, what: "later" },
  ];
  const shown = applyWhatIfs(forecast, tried);
  assert.deepEqual(
    shown.days.map((day) => [day.previous_balance_cents, day.balance_cents, day.rows.length]),
    [
      [1000, 700, 1],
      [700, -100, 1],
      [-100, -400, 0],
    ],
  );
  assert.deepEqual([shown.final_balance_cents, shown.lowest], [-400, { date: "2026-11-18", balance_cents: -400 }]);
  assert.deepEqual(shown.first_negative, { date: "2026-11-17", balance_cents: -100 });
  const search = new URLSearchParams(tried.map((each) => ["try", writeWhatIf(each)])).toString();
  assert.deepEqual(readWhatIfs(search), tried);
  for (const wrong of [
    "2026-02-30,1,x",
    "x",
    "2026-01-01,1e5,x",
    "2026-01-01,9999999999999,x",
    `2026-01-01,1,${"x".repeat(101)}`,
  ])
    assert.deepEqual(readWhatIfs(new URLSearchParams({ try: wrong }).toString()), [], wrong);
});

const budget = (values: Partial<Budget>): Budget => ({
  id: 1,
  amount_cents: 1000,
  category_id: 1,
  date: "2026-11-01",
  activity_type: 0,
  total: 0,
  predicted_total: 0,
  ...values,
});

test("a budget: used, predicted, left, and how far the month has gone", () => {
  assert.deepEqual(progressOf(budget({ total: 250, predicted_total: 800 }), "2026-11-15"), {
    spent: 25,
    predicted: 80,
    limit: 100,
    elapsed: 50,
    leftCents: 200,
    isBroken: false,
  });
  const broken = progressOf(budget({ total: 1500, predicted_total: 2000 }), "2026-12-01");
  assert.deepEqual(broken, { spent: 75, predicted: 100, limit: 50, elapsed: undefined, leftCents: -1000, isBroken: true });
  const goal = progressOf(budget({ activity_type: 1, total: 400, predicted_total: 1000 }), "2026-11-30");
  assert.deepEqual([goal.leftCents, goal.isBroken, goal.elapsed], [-600, false, 100]);
  assert.ok(Number.isFinite(progressOf(budget({ amount_cents: 0 }), "2026-11-15").spent));
});

test("limits by urgency: exceeded, faster than the month or soon exceeded, and the others", () => {
  const groups = (today: string) =>
    byUrgency(
      [
        budget({ id: 1, total: 1001, predicted_total: 1001 }),
        budget({ id: 2, total: 510, predicted_total: 510 }),
        budget({ id: 3, total: 10, predicted_total: 1100 }),
        budget({ id: 4, total: 500, predicted_total: 500 }),
        budget({ id: 5, total: 1000, predicted_total: 1000 }),
        budget({ id: 6, amount_cents: 0 }),
      ],
      today,
    ).map(({ urgency, budgets }) => [urgency, budgets.map(({ id }) => id)]);
  assert.deepEqual(groups("2026-11-15"), [
    ["over", [1]],
    ["attention", [3, 5, 2]],
    ["fine", [4, 6]],
  ]);
  assert.deepEqual(groups("2026-12-15"), [
    ["over", [1]],
    ["attention", [3]],
    ["fine", [5, 2, 4, 6]],
  ]);
  assert.deepEqual(byUrgency([], "2026-11-15"), []);
});

const category = (id: number, name: string, parent: number | null = null): Category => ({
  id,
  name,
  parent_id: parent,
  color: "5096dc",
  icon: "tag",
  archived: false,
  default: false,
  kind: "expenses",
});
const categories = [category(1, "Casa"), category(2, "Luz", 1), category(3, "Água", 1), category(4, "Árvore")];

test("a sum of budgets counts nothing twice", () => {
  const both = [
    budget({ total: 5 }),
    budget({ category_id: 2, amount_cents: 400, total: 3 }),
    budget({ category_id: 4, amount_cents: 7 }),
  ];
  const counted = [both[0], both[2]];
  assert.deepEqual(sumOf(both, categories), {
    counted,
    amountCents: 1007,
    availableCents: 1007,
    totalCents: 5,
    predictedCents: 0,
  });
  assert.deepEqual(
    byParent(categories).map(({ name }) => name),
    ["Árvore", "Casa", "Água", "Luz"],
  );
  assert.deepEqual([...(withBelow(categories, 1) ?? [])], [1, 2, 3]);
  assert.equal(withBelow(categories, undefined), undefined);
});

function reported(id: number, parent: number | null, months: Record<string, number>) {
  const listed = Object.entries(months).map(([month, cents]) => ({
    date: `${month}-01`,
    total_cents: cents,
    predicted_total_cents: cents,
  }));
  const total = listed.reduce((sum, { total_cents: cents }) => sum + cents, 0);
  const figures = { total_cents: total, predicted_total_cents: total };
  return { category_id: id, parent_id: parent, kind: "expenses", ...figures, months: listed };
}

test("spending by category: the largest first, what is below in it, beside the period before", () => {
  const span = spanOf({}, "2026-11", 1);
  assert.deepEqual(spanBefore(spanOf({ until: "2026-02", months: "3" }, "2026-11", 1)), {
    first: "2025-09",
    last: "2025-11",
    months: 3,
  });
  assert.deepEqual(spanOf({ until: "x", months: "7" }, "2026-11", 12), { first: "2025-12", last: "2026-11", months: 12 });
  const report = [
    reported(4, null, { "2026-11": -500, "2026-09": -1 }),
    reported(1, null, { "2026-11": -100, "2026-10": -50 }),
    reported(2, 1, { "2026-11": -700 }),
  ];
  const bars = barsOf(report, categories, { kind: "expenses", span });
  assert.deepEqual(
    bars.map((bar) => [bar.name, bar.cents, bar.beforeCents, bar.hasChildren]),
    [
      ["Casa", 800, 50, true],
      ["Árvore", 500, 0, false],
    ],
  );
  assert.deepEqual(
    barsOf(report, categories, { kind: "expenses", span, under: 1 }).map((bar) => [bar.id, bar.cents]),
    [
      [2, 700],
      [1, 100],
    ],
  );
  assert.deepEqual(monthlyCents(report, ["2026-10", "2026-11"], { kind: "expenses", under: 1 }), [50, 800]);
  const many = Array.from({ length: 12 }, (_, id) => ({ ...bars[0], id, predictedCents: 12 - id }) as (typeof bars)[0]);
  const { bars: drawn, others } = largest(many, (count) => `${count}`);
  assert.deepEqual([drawn.length, others?.name, others?.predictedCents], [8, "4", 4 + 3 + 2 + 1]);
  assert.deepEqual(extremes([3, 9, -1, 9]), { most: 1, least: 2 });
});

const flow = {
  earnings_cents: 900,
  expenses_cents: -300,
  credit_cards_cents: -200,
  result_cents: 400,
  predicted_earnings_cents: 1000,
  predicted_expenses_cents: -350,
  predicted_credit_cards_cents: -260,
  predicted_result_cents: 390,
};

test("columns of a month sum to its result, and parts to come are magnitudes", () => {
  const {
    in: [income = 0],
    inExpected: [more = 0],
    out: [out = 0],
    cards: [cards = 0],
    outExpected: [rest = 0],
    ...line
  } = flowParts([{ date: "2026-11-01", ...flow }]);
  assert.equal(income + more - out - cards - rest, line.result[0]);
  assert.deepEqual(flowsOf(flow).predicted, { inCents: 1000, outCents: -610, resultCents: 390 });
  const invoices = [
    { date: "2026-12-10", amount_cents: -500, installments_cents: -300 },
    { date: "2027-01-10", amount_cents: -300, installments_cents: -300 },
    { date: "2027-03-10", amount_cents: -10, installments_cents: 0 },
  ];
  const bills = [
    { amount_cents: -500, payment_amount_cents: 200 },
    { amount_cents: -100, payment_amount_cents: 300 },
    { amount_cents: 50, payment_amount_cents: 0 },
  ];
  const dated = bills.map((bill, index) => ({ ...bill, closing_date: `2026-1${index}-03` }));
  assert.deepEqual(meanOfClosed(dated, "2026-12-03"), { cents: 300, count: 2 }, "an invoice counts once it is closed");
  assert.deepEqual(meanOfClosed(dated, "2026-11-03"), { cents: 500, count: 1 });
  assert.equal(meanOfClosed(dated, "2026-10-03"), undefined);
  const months = [0, 0, -5, 0, -3, 0, 0].map((amount_cents, index) => ({ amount_cents, status: index === 5 ? "open" : "paid" }));
  assert.deepEqual(spanOfInvoices(months), months.slice(2, 6));
  assert.deepEqual(spanOfInvoices(months.slice(0, 2)), []);
  assert.deepEqual(invoiceParts(bills), { total: [500, 100, 0], paid: [200, 100, 0], unpaid: [300, 0, 0] });
  assert.deepEqual(instalmentMonths(invoices, "2026-11"), [
    { month: "2026-11", instalmentCents: 0, otherCents: 0 },
    { month: "2026-12", instalmentCents: 300, otherCents: 200 },
    { month: "2027-01", instalmentCents: 300, otherCents: 0 },
  ]);
});

test("a space with anything in it is not untouched", () => {
  const overview = {
    date: "2026-11-16",
    month: "2026-11-01",
    balance_cents: 0,
    cash_flow: flow,
    overdue: { count: 0, amount_cents: 0, rows: [] },
    due_soon: [],
    credit_cards: [],
    budgets: [],
    forecast: { ...forecast, days: [{ date: "2026-11-30", balance_cents: 3 }] },
  } as Overview;
  assert.equal(isUntouched(overview), false);
});

test("a month as weeks, with what is due on its days", () => {
  const weeks = weeksOf("2026-11");
  assert.deepEqual([weeks.length, weeks[0]?.[0], weeks[4]?.[1], weeks[4]?.[2]], [5, "2026-11-01", "2026-11-30", undefined]);
  assert.equal(weeksOf("2026-08").flat().filter(Boolean).length, 31);
  const row = (date: string, paid: boolean, card: number | null = null) =>
    ({ id: 1, date, paid, amount_cents: -5, description: "x", account_id: 1, credit_card_id: card }) as Transaction;
  const invoice = (cents: number, status: string) =>
    ({ id: 322, credit_card_id: 9, date: "2026-11-25", balance_cents: cents, status }) as Invoice;
  const due = dueByDay(
    [row("2026-11-02", true), row("2026-11-03", false), row("2026-11-20", true), row("2026-11-20", true, 9)],
    [invoice(-70, "open"), invoice(-70, "partial"), invoice(0, "paid")],
    () => "Lua",
  );
  const listed = (chosen?: string) =>
    daysToList(due, { chosen, today: "2026-11-16" }).map(({ date, rows }) => [date, rows.length]);
  assert.deepEqual(listed(), [
    ["2026-11-03", 1],
    ["2026-11-20", 1],
    ["2026-11-25", 1],
  ]);
  assert.deepEqual(listed("2026-11-02"), [["2026-11-02", 1]]);
});
