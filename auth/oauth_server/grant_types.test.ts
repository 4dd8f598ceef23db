// The grant types stand once: what clients and readers are told of them follows from that table.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { GRANT_TYPES } from "../oauth_clients/grant_types.ts";
import { form, startOauth } from "./testing.ts";

test("discovery, the refusal of an unknown grant and the documentation name every grant type", async () => {
  await using auth = await startOauth();
  const discovery = (await auth.get("/.well-known/openid-configuration")).body as { grant_types_supported: string[] };
  assert.deepEqual(discovery.grant_types_supported, GRANT_TYPES);
  const refusal = await form(auth, "/oauth/token", { grant_type: "password" });
  assert.match(refusal.text, new RegExp(`grant_type must be one of ${GRANT_TYPES.join(", ")}`));
  const page = readFileSync(new URL("../../docs/auth_provider.md", import.meta.url), "utf8");
  const row = page.split("\n").find((line) => line.startsWith("| `POST /oauth/token` |"));
  assert.ok(row?.includes(GRANT_TYPES.map((type) => `\`${type}\``).join(", ")), row);
});
