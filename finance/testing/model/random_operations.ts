// Test support: draws operations at random, those more often that find something to do.
import fc from "fast-check";
import { PERIODICITIES } from "./days.ts";
import type { Operation } from "./operations.ts";
import { drawPlainFields, tags } from "./plain_fields.ts";
import { cents, choice, day, dayBetween, flag, maybe, PLANS, rarely, someRow, twice, type Weighted } from "./random_plans.ts";
import { drawSplit } from "./splits.ts";

const kind = fc.constantFrom("income" as const, "expense" as const);
const rowFields = {
  account: rarely(choice),
  card: rarely(choice),
  invoice: rarely(fc.integer({ min: -3, max: 4 })),
  category: rarely(choice),
  paid: maybe(flag),
  ...drawPlainFields(rarely, maybe),
};
const split = rarely(drawSplit(choice));
const scope = { future: maybe(flag), all: rarely(flag) };
/** The first is the one that every name of the model suggests, the last is no icon. */
const categoryIcon = fc.constantFrom("tag", "cart", null, "no icon");
const categoryKind = maybe(fc.constantFrom("expenses" as const, "earnings" as const));
const accountFields = { opening: maybe(cents), archived: rarely(flag), becomesDefault: rarely(flag), hidden: rarely(flag) };
const fileLine = fc.record({
  date: day,
  cents: cents.filter((each) => each !== 0),
  action: fc.constantFrom("new", "new", "match", "skip"),
  row: choice,
  category: maybe(choice),
  tags: rarely(tags),
  renames: maybe(flag),
});

/** Daily series have many rows, so they are few. */
const periodicity = fc.oneof(
  { weight: 4, arbitrary: fc.constant("monthly") },
  { weight: 5, arbitrary: fc.constantFrom(...PERIODICITIES.filter((each) => each !== "daily")) },
  { weight: 1, arbitrary: fc.constant("daily") },
);
const installments = fc.oneof(fc.integer({ min: 1, max: 12 }), fc.integer({ min: 1, max: 60 }));
/** Short months, and days of which either comes first. */
const cardDay = fc.oneof(fc.integer({ min: 1, max: 31 }), fc.constantFrom(1, 5, 10, 28, 31));
const invoice = fc.integer({ min: -3, max: 4 });
const cardFields = {
  limit: rarely(fc.constantFrom(0, 100_000)),
  archived: rarely(flag),
  becomesDefault: rarely(flag),
  payer: rarely(choice),
};
const onCard = { account: rarely(choice), card: choice, invoice: rarely(invoice) };
const single = {
  cents,
  date: maybe(day),
  kind: rarely(kind),
  ...rowFields,
  account: maybe(choice),
  category: maybe(choice),
  card: rarely(choice),
  invoice: fc.constant(undefined),
};
/** Most of the time the end is not before the start. */
const period = fc
  .tuple(maybe(day), maybe(day), fc.nat(9))
  .map(([one, other, order]) => (one && other && order > 0 ? [one, other].sort() : [one, other]));
const far = { period: fc.tuple(dayBetween("2028-01-01", "2037-12-31"), fc.constant(undefined)), account: maybe(choice) };
const ofAny = fc.nat(9).map((number) => number === 0);

const someRows = fc.array(someRow, { minLength: 1, maxLength: 8 });

