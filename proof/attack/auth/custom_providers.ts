// AX-19 to AX-21: custom providers, attacked by their servers and their users.
import assert from "node:assert/strict";
import { type CustomStandIn, startCustomStandIn } from "../../../auth/external/testing/custom_stand_in.ts";
import { sql } from "../../../kernel/sql/sql.ts";
import { claimsOf } from "../../harness/tokens.ts";
import { type AttackCase, attack } from "../attack_case.ts";
import { expectVerdict, landingOf } from "../expectations.ts";
import type { Pair } from "../pair.ts";

const PATH = "/admin/custom-providers";
const INSIDE = [
  "https://127.0.0.1",
  "https://[::1]/",
  "https://10.0.0.1",
  "https://169.254.169.254/latest/meta-data",
  "https://0x7f.1/",
];

const describe = (pair: Pair, body: object) => pair.auth.post(PATH, body, pair.admin);

/** At an allowed name; its IP address is not allowed. */
const startProvider = () => startCustomStandIn(() => new Date(), "localhost");

let described = 0;

async function lookUp(pair: Pair, standIn: CustomStandIn, changes: object = {}): Promise<string> {
  const identifier = `custom:attack${++described}`;
  expectVerdict(await describe(pair, standIn.described("oidc", { identifier, ...changes })), "201");
  return identifier;
}

async function visit(pair: Pair, standIn: CustomStandIn, provider: string, more: Record<string, string> = {}) {
  const begun = await pair.auth.get(`/authorize?${new URLSearchParams({ provider })}`);
  assert.equal(begun.status, 302, begun.text);
  const url = new URL(begun.headers.location as string);
  const cookie = begun.headers["set-cookie"]?.[0]?.split(";")[0] ?? "";
  const back = { state: url.searchParams.get("state") ?? "", code: standIn.codeFor({ url }), ...more };
  return landingOf(await pair.auth.get(`/callback?${new URLSearchParams(back)}`, { cookie })).fields;
}

const countUsers = async ({ inside }: Pair) =>
  (await inside.db.one<{ count: number }>(sql`select count(*)::int as count from users`)).count;

export const customProviders: AttackCase[] = [
  attack("AX-19", "a provider description or discovery document with internal addresses", { also: ["V35"] }, async (pair) => {
    const own = new URL(pair.inside.sinks.oidc.url).host;
    await using standIn = await startProvider();
    for (const url of [...INSIDE, `http://${own}`, `https://${own}`]) {
      for (const [name, type] of [
        ["issuer", "oidc"],
        ["discovery_url", "oidc"],
        ["authorization_url", "oauth2"],
        ["token_url", "oauth2"],
        ["userinfo_url", "oauth2"],
      ] as const)
        expectVerdict(await describe(pair, standIn.described(type, { [name]: url })), "400 validation_failed", `${name} ${url}`);
    }
    const before = pair.inside.sinks.oidc.requests.length;
    standIn.document = { token_endpoint: `http://${own}/token`, jwks_uri: `http://${own}/keys` };
    const fields = await visit(pair, standIn, await lookUp(pair, standIn));
    assert.ok(fields.error_code && !fields.access_token, JSON.stringify(fields));
    assert.equal(pair.inside.sinks.oidc.requests.length, before, "nobody inside was asked");
  }),
  attack("AX-20", "another issuer in the document, the token or the callback", { also: ["V02"] }, async (pair) => {
    await using standIn = await startProvider();
    standIn.document = { issuer: "https://accounts.google.com" };
    const elsewhere = { discovery_url: `${standIn.url}/elsewhere` };
    expectVerdict(await describe(pair, standIn.described("oidc", elsewhere)), "400 validation_failed");
    standIn.document = {};
    const provider = await lookUp(pair, standIn);
    const users = await countUsers(pair);
    const lies = [{ iss: "https://accounts.google.com" }, { aud: "another" }, { nonce: "x" }, { nonce: undefined }, { sub: "8" }];
    for (const lie of lies) {
      standIn.lies = lie;
      assert.ok(!(await visit(pair, standIn, provider)).access_token, JSON.stringify(lie));
    }
    standIn.lies = {};
    for (const iss of ["https://accounts.google.com", `${standIn.url}/`])
      assert.ok(!(await visit(pair, standIn, provider, { iss })).access_token, iss);
    assert.equal(await countUsers(pair), users, "no user");
  }),
  attack("AX-21", "claims mapped to the id, or to the verification of an address", async (pair) => {
    await using standIn = await startProvider();
    for (const mapping of [{ sub: "uid" }, { role: "x" }, { app_metadata: "x" }, { email_verified: "" }])
      expectVerdict(await describe(pair, standIn.described("oidc", { attribute_mapping: mapping })), "400 validation_failed");
    const victim = await pair.people.user();
    const provider = await lookUp(pair, standIn, { attribute_mapping: { email: "mail" } });
    standIn.person = { sub: "evil", email: pair.address(), email_verified: true, mail: victim.email };
    const { access_token: token } = await visit(pair, standIn, provider);
    assert.notEqual(token && claimsOf(token).sub, victim.id);
  }),
];
