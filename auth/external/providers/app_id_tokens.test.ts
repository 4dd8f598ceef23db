// Identity tokens that apps bring, of providers that speak OAuth 2.0 where browsers sign in.
import assert from "node:assert/strict";
import { test } from "node:test";
import { startOidcStandIn } from "../testing/oidc_stand_in.ts";
import { configOf } from "../testing/sign_in.ts";
import { variablesOf } from "../testing/stand_in.ts";
import { facebook } from "./facebook.ts";
import { kakao } from "./kakao.ts";

const now = new Date("2026-01-31T12:00:00Z");
const cases = [
  { key: "facebook", provider: facebook, verified: true },
  { key: "kakao", provider: kakao, verified: false },
] as const;

for (const { key, provider, verified } of cases)
  test(`an app's token of ${key} is checked with the keys that are published for it`, async () => {
    await using standIn = await startOidcStandIn(() => now);
    const config = configOf({ variables: variablesOf(key, standIn.urlOf(key)) }, key);
    const check = async (...token: [claims?: Record<string, unknown>, signing?: "none" | "a stranger's key"]) =>
      provider.checkIdToken?.({ config, idToken: await standIn.idToken(key, ...token), accessToken: undefined, now });
    const checked = await check({ nonce: "the app's" });
    assert.equal(checked?.nonce, "the app's");
    assert.deepEqual(checked?.profile.emails, [{ email: "ana@example.com", verified, primary: true }]);
    const { sub, name, avatar_url } = checked?.profile.metadata ?? {};
    assert.deepEqual([sub, name, avatar_url], ["9007199254740993", "Ana Lima", "https://pictures.example.com/ana.png"]);
    await assert.rejects(check({ iss: "https://evil.test" }), /issuer/);
    await assert.rejects(check({ aud: "another app" }), /"aud"/);
    for (const signing of ["none", "a stranger's key"] as const) await assert.rejects(check({}, signing), /refused/);
  });