const WEIGHTED: Weighted[] = [
  [3, "create account", { ...accountFields, twice }],
  [2, "change account", { account: choice, ...accountFields }],
  [2, "archive account", { account: choice, archived: flag }],
  [2, "delete account", { account: choice, force: rarely(flag), twice }],
  [1, "read account", { account: choice }],
  [1, "list accounts", {}],
  [3, "create card", { closing: cardDay, due: cardDay, ...cardFields, twice }],
  [
    4,
    "change card",
    { card: choice, closing: cardDay, due: maybe(cardDay), since: maybe(day), force: maybe(flag), ...cardFields },
  ],
  [1, "change card", { card: choice, ...cardFields }],
  [1, "delete card", { card: choice, twice }],
  [1, "read card", { card: choice }],
  [1, "list cards", {}],
  [
    8,
    "pay invoice",
    {
      card: choice,
      invoice: fc.nat(1_000),
      account: rarely(choice),
      cents: rarely(cents),
      date: rarely(day),
      paid: rarely(flag),
      ...drawPlainFields(rarely, rarely),
      twice,
    },
  ],
  [
    3,
    "change payment",
    {
      row: choice,
      elsewhere: ofAny,
      account: rarely(choice),
      category: rarely(choice),
      cents: rarely(cents),
      date: rarely(day),
      paid: maybe(flag),
      ...drawPlainFields(rarely, rarely),
    },
  ],
  [2, "delete payment", { row: choice, elsewhere: ofAny, twice }],
  [1, "list payments", { card: choice, invoice: fc.nat(1_000), asList: flag }],
  [3, "read invoice", { card: choice, invoice: fc.nat(1_000) }],
  [3, "list invoices", { card: choice, period }],
  ...PLANS,
  [3, "create category", { kind: categoryKind, parent: rarely(choice), icon: rarely(categoryIcon) }],
  [
    2,
    "change category",
    {
      category: choice,
      kind: categoryKind,
      parent: rarely(fc.option(choice)),
      archived: rarely(flag),
      icon: rarely(categoryIcon),
    },
  ],
  [1, "delete category", { category: choice, replacement: maybe(choice), twice }],
  [1, "list categories", {}],
  [8, "create transaction", { ...single, split, twice }],
  [3, "create transaction", { ...single, category: rarely(choice), split, refundOf: someRow, twice }],
  [2, "create transaction", { ...single, moves: fc.record({ to: choice, tenths: fc.integer({ min: 1, max: 9 }) }), twice }],
  [4, "create transaction", { ...single, split, periodicity, twice }],
  [4, "create transaction", { ...single, split, periodicity, installments, twice }],
  [8, "create transaction", { ...single, split, ...onCard, twice }],
  [3, "create transaction", { ...single, split, ...onCard, periodicity }],
  [4, "create transaction", { ...single, split, ...onCard, periodicity, installments }],
  [
    12,
    "change transaction",
    { row: choice, renames: flag, ...rowFields, cents: rarely(cents), kind: rarely(kind), split, ...scope, twice },
  ],
  [6, "change transaction", { row: choice, renames: flag, ...rowFields, date: day, cents: rarely(cents), ...scope }],
  [
    2,
    "change transaction",
    { row: choice, renames: flag, totalCents: cents, cents: rarely(cents), kind: rarely(kind), ...scope },
  ],
  [5, "delete transaction", { row: choice, twice }],
  [3, "delete transaction", { row: choice, future: flag, all: rarely(flag) }],
  [4, "change many", { rows: someRows, renames: flag, paid: maybe(flag), ...drawPlainFields(rarely, maybe), twice }],
  [
    4,
    "change many",
    {
      rows: someRows,
      renames: fc.constant(true),
      account: rarely(choice),
      category: rarely(choice),
      date: maybe(day),
      cents: rarely(cents),
      kind: rarely(kind),
    },
  ],
  [2, "delete many", { rows: someRows, twice }],
  [3, "create receipt", { row: choice, red: fc.nat(2), twice }],
  [2, "delete receipt", { row: choice, red: fc.nat(2), twice }],
  [1, "read transaction", { row: choice, asTransfer: flag }],
  [
    5,
    "create transfer",
    {
      from: choice,
      further: fc.nat(8),
      cents: fc.oneof(
        { weight: 9, arbitrary: fc.integer({ min: 1, max: 99_999 }) },
        { weight: 1, arbitrary: fc.constantFrom(0, -1) },
      ),
      names: fc.constantFrom("plain", "books"),
      date: maybe(day),
      paid: maybe(flag),
      ...drawPlainFields(rarely, maybe),
      twice,
    },
  ],
  [
    3,
    "change transfer",
    {
      row: choice,
      ofAny,
      renames: flag,
      cents: maybe(cents),
      date: maybe(day),
      paid: maybe(flag),
      ...drawPlainFields(rarely, maybe),
      account: rarely(choice),
    },
  ],
  [2, "delete transfer", { row: choice, ofAny, twice }],
  [
    5,
    "list transactions",
    {
      period,
      account: maybe(choice),
      card: rarely(choice),
      category: rarely(choice),
      exact: maybe(flag),
      ascending: maybe(flag),
      onlyTransfers: rarely(flag),
      ofSpace: maybe(flag),
      perPage: rarely(fc.integer({ min: 1, max: 20 })),
    },
  ],
  [3, "list transactions", far],
  [
    5,
    "read balances",
    { period, account: maybe(choice), periodicity: maybe(fc.constantFrom("daily", "weekly", "monthly")), ofSpace: maybe(flag) },
  ],
  [2, "read balances", far],
  [1, "list tags", {}],
  [5, "preview file", { place: choice, invoice, lines: fc.array(fileLine, { minLength: 1, maxLength: 5 }) }],
  [6, "apply file", { twice }],
  [1, "discard file", {}],
  [9, "undo write", {}],
  [2, "days pass", { days: fc.oneof(fc.integer({ min: 1, max: 3 }), fc.integer({ min: 1, max: 70 })) }],
  [2, "night falls", {}],
];

export const OPERATIONS: readonly string[] = [...new Set(WEIGHTED.map(([, name]) => name))];

const operation = fc.oneof(
  ...WEIGHTED.map(([weight, name, shape]) => ({ weight, arbitrary: fc.record({ do: fc.constant(name), ...shape }) })),
) as unknown as fc.Arbitrary<Operation>;
const somebody = fc.constantFrom(...Array<undefined>(10).fill(undefined), "editor" as const, "viewer" as const);
const act = fc.tuple(operation, somebody).map(([what, by]): Operation => ({ ...what, ...(by && { by }) }));

export const operations = (most: number) => fc.array(act, { minLength: 1, maxLength: most, size: "max" });
