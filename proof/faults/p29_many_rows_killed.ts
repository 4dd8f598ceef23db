// P29: finance is killed while many rows are changed, deleted, undone and restored. Each is one post in several parts.
import { randomUUID } from "node:crypto";
import type { ExpectedRow } from "./acknowledged.ts";
import type { Fault } from "./fault.ts";
import { type Findings, HarnessFailed } from "./findings.ts";
import { atEveryPoint, idOf, killedAt, look, send } from "./kill_at_point.ts";
import { type Member, makeMember } from "./members.ts";
import type { World } from "./world.ts";

/** More than fits into one part. */
const ROWS = 2_500;

export const manyRowsKilled: Fault = {
  id: "P29",
  title: "finance is killed while many rows are changed, deleted, undone and restored",
  how: `the proxy sees a part of ${ROWS} rows staged, the post or its COMMIT, kills the process there, and the same request is sent again`,
  expected:
    "the retry does all of it once, an undo all of it back, a restored file is there once, and the sums are right after each",
  run: (stage) => atEveryPoint(stage, "P29", changeAndUndo),
};

const CSV_HEADER = "Data,Valor,Identificador,Descrição";

/** In its own household, whose export is restored into another. */
async function changeAndUndo(world: World, point: string, findings: Findings): Promise<void> {
  const text = randomUUID();
  const someone = () => makeMember(world.client, world.endpoints(), world.acknowledged, `${randomUUID()}@example.com`);
  const [member, heir] = [await someone(), await someone()];
  const expect = (state: ExpectedRow["state"], notes: string, { email }: Member = member) =>
    world.acknowledged.rows.set(text, { state, email, cents: -ROWS * 100, notes, rows: ROWS });
  const kill = async (what: string, who: Member, path: string, body: object, expected: () => void) => {
    world.acknowledged.rows.set(text, { ...(world.acknowledged.rows.get(text) as ExpectedRow), state: "unresolved" });
    const reply = await killedAt(world, point, findings, () => send(world, who, what, path, body));
    if (![200, 201].includes(reply?.status ?? 0)) findings.violations.push(`${what}, ${point}: ${reply?.status} ${reply?.text}`);
    expected();
    await look(world, `${what}, ${point}`, findings);
    return (reply?.body ?? {}) as { version?: number; transaction_ids?: number[] };
  };
  const undo = (version: number, expected: () => void) => kill("undo", member, "/changes/undo", { version }, expected);

  expect("unresolved", "");
  const account = await send(world, member, "an account", "/accounts", { name: text });
  const lines = Array.from({ length: ROWS }, (_, index) => `05/03/2026,-1.00,${index},${text}`);
  const content = [CSV_HEADER, ...lines].join("\n");
  const preview = await send(world, member, "a preview", "/imports", { content, account_id: idOf(account) });
  await send(world, member, "apply", `/imports/${idOf(preview)}/apply`, {});
  expect("present", "");
  const filter = { account_id: idOf(account), start_date: "2026-01-01", end_date: "2026-12-31" };
  await kill("a change of many", member, "/transactions/bulk", { filter, set: { notes: "changed" } }, () =>
    expect("present", "changed"),
  );
  await undo(await versionOf(world, member), () => expect("present", ""));
  const file = await read(world, member, "/exports?format=json");
  await kill("a deletion of many", member, "/transactions/bulk", { filter, delete: true }, () => expect("absent", ""));
  const deletion = await versionOf(world, member);
  await undo(deletion, () => expect("present", ""));
  await undo(deletion + 1, () => expect("absent", ""));
  await kill("a restore", heir, "/exports/restore", JSON.parse(file) as object, () => expect("present", "", heir));
}

const versionOf = async (world: World, member: Member) =>
  Number((JSON.parse(await read(world, member, "/changes")) as { cursor: string }).cursor);

async function read(world: World, { financeHeaders: headers }: Member, path: string): Promise<string> {
  const { status, text } = await world.client.send(`${world.endpoints().finance}${path}`, { method: "GET", headers });
  if (status !== 200) throw new HarnessFailed(`GET ${path} was answered by ${status} ${text}`);
  return text;
}
