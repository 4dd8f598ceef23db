// People come in by their company's identity provider, through the whole flow; the provider is run by another library.
import assert from "node:assert/strict";
import { test } from "node:test";
import { sql } from "../../kernel/sql/sql.ts";
import { startHttpSink } from "../../kernel/testing/http_sink.ts";
import { good, openClient, startForClients } from "../client_tests/testing.ts";
import { type Browser, openBrowser } from "../external/testing/browser.ts";
import { FORGED, LAWFUL, VICTIM, WRAPPED } from "./testing/forged.ts";
import { startSso, WELCOME } from "./testing/sso_service.ts";
import { type Answering, makeKeys, startIdp, type TestIdp, variableOf } from "./testing.ts";

const { auth, begin, idp, post, provider, spMetadata, VERIFIER } = await startSso();

const browserOf = (): Browser =>
  openBrowser((url) => {
    if (url.host === "auth.example.com") return `${auth.url}${url.pathname}${url.search}`;
    return url.hostname === "127.0.0.1" ? url.href : undefined;
  });

const usersNamed = async (subject: string) =>
  (await auth.service.world.db.many(sql`select user_id from identities where provider_id = ${subject}`)).length;

test("auth-js signs somebody in by their domain, with PKCE, and the session ends when the provider says so", async () => {
  const client = openClient(auth, { flowType: "pkce" });
  idp.person = { nameId: "pkce", attributes: { email: ["Pkce@Company.example"] } };
  const { url } = good(await client.signInWithSSO({ domain: "company.example", options: { redirectTo: WELCOME } }));
  assert.equal(new URL(url).host, new URL(idp.url).host);
  const landed = await browserOf().open(url);
  assert.equal(landed.origin + landed.pathname, WELCOME);
  const { session } = good(await client.exchangeCodeForSession(landed.searchParams.get("code") ?? ""));
  const claims = JSON.parse(Buffer.from(session.access_token.split(".")[1] ?? "", "base64url").toString());
  assert.equal(claims.email, "pkce@company.example");
  assert.deepEqual(claims.amr[0].method, "sso/saml");
  assert.equal(claims.amr[0].provider, provider.id);
  assert.deepEqual(claims.app_metadata, { provider: `sso:${provider.id}`, providers: [`sso:${provider.id}`] });
  const { user } = good(await client.getUser());
  assert.equal(user.email, "pkce@company.example");
  assert.deepEqual(
    user.identities?.map((each) => [each.provider, each.id]),
    [[`sso:${provider.id}`, "pkce"]],
  );
});

test("without PKCE only the browser that opened the address first is let in, with the session in the fragment", async () => {
  idp.person = { nameId: "implicit", attributes: { email: ["implicit@company.example"] } };
  const url = await begin({});
  assert.match(url, /^https:\/\/auth\.example\.com\/sso\?flow=[0-9a-f-]{36}$/);
  const browser = browserOf();
  const landed = await browser.open(url);
  const session = new URLSearchParams(landed.hash.slice(1));
  assert.equal(session.get("provider"), `sso:${provider.id}`);
  const { body } = await auth.get("/user", { authorization: `Bearer ${session.get("access_token")}` });
  assert.equal((body as { email: string }).email, "implicit@company.example");
  // A stranger has begun, and signed in as themselves; the browser of somebody else brings the answer.
  const theirs = await begin({});
  const opened = await fetch(`${auth.url}${new URL(theirs).pathname}${new URL(theirs).search}`, { redirect: "manual" });
  const answer = await idp.answer(opened.headers.get("location") ?? "");
  assert.equal(await post(answer), "saml_relay_state_not_found");
  const again = await browserOf().open(theirs);
  assert.equal(again.searchParams.get("error_code"), "saml_relay_state_not_found");
});

