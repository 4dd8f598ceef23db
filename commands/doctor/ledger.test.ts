import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { PDF } from "../../finance/attachment_files/testing.ts";
import { upload } from "../../finance/attachments/testing.ts";
import { startTestFinance, type TestFinance, type TestMember } from "../../finance/testing.ts";
import { freePort } from "../../kernel/embedded_postgres/free_port.ts";
import { sql, trusted } from "../../kernel/sql/sql.ts";
import { testDatabase } from "../../kernel/testing/database.ts";
import { openShell, type Shell, type Variables, workFolder } from "../testing.ts";

let folder: Awaited<ReturnType<typeof workFolder>>;
let shell: Shell;
let finance: TestFinance;
let ana: TestMember;

before(async () => {
  folder = await workFolder();
  shell = openShell({}, folder.path);
  finance = await startTestFinance();
  ana = await finance.member("ana@example.com");
  await ana.post("/transactions", { description: "Mercado", amount_cents: -1_250, date: "2026-01-10", tags: ["casa"] });
});

after(async () => {
  await finance[Symbol.asyncDispose]();
  await shell[Symbol.asyncDispose]();
  await folder[Symbol.asyncDispose]();
});

const doctor = (variables: Variables) => shell.run(["doctor", "--ledger"], variables);
const own = () => ({ DATABASE_URL: finance.database.url });

test("doctor --ledger says that the books are right and ends with code 0; what is wrong is named, with code 1", async () => {
  const right = await doctor(own());
  assert.deepEqual(right, { code: 0, output: "The ledger is correct: 1 space checked, nothing disagrees.\n", errors: "" });
  const { db } = finance.service.world;
  await db.run(sql`update account_years set paid_cents = paid_cents + 1 where space_id = ${ana.spaceId}`);
  const wrong = await doctor(own());
  assert.equal(wrong.code, 1);
  const [line = "", ...rest] = wrong.output.split("\n");
  assert.match(
    line,
    /^FAIL {2}FV-02 space \d+, account_years, year 2026, account_id \d+: recorded \{.*"paid_cents":-1249.*\}, computed \{.*-1250.*\} \(/,
  );
  assert.match(rest.join("\n"), /^\n1 disagreements in 1 of 1 spaces; .*\n$/);
  await db.run(sql`update account_years set paid_cents = paid_cents - 1 where space_id = ${ana.spaceId}`);

  const { id } = ((await ana.get("/transactions?start_date=2026-01-01")).body as [{ id: number }])[0];
  assert.equal((await upload(ana, id, PDF)).status, 201);
  const withReceipt = await doctor(own());
  assert.match(withReceipt.output, /^The ledger is correct: .*\n1 receipts read in full \(1 MB\): each has its hash\.\n$/);
  await db.run(sql`update attachment_chunks set bytes = set_byte(bytes, 9, 65) where space_id = ${ana.spaceId}`);
  const damaged = await doctor(own());
  assert.equal(damaged.code, 1);
  assert.match(damaged.output, new RegExp(`^FAIL {2}FA-01 space \\d+, transactions, id ${id}, attachment_id "[0-9a-f]{64}": `));
  await db.run(sql`update transactions set attachments = null where space_id = ${ana.spaceId}`);
});

test("doctor --ledger tells of a user whose space was not made, and checks the others", async () => {
  const { db } = finance.service.world;
  const eva = await finance.member("eva@example.com");
  await db.run(sql`delete from spaces where space_id = ${eva.spaceId}`);
  const report = await doctor(own());
  assert.equal(report.code, 0, report.errors);
  const [line, right] = report.output.split("\n");
  assert.match(line ?? "", new RegExp(`^warn {2}space ${eva.spaceId} does not exist yet: .* the service creates it `));
  assert.equal(right, "The ledger is correct: 1 space checked, nothing disagrees.");
});

test("doctor --ledger says that it knows nothing where it cannot read: no database, no schema, no right to it, nothing made yet", async () => {
  await using empty = await testDatabase();
  const { db } = finance.service.world;
  const url = new URL(finance.database.url);
  // Roles are global to the server, on which other tests run.
  const role = `weak_${process.pid}`;
  await db.run(trusted(`create role ${role} login password 'geheim'`));
  await db.run(trusted(`grant usage on schema finance to ${role}`));
  await db.run(trusted(`grant select on migrations to ${role}`));
  Object.assign(url, { username: role, password: "geheim" });
  const cases: [Variables, RegExp][] = [
    [{ DATABASE_URL: `postgres://cofre:geheim@127.0.0.1:${await freePort()}/cofre` }, /^The database cannot be used: /m],
    [{ DATABASE_URL: empty.url }, /^The schema "finance" is missing, .* its ledger was not checked\. Try: npm run migrate$/m],
    [{ DATABASE_URL: url.href }, /^The ledger could not be checked: permission denied .*\.$/m],
    [{}, /^There is no database yet: the first start creates .*\.cofre\.$/m],
    [{ DATABASE_URL: "mysql://u:geheim@h/d" }, /^ {2}DATABASE_URL: found a value of \d+ characters; allowed: /m],
  ];
  try {
    for (const [variables, message] of cases) {
      const { code, output, errors } = await doctor(variables);
      assert.equal(code, 1, output);
      assert.match(errors, message);
      assert.equal(output, "");
      assert.ok(!errors.includes("geheim"), errors);
    }
  } finally {
    await db.run(trusted(`drop owned by ${role}`));
    await db.run(trusted(`drop role ${role}`));
  }
});

test("--ledger belongs to doctor alone, and --help names it", async () => {
  const misplaced = await shell.run(["migrate", "--ledger"]);
  assert.equal(misplaced.code, 2);
  assert.match(misplaced.errors, /^Unknown option '--ledger'\n/);
  assert.match((await shell.run(["doctor", "--help"])).output, /^ +--ledger +recompute the sums /m);
});
