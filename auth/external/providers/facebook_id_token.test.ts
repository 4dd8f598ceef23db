import assert from "node:assert/strict";
import { test } from "node:test";
import { startOidcStandIn } from "../testing/oidc_stand_in.ts";
import { configOf } from "../testing/sign_in.ts";
import { variablesOf } from "../testing/stand_in.ts";
import { checkFacebookIdToken } from "./facebook_id_token.ts";

const now = new Date("2026-01-31T12:00:00Z");

test("an app's token of Facebook's Limited Login is checked with the keys that are published for it", async () => {
  await using standIn = await startOidcStandIn(() => now);
  const config = configOf({ variables: variablesOf("facebook", standIn.urlOf("facebook")) }, "facebook");
  const check = async (...token: [claims?: Record<string, unknown>, signing?: "none" | "a stranger's key"]) =>
    checkFacebookIdToken({ config, idToken: await standIn.idToken("facebook", ...token), accessToken: undefined, now });
  const { profile, nonce } = await check({ nonce: "the app's" });
  assert.equal(nonce, "the app's");
  assert.deepEqual(profile.emails, [{ email: "ana@example.com", verified: true, primary: true }]);
  assert.deepEqual([profile.metadata.name, profile.metadata.avatar_url], ["Ana Lima", "https://pictures.example.com/ana.png"]);
  await assert.rejects(check({ iss: "https://evil.test" }), /issuer/);
  await assert.rejects(check({ aud: "another app" }), /"aud"/);
  for (const signing of ["none", "a stranger's key"] as const) await assert.rejects(check({}, signing), /refused/);
});