test("somebody comes back as the same user, with what the provider says now, and the session ends when it says", async () => {
  await auth.call(`/admin/sso/providers/${provider.id}`, {
    method: "PUT",
    headers: auth.admin,
    body: {
      attribute_mapping: {
        keys: {
          groups: { name: "group", array: true },
          role: { name: "role" },
          plan: { default: "free" },
          name: { names: ["cn", "displayName"] },
        },
      },
    },
  });
  const attributes = { email: ["same@company.example"], group: ["a", "b"], role: ["service_role"], displayName: ["Ana"] };
  const signIn = async (more: object, answering: Answering = {}) => {
    idp.person = { nameId: "same", attributes: { ...attributes, ...more } };
    const { RelayState, SAMLResponse } = await idp.answer(await begin(), answering);
    const { headers } = await fetch(`${auth.url}/sso/saml/acs`, {
      method: "POST",
      body: new URLSearchParams({ RelayState, SAMLResponse }),
      redirect: "manual",
    });
    const code = new URL(headers.get("location") ?? "").searchParams.get("code");
    const { status, body } = await auth.post("/token?grant_type=pkce", { auth_code: code, code_verifier: VERIFIER });
    assert.equal(status, 200, JSON.stringify(body));
    return body as {
      access_token: string;
      refresh_token: string;
      expires_in: number;
      user: { id: string; role: string; email: string; user_metadata: Record<string, unknown>; app_metadata: object };
    };
  };
  const first = await signIn({}, { said: { sessionNotOnOrAfter: 600 } });
  assert.equal(first.expires_in, 600);
  assert.equal(first.user.role, "authenticated");
  assert.deepEqual(first.user.user_metadata.custom_claims, {
    groups: ["a", "b"],
    role: "service_role",
    plan: "free",
    name: "Ana",
  });
  const second = await signIn({ email: ["other@company.example"] }, { signs: "message" });
  assert.equal(second.user.id, first.user.id);
  assert.equal(second.user.email, "other@company.example");
  const third = await signIn({}, { signs: "both", encryptsFor: { entity: await spMetadata() } });
  assert.equal(third.user.id, first.user.id);
  auth.clock.advance(601);
  const refreshed = await auth.post("/token?grant_type=refresh_token", { refresh_token: first.refresh_token });
  assert.deepEqual([refreshed.status, (refreshed.body as { error_code: string }).error_code], [400, "session_expired"]);
});

test("an SSO user shares an address with others and is nobody else: no password, passkey, code, link or provider leads to them", async () => {
  const email = "shared@company.example";
  const signup = await auth.post("/signup", { email, password: "correct horse" });
  const { user: plain } = signup.body as { user: { id: string } };
  idp.person = { nameId: "shared", attributes: { email: [email] } };
  const landed = await browserOf().open(await begin({}));
  const token = new URLSearchParams(landed.hash.slice(1)).get("access_token");
  const bearer = { authorization: `Bearer ${token}` };
  const { id } = (await auth.get("/user", bearer)).body as { id: string };
  assert.notEqual(id, plain.id);
  const signIn = await auth.post("/token?grant_type=password", { email, password: "correct horse" });
  assert.equal((signIn.body as { user: { id: string } }).user.id, plain.id);
  const change = async (body: object, headers: Record<string, string> = bearer, path = "/user") => {
    const reply = await auth.call(path, { method: "PUT", body, headers });
    return [reply.status, (reply.body as { error_code?: string }).error_code];
  };
  for (const body of [{ email: "mine@example.com" }, { phone: "15550100" }, { password: "another horse" }]) {
    assert.deepEqual(await change(body), [422, "user_sso_managed"]);
    assert.deepEqual(await change(body, auth.admin, `/admin/users/${id}`), [422, "user_sso_managed"]);
  }
  assert.deepEqual(await change({ ban_duration: "1h" }, auth.admin, `/admin/users/${id}`), [200, undefined]);
  assert.deepEqual(await change({ ban_duration: "none" }, auth.admin, `/admin/users/${id}`), [200, undefined]);
  const passkey = await auth.post("/passkeys/registration/options", "", bearer);
  assert.deepEqual([passkey.status, (passkey.body as { msg: string }).msg], [422, "SSO users cannot register passkeys"]);
  const { db } = auth.service.world;
  const row = await db.one<object>(sql`select email, sso_email from users where id = ${id}`);
  assert.deepEqual({ ...row }, { email: null, sso_email: email });
  const listed = (await auth.get(`/admin/users?filter=shared@comp`, auth.admin)).body as { users: { id: string }[] };
  assert.deepEqual(listed.users.map((each) => each.id).sort(), [id, plain.id].sort());
  // Another name at the same provider is another person.
  idp.person = { nameId: "namesake", attributes: { email: [email] } };
  await browserOf().open(await begin({}));
  const owners = await db.many(sql`select distinct user_id from identities where provider_id in ('shared', 'namesake')`);
  assert.equal(owners.length, 2);
  // Whoever signs up or asks for a link with an address that only an SSO user has is a newcomer.
  idp.person = { nameId: "alone", attributes: { email: ["alone@company.example"] } };
  await browserOf().open(await begin({}));
  const own = await auth.post("/signup", { email: "alone@company.example", password: "correct horse" });
  assert.equal(own.status, 200);
  assert.notEqual((own.body as { user: { identities: unknown[] } }).user.identities.length, 0);
  await db.run(sql`delete from outbox`);
  await auth.post("/recover", { email: "implicit@company.example" });
  assert.deepEqual(await auth.messages(), []);
});

