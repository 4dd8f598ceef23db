import assert from "node:assert/strict";
import { test } from "node:test";
import { startOidcStandIn } from "../testing/oidc_stand_in.ts";
import { configOf } from "../testing/sign_in.ts";
import { keycloak } from "./keycloak.ts";

const now = new Date("2026-01-31T12:00:00Z");

test("a realm's other tokens are no identity tokens, though it signed them for us", async () => {
  await using standIn = await startOidcStandIn(() => now);
  const config = configOf(standIn, "keycloak");
  const check = async (typ: unknown) =>
    keycloak.checkIdToken!({ config, idToken: await standIn.idToken("keycloak", { typ }), accessToken: undefined, now });
  for (const typ of ["Bearer", "Refresh", "Logout", "", 7]) await assert.rejects(check(typ), /another kind of token/);
  for (const typ of ["ID", undefined]) await check(typ);
});
