import assert from "node:assert/strict";
import { test } from "node:test";
import { AZURE_TENANT } from "../testing/oidc_personalities.ts";
import { type OidcStandIn, startOidcStandIn } from "../testing/oidc_stand_in.ts";
import { configOf, signInAt } from "../testing/sign_in.ts";
import { azure, azureIssuers, isVerified } from "./azure.ts";

const now = new Date("2026-01-31T12:00:00Z");
const PERSONAL = "9188040d-6c67-4c5b-b112-36a304b66dad";
const OTHER = "11111111-2222-3333-4444-555555555555";

/** The service's configuration with a word for many tenants in place of one. */
function atTenants(standIn: OidcStandIn, word: string) {
  return { ...standIn, variables: { ...standIn.variables, EXTERNAL_AZURE_URL: `${standIn.url}/azure/${word}` } };
}

test("a tenant in the URL is the only one that may sign", async () => {
  await using standIn = await startOidcStandIn(() => now);
  await signInAt(standIn, azure, { now });
  for (const iss of [
    `${standIn.url}/azure/${OTHER}/v2.0`,
    `${standIn.url}/azure/${AZURE_TENANT}`,
    `${standIn.urlOf("azure")}/v1.0`,
  ]) {
    standIn.conduct = { claims: { iss, tid: OTHER } };
    await assert.rejects(signInAt(standIn, azure, { now }), /issuer is not/);
  }
});

test("with common, the issuer must be the tenant that the token names", async () => {
  await using standIn = await startOidcStandIn(() => now);
  const common = atTenants(standIn, "common");
  const issuer = (tenant: string) => `${standIn.url}/azure/${tenant}/v2.0`;
  standIn.conduct = { claims: { tid: OTHER, iss: issuer(OTHER) } };
  assert.equal((await signInAt(common, azure, { now })).profile.metadata.iss, issuer(OTHER));
  for (const claims of [
    { tid: OTHER, iss: issuer(AZURE_TENANT) },
    { tid: undefined, iss: issuer(OTHER) },
    { tid: "common", iss: issuer("common") },
    { tid: `${OTHER}/..`, iss: issuer(`${OTHER}/..`) },
    { tid: OTHER, iss: `https://evil.test/${OTHER}/v2.0` },
  ]) {
    standIn.conduct = { claims };
    await assert.rejects(signInAt(common, azure, { now }), /issuer is not/, JSON.stringify(claims));
  }
});

test("an address is believed of a chosen tenant, of Microsoft, or where the domain is known to be the tenant's", async () => {
  await using standIn = await startOidcStandIn(() => now);
  const issuer = (tenant: string) => `${standIn.url}/azure/${tenant}/v2.0`;
  const verified = async (at: Pick<OidcStandIn, "variables" | "visit">, claims: Record<string, unknown>) => {
    standIn.conduct = { claims };
    return (await signInAt(at, azure, { now })).profile.emails[0]?.verified;
  };
  const common = atTenants(standIn, "common");
  const anyone = { tid: OTHER, iss: issuer(OTHER) };
  assert.equal(await verified(standIn, { xms_edov: undefined }), true);
  assert.equal(await verified(standIn, { xms_edov: false }), false);
  // With a tenant of their own, anybody can have anybody's address there.
  assert.equal(await verified(common, { ...anyone, xms_edov: undefined }), false);
  assert.equal(await verified(common, { ...anyone, xms_edov: undefined, email_verified: true }), false);
  for (const xms_edov of [true, "true", "1", 1]) assert.equal(await verified(common, { ...anyone, xms_edov }), true);
  for (const xms_edov of [false, "false", "0", 0, "", null]) assert.equal(await verified(common, { ...anyone, xms_edov }), false);
  assert.equal(await verified(common, { tid: PERSONAL, iss: issuer(PERSONAL), xms_edov: undefined }), true);
});

test("an access token for an API of ours is no identity token", async () => {
  await using standIn = await startOidcStandIn(() => now);
  const config = configOf(standIn, "azure");
  const idToken = await standIn.idToken("azure", { scp: "access_as_user" });
  await assert.rejects(azure.checkIdToken!({ config, idToken, accessToken: undefined, now }), /another kind of token/);
});

test("the words for many tenants and the tenants for customers have their issuers", () => {
  const base = "https://login.microsoftonline.com";
  assert.deepEqual(azureIssuers(`${base}/common`, { tid: PERSONAL }), [`${base}/${PERSONAL}/v2.0`]);
  assert.deepEqual(azureIssuers(`${base}/organizations`, { tid: OTHER }), [`${base}/${OTHER}/v2.0`]);
  assert.deepEqual(azureIssuers(`${base}/organizations`, { tid: PERSONAL }), []);
  assert.deepEqual(azureIssuers(`${base}/consumers`, { tid: OTHER }), [`${base}/${PERSONAL}/v2.0`]);
  assert.deepEqual(azureIssuers(`${base}/${OTHER}`, { tid: AZURE_TENANT }), [`${base}/${OTHER}/v2.0`]);
  assert.deepEqual(azureIssuers(`https://contoso.ciamlogin.com/${OTHER}`, {}), [
    `https://contoso.ciamlogin.com/${OTHER}/v2.0`,
    `https://${OTHER}.ciamlogin.com/${OTHER}/v2.0`,
  ]);
  assert.deepEqual(azureIssuers(`https://evilciamlogin.com/${OTHER}`, {}), [`https://evilciamlogin.com/${OTHER}/v2.0`]);
  assert.equal(isVerified(`${base}/organizations`, { tid: OTHER }), false);
  assert.equal(isVerified(`${base}/consumers`, { tid: PERSONAL }), true);
});
