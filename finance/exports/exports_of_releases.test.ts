// What earlier releases exported can be restored, whatever columns and tables have come since.
import assert from "node:assert/strict";
import { test } from "node:test";
import { assertSumsAreRight } from "../integrity/testing.ts";
import { RELEASES_WITH_DATA, readExport } from "../testing/release/kept.ts";
import { startTestFinance, type TestMember } from "../testing.ts";
import { type ExportedFile, withoutIds } from "./testing.ts";

type Part = Record<string, unknown>;

const exportOf = async (member: TestMember) => (await member.get("/exports?format=json")).body as ExportedFile;

/** What the release had a column for. */
function withColumnsOf(before: ExportedFile, now: ExportedFile): ExportedFile {
  const only = (row: Part, columns: readonly string[]) =>
    Object.fromEntries(Object.entries(row).filter(([name]) => columns.includes(name)));
  return Object.fromEntries(
    Object.entries(now).map(([name, value]) => {
      const old = before[name as keyof ExportedFile] as unknown;
      if (name === "space") return [name, only(value as Part, Object.keys(old as Part))];
      if (!Array.isArray(value)) return [name, value];
      return [name, value.map((row) => only(row as Part, Object.keys((old as Part[])[0] ?? row)))];
    }),
  ) as ExportedFile;
}

/** Without tables that the release did not have yet, which a restore leaves empty. */
function withoutRows(file: ExportedFile): object {
  return Object.fromEntries(
    Object.entries(file)
      .filter(([, value]) => Array.isArray(value))
      .map(([name]) => [name, []]),
  );
}

/** How far fixed series were made does not matter where there are none. */
const comparable = ({ space, ...rest }: ExportedFile) => withoutIds({ ...rest, space: { ...space, extended_through: null } });

for (const release of RELEASES_WITH_DATA)
  test(`POST /exports/restore takes a file of ${release}, and the space exported again holds the same`, async () => {
    await using finance = await startTestFinance();
    const exported = JSON.parse(readExport(release)) as ExportedFile;
    finance.clock.set(exported.exported_at);
    const ana = await finance.member("ana@example.com");
    const empty = await exportOf(ana);
    const file = { ...withoutRows(empty), ...exported };
    const restored = await ana.post("/exports/restore", exported);
    assert.equal(restored.status, 201, restored.text);
    const again = await exportOf(ana);
    assert.deepEqual(withoutIds(withColumnsOf(file, again)), withoutIds(file));
    await assertSumsAreRight(finance.service.world.db, ana.spaceId);
    const { version } = restored.body as { version: number };
    const undone = await ana.post("/changes/undo", { version });
    assert.deepEqual([undone.status, (undone.body as { kept: unknown }).kept], [200, []], undone.text);
    assert.deepEqual(comparable(await exportOf(ana)), comparable(empty));
  });
