// Test support: draws what operations have in common, and those on budgets, months and goals.
import fc from "fast-check";
import type { Operations } from "./operations.ts";

export const maybe = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: undefined, freq: 2 });
export const rarely = <T>(arbitrary: fc.Arbitrary<T>) =>
  fc.oneof({ weight: 6, arbitrary: fc.constant(undefined) }, { weight: 1, arbitrary });
export const choice = fc.nat(10_000);
export const flag = fc.boolean();
export const cents = fc.oneof(fc.integer({ min: -50_000, max: 50_000 }), fc.constantFrom(0, 1, -1, 999_999_999, -999_999_999));
export const dayBetween = (from: string, to: string) =>
  fc.date({ min: new Date(from), max: new Date(to), noInvalidDate: true }).map((date) => date.toISOString().slice(0, 10));
/** Month ends and leap days come up often: that is where days are lost. */
export const day = fc.oneof(
  dayBetween("2025-10-01", "2026-06-30"),
  fc.constantFrom("2026-01-31", "2026-01-30", "2026-02-28", "2024-02-29", "2025-12-31", "2026-05-31", "2028-02-29"),
);
export const twice = rarely(fc.constant(true));
/** Few of them name a row that is not there. */
export const someRow = fc.oneof(
  { weight: 15, arbitrary: fc.nat(1_000).map((number) => number * 10) },
  { weight: 1, arbitrary: choice },
);

const startDay = fc.oneof(fc.integer({ min: 0, max: 31 }), fc.constantFrom(1, 5, 15, 16, 25, 31));
const weekend = fc.constantFrom("same" as const, "before" as const, "after" as const);
const goalCents = fc.oneof(fc.integer({ min: 1, max: 60_000 }), fc.constantFrom(1, 100_000, 999_999_999_999));
const goalDay = dayBetween("2025-12-01", "2027-03-01");
const budgetCents = fc.constantFrom(0, 1, 30_000, 777_777);
const carryFields = {
  carry: maybe(fc.constantFrom("none" as const, "surplus" as const, "both" as const)),
  cap: rarely(fc.constantFrom(null, 0, 20_000)),
  refill: rarely(flag),
};

type Shape = Record<string, fc.Arbitrary<unknown>>;
export type Weighted = [weight: number, name: keyof Operations, shape: Shape];

export const PLANS: Weighted[] = [
  [3, "create budget", { category: choice, cents: budgetCents, date: maybe(day), goal: rarely(flag), ...carryFields, twice }],
  [
    2,
    "change budget",
    { budget: choice, category: rarely(choice), date: rarely(day), cents: maybe(budgetCents), ...carryFields },
  ],
  [
    2,
    "change year",
    {
      category: choice,
      year: fc.constantFrom(2025, 2026, 2027),
      month: maybe(fc.integer({ min: 1, max: 12 })),
      cents: maybe(fc.option(budgetCents)),
      goal: rarely(flag),
      ...carryFields,
    },
  ],
  [1, "delete budget", { budget: choice }],
  [3, "list budgets", { date: day, wholeYear: flag, ofSpace: maybe(flag) }],
  [2, "change months", { start: maybe(startDay), weekend: maybe(weekend), twice }],
  [2, "build months", { steps: maybe(fc.integer({ min: 1, max: 4 })) }],
  [2, "create goal", { cents: goalCents, date: maybe(goalDay), refills: maybe(flag), twice }],
  [
    2,
    "change goal",
    {
      goal: choice,
      date: rarely(fc.option(goalDay)),
      cents: rarely(goalCents),
      state: maybe(fc.constantFrom("active" as const, "paused" as const, "archived" as const)),
    },
  ],
  [1, "delete goal", { goal: choice, twice }],
  [3, "list goals", {}],
  [5, "reserve", { goal: choice, cents: goalCents, account: maybe(choice), twice }],
  [3, "release", { goal: choice, cents: goalCents, account: maybe(choice), twice }],
  [2, "move earmark", { goal: choice, cents: goalCents, from: choice, to: choice }],
  [5, "spend", { goal: choice, row: someRow, account: rarely(choice), cents: rarely(goalCents), twice }],
  [2, "unspend", { goal: choice, row: someRow }],
];
