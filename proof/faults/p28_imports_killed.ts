// P28: finance is killed while a bank file is applied and undone. Each is one post in several parts.
import { randomUUID } from "node:crypto";
import type { ExpectedRow } from "./acknowledged.ts";
import type { Fault } from "./fault.ts";
import type { Findings } from "./findings.ts";
import { atEveryPoint, idOf, killedAt, look, send } from "./kill_at_point.ts";
import type { Member } from "./members.ts";
import type { World } from "./world.ts";

/** More than fits into one part. */
const LINES = 2_500;

export const importsKilled: Fault = {
  id: "P28",
  title: "finance is killed while a file is applied and undone",
  how: `the proxy sees a part of ${LINES} lines staged, the post or its COMMIT, kills the process there, and the same request is sent again`,
  expected: "the retry applies all lines once, its undo leaves nothing of them, and the sums are right after each",
  run: (stage) => atEveryPoint(stage, "P28", applyAndUndo),
};

async function applyAndUndo(world: World, point: string, findings: Findings): Promise<void> {
  const member = world.members[0] as Member;
  const text = randomUUID();
  const expected = { email: member.email, cents: -LINES * 100, notes: "", rows: LINES };
  const expect = (state: ExpectedRow["state"]) => world.acknowledged.rows.set(text, { state, ...expected });
  const account = await send(world, member, "an account", "/accounts", { name: text });
  const lines = Array.from({ length: LINES }, (_, index) => `05/03/2026,-1.00,${index},${text}`);
  const content = ["Data,Valor,Identificador,Descrição", ...lines].join("\n");
  const preview = await send(world, member, "a preview", "/imports", { content, account_id: idOf(account) });
  expect("unresolved");
  const path = `/imports/${idOf(preview)}/apply`;
  const applied = await killedAt(world, point, findings, () => send(world, member, "apply", path, {}));
  const { made } = (applied?.body ?? {}) as { made?: { version: number; created: number } };
  expect("present");
  await look(world, `apply, ${point}`, findings);
  if (made?.created !== LINES) findings.violations.push(`apply, ${point}: ${applied?.status} made ${made?.created} rows`);
  expect("unresolved");
  const undo = { version: made?.version };
  await killedAt(world, point, findings, () => send(world, member, "undo", "/changes/undo", undo));
  expect("absent");
  await look(world, `undo, ${point}`, findings);
}
