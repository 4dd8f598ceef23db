// cofre signing-keys: a whole rotation, beside a running server that follows.
import assert from "node:assert/strict";
import { test } from "node:test";
import { listKeys } from "../../auth/signing_keys/testing.ts";
import { startTestAuth } from "../../auth/testing.ts";
import { until } from "../../kernel/testing/until.ts";
import { openShell, workFolder } from "../testing.ts";

test("a key is added, used and retired, and what would harm is refused", async () => {
  await using folder = await workFolder();
  await using auth = await startTestAuth();
  const { jwtSecret } = auth.service.world.config;
  await using shell = openShell(
    {
      AUTHSVC_SITE_URL: "https://app.example.com",
      AUTHSVC_API_EXTERNAL_URL: "https://auth.example.com",
      AUTHSVC_JWT_SECRET: jwtSecret,
      AUTHSVC_DB_DATABASE_URL: auth.database.url,
      USER: "tester",
    },
    folder.path,
  );
  const run = (...args: string[]) => shell.run(["signing-keys", ...args]);
  const { world } = auth.service;

  const empty = await run("list", "-o", "csv");
  assert.match(empty.output, /^JWT_SECRET,HS256,in use,,,$/m);
  assert.equal(empty.errors, "Public halves: https://auth.example.com/.well-known/jwks.json\n");

  const added = await run("add", "--algorithm", "EdDSA", "--reason", "yearly");
  assert.equal(added.code, 0, added.errors);
  assert.match(added.errors, /^It may sign from \d{4}-\d\d-\d\d \d\d:\d\d UTC: /);
  const kid = added.output.trim();
  assert.match(kid, /^[0-9a-f-]{36}$/);
  const second = (await run("add")).output.trim();
  await until("the server to follow", () => world.config.jwtKeys?.length === 2);

  const refused: [string[], number, RegExp][] = [
    [["add", "--algorithm", "HS256"], 5, /algorithm/],
    [["use", "nothing"], 3, /No stored signing key has this kid/],
    [["use"], 2, /KID/],
    [["use", kid], 5, /Programs may keep published keys without this one until/],
    [["retire", kid], 2, /Retire the key .* There is no terminal to ask at/],
    [["retire", "nothing", "--yes"], 3, /No stored signing key has this kid/],
  ];
  for (const [args, code, errors] of refused) {
    const reply = await run(...args);
    assert.equal(reply.code, code, `${args.join(" ")}: ${reply.errors}`);
    assert.match(reply.errors, errors);
  }

  assert.equal((await run("use", kid, "--force")).output, `"${kid}" signs.\n`);
  await until("the key to sign", () => world.keys.method === "EdDSA");
  assert.match((await run("retire", kid, "--yes")).errors, /This key signs tokens/);
  assert.equal((await run("use", second, "--force")).code, 0);
  assert.match((await run("retire", kid, "--yes")).errors, /Tokens that this key signed may be valid until/);
  assert.equal((await run("retire", kid, "--yes", "--force")).output, `"${kid}" is retired.\n`);
  assert.match((await run("list", "-o", "csv")).output, new RegExp(`^${second},ES256,in use,`, "m"));
  await until("the server to follow", () => world.config.jwtKeys?.length === 1);
  assert.equal((await listKeys(auth)).signing_keys.length, 2);
});
