import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";
import { testDatabase } from "../kernel/testing/database.ts";
import { ANY_PORTS, cofre, portsOf, workFolder } from "./testing.ts";

const DEPRECATED = { GOTRUE_OPERATOR_TOKEN: "canary-token", AUTHSVC_JWT_ADMIN_GROUP_NAME: "chiefs" };

test("auth alone and start say of each deprecated variable once, in the log, that it is", async () => {
  await using folder = await workFolder();
  await using database = await testDatabase();
  const required = {
    AUTHSVC_SITE_URL: "https://app.example.com",
    AUTHSVC_API_EXTERNAL_URL: "https://auth.example.com",
    AUTHSVC_JWT_SECRET: "a secret for tests that is long enough to be quiet",
    AUTHSVC_DB_DATABASE_URL: database.url,
    AUTHSVC_API_PORT: "0",
  };
  await using alone = cofre("auth", { ...required, ...DEPRECATED }, folder.path);
  await alone.says(/"msg":"auth listens"/);
  await using all = cofre("start", { DATABASE_URL: database.url, ...ANY_PORTS, ...DEPRECATED }, folder.path);
  await portsOf(all);
  for (const text of [alone.output, await readFile(join(folder.path, ".cofre/cofre.log"), "utf8")]) {
    assert.equal(text.split("OPERATOR_TOKEN: deprecated; ").length, 2, text);
    assert.equal(text.split("JWT_ADMIN_GROUP_NAME: deprecated; ").length, 2, text);
    assert.doesNotMatch(text, /canary/);
  }
  for (const program of [alone, all]) {
    program.kill("SIGTERM");
    assert.deepEqual(await program.ended, { code: 0, signal: null });
  }
});
