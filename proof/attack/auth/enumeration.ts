// AE: whether answers or their timing reveal who has an account.
import assert from "node:assert/strict";
import { until } from "../../../kernel/testing/until.ts";
import { type AttackCase, attack } from "../attack_case.ts";
import { allDelivered, expectAlike, expectVerdict, from, landingOf, mailsTo, shapeOf } from "../expectations.ts";
import type { Pair } from "../pair.ts";
import type { User } from "../people.ts";
import { tripOf } from "../provider_trip.ts";
import { AUTOCONFIRM, CLOSED } from "../settings.ts";
import { assertSameTime } from "../timing.ts";

const signIn = (pair: Pair, email: string, password: string, headers = {}) =>
  pair.auth.post("/token?grant_type=password", { email, password }, headers);

/** An account allows a hundred attempts, so many pairs need several accounts. */
const TRIES_EACH = 50;

export const enumeration: AttackCase[] = [
  attack("AE-01", "an unknown address and a wrong password are answered alike", { quick: true, also: ["V14"] }, async (pair) => {
    const user = await pair.people.user();
    const unknown = await signIn(pair, pair.address(), "a wrong password");
    expectVerdict(unknown, "400 invalid_credentials");
    expectAlike(await signIn(pair, user.email, "a wrong password"), unknown);
  }),
  attack("AE-02", "the response time of a rejected sign-in reveals nothing", { also: ["V15"] }, async (pair) => {
    const pairs = pair.options.full ? 2_000 : 150;
    const accounts = Math.ceil((pairs + 10) / TRIES_EACH) * 2;
    const existing: User[] = [];
    while (existing.length < accounts) existing.push(await pair.people.user());
    const unknown = existing.map(() => pair.address());
    const tryOne = (email: string, attempt: number) => signIn(pair, email, `wrong ${attempt}`, from(attempt));
    const which = (attempt: number) => Math.floor(attempt / TRIES_EACH) % accounts;
    return assertSameTime({
      pairs,
      random: pair.random,
      first: (attempt) => tryOne(existing[which(attempt)]?.email as string, attempt),
      second: (attempt) => tryOne(unknown[which(attempt)] as string, attempt),
    });
  }),
  attack("AE-04", "only the right password reveals a ban", async (pair) => {
    const banned = await pair.people.user({ ban_duration: "24h" });
    expectVerdict(await signIn(pair, banned.email, "a wrong password"), "400 invalid_credentials");
    expectVerdict(await signIn(pair, banned.email, banned.password), "400 user_banned");
  }),
  attack("AE-05", "only the right password reveals that an address is not confirmed", async (pair) => {
    const waiting = await pair.people.user({ email_confirm: false });
    expectVerdict(await signIn(pair, waiting.email, "a wrong password"), "400 invalid_credentials");
    expectVerdict(await signIn(pair, waiting.email, waiting.password), "400 email_not_confirmed");
  }),
  attack("AE-06", "a sign-up with a known address looks like one with a new address", async (pair) => {
    const user = await pair.people.user();
    const signUp = (email: string) => pair.auth.post("/signup", { email, password: pair.people.password(), data: { name: "x" } });
    const fresh = await signUp(pair.address());
    const ids = new Set<string>();
    for (const fake of [await signUp(user.email), await signUp(user.email)]) {
      assert.equal(fake.status, 200, fake.text);
      assert.deepEqual(shapeOf(fake.body), shapeOf(fresh.body));
      const { id } = fake.body as { id: string };
      assert.match(id, /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
      assert.ok(id !== user.id && !ids.has(id), "the id is another one each time");
      ids.add(id);
      expectAlike({ ...fake, text: "" }, { ...fresh, text: "" }, "headers");
      expectVerdict(await pair.auth.get(`/admin/users/${id}`, pair.admin), "404 user_not_found");
    }
  }),
  attack("AE-07", "the response time of a sign-up reveals nothing", async (pair) => {
    const users = await Promise.all(Array.from({ length: 4 }, () => pair.people.user()));
    const signUp = (email: string, attempt: number) =>
      pair.auth.post("/signup", { email, password: `a password ${attempt}` }, from(attempt));
    return assertSameTime({
      pairs: pair.options.full ? 500 : 100,
      random: pair.random,
      first: (attempt) => signUp(users[attempt % users.length]?.email as string, attempt),
      second: (attempt) => signUp(pair.address(), attempt),
    });
  }),
  attack(
    "AE-08",
    "with autoconfirm, which cannot hide it, a duplicate is a 400, as Supabase answers it",
    AUTOCONFIRM,
    async (pair) => {
      const user = await pair.people.user();
      const reply = await pair.auth.post("/signup", { email: user.email, password: pair.people.password() });
      const { code, msg } = reply.body as Record<string, unknown>;
      assert.deepEqual([reply.status, code, msg], [400, 400, "User already registered"]);
    },
  ),
  attack("AE-10", "recovery answers an unknown address like a known one", async (pair) => {
    const user = await pair.people.user();
    const unknown = await pair.auth.post("/recover", { email: pair.address() });
    assert.deepEqual([unknown.status, unknown.text], [200, "{}"]);
    expectAlike(await pair.auth.post("/recover", { email: user.email }), unknown);
  }),
  attack(
    "AE-11",
    "the pause between mails holds for unknown addresses too",
    { auth: { SMTP_MAX_FREQUENCY: "60" } },
    async (pair) => {
      const user = await pair.people.user();
      const twice = async (email: string) => {
        const statuses = [];
        for (let time = 0; time < 2; time++) statuses.push((await pair.auth.post("/recover", { email })).status);
        return statuses;
      };
      assert.deepEqual(await twice(user.email), await twice(pair.address()));
    },
  ),
  attack("AE-12", "a mail server that is down changes no answer, and the mail leaves when it is back", async (pair) => {
    const user = await pair.people.user();
    const { smtp } = pair.inside.sinks;
    const before = smtp.connections;
    smtp.mode = "refuse";
    try {
      const unknown = await pair.auth.post("/recover", { email: pair.address() });
      assert.deepEqual([unknown.status, unknown.text], [200, "{}"]);
      expectAlike(await pair.auth.post("/recover", { email: user.email }), unknown);
      await until("a delivery to fail", () => smtp.connections > before);
    } finally {
      smtp.mode = "accept";
    }
    await mailsTo(pair, user.email);
  }),
  attack("AE-13", "a code without sign-up is announced to unknown addresses too", async (pair) => {
    const user = await pair.people.user();
    const unknown = await pair.auth.post("/otp", { email: pair.address(), create_user: false });
    assert.deepEqual([unknown.status, unknown.text], [200, "{}"]);
    expectAlike(await pair.auth.post("/otp", { email: user.email, create_user: false }), unknown);
  }),
  attack("AE-14", "links and repeated mails do not reveal who exists, nor does their response time", async (pair) => {
    const [confirmed, waiting] = [await pair.people.user(), await pair.people.user({ email_confirm: false })];
    for (const [path, fields] of [
      ["/magiclink", {}],
      ["/resend", { type: "signup" }],
      ["/resend", { type: "email_change" }],
    ] as const) {
      const ask = (email: string) => pair.auth.post(path, { email, ...fields });
      const unknown = await ask(pair.address());
      assert.equal(unknown.status, 200, unknown.text);
      for (const { email } of [confirmed, waiting]) {
        const knownReply = await ask(email);
        assert.deepEqual([knownReply.status, shapeOf(knownReply.body)], [200, shapeOf(unknown.body)], path);
      }
    }
    const timing = await assertSameTime({
      pairs: pair.options.full ? 2_000 : 200,
      random: pair.random,
      first: (attempt) => pair.auth.post("/resend", { type: "signup", email: confirmed.email }, from(attempt)),
      second: (attempt) =>
        pair.auth.post("/resend", { type: "signup", email: `nobody.${attempt}@people.example.com` }, from(attempt)),
    });
    return `POST /resend: ${timing}`;
  }),
  attack("AE-16", "a request for another user's address changes nothing and notifies only its owner", async (pair) => {
    const [thief, owner] = [await pair.people.signedIn(), await pair.people.user()];
    const change = await pair.auth.put("/user", { email: owner.email }, thief.bearer);
    const fresh = await pair.auth.put("/user", { email: pair.address() }, (await pair.people.signedIn()).bearer);
    assert.equal(change.status, 200, change.text);
    assert.deepEqual(Object.keys(change.body as object).sort(), Object.keys(fresh.body as object).sort());
    const user = (await pair.auth.get("/user", thief.bearer)).body as { email: string };
    assert.equal(user.email, thief.email);
    const [notice] = await mailsTo(pair, owner.email);
    assert.ok(!/token=/.test(notice?.raw ?? ""), "the notice has no link that would move the address");
    await allDelivered(pair);
  }),
  attack("AE-17", "with sign-up disabled, a provider's callback does not reveal who exists", CLOSED, async (pair) => {
    const user = await pair.people.user();
    const come = async (email: string, subject: string) =>
      landingOf(await tripOf(pair, "github", { email, subject, verified: false }));
    const [existing, unknown] = [await come(user.email, "7001"), await come(pair.address(), "7002")];
    assert.ok(existing.fields.error_code, "it ends in an error");
    assert.deepEqual(existing, unknown);
  }),
];
