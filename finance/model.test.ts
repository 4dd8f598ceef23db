// The service and a simple model of it in memory agree, whatever is done in whatever order: every answer, every row, every sum.
// A longer run: COFRE_MODEL_SEEDS=200 npm test -- --test-timeout=1200000 finance/model.test.ts. COFRE_MODEL_SEEDS=17-17 runs one seed again.
import { after, before, test } from "node:test";
import fc from "fast-check";
import { type Operation, operations } from "./testing/model/operations.ts";
import { assertAgree, type Tally } from "./testing/model/run.ts";
import { TRUSTING } from "./testing/quick_client.ts";
import { startTestFinance, type TestFinance } from "./testing.ts";

const MOST_STEPS = 60;
const SEEDS = seedsOf(process.env.COFRE_MODEL_SEEDS ?? "4");

let finance: TestFinance;
let members = 0;
const tally: Tally = new Map();

before(async () => {
  finance = await startTestFinance(TRUSTING);
});

after(() => console.log(tally));
after(() => finance[Symbol.asyncDispose]());

/** `200` is 1 to 200. */
function seedsOf(text: string): number[] {
  const [first = 1, last = 1] = text.includes("-") ? text.split("-").map(Number) : [1, Number(text)];
  return Array.from({ length: last - first + 1 }, (_, place) => first + place);
}

/** Something of each kind, so that what comes then finds it. */
const BEGINNING: readonly Operation[] = [
  { do: "create account", opening: 100_000 },
  { do: "create account" },
  { do: "create category" },
  { do: "create transaction", cents: -1_000, date: "2026-01-31", periodicity: "monthly" },
  { do: "create transaction", cents: -10_000, date: "2026-01-30", periodicity: "monthly", installments: 3 },
  { do: "create transfer", from: 0, further: 1, cents: 2_500, names: "books" },
];

async function agree(sequence: readonly Operation[]): Promise<void> {
  finance.clock.set("2026-01-31T12:00:00Z");
  await assertAgree(finance, await finance.member(`member${++members}@example.com`), sequence, tally);
}

for (const seed of SEEDS) {
  test(`the service and its model agree over random operations (seed ${seed})`, () =>
    fc.assert(fc.asyncProperty(operations(MOST_STEPS), (sequence) => agree([...BEGINNING, ...sequence])), { seed, numRuns: 1, unbiased: true }));
}

/** Sequences on which the two once did not agree, as small as they could be made. */
const KEPT: Record<string, Operation[]> = {};

for (const [what, sequence] of Object.entries(KEPT)) test(`they agree: ${what}`, () => agree(sequence));