test("a provider begins by itself only where it may, and an answer lets nobody in twice", async () => {
  idp.person = { nameId: "unasked", attributes: { email: ["unasked@company.example"] } };
  const SAMLResponse = await idp.unasked();
  assert.equal(await post({ SAMLResponse, RelayState: "" }), "saml_relay_state_not_found");
  const allow = (allowed: boolean) =>
    auth.call(`/admin/sso/providers/${provider.id}`, {
      method: "PUT",
      headers: auth.admin,
      body: { allow_idp_initiated: allowed },
    });
  await allow(true);
  // The same answer at once: of any number one is let in.
  const outcomes = await Promise.all(Array.from({ length: 5 }, () => post({ SAMLResponse, RelayState: WELCOME })));
  assert.deepEqual(outcomes.sort(), ["session", ...Array(4).fill("validation_failed")]);
  const response = await idp.answer(await begin());
  assert.equal(await post({ ...response, RelayState: "" }), "validation_failed");
  await allow(false);
  assert.equal(await post(response), "code");
  assert.equal(await post(response), "saml_relay_state_not_found");
  const late = await idp.answer(await begin());
  auth.clock.advance(121);
  assert.equal(await post(late), "saml_relay_state_expired");
});

test("forged answers let nobody in, whatever they are made of", async () => {
  idp.person = { nameId: "forger", attributes: { email: ["forger@company.example"] } };
  for (const [name, { change = (xml: string) => xml, ...answering }] of Object.entries(FORGED)) {
    const { SAMLResponse, RelayState } = await idp.answer(await begin(), answering);
    const changed = change(Buffer.from(SAMLResponse, "base64").toString());
    const outcome = await post({ SAMLResponse: Buffer.from(changed).toString("base64"), RelayState });
    assert.equal(outcome, "validation_failed", name);
    if (name in WRAPPED) assert.ok(changed.includes(VICTIM), name);
  }
  const encryptedFor = makeKeys();
  const entity = (await spMetadata()).replace(
    /(<KeyDescriptor use="encryption">.*?<X509Certificate>)[^<]*/s,
    `$1${encryptedFor.certificate}`,
  );
  const { SAMLResponse, RelayState } = await idp.answer(await begin(), { encryptsFor: { entity } });
  assert.equal(await post({ SAMLResponse, RelayState }), "validation_failed");
  for (const posted of ["", "%", "eA==", Buffer.from("<a/>").toString("base64"), Buffer.from([0xff, 0xfe]).toString("base64")])
    assert.match(await post({ SAMLResponse: posted, RelayState: "" }), /^(validation_failed|saml_idp_not_found)$/);
  assert.deepEqual([await usersNamed("forger"), await usersNamed(VICTIM)], [0, 0]);
  assert.equal(await post(await idp.answer(await begin(), { said: { inside: LAWFUL } })), "code");
  assert.equal(await usersNamed("forger"), 1);
});

