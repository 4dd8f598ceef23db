import assert from "node:assert/strict";
import { test } from "node:test";
import { startHttpSink } from "../../kernel/testing/http_sink.ts";
import { startTestAuth } from "../testing.ts";
import { startStandIn } from "./testing/stand_in.ts";

test("GET /admin/providers lists what to register at each provider, and no secret", async () => {
  await using standIn = await startStandIn();
  await using auth = await startTestAuth({ ...standIn.variables, EXTERNAL_ZOOM_ENABLED: "false" });
  const reply = await auth.get("/admin/providers", auth.admin);
  assert.equal(reply.status, 200, reply.text);
  const { providers } = reply.body as {
    providers: { name: string; enabled: boolean; client_id: string; redirect_uri: string }[];
  };
  const github = providers.find(({ name }) => name === "github");
  assert.deepEqual([github?.enabled, github?.redirect_uri !== "", github?.client_id !== ""], [true, true, true]);
  assert.equal(providers.find(({ name }) => name === "zoom")?.enabled, false);
  for (const secret of standIn.secrets) assert.ok(!reply.text.includes(secret));
  assert.equal((await auth.get("/admin/providers")).status, 401);
});

interface Tried {
  steps: { step: string; outcome: string; detail: string }[];
}

test("POST /admin/providers/:name/test says whether the provider takes our client, without signing anybody in", async () => {
  await using standIn = await startStandIn();
  await using auth = await startTestAuth(standIn.variables);
  const attempt = async (name: string) => {
    const reply = await auth.post(`/admin/providers/${name}/test`, {}, auth.admin);
    assert.equal(reply.status, 200, reply.text);
    return (reply.body as Tried).steps.map(({ step, outcome }) => [step, outcome]);
  };
  for (const name of ["github", "discord", "twitter"]) {
    assert.deepEqual(
      await attempt(name),
      [
        ["begin", "ok"],
        ["credentials", "ok"],
      ],
      name,
    );
  }
  const users = (await auth.get("/admin/users", auth.admin)).body as { users: object[] };
  assert.deepEqual(users.users, []);
});

test("POST /admin/providers/:name/test names what is wrong: the secret, the provider away, or not enabled", async () => {
  await using standIn = await startStandIn();
  await using strict = await startHttpSink(() => ({ status: 401, body: { error: "invalid_client" } }));
  await using auth = await startTestAuth({
    ...standIn.variables,
    EXTERNAL_DISCORD_URL: "http://127.0.0.1:1",
    EXTERNAL_ZOOM_ENABLED: "false",
    EXTERNAL_GITHUB_URL: strict.url,
  });
  const attempt = (name: string) => auth.post(`/admin/providers/${name}/test`, {}, auth.admin);
  const away = (await attempt("discord")).body as Tried;
  assert.equal(away.steps.at(-1)?.outcome, "unclear");
  assert.match(away.steps.at(-1)?.detail ?? "", /the provider failed/);
  const off = await attempt("zoom");
  assert.deepEqual([off.status, (off.body as { msg: string }).msg], [400, "Unsupported provider: provider is not enabled"]);
  assert.equal((await attempt("nowhere")).status, 400);
  const refused = (await attempt("github")).body as Tried;
  assert.deepEqual(
    [refused.steps.at(-1)?.outcome, /correct the client id/.test(refused.steps.at(-1)?.detail ?? "")],
    ["failed", true],
  );
});
