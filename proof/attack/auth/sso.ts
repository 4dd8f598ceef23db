// AC: single sign-on by SAML, attacked by strangers, employees and other companies.
import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { deflateRawSync, gzipSync } from "node:zlib";
import { FORGED, VICTIM } from "../../../auth/sso/testing/forged.ts";
import { startIdp, type TestIdp } from "../../../auth/sso/testing.ts";
import { sql } from "../../../kernel/sql/sql.ts";
import type { Reply } from "../../../kernel/testing/client.ts";
import { startHttpSink } from "../../../kernel/testing/http_sink.ts";
import { claimsOf } from "../../harness/tokens.ts";
import { type AttackCase, attack } from "../attack_case.ts";
import { expectVerdict, inParallel, landingOf } from "../expectations.ts";
import type { Pair } from "../pair.ts";
import { EXTERNAL_URL, SITE_URL } from "../settings.ts";
import { appOf, tokensOf } from "./apps.ts";

type Fields = Record<string, string>;
interface Company extends AsyncDisposable {
  idp: TestIdp;
  id: string;
}

const PATH = "/admin/sso/providers";
const FORM = { "content-type": "application/x-www-form-urlencoded" };
const PKCE = { code_challenge: createHash("sha256").update("v".repeat(43)).digest("base64url"), code_challenge_method: "s256" };

async function companyOf(pair: Pair, fields: object = {}): Promise<Company> {
  pair.requireOwnSettings();
  const idp = await startIdp(async () => (await pair.auth.get("/sso/saml/metadata")).text, undefined, EXTERNAL_URL);
  const reply = await pair.auth.post(PATH, { type: "saml", metadata_xml: idp.metadata, ...fields }, pair.admin);
  expectVerdict(reply, "201");
  return { idp, id: (reply.body as { id: string }).id, [Symbol.asyncDispose]: () => idp[Symbol.asyncDispose]() };
}

async function begin(pair: Pair, { id }: Company, fields: Fields = PKCE): Promise<string> {
  const reply = await pair.auth.post("/sso", { provider_id: id, skip_http_redirect: true, ...fields });
  expectVerdict(reply, "200");
  return (reply.body as { url: string }).url;
}

const bring = (pair: Pair, fields: Fields, replica?: number): Promise<Reply> =>
  pair.auth.send("/sso/saml/acs", {
    method: "POST",
    body: new URLSearchParams(fields).toString(),
    headers: FORM,
    ...(replica !== undefined && { replica }),
  });

/** Whether the user was signed in, or why not. */
function outcomeOf(reply: Reply): string {
  const { fields } = landingOf(reply);
  return fields.code || fields.access_token ? "in" : (fields.error_code ?? String(reply.status));
}

async function requireNobody({ inside }: Pair, { id }: Company): Promise<void> {
  const { count } = await inside.db.one<{ count: number }>(
    sql`select count(*)::int as count from identities where provider = ${`sso:${id}`}`,
  );
  assert.equal(count, 0, "somebody was let in");
}