test("somebody without a lasting name or an address is not let in, and says why", async () => {
  const answerFor = async (person: TestIdp["person"]) => post(await idp.answer(await begin(), { said: { person } }));
  const format = "urn:oasis:names:tc:SAML:2.0:nameid-format:transient";
  assert.equal(
    await answerFor({ nameId: "x", format, attributes: { email: ["x@company.example"] } }),
    "saml_assertion_no_user_id",
  );
  assert.equal(await answerFor({ nameId: "x", attributes: { email: ["no address"] } }), "saml_assertion_no_email");
  assert.equal(
    await answerFor({ nameId: "x@company.example", format: "urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress" }),
    "code",
  );
  const subject = { "urn:oasis:names:tc:SAML:attribute:subject-id": ["lasting"], mail: ["x@company.example"] };
  assert.equal(await answerFor({ nameId: "x", format, attributes: subject }), "code");
  assert.equal(await usersNamed("lasting"), 1);
});

test("hooks are asked about whoever is new, and for each token; a refusal makes nobody and leaves no session", async () => {
  let [welcome, claimed]: object[] = [{ error: { http_code: 403, message: "not you" } }, {}];
  await using operator = await startHttpSink(({ path, body }) => {
    const { claims } = JSON.parse(body) as { claims: object };
    const text = path === "/before" ? welcome : { claims: { ...claims, plan: "gold" }, ...claimed };
    return { status: 200, headers: { "content-type": "application/json" }, body: text };
  });
  const points = { BEFORE_USER_CREATED: "/before", AFTER_USER_CREATED: "/after", CUSTOM_ACCESS_TOKEN: "/token" };
  const secret = `v1,whsec_${Buffer.alloc(32, 7).toString("base64")}`;
  const variables = Object.entries(points).map(([point, path]) => ({
    [`HOOK_${point}_ENABLED`]: "true",
    [`HOOK_${point}_URI`]: operator.url + path,
    [`HOOK_${point}_SECRETS`]: secret,
  }));
  await using hooked = await startForClients({
    SAML_ENABLED: "true",
    SAML_PRIVATE_KEY: variableOf(makeKeys()),
    ...Object.assign({}, ...variables),
  });
  await using theirs = await startIdp(spMetadata, idp.keys);
  theirs.now = () => hooked.clock.now();
  const fields = { type: "saml", metadata_xml: theirs.metadata, allow_idp_initiated: true };
  assert.equal((await hooked.post("/admin/sso/providers", fields, hooked.admin)).status, 201);
  const come = async () => {
    const body = new URLSearchParams({ SAMLResponse: await theirs.unasked() });
    const { headers } = await fetch(`${hooked.url}/sso/saml/acs`, { method: "POST", body, redirect: "manual" });
    return new URL(headers.get("location") ?? "none:");
  };
  const rows = () =>
    hooked.service.world.db.one(sql`
      select (select count(*) from users) as users, (select count(*) from sessions) as sessions,
             (select count(*) from auth_jobs.jobs where task_identifier = 'after_user_created') as jobs`);
  const bodiesAt = (path: string) => operator.requests.filter((each) => each.path === path).map(({ body }) => JSON.parse(body));

  assert.equal((await come()).searchParams.get("error_description"), "not you");
  assert.deepEqual(await rows(), { users: 0, sessions: 0, jobs: 0 });
  welcome = {};
  const session = new URLSearchParams((await come()).hash.slice(1));
  const claims = JSON.parse(Buffer.from(session.get("access_token")?.split(".")[1] ?? "", "base64url").toString());
  const [, before] = bodiesAt("/before");
  assert.deepEqual([claims.plan, claims.sub, before.user.email], ["gold", before.user.id, "ana@company.example"]);
  assert.equal(bodiesAt("/token")[0].authentication_method, "sso/saml");
  assert.deepEqual(await rows(), { users: 1, sessions: 1, jobs: 1 });
  // They are known now: nobody is asked whether they may be made.
  welcome = { error: { http_code: 403, message: "not you" } };
  claimed = { error: { http_code: 403, message: "not now" } };
  assert.equal((await come()).searchParams.get("error_description"), "not now");
  assert.deepEqual([bodiesAt("/before").length, await rows()], [2, { users: 1, sessions: 1, jobs: 1 }]);
});

