import assert from "node:assert/strict";
import { test } from "node:test";
import { startTestAuth } from "../../auth/testing.ts";
import { sql } from "../../kernel/sql/sql.ts";
import { openShell, workFolder } from "../testing.ts";

test("doctor --audit says that the chain is whole and where it ends; what was changed is named, with code 1", async () => {
  await using folder = await workFolder();
  await using auth = await startTestAuth();
  const { db } = auth.service.world;
  await using shell = openShell({ DATABASE_URL: auth.database.url }, folder.path);
  const doctor = () => shell.run(["doctor", "--audit"]);
  assert.deepEqual(await doctor(), {
    code: 0,
    output: "0 acts of administrators checked, and the chain is whole.\n",
    errors: "",
  });
  for (const name of ["ana", "bob"]) await auth.post("/admin/users", { email: `${name}@example.com` }, auth.admin);
  const owner = await shell.run(["owner", "--url", "https://money.example.com"]);
  assert.equal(owner.code, 0, owner.errors);
  const { chain } = await db.one<{ chain: Buffer }>(sql`select chain from admin_acts where position = 3`);
  const whole = await doctor();
  assert.equal(
    whole.output,
    "3 acts of administrators checked, and the chain is whole.\n" +
      `It ends at 3 with ${chain.toString("hex")}. Note this elsewhere: a later chain has it at the same place.\n`,
  );
  const { entry } = await db.one<{ entry: { action: string; administrator: { kind: string; name: string } } }>(
    sql`select entry from admin_acts where position = 3`,
  );
  assert.deepEqual([entry.action, entry.administrator.kind], ["owner_code_created", "command_line"]);
  assert.match(entry.administrator.name, /^\S+@\S+$/);

  await db.run(sql`alter table admin_acts disable trigger user`);
  await db.run(sql`delete from admin_acts where position = 2`);
  const broken = await doctor();
  assert.equal(broken.code, 1);
  assert.match(broken.output, /^FAIL {2}positions 2 to 2 are missing\n/);
  assert.match(broken.output, /was tampered with, or the database is damaged/);
});
