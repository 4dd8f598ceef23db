// Sign-ins that administrators try: they show what a provider says, to whoever began them, and sign nobody in.
import assert from "node:assert/strict";
import { after, before, beforeEach, test } from "node:test";
import { sql } from "../../kernel/sql/sql.ts";
import { verdict } from "../account/testing.ts";
import { administrator, headersOf, type TestAdministrator } from "../administrators/testing.ts";
import { type CustomStandIn, startCustomStandIn } from "../external/testing/custom_stand_in.ts";
import { type OidcStandIn, startOidcStandIn } from "../external/testing/oidc_stand_in.ts";
import { type StandIn, startStandIn } from "../external/testing/stand_in.ts";
import { startTestAuth, type TestAuth } from "../testing.ts";

let auth: TestAuth;
let oidc: OidcStandIn;
let plain: StandIn;
let custom: CustomStandIn;
let admin: TestAdministrator;
let other: TestAdministrator;

before(async () => {
  oidc = await startOidcStandIn(() => auth.clock.now());
  plain = await startStandIn();
  custom = await startCustomStandIn(() => auth.clock.now());
  auth = await startTestAuth({
    ...plain.variables,
    ...oidc.variables,
    EXTERNAL_GITLAB_ENABLED: "false",
    EXTERNAL_ZOOM_CLIENT_ID: "",
    EXTERNAL_ZOOM_ENABLED: "false",
    MAILER_AUTOCONFIRM: "true",
    RATE_LIMIT_TOKEN_REFRESH: "0",
    CUSTOM_OAUTH_ALLOWED_HOSTS: custom.host,
  });
  admin = await administrator(auth, "admin");
  other = await administrator(auth, "owner");
});

after(async () => {
  for (const each of [auth, custom, plain, oidc]) await each[Symbol.asyncDispose]();
});

beforeEach(() => {
  oidc.conduct = {};
  plain.conduct = {};
});

interface Outcome {
  state: string;
  received: { from: string; claims: Record<string, unknown> }[];
  person: { id: string; email: string | null; email_verified: boolean; name: string | null } | null;
  problem: { message: string; hint: string } | null;
}

interface Begun {
  id: string;
  url: string;
}

async function begin(name: string, headers: Record<string, string> = admin.headers): Promise<Begun> {
  const reply = await auth.post(`/admin/providers/${name}/tries`, {}, headers);
  assert.equal(reply.status, 201, reply.text);
  return reply.body as Begun;
}

const look = (name: string, { id }: Begun, headers: Record<string, string> = admin.headers) =>
  auth.get(`/admin/providers/${name}/tries/${id}`, headers);

const outcomeOf = async (name: string, begun: Begun) => (await look(name, begun)).body as Outcome;

/** A browser follows the link to the provider. */
async function open({ url }: Begun): Promise<{ provider: string; cookie: string }> {
  const { pathname, search } = new URL(url);
  const reply = await auth.get(pathname + search);
  assert.equal(reply.status, 302, reply.text);
  return { provider: reply.headers.location as string, cookie: (reply.headers["set-cookie"]?.[0] ?? "").split(";")[0] as string };
}

const back = (to: URL, cookie: string) => auth.get(`/callback${to.search}`, cookie ? { cookie } : {});

/** Everything that a sign-in would leave behind. */
async function traces(): Promise<string> {
  const { text } = await auth.service.world.db.one<{ text: string }>(sql`
    select json_build_array((select count(*) from users), (select count(*) from identities), (select count(*) from sessions),
                            (select count(*) from flow_states), (select count(*) from outbox))::text as text`);
  return text;
}

test("a try shows what a provider said and whom it would be taken for, and signs nobody in", async () => {
  const before = await traces();
  for (const [name, standIn] of [
    ["google", oidc],
    ["keycloak", oidc],
    ["github", plain],
    ["twitter", plain],
    // It is not offered yet.
    ["gitlab", plain],
  ] as const) {
    const begun = await begin(name);
    assert.deepEqual((await outcomeOf(name, begun)).state, "waiting");
    const { provider, cookie } = await open(begun);
    assert.deepEqual((await outcomeOf(name, begun)).state, "open");
    const page = await back(await standIn.visit(provider), cookie);
    assert.deepEqual([page.status, page.headers.location], [200, undefined], `${name} ${page.text}`);
    const { state, person, problem, received } = await outcomeOf(name, begun);
    assert.deepEqual([state, problem], ["ended", null], name);
    assert.ok(person && person.id !== "" && received.length > 0, `${name} ${JSON.stringify(received)}`);
    if (name !== "twitter") assert.equal(person.email, "ana@example.com", name);
    const text = JSON.stringify([person, received, page.text]);
    for (const secret of standIn.secrets) assert.ok(!text.includes(secret), `${name} ${secret}`);
    assert.ok(!page.text.toLowerCase().includes("ana@example.com"), "the page itself says nothing of it");
  }
  const { received } = await outcomeOf("google", await finished("google"));
  assert.deepEqual([received[0]?.from, received[0]?.claims.sub], ["id_token", oidc.person.subject]);
  assert.equal(await traces(), before);
});

async function finished(name: string): Promise<Begun> {
  const begun = await begin(name);
  const { provider, cookie } = await open(begun);
  await back(await oidc.visit(provider), cookie);
  return begun;
}

