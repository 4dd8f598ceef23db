// Test support: the files that a release stores for later ones: an exported space, the rows of a whole database, and answers to undo.
import assert from "node:assert/strict";
import { packed, putRows, rowsText, type SavedRows } from "../../../kernel/testing/saved_rows.ts";
import { findVersion } from "../../post/queries.ts";
import { startTestFinance, type TestFinance, type TestMember } from "../../testing.ts";
import { walkEveryRoute } from "../walk.ts";
import { liveTogether } from "./household.ts";
import { openHouseholdClient } from "./household_client.ts";
import { type UndoAnswers, undoEverything, undoText } from "./undo_answers.ts";

/** Contents by the names of their files. */
export async function makeFinanceData(): Promise<Record<string, string | Uint8Array>> {
  // Who edits is signed in for as long as all of it takes.
  await using finance = await startTestFinance({}, { auth: { JWT_EXP: String(7 * 86_400) } });
  const household = await finance.member("ana@example.com");
  await liveTogether(finance, household);
  const exported = await household.get("/exports?format=json");
  assert.equal(exported.status, 200, exported.text);
  const walked = await finance.member("walked@example.com");
  await walkEveryRoute(walked, finance, await finance.member("guest@example.com"));
  const restored = await finance.member("restored@example.com");
  await restoreAndGoOn(finance, restored, exported.text);
  const { url } = finance.database;
  const rows = await rowsText(url, "finance");
  const now = finance.clock.now().toISOString();
  const spaces: Record<string, UndoAnswers> = {};
  for (const owner of [household, walked, restored]) spaces[owner.email] = await answersOf(finance, owner, JSON.parse(rows));
  return {
    "finance_export.json": exported.text,
    "finance_rows.json.gz": packed(rows),
    "finance_undo.json": undoText({ now, spaces }),
  };
}

/** A space that came from a file, and changes of what came with it. */
async function restoreAndGoOn(finance: TestFinance, owner: TestMember, file: string): Promise<void> {
  const on = openHouseholdClient(owner, finance);
  await on.post("/exports/restore", JSON.parse(file) as object);
  const year = "start_date=2026-01-01&end_date=2026-12-31&order=asc";
  const [row, , other] = (await on.get(`/transactions?${year}`)) as unknown as { id: number }[];
  await on.put(`/transactions/${row?.id}`, { notes: "mudou depois" });
  await on.delete(`/transactions/${other?.id}`);
}

/** A service remembers nothing of a space, so that its rows can be put back under it. */
async function answersOf(finance: TestFinance, owner: TestMember, rows: SavedRows): Promise<UndoAnswers> {
  const last = await findVersion(finance.service.world.db, owner.spaceId);
  const answers = await undoEverything(
    async () => {
      await putRows(finance.database.url, rows);
      return owner;
    },
    Array.from({ length: last }, (_, index) => index + 1),
  );
  await putRows(finance.database.url, rows);
  return answers;
}
