// AU: hooks that are slow, broken, hijacked or forged.
import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { Webhook } from "standardwebhooks";
import { sql } from "../../../kernel/sql/sql.ts";
import type { SinkAnswer } from "../../../kernel/testing/http_sink.ts";
import { claimsOf } from "../../harness/tokens.ts";
import { type AttackCase, attack } from "../attack_case.ts";
import { verdictOf } from "../expectations.ts";
import type { Pair } from "../pair.ts";
import { HOOKED } from "../settings.ts";
import { HOOK_SECRET, type HookQuestion } from "../sinks.ts";

const JSON_TYPE = { "content-type": "application/json" };
const json = (body: unknown): SinkAnswer => ({ status: 200, headers: JSON_TYPE, body });

/**
 * Sets the answer of one hook while the work runs; the others allow everything. A failing hook causes a 500, which the canary
 * ignores.
 */
async function whileAnswering<Result>(
  pair: Pair,
  path: string,
  answer: (question: HookQuestion) => SinkAnswer,
  work: () => Promise<Result>,
): Promise<Result> {
  const { hooks } = pair.inside.sinks;
  const faults = pair.auth.statuses.get(500) ?? 0;
  hooks.answers.set(path, answer);
  try {
    return await work();
  } finally {
    hooks.answers.delete(path);
    pair.auth.statuses.set(500, faults);
  }
}

const signIn = (pair: Pair, { email, password }: { email: string; password: string }) =>
  pair.auth.post("/token?grant_type=password", { email, password });

async function sessionsOf({ inside }: Pair, { id }: { id: string }): Promise<number> {
  return (await inside.db.one<{ count: number }>(sql`select count(*)::int as count from sessions where user_id = ${id}`)).count;
}