export const singleSignOn: AttackCase[] = [
  attack("AC-01", "SAML responses that are forged, wrapped, modified, misdirected or malformed", async (pair) => {
    await using company = await companyOf(pair);
    const { idp } = company;
    idp.person = { nameId: "forger", attributes: { email: [pair.address()] } };
    for (const [name, { change = (xml: string) => xml, ...answering }] of Object.entries(FORGED)) {
      const { SAMLResponse, RelayState } = await idp.answer(await begin(pair, company), answering);
      const changed = Buffer.from(change(Buffer.from(SAMLResponse, "base64").toString())).toString("base64");
      assert.equal(outcomeOf(await bring(pair, { SAMLResponse: changed, RelayState })), "validation_failed", name);
    }
    await requireNobody(pair, company);
    assert.equal(outcomeOf(await bring(pair, await idp.answer(await begin(pair, company)))), "in", "a good one");
    return `${Object.keys(FORGED).length} forged answers`;
  }),
  attack("AC-02", "one SAML response, sent to both replicas at once and again later", { also: ["V11"] }, async (pair) => {
    await using company = await companyOf(pair, { allow_idp_initiated: true });
    const { idp } = company;
    idp.person = { nameId: VICTIM, attributes: { email: [pair.address()] } };
    const unasked = { SAMLResponse: await idp.unasked() };
    for (const answer of [unasked, await idp.answer(await begin(pair, company))]) {
      const outcomes = (await inParallel(20, (index) => bring(pair, answer, index))).map(outcomeOf);
      assert.equal(outcomes.filter((each) => each === "in").length, 1, outcomes.join(" "));
      for (const replica of [0, 1]) assert.notEqual(outcomeOf(await bring(pair, answer, replica)), "in");
    }
  }),
  attack("AC-03", "a SAML response to another user's request, in another browser, or unsolicited", async (pair) => {
    await using company = await companyOf(pair);
    const { idp } = company;
    idp.person = { nameId: "swap", attributes: { email: [pair.address()] } };
    const [mine, theirs] = [await idp.answer(await begin(pair, company)), await idp.answer(await begin(pair, company))];
    assert.equal(outcomeOf(await bring(pair, { ...mine, RelayState: theirs.RelayState })), "validation_failed", "swapped");
    // Without PKCE the flow is bound to a cookie, which this browser lacks.
    const { pathname, search } = new URL(await begin(pair, company, {}));
    const opened = await pair.auth.get(pathname + search);
    const answer = await idp.answer(opened.headers.location ?? "");
    assert.equal(outcomeOf(await bring(pair, answer)), "saml_relay_state_not_found", "another browser");
    assert.equal(outcomeOf(await bring(pair, { SAMLResponse: await idp.unasked() })), "saml_relay_state_not_found", "unasked");
    await requireNobody(pair, company);
  }),
  attack("AC-04", "RelayState and redirect_to that lead to another site", { also: ["V16"] }, async (pair) => {
    await using company = await companyOf(pair, { allow_idp_initiated: true });
    const { idp } = company;
    idp.person = { nameId: "led", attributes: { email: [pair.address()] } };
    const away = [
      "https://evil.example",
      "//evil.example",
      "https://app.example.com.evil.example/",
      "https://app.example.com@evil.example/",
      "javascript:alert(1)",
      "https://evil.example\\@app.example.com/",
      "/\\evil.example",
      `${SITE_URL}\r\nset-cookie: a=b`,
    ];
    for (const url of away) {
      const landed = await bring(pair, { SAMLResponse: await idp.unasked(), RelayState: url });
      assert.equal(new URL(landed.headers.location ?? "").origin, SITE_URL, url);
      const reply = await bring(pair, await idp.answer(await begin(pair, company, { ...PKCE, redirect_to: url })));
      assert.equal(new URL(reply.headers.location ?? "").origin, SITE_URL, url);
    }
  }),
  attack("AC-05", "huge and compressed SAML responses", async (pair) => {
    const packed = deflateRawSync(Buffer.alloc(50_000_000, "<a>"));
    const bodies: Record<string, string> = {
      "a deflate bomb": packed.toString("base64"),
      "a gzip bomb": gzipSync(Buffer.alloc(50_000_000, "<a>")).toString("base64"),
      "many attributes": Buffer.from(`<a ${Array.from({ length: 20_000 }, (_, at) => `a${at}=""`).join(" ")}/>`).toString(
        "base64",
      ),
      "tags without an end": Buffer.from("<a>".repeat(60_000)).toString("base64"),
      references: Buffer.from(`<a>${"&amp;".repeat(45_000)}`).toString("base64"),
      blanks: " ".repeat(400_000),
      padding: "=".repeat(400_000),
    };
    for (const [name, SAMLResponse] of Object.entries(bodies)) {
      const began = performance.now();
      assert.match(outcomeOf(await bring(pair, { SAMLResponse })), /^(validation_failed|413)$/, name);
      assert.ok(performance.now() - began < 5_000, `${name} took ${Math.round(performance.now() - began)} ms`);
    }
    assert.equal((await bring(pair, { SAMLResponse: "A".repeat(600_000) })).status, 413, "a huge one");
    const gzip = { ...FORM, "content-encoding": "gzip" };
    const bomb = gzipSync(`SAMLResponse=${"A".repeat(20_000_000)}`);
    const reply = await pair.auth.send("/sso/saml/acs", { method: "POST", body: bomb, headers: gzip });
    assert.ok([400, 413, 415].includes(reply.status), `a packed body: ${reply.status}`);
    const twice = await pair.auth.send("/sso/saml/acs", { method: "POST", body: "SAMLResponse=a&SAMLResponse=b", headers: FORM });
    assert.equal(outcomeOf(twice), "validation_failed", "a field twice");
  }),
  attack(
    "AC-06",
    "metadata at addresses inside, behind a redirect, too large, or with a document type",
    { also: ["V35"] },
    async (pair) => {
      await using company = await companyOf(pair);
      const { trap } = pair.inside.sinks;
      const inside = [
        "http://127.0.0.1",
        "https://127.0.0.1",
        "https://[::1]/",
        "https://10.0.0.1/",
        "https://169.254.169.254/latest",
      ];
      for (const url of [...inside, "https://0x7f.1/", `${trap.url}/metadata`, "file:///etc/passwd", "gopher://10.0.0.1/"]) {
        const reply = await pair.auth.post(PATH, { type: "saml", metadata_url: url }, pair.admin);
        expectVerdict(reply, "400 saml_metadata_fetch_failed", url);
      }
      const { metadata } = company.idp;
      await using host = await startHttpSink(({ path }) => {
        if (path === "/astray") return { status: 302, headers: { location: `${trap.url}/metadata` } };
        return {
          status: 200,
          body: path === "/huge" ? metadata + " ".repeat(5_000_000) : `<!DOCTYPE x [<!ENTITY e "x">]>${metadata}`,
        };
      });
      for (const path of ["/astray", "/huge", "/dtd"]) {
        const url = host.url.replace("127.0.0.1", "localhost") + path;
        const reply = await pair.auth.post(PATH, { type: "saml", metadata_url: url }, pair.admin);
        assert.equal(reply.status, 400, `${path}: ${reply.text}`);
      }
      assert.equal(host.requests.length, 3, "it was asked");
      assert.ok(!trap.requests.some(({ path }) => path === "/metadata"), "somebody inside was asked");
    },
  ),
  attack(
    "AC-07",
    "a company vouches for another's people, for somebody with a password, and for administrators",
    async (pair) => {
      await using company = await companyOf(pair);
      await using other = await companyOf(pair, {
        attribute_mapping: { keys: { role: { name: "role" }, aal: { name: "aal" } } },
      });
      const victim = await pair.people.user();
      const person = { nameId: victim.id, attributes: { email: [victim.email], role: ["service_role"], aal: ["aal2"] } };
      const idOf = async (from: Company) => {
        from.idp.person = person;
        const { headers } = await bring(pair, await from.idp.answer(await begin(pair, from)));
        const auth_code = new URL(headers.location ?? "").searchParams.get("code");
        const reply = await pair.auth.post("/token?grant_type=pkce", { auth_code, code_verifier: "v".repeat(43) });
        expectVerdict(reply, "200");
        const { sub, role, aal } = claimsOf((reply.body as { access_token: string }).access_token);
        assert.deepEqual([role, aal], ["authenticated", "aal1"]);
        return sub;
      };
      const ids = [victim.id, await idOf(company), await idOf(other)];
      assert.equal(new Set(ids).size, 3, "each is somebody else");
      // Another issuer's name with one's own signature.
      const lie = await other.idp.answer(await begin(pair, other), { said: { issuer: company.idp.entityId } });
      assert.equal(outcomeOf(await bring(pair, lie)), "validation_failed");
      const answer = await other.idp.answer(await begin(pair, company), { said: { issuer: company.idp.entityId } });
      assert.equal(outcomeOf(await bring(pair, answer)), "validation_failed");
    },
  ),
  attack("AC-08", "a company asserts an address of another domain, or uses a URL without TLS", async (pair) => {
    const domain = `${pair.address().split("@")[0]}.a.test`;
    await using company = await companyOf(pair, { domains: [domain] });
    const app = await appOf(pair);
    const report = async (email: string) => {
      company.idp.person = { nameId: email, attributes: { email: [email] } };
      const { headers } = await bring(pair, await company.idp.answer(await begin(pair, company)));
      const auth_code = new URL(headers.location ?? "").searchParams.get("code");
      const reply = await pair.auth.post("/token?grant_type=pkce", { auth_code, code_verifier: "v".repeat(43) });
      expectVerdict(reply, "200");
      const { access_token: token, user } = reply.body as { access_token: string; user: Record<string, unknown> };
      const { access_token: appToken } = await tokensOf(pair, app, { bearer: { authorization: `Bearer ${token}` } });
      const info = await pair.auth.get("/oauth/userinfo", { authorization: `Bearer ${appToken}` });
      const { email_verified: isVerified } = info.body as { email_verified?: boolean };
      const claims = claimsOf(token) as { user_metadata?: { email_verified?: boolean } };
      return [user.email_confirmed_at !== undefined, isVerified, claims.user_metadata?.email_verified];
    };
    assert.deepEqual(await report(`ceo@${domain}`), [true, true, true]);
    for (const email of ["ceo@b.test", `ceo@x.${domain}`, `ceo@${domain}.b.test`])
      assert.deepEqual(await report(email), [false, false, false], email);
    const metadata = company.idp.metadata.replaceAll(new URL(company.idp.url).host, "idp.b.test");
    expectVerdict(await pair.auth.post(PATH, { type: "saml", metadata_xml: metadata }, pair.admin), "400 validation_failed");
  }),
];
