import assert from "node:assert/strict";
import { mkdir, readdir } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";
import { VERSION } from "../kernel/process/version.ts";
import { cofre, runToEnd, SOURCES, workFolder } from "./testing.ts";

test("--help and -h list every command and end with code 0", async () => {
  await using folder = await workFolder();
  for (const option of ["--help", "-h"]) {
    const { code, output, errors } = await runToEnd([option], {}, folder.path, SOURCES);
    assert.equal(code, 0);
    assert.equal(errors, "");
    for (const name of ["start", "auth", "finance", "owner", "migrate", "doctor", "export", "import"])
      assert.match(output, new RegExp(`^  ${name} +\\w`, "m"));
  }
});

test("--version and -v print the version alone and end with code 0", async () => {
  await using folder = await workFolder();
  for (const option of ["--version", "-v"]) {
    assert.deepEqual(await runToEnd([option], {}, folder.path, SOURCES), { code: 0, output: `${VERSION}\n`, errors: "" });
  }
});

test("A wrong command line is named on standard error and ends with code 2", async () => {
  await using folder = await workFolder();
  const cases: [string[], RegExp][] = [
    [[], /^Name a command\./],
    [["strat"], /^There is no command "strat"/],
    [["toString"], /^There is no command "toString"/],
    [["start", "--verbose"], /^Unknown option '--verbose'\n/],
    [["start", "now"], /^Unexpected argument 'now'\n/],
    [["migrate", "now"], /^Unexpected argument 'now'\n/],
    [["import", "nowhere"], /^import has no command "nowhere"/],
    [["doctor", "--ledger", "--audit"], /^doctor takes one option at a time/],
  ];
  for (const [args, message] of cases) {
    const { code, output, errors } = await runToEnd(args, {}, folder.path);
    assert.equal(code, 2, args.join(" "));
    assert.equal(output, "");
    assert.match(errors, message);
    assert.match(errors, /^Usage: /m);
  }
  assert.deepEqual(await readdir(folder.path), []);
});

test("start tells all faults of the configuration together and starts nothing", async () => {
  await using folder = await workFolder();
  const variables = {
    PORT: "eighty",
    FINANCE_PORT: "70000",
    LOG_LEVEL: "loud",
    AUTHSVC_SITE_URL: "nowhere",
    FINANCE_TLS_CERT: "c.pem",
  };
  await using program = cofre("start", { ...variables, COFRE_HOME: "home" }, folder.path);
  assert.deepEqual(await program.ended, { code: 1, signal: null });
  const [title, ...lines] = program.errors.trimEnd().split("\n");
  assert.equal(title, "The configuration has faults:");
  const names = ["AUTHSVC_SITE_URL", "FINANCE_PORT", "FINANCE_TLS_KEY", "LOG_LEVEL", "PORT"];
  assert.deepEqual(lines.map((line) => line.match(/^ {2}(\w+): .*; allowed: ./)?.[1]).sort(), names);
  assert.equal(program.output, "");
  assert.deepEqual(await readdir(folder.path), [], "not even COFRE_HOME is made");
});

test("start says in one line that its folder cannot be written to", async () => {
  await using folder = await workFolder();
  // Root may write to any folder of a disk, but to none of the kernel's.
  const home = process.getuid?.() === 0 ? "/sys/kernel" : join(folder.path, "home");
  if (home !== "/sys/kernel") await mkdir(home, { mode: 0o500 });
  for (const COFRE_HOME of [home, join(home, "below")]) {
    const { code, output, errors } = await runToEnd(["start"], { COFRE_HOME }, folder.path);
    assert.deepEqual({ code, output }, { code: 1, output: "" });
    assert.match(errors, /^\S+ cannot be (used|created).*\((EACCES|EPERM|EROFS|ENOENT)[^)]*\)\. .*\n$/);
  }
});

test("auth alone names each required variable that is missing, a line each", async () => {
  await using folder = await workFolder();
  const { code, errors } = await runToEnd(["auth"], {}, folder.path);
  assert.equal(code, 1);
  for (const name of ["SITE_URL", "API_EXTERNAL_URL", "JWT_SECRET", "DB_DATABASE_URL"]) {
    assert.match(errors, new RegExp(`^  AUTHSVC_${name}: missing; allowed: `, "m"));
  }
  assert.equal(errors.trimEnd().split("\n").length, 5);
});

test("finance alone names each required variable that is missing, a line each", async () => {
  await using folder = await workFolder();
  const { code, errors } = await runToEnd(["finance"], {}, folder.path);
  assert.equal(code, 1);
  for (const name of ["DATABASE_URL", "AUTH_URL", "AUTH_TOKEN"]) {
    assert.match(errors, new RegExp(`^  FINANCE_${name}: missing; allowed: `, "m"));
  }
  assert.equal(errors.trimEnd().split("\n").length, 4);
});

test("migrate with a broken connection string starts no embedded database instead", async () => {
  await using folder = await workFolder();
  const { code, output, errors } = await runToEnd(["migrate"], { DATABASE_URL: "mysql://u:geheim@h/d" }, folder.path);
  assert.equal(code, 1);
  assert.match(errors, /^ {2}DATABASE_URL: found a value of 20 characters; allowed: /m);
  assert.ok(!(output + errors).includes("geheim"));
  assert.deepEqual(await readdir(folder.path), []);
});