export const hooks: AttackCase[] = [
  attack("AU-01", "hook answers that are false, hang, are too large, no JSON, or redirect", HOOKED, async (pair) => {
    const user = await pair.people.user();
    const { trap } = pair.inside.sinks;
    const claims = ({ claims: said }: HookQuestion) => JSON.stringify({ claims: said });
    const lies: Record<string, (question: HookQuestion) => SinkAnswer> = {
      "a length that is too large": (question) => ({
        status: 200,
        headers: { ...JSON_TYPE, "content-length": String(claims(question).length + 10) },
        body: claims(question),
      }),
      "a length that is too small": (question) => ({
        status: 200,
        headers: { ...JSON_TYPE, "content-length": "20" },
        body: claims(question),
      }),
      "no answer": () => ({ status: 200, hang: true }),
      "too much": ({ claims: said }) => json({ claims: { ...said, more: "x".repeat(300_000) } }),
      "no JSON": () => ({ status: 200, headers: { "content-type": "text/html" }, body: "<p>" }),
      "half of a JSON": (question) => ({ status: 200, headers: JSON_TYPE, body: claims(question).slice(0, -5) }),
      "a list": () => json([]),
      nothing: () => ({ status: 204 }),
      "a fault": () => ({ status: 500 }),
      "not found": () => ({ status: 404, headers: JSON_TYPE, body: "{}" }),
      "a redirect": () => ({ status: 307, headers: { location: `${trap.url}/hook` } }),
      "a redirect inside": () => ({ status: 302, headers: { location: "http://169.254.169.254/latest" } }),
    };
    for (const [name, lie] of Object.entries(lies)) {
      const reply = await whileAnswering(pair, "/custom_access_token", lie, () => signIn(pair, user));
      assert.ok(reply.status >= 400, `${name}: ${reply.status}`);
      assert.ok(!reply.text.includes("access_token"), name);
    }
    assert.equal(await sessionsOf(pair, user), 0, "a session was left");
    assert.ok(!trap.requests.some(({ path }) => path === "/hook"), "it was led elsewhere");
    assert.equal((await signIn(pair, user)).status, 200, "afterwards");
    return `${Object.keys(lies).length} lies`;
  }),
  attack(
    "AU-02",
    "an answer that raises whose token it is, for how long, or what it opens",
    { ...HOOKED, also: ["V19"] },
    async (pair) => {
      const [user, other] = [await pair.people.user(), await pair.people.signedIn()];
      const raised: Record<string, unknown>[] = [
        { role: "service_role" },
        { role: "supabase_admin" },
        { aal: "aal2" },
        { aal: "aal3" },
        { sub: other.id },
        { session_id: claimsOf(other.session.access_token).session_id },
        { exp: 4_000_000_000 },
        { iat: 1 },
        { is_anonymous: true },
        { client_id: "x" },
        { scope: "finance:write" },
        { aud: "" },
        { aud: undefined },
        { role: ["service_role"] },
        { sub: undefined },
      ];
      for (const change of raised) {
        const answer = ({ claims }: HookQuestion) => json({ claims: { ...claims, ...change } });
        const reply = await whileAnswering(pair, "/custom_access_token", answer, () => signIn(pair, user));
        assert.equal(verdictOf(reply), "500 unexpected_failure", JSON.stringify(change));
      }
      assert.equal(await sessionsOf(pair, user), 0, "a session was left");
      // A hook may add a claim, and a role without rights.
      const allowed = ({ claims }: HookQuestion) => json({ claims: { ...claims, role: "editor", plan: "gold" } });
      const { body } = await whileAnswering(pair, "/custom_access_token", allowed, () => signIn(pair, user));
      const { access_token: token } = body as { access_token: string };
      assert.equal(claimsOf(token).plan, "gold");
      assert.ok([401, 403].includes((await pair.auth.get("/admin/users", { authorization: `Bearer ${token}` })).status));
      return `${raised.length} claims`;
    },
  ),
  attack("AU-03", "forged and modified hook requests", HOOKED, async (pair) => {
    const { hooks: receiver } = pair.inside.sinks;
    const user = await pair.people.user();
    await signIn(pair, user);
    const mine = receiver.requests.filter(({ body }) => body.includes(user.id));
    assert.ok(mine.length >= 2, "both hooks were asked");
    for (const { body, headers } of mine) {
      const input = headers as Record<string, string>;
      const verify = (secret: string, text: string, more: Record<string, string> = {}) =>
        new Webhook(secret).verify(text, { ...input, ...more });
      assert.deepEqual(verify(HOOK_SECRET, body), JSON.parse(body));
      assert.throws(() => verify(`whsec_${randomBytes(32).toString("base64")}`, body), "another secret");
      assert.throws(() => verify(HOOK_SECRET, body.replace(user.id, "x")), "a changed body");
      assert.throws(() => verify(HOOK_SECRET, body, { "webhook-id": "x" }), "another id");
      assert.throws(() => verify(HOOK_SECRET, body, { "webhook-timestamp": "1000000000" }), "an old time");
    }
  }),
  attack("AU-04", "unavailable hooks let nobody in", { ...HOOKED, also: ["V22"] }, async (pair) => {
    const user = await pair.people.signedIn();
    const away = (): SinkAnswer => ({ status: 503 });
    const email = pair.address();
    const created = await whileAnswering(pair, "/before_user_created", away, () =>
      pair.auth.post("/signup", { email, password: pair.people.password() }),
    );
    assert.ok(created.status >= 400, `sign-up: ${created.status}`);
    const { count } = await pair.inside.db.one<{ count: number }>(
      sql`select count(*)::int as count from users where email = ${email}`,
    );
    assert.equal(count, 0, "somebody was made");
    const before = await sessionsOf(pair, user);
    for (const path of ["/password_verification_attempt", "/custom_access_token"]) {
      const reply = await whileAnswering(pair, path, away, () => signIn(pair, user));
      assert.ok(reply.status >= 400, `${path}: ${reply.status}`);
    }
    assert.equal(await sessionsOf(pair, user), before, "a session was left");
    // A rejected refresh leaves the token valid.
    const refresh = () => pair.auth.post("/token?grant_type=refresh_token", { refresh_token: user.session.refresh_token });
    assert.ok((await whileAnswering(pair, "/custom_access_token", away, refresh)).status >= 400);
    assert.equal((await refresh()).status, 200, "afterwards");
  }),
  attack("AU-05", "a password hook does not reveal which addresses exist", HOOKED, async (pair) => {
    const user = await pair.people.user();
    const kinds: Record<string, SinkAnswer> = {
      "it agrees": json({ decision: "continue" }),
      "it rejects": json({ decision: "reject", message: "too often" }),
      "it refuses": json({ error: { http_code: 403, message: "not from there" } }),
      "it fails": { status: 500 },
      "it is away": { status: 503 },
      "it hangs": { status: 200, hang: true },
    };
    for (const [name, kind] of Object.entries(kinds)) {
      await whileAnswering(
        pair,
        "/password_verification_attempt",
        () => kind,
        async () => {
          const began = performance.now();
          const knownReply = await signIn(pair, { email: user.email, password: "wrong horse" });
          const knownMs = performance.now() - began;
          const unknown = await signIn(pair, { email: pair.address(), password: "wrong horse" });
          assert.deepEqual([knownReply.status, knownReply.text], [unknown.status, unknown.text], name);
          assert.equal(verdictOf(knownReply), "400 invalid_credentials", name);
          // A hanging hook times out after five seconds.
          assert.ok(knownMs < 4_500, `${name}: answered after ${Math.round(knownMs)} ms`);
        },
      );
    }
    return `${Object.keys(kinds).length} kinds of answers`;
  }),
];