test("SAML_ENABLED is off unless set: each endpoint says so, to whoever may ask", async () => {
  await using off = await startForClients();
  const calls = ["POST /sso", "GET /sso?flow=x", "POST /sso/saml/acs", "GET /sso/saml/metadata"];
  const admins = [
    "GET /admin/sso/providers",
    "POST /admin/sso/providers",
    ...["GET", "PUT", "DELETE"].map((each) => `${each} /admin/sso/providers/x`),
  ];
  for (const call of [...calls, ...admins]) {
    const [method = "", path = ""] = call.split(" ");
    const isForm = path.endsWith("/acs");
    const options = method === "GET" || method === "DELETE" ? {} : { body: {} };
    const reply = isForm
      ? await fetch(`${off.url}${path}`, { method, body: new URLSearchParams() }).then(async (each) => ({
          status: each.status,
          body: await each.json(),
        }))
      : await off.call(path, { method, headers: off.admin, ...options });
    assert.deepEqual([reply.status, (reply.body as { error_code: string }).error_code], [404, "saml_provider_disabled"], call);
    if (call.includes("/admin/")) assert.equal((await off.call(path, { method, ...options })).status, 401);
  }
});

test("wrong answers are limited, good ones are not", async () => {
  await using strict = await startForClients({
    SAML_ENABLED: "true",
    SAML_PRIVATE_KEY: variableOf(makeKeys()),
    SAML_RATE_LIMIT_ASSERTION: "2",
  });
  const send = () =>
    fetch(`${strict.url}/sso/saml/acs`, {
      method: "POST",
      body: new URLSearchParams({ SAMLResponse: "eA==" }),
      redirect: "manual",
    });
  assert.deepEqual([(await send()).status, (await send()).status, (await send()).status], [303, 303, 429]);
});

test("the service is known by SAML_EXTERNAL_URL, and what is set shows: its name, its keys and its limit", async () => {
  await using naming = await startForClients({
    SAML_ENABLED: "true",
    SAML_PRIVATE_KEY: variableOf(makeKeys()),
    SAML_PRIVATE_KEY_NEXT: variableOf(makeKeys()),
    SAML_ALLOW_ENCRYPTED_ASSERTIONS: "false",
    SAML_EXTERNAL_URL: "https://sso.example.com/auth",
    RATE_LIMIT_SSO: "2",
  });
  const xml = await (await fetch(`${naming.url}/sso/saml/metadata`)).text();
  assert.match(xml, /entityID="https:\/\/sso\.example\.com\/auth\/sso\/saml\/metadata"/);
  assert.deepEqual([xml.split('use="signing"').length, xml.split('use="encryption"').length], [3, 1]);
  const ask = async () => (await naming.post("/sso", { domain: "nobody.example" })).status;
  assert.deepEqual([await ask(), await ask(), await ask()], [404, 404, 429]);
});
