import assert from "node:assert/strict";
import { before, test } from "node:test";
import type { Db } from "../../kernel/sql/database.ts";
import { sql } from "../../kernel/sql/sql.ts";
import { assertSumsAreRight } from "../integrity/testing.ts";
import { openBooks } from "../testing/books.ts";
import { fillSpace } from "../testing/mirrored_space.ts";
import { quickClient, TRUSTING } from "../testing/quick_client.ts";
import { SITUATIONS } from "../testing/undo_situations/situations.ts";
import { onClient } from "../testing/undo_situations/steps.ts";
import { shareTestFinance, type TestClient } from "../testing.ts";

const finance = shareTestFinance(TRUSTING);
let file: object;
before(async () => {
  const filled = await finance.member("filled@example.com");
  await fillSpace(filled, filled, "filled");
  await filled.post("/transactions", {
    description: "fixa",
    amount_cents: -1,
    recurrence_attributes: { periodicity: "monthly" },
  });
  file = (await filled.get("/exports?format=json")).body as object;
});

const READS_AT_ONCE = 8;

/** Every route that reads the space, of whatever is there. */
async function readEverything(client: TestClient): Promise<string[]> {
  const failed: string[] = [];
  const read = async (path: string) => {
    const { status, text, body } = await client.get(path);
    if (status !== 200) failed.push(`GET ${path}: ${status} ${text}`);
    return body;
  };
  const idsAt = async (path: string) => ((await read(path)) as { id: number }[]).map(({ id }) => id);
  const year = "start_date=2026-01-01&end_date=2026-12-31";
  const [accounts = [], cards = [], categories = [], rows = [], transfers = []] = await Promise.all(
    ["/accounts", "/credit_cards", "/categories", `/transactions?${year}`, `/transfers?${year}`].map(idsAt),
  );
  const paths = [
    "/balances",
    "/budgets",
    "/budgets/2026",
    "/budgets/2026/03",
    "/category_memory",
    "/changes",
    "/changes?since=1",
    "/descriptions",
    "/exports?format=json",
    "/forecast",
    "/import_layouts",
    "/import_rules",
    "/imports",
    "/invoices",
    "/members",
    "/invitations",
    "/overview",
    "/preferences",
    `/reports/cash_flow?${year}`,
    `/reports/categories?${year}`,
    `/reports/net_worth?${year}`,
    "/spaces",
    "/tags",
    "/users",
    "/users/me",
    "/webhooks",
    "/api_tokens",
    ...accounts.map((id) => `/accounts/${id}`),
    ...cards.map((id) => `/credit_cards/${id}`),
    ...cards.flatMap((id) =>
      ["", "/315", "/315/checks", "/315/explain", "/315/payments?shape=array"].map(
        (below) => `/credit_cards/${id}/invoices${below}`,
      ),
    ),
    ...categories.slice(-2).map((id) => `/categories/${id}`),
    ...rows.slice(0, 2).map((id) => `/transactions/${id}`),
    ...transfers.slice(0, 2).map((id) => `/transfers/${id}`),
  ];
  for (let index = 0; index < paths.length; index += READS_AT_ONCE)
    await Promise.all(paths.slice(index, index + READS_AT_ONCE).map(read));
  return failed;
}

interface Undo {
  version: number | null;
  undone: number;
  kept: { entity: string; entity_id: number; reason: string }[];
}

function outcomeOf(status: number, { undone, kept, version }: Undo): string {
  if (status !== 200) return `refused ${status}`;
  const reasons = [...new Set(kept.map(({ entity, reason }) => `${entity} ${reason}`))].sort();
  return [version === null ? "nothing" : `${undone} undone`, ...reasons].join(", ");
}

/** "all but 2 undone" of a write with so many entries. */
const counted = (outcome: string, entries: number) =>
  outcome.replace(/^all(?: but (\d+))?/, (_, kept = "0") => String(entries - Number(kept)));

const countEntries = async (db: Db, spaceId: number, version: number) =>
  (
    await db.one<{ n: number }>(sql`
    select count(*)::int as n from changes where space_id = ${spaceId} and version = ${version} and entity <> 'space'`)
  ).n;

/** All of them: `COFRE_UNDO_SITUATIONS=all npm test -- --test-timeout=1200000 finance/changes/undo_matrix.test.ts`. */
const SHARE = process.env.COFRE_UNDO_SITUATIONS === "all" ? 1 : 3;

let situations = 0;
let members = 0;
for (const [kind, { before: prepare, write, since }] of Object.entries(SITUATIONS))
  for (const [what, [happens, outcome, forced = outcome]] of Object.entries(since))
    for (const force of [false, true]) {
      if (situations++ % SHARE !== 0) continue;
      test(`undo of ${kind}; since then: ${what}${force ? "; with force" : ""}`, async () => {
        const { authorization, spaceId } = await finance.member(`member${++members}@example.com`);
        const { db } = finance.service.world;
        const client = quickClient(finance.port, authorization);
        const on = onClient(client, { clock: finance.clock, file });
        const ids: Record<string, number> = {};
        await prepare?.(on, ids);
        await write(on, ids);
        ids.written = await on.version();
        await happens(on, ids);
        const readBooks = await openBooks(finance.service.world.db, spaceId);
        const [books, version] = [await readBooks(), await on.version()];
        const reply = await client.post("/changes/undo", { version: ids.written, force });
        const answer = reply.body as Undo;
        assert.ok(reply.status < 500, reply.text);
        const isWritten = (await on.version()) !== version;
        assert.equal(isWritten, reply.status === 200 && answer.version !== null, "it answers a version where it has written one");
        if (isWritten) {
          assert.equal(answer.version, version + 1);
          assert.deepEqual(await readEverything(client), []);
          await assertSumsAreRight(db, spaceId);
          const booked = await client.post("/transactions", { description: "depois", amount_cents: -1, dry_run: true });
          assert.ok([201, 422].includes(booked.status), booked.text);
          const again = await client.post("/changes/undo", { version: answer.version });
          assert.deepEqual([again.status, (again.body as Undo).kept], [200, []], again.text);
        }
        assert.deepEqual(await readBooks(), books, "where nothing was undone, and after the undo of the undo, all is as it was");
        await assertSumsAreRight(db, spaceId);
        const entries = await countEntries(db, spaceId, ids.written);
        assert.equal(outcomeOf(reply.status, answer), counted(force ? forced : outcome, entries));
      });
    }