test("a provider that an operator described is tried before it is offered, also with what its mapping lacks", async () => {
  const described = custom.described("oidc", { enabled: false });
  assert.equal((await auth.post("/admin/custom-providers", described, auth.admin)).status, 201);
  const name = "custom:work";
  const visit = async () => {
    const begun = await begin(encodeURIComponent(name));
    const { provider, cookie } = await open(begun);
    const url = new URL(provider);
    const back = new URLSearchParams({ state: url.searchParams.get("state") ?? "", code: custom.codeFor({ url }) });
    assert.equal((await auth.get(`/callback?${back}`, { cookie })).status, 200);
    return outcomeOf(encodeURIComponent(name), begun);
  };
  assert.deepEqual((await visit()).person, { id: "7", email: "ana@example.com", email_verified: true, name: "Ana Lima" });
  custom.person = { sub: "7", mail: "ana@example.com" };
  const { person, problem, received } = await visit();
  assert.deepEqual([person?.email, problem?.hint, received[0]?.claims.mail], [null, "email", "ana@example.com"]);
  custom.lies = { sub: "8" };
  const refused = await visit();
  assert.deepEqual([refused.person, refused.problem?.hint], [null, "person"]);
  assert.ok(refused.received.length > 0, "what came is shown although it describes nobody");
});

test("what goes wrong at the provider is shown with a hint", async () => {
  const run = async (name: "google" | "github", standIn: OidcStandIn | StandIn) => {
    const begun = await begin(name);
    const { provider, cookie } = await open(begun);
    await back(await standIn.visit(provider), cookie);
    return (await outcomeOf(name, begun)).problem;
  };
  oidc.conduct = { denies: true };
  assert.deepEqual(await run("google", oidc), { message: "access_denied: The person said no", hint: "declined" });
  oidc.conduct = { claims: { aud: "somebody else" } };
  assert.equal((await run("google", oidc))?.hint, "id_token");
  plain.conduct = { fault: "500", at: "token" };
  assert.equal((await run("github", plain))?.hint, "reach");
  const { db } = auth.service.world;
  const { text } = await db.one<{ text: string }>(sql`select json_agg(a)::text as text from admin_acts a`);
  assert.ok(text.includes("provider_try_begun") && text.includes("provider_try_ended"));
  assert.ok(!text.toLowerCase().includes("ana@example.com"), "the log has no claims");
});

test("a link and a state are good once, in one browser, for ten minutes, and for whoever began", async () => {
  const begun = await begin("google");
  const { provider, cookie } = await open(begun);
  const again = new URL(begun.url);
  assert.deepEqual(verdict(await auth.get(again.pathname + again.search)), [404, "provider_try_not_found"], "the link");
  const to = await oidc.visit(provider);
  for (const foreign of ["", `cofre-state=${"x".repeat(43)}`]) {
    const reply = await back(to, foreign);
    assert.equal(reply.status, 303, "another browser");
    assert.match(reply.headers.location as string, /error_code=bad_oauth_state/);
  }
  const both = await Promise.all([back(to, cookie), back(to, cookie)]);
  assert.deepEqual(both.map(({ status }) => status).sort(), [200, 303], "two at once");
  assert.match((await back(to, cookie)).headers.location as string, /error_code=bad_oauth_state/);
  assert.equal((await outcomeOf("google", begun)).state, "ended");

  for (const headers of [other.headers, auth.admin])
    assert.deepEqual(verdict(await look("google", begun, headers)), [404, "provider_try_not_found"], "somebody else");
  const { session } = admin;
  const second = await auth.post("/token?grant_type=password", { email: "admin@example.com", password: "correct horse" });
  const elsewhere = headersOf(second.body as typeof session);
  assert.equal((await look("google", begun, elsewhere)).status, 403, "another session without the second factor");
  assert.deepEqual(verdict(await look("github", begun)), [404, "provider_try_not_found"], "by another name");
  assert.deepEqual(verdict(await look("google", { ...begun, id: "x" })), [404, "provider_try_not_found"]);

  const slow = await begin("google");
  assert.deepEqual(verdict(await look("google", begun)), [404, "provider_try_not_found"], "the one before is gone");
  const left = await open(slow);
  const late = await oidc.visit(left.provider);
  auth.clock.advance(601);
  assert.match((await back(late, left.cookie)).headers.location as string, /error_code=bad_oauth_state/);
  assert.deepEqual(verdict(await look("google", slow)), [404, "provider_try_not_found"]);
  const stale = await begin("google");
  auth.clock.advance(601);
  const link = new URL(stale.url);
  assert.deepEqual(verdict(await auth.get(link.pathname + link.search)), [404, "provider_try_not_found"]);
});

test("only who may change providers tries them, and only one that has a client", async () => {
  for (const role of ["viewer", "support", "security"] as const) {
    const { headers } = await administrator(auth, role);
    assert.deepEqual(verdict(await auth.post("/admin/providers/google/tries", {}, headers)), [403, "right_missing"], role);
  }
  assert.equal((await auth.post("/admin/providers/google/tries", {})).status, 401);
  const { headers } = await administrator(auth, "admin", "another");
  assert.deepEqual(verdict(await auth.post("/admin/providers/nobody/tries", {}, headers)), [400, "validation_failed"]);
  assert.deepEqual(verdict(await auth.post("/admin/providers/zoom/tries", {}, headers)), [400, "validation_failed"]);
});
