// cofre config: settings as words, and as a file.
import assert from "node:assert/strict";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";
import { change, readSettings, setting } from "../../auth/settings/testing.ts";
import { startTestAuth } from "../../auth/testing.ts";
import { sql } from "../../kernel/sql/sql.ts";
import { until } from "../../kernel/testing/until.ts";
import { openShell, workFolder } from "../testing.ts";

const OWN = {
  AUTHSVC_SITE_URL: "https://app.example.com",
  AUTHSVC_API_EXTERNAL_URL: "https://auth.example.com",
  AUTHSVC_JWT_SECRET: "a secret for tests that is long enough to be quiet",
  USER: "tester",
};

test("settings are set, shown, taken back and kept as a file, beside a running server that follows", async () => {
  await using folder = await workFolder();
  await using auth = await startTestAuth();
  await using shell = openShell({ ...OWN, AUTHSVC_DB_DATABASE_URL: auth.database.url, AUTHSVC_JWT_EXP: "900" }, folder.path);
  const run = (...args: string[]) => shell.run(["config", ...args]);
  const { world } = auth.service;

  const first = await run("set", "PASSWORD_MIN_LENGTH=10", "--reason", "longer");
  assert.deepEqual([first.code, first.output], [0, "+ PASSWORD_MIN_LENGTH=10\n"], first.errors);
  assert.equal(first.errors, "Version 1 counts now.\n");
  await until("the server to follow", () => world.config.passwordMinLength === 10);
  assert.equal((await run("set", "PASSWORD_MIN_LENGTH=10")).output, "Nothing changes.\n");

  // It could lock administrators out, and is confirmed by the command.
  assert.equal((await run("set", "AUTHSVC_SESSIONS_TIMEBOX=24h")).code, 0);
  assert.equal((await readSettings(auth)).pending, null);

  const refused: [string[], number, RegExp][] = [
    [["set", "PASSWORD_MIN_LENGTH=many"], 5, /^PASSWORD_MIN_LENGTH: cannot be taken; allowed: a whole number/],
    [["set", "JWT_EXP=60"], 5, /JWT_EXP is set by the environment/],
    [["set", "NO_SUCH=1"], 5, /No setting is called NO_SUCH/],
    [["set", "SMTP_PASS=secret"], 2, /SMTP_PASS is a secret, which every user of this machine could read/],
    [["set", "SITE_URL"], 2, /Write SITE_URL=VALUE/],
    [["unset", "NO_SUCH"], 3, /No setting is called "NO_SUCH"/],
    [["show", "NO_SUCH"], 3, /No setting is called "NO_SUCH"/],
    [["undo", "x"], 2, /VERSION is a number/],
    [["undo", "99"], 3, /No version of the settings has this number/],
    [["apply", join(folder.path, "none.env"), "--yes"], 1, /cannot be read \(ENOENT\)/],
  ];
  for (const [args, code, errors] of refused) {
    const reply = await run(...args);
    assert.equal(reply.code, code, `${args.join(" ")}: ${reply.errors}`);
    assert.match(reply.errors, errors);
  }

  const shown = await run("show", "-o", "csv");
  assert.match(shown.output, /^PASSWORD_MIN_LENGTH,10,settings,security$/m);
  assert.match(shown.output, /^JWT_EXP,900,environment,$/m);
  assert.doesNotMatch(shown.output, /^MAILER_OTP_EXP/m);
  assert.match((await run("show", "MAILER_OTP_EXP")).output, /3600 +default/);

  const file = join(folder.path, "settings.env");
  await writeFile(file, "# ours\nPASSWORD_MIN_LENGTH=12\nSESSIONS_TIMEBOX=\nMAILER_SUBJECTS_RECOVERY='Your \"new\" password'\n");
  const diff = await run("diff", file);
  assert.deepEqual(diff.output.trimEnd().split("\n"), [
    '+ MAILER_SUBJECTS_RECOVERY=Your "new" password',
    "- PASSWORD_MIN_LENGTH=10",
    "+ PASSWORD_MIN_LENGTH=12",
    "- SESSIONS_TIMEBOX=24h",
  ]);
  assert.equal((await run("apply", file)).code, 2);
  assert.equal((await run("apply", file, "--yes")).code, 0);
  assert.equal((await run("apply", file, "--yes")).output, "Nothing changes.\n");
  await change(auth, { SMTP_PASS: "never printed" });
  const exported = await run("export");
  assert.match(exported.output, /^MAILER_SUBJECTS_RECOVERY='Your "new" password'$/m);
  assert.match(exported.output, /^# SMTP_PASS is stored, and not shown$/m);
  await writeFile(file, exported.output);
  assert.equal((await run("diff", file)).output, "Nothing changes.\n", await readFile(file, "utf8"));

  const history = await run("history", "-o", "csv");
  assert.match(history.output, /^1,[^,]+,command_line [^,@]+@[^,]+,PASSWORD_MIN_LENGTH,,,longer$/m);
  assert.equal((await run("undo", "3")).code, 0);
  assert.equal((await setting(auth, "PASSWORD_MIN_LENGTH")).value, "10");
  assert.equal((await run("unset", "PASSWORD_MIN_LENGTH")).output, "- PASSWORD_MIN_LENGTH=10\n");
});

test("settings that do not fit any more can still be taken away", async () => {
  await using folder = await workFolder();
  await using auth = await startTestAuth();
  await using shell = openShell({ ...OWN, AUTHSVC_DB_DATABASE_URL: auth.database.url }, folder.path);
  await change(auth, { PASSWORD_MIN_LENGTH: "10" });
  await auth.service.world.db.run(sql`update settings_versions set document = '{"PASSWORD_MIN_LENGTH": {"value": "x"}}'`);
  const reply = await shell.run(["config", "unset", "PASSWORD_MIN_LENGTH"]);
  assert.equal(reply.code, 0, reply.errors);
  assert.match(reply.errors, /Stored settings \(version 1\) do not fit this environment/);
  assert.equal((await shell.run(["users", "list"])).errors, "");
});
