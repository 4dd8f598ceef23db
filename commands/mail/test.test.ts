// cofre mail test and cofre providers test.
import assert from "node:assert/strict";
import { test } from "node:test";
import { startStandIn } from "../../auth/external/testing/stand_in.ts";
import { startTestAuth, type TestAuth } from "../../auth/testing.ts";
import { startSmtpSink } from "../../kernel/testing/smtp_sink.ts";
import { openShell, workFolder } from "../testing.ts";

const variablesOf = ({ url, admin }: TestAuth) => ({
  COFRE_AUTH_URL: url,
  COFRE_API_KEY: admin.authorization.replace("Bearer ", ""),
});

test("mail test shows the dialogue, and exits with 1 if the mail was refused", async () => {
  await using folder = await workFolder();
  await using sink = await startSmtpSink();
  const smtp = { SMTP_HOST: sink.host, SMTP_PORT: String(sink.port), SMTP_ADMIN_EMAIL: "cofre@example.com" };
  await using auth = await startTestAuth(smtp);
  await using shell = openShell(variablesOf(auth), folder.path);
  const run = () => shell.run(["mail", "test", "ana@example.com"]);
  const taken = await run();
  assert.deepEqual([taken.code, taken.errors], [0, "The mail server has taken it.\n"]);
  assert.match(taken.output, /^> RCPT TO:<ana@example\.com>$/m);
  assert.match(taken.output, /^< 250/m);
  sink.mode = { rejectAt: "rcpt", code: 550 };
  const refused = await run();
  assert.equal(refused.code, 1);
  assert.match(refused.errors, /^It was not sent: the mail server said 550 at RCPT TO$/m);
});

test("providers list shows what to register, and providers test whether the provider takes our client", async () => {
  await using folder = await workFolder();
  await using standIn = await startStandIn();
  await using auth = await startTestAuth({
    ...standIn.variables,
    EXTERNAL_DISCORD_URL: "http://127.0.0.1:1",
    EXTERNAL_ZOOM_ENABLED: "false",
  });
  await using shell = openShell(variablesOf(auth), folder.path);
  const run = (...args: string[]) => shell.run(["providers", ...args]);
  const listed = await run("list");
  assert.match(listed.output, /^github +yes +\S+ +yes +http\S+$/m, listed.errors);
  assert.doesNotMatch(listed.output, /^zoom /m);
  const tried = await run("test", "github");
  assert.equal(tried.code, 0, tried.errors);
  assert.match(tried.output, /^credentials +ok +/m);
  const away = await run("test", "discord");
  assert.match(away.output, /^credentials +unclear +the provider failed/m);
  const off = await run("test", "zoom");
  assert.deepEqual([off.code, off.errors], [5, "Unsupported provider: provider is not enabled\n"]);
});
