import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { sql, trusted } from "../../kernel/sql/sql.ts";
import type { Reply } from "../../kernel/testing/client.ts";
import { startTestAuth, type TestAuth } from "../testing.ts";
import { confirmedUser, errorCode, lastMessage, methodOf, type Session } from "./testing.ts";

const TYPES = ["signup", "invite", "magiclink", "recovery", "email", "email_change", "sms", "phone_change", "reauthentication"];

interface UserReply {
  /** What a client sends beside the type: the code with its address, or the token of the link. */
  code: object;
  link?: string;
}

interface Person {
  email: string;
  phone: string;
  /** Of a user who has confirmed the address and signed in. */
  session(more?: object): Promise<Record<string, string>>;
}

interface Kind {
  issue(auth: TestAuth, person: Person, pkce: object): Promise<UserReply>;
  /** Type by type, what the session is that comes of it; every other type is refused. */
  redeemedBy: Record<string, string>;
  /** `amr` after the exchange of a PKCE flow, by the type in the link. */
  exchanged?: [type: string, method: string];
}

async function mailed(auth: TestAuth, email: string): Promise<UserReply> {
  const messages = (await auth.messages()).filter((message) => message.to === email);
  const { token, tokenHash } = messages.at(-1)?.variables ?? {};
  return { code: { email, token }, ...(tokenHash && { link: tokenHash }) };
}

async function texted(auth: TestAuth, phone: string): Promise<UserReply> {
  const { to, variables } = await lastMessage(auth);
  assert.equal(to, phone);
  return { code: { phone, token: variables.code } };
}

async function done(reply: Promise<Reply>): Promise<void> {
  const { status, text } = await reply;
  assert.equal(status, 200, text);
}

async function generated(auth: TestAuth, body: { email: string; type: string; password?: string }): Promise<UserReply> {
  const { hashed_token: link, email_otp: token } = (await auth.post("/admin/generate_link", body, auth.admin)).body as Record<
    string,
    string
  >;
  return { code: { email: body.email, token }, ...(link && { link }) };
}

const KINDS: Record<string, Kind> = {
  "a sign-up": {
    issue: async (auth, { email }, pkce) => {
      await done(auth.post("/signup", { email, password: "correct horse", ...pkce }));
      return mailed(auth, email);
    },
    redeemedBy: { signup: "otp", email: "otp" },
    exchanged: ["signup", "email/signup"],
  },
  "/otp of a newcomer": {
    issue: async (auth, { email }, pkce) => {
      await done(auth.post("/otp", { email, ...pkce }));
      return mailed(auth, email);
    },
    redeemedBy: { signup: "otp", email: "otp" },
    exchanged: ["signup", "email/signup"],
  },
  "an invitation": {
    issue: async (auth, { email }) => {
      await done(auth.post("/invite", { email }, auth.admin));
      return mailed(auth, email);
    },
    redeemedBy: { invite: "otp", signup: "otp", email: "otp" },
  },
  "/otp": {
    issue: async (auth, { email, session }, pkce) => {
      await session();
      await done(auth.post("/otp", { email, ...pkce }));
      return mailed(auth, email);
    },
    redeemedBy: { magiclink: "otp", email: "otp" },
    exchanged: ["magiclink", "magiclink"],
  },
  "/magiclink": {
    issue: async (auth, { email, session }, pkce) => {
      await session();
      await done(auth.post("/magiclink", { email, ...pkce }));
      return mailed(auth, email);
    },
    redeemedBy: { magiclink: "otp", email: "otp" },
    exchanged: ["magiclink", "magiclink"],
  },
  "/recover": {
    issue: async (auth, { email, session }, pkce) => {
      await session();
      await done(auth.post("/recover", { email, ...pkce }));
      return mailed(auth, email);
    },
    redeemedBy: { recovery: "recovery" },
    exchanged: ["recovery", "recovery"],
  },
  "an administrator's sign-up": {
    issue: (auth, { email }) => generated(auth, { email, type: "signup", password: "correct horse" }),
    redeemedBy: { signup: "otp", email: "otp" },
  },
  "an administrator's invitation": {
    issue: (auth, { email }) => generated(auth, { email, type: "invite" }),
    redeemedBy: { invite: "otp", signup: "otp", email: "otp" },
  },
  "an administrator's magic link": {
    issue: async (auth, { email, session }) => {
      await session();
      return generated(auth, { email, type: "magiclink" });
    },
    redeemedBy: { magiclink: "otp", email: "otp" },
  },
  "an administrator's recovery": {
    issue: async (auth, { email, session }) => {
      await session();
      return generated(auth, { email, type: "recovery" });
    },
    redeemedBy: { recovery: "recovery" },
  },
  "a new address": {
    issue: async (auth, { email, session }, pkce) => {
      const next = `new.${email}`;
      await done(auth.call("/user", { method: "PUT", body: { email: next, ...pkce }, headers: await session() }));
      await auth.service.world.db.run(sql`delete from one_time_tokens where purpose = 'email_change_current'`);
      return mailed(auth, next);
    },
    redeemedBy: { email_change: "otp" },
    exchanged: ["email_change", "email_change"],
  },
  "the address that is left": {
    issue: async (auth, { email, session }) => {
      await done(auth.call("/user", { method: "PUT", body: { email: `new.${email}` }, headers: await session() }));
      await auth.service.world.db.run(sql`delete from one_time_tokens where purpose = 'email_change_new'`);
      return mailed(auth, email);
    },
    redeemedBy: { email_change: "otp" },
  },
  "a reauthentication": {
    issue: async (auth, { email, session }) => {
      await done(auth.get("/reauthenticate", await session()));
      return mailed(auth, email);
    },
    redeemedBy: {},
  },
  "a sign-up by phone": {
    issue: async (auth, { phone }) => {
      await done(auth.post("/signup", { phone, password: "correct horse" }));
      return texted(auth, phone);
    },
    redeemedBy: { sms: "otp" },
  },
  "/otp by phone": {
    issue: async (auth, { phone }) => {
      await done(auth.post("/otp", { phone }));
      return texted(auth, phone);
    },
    redeemedBy: { sms: "otp" },
  },
  "a new number": {
    issue: async (auth, { phone, session }) => {
      await done(auth.call("/user", { method: "PUT", body: { phone }, headers: await session() }));
      return texted(auth, phone);
    },
    redeemedBy: { phone_change: "otp" },
  },
};

/** In each of the ways in which the caller can show it; undefined where there is no such way. */
const WAYS: Record<string, (auth: TestAuth, type: string, view: UserReply) => Promise<Reply> | undefined> = {
  "its code": (auth, type, { code }) => auth.post("/verify", { type, password: "correct horse", ...code }),
  token_hash: (auth, type, { link }) =>
    link ? auth.post("/verify", { type, password: "correct horse", token_hash: link }) : undefined,
  "token alone": (auth, type, { link }) =>
    link ? auth.post("/verify", { type, password: "correct horse", token: link }) : undefined,
  "its link": (auth, type, { link }) => (link ? auth.get(`/verify?type=${type}&token=${link}`) : undefined),
};

const ACCEPTING = {
  EXTERNAL_PHONE_ENABLED: "true",
  SMS_PROVIDER: "twilio",
  SMS_TWILIO_ACCOUNT_SID: "AC1",
  SMS_TWILIO_AUTH_TOKEN: "t",
  SMS_TWILIO_MESSAGE_SERVICE_SID: "MG1",
};

/** People whom nobody has met, an hour after one another, so that no limit holds. */
function people(auth: TestAuth) {
  let count = 0;
  return (): Person => {
    auth.clock.advance(3600);
    const email = `person${++count}@example.com`;
    const phone = String(15550100000 + count);
    const session = async () => {
      await confirmedUser(auth, { email, password: "correct horse" });
      const reply = await auth.post("/token?grant_type=password", { email, password: "correct horse" });
      return { authorization: `Bearer ${(reply.body as Session).access_token}` };
    };
    return { email, phone, session };
  };
}

/** How the session was opened, or undefined where there is none. */
function opened({ status, body, headers }: Reply): string | undefined {
  if (status !== 303) return status === 200 ? methodOf(body as Session) : undefined;
  const token = new URLSearchParams(new URL(String(headers.location)).hash.slice(1)).get("access_token");
  return token === null ? undefined : methodOf({ access_token: token });
}

for (const [name, { issue, redeemedBy }] of Object.entries(KINDS)) {
  test(`what comes of ${name} is redeemed by ${Object.keys(redeemedBy).join(", ") || "no type"} and by nothing else`, async () => {
    await using auth = await startTestAuth(ACCEPTING);
    const next = people(auth);
    for (const [way, show] of Object.entries(WAYS)) {
      for (const type of TYPES) {
        const view = await issue(auth, next(), {});
        const reply = await show(auth, type, view);
        if (!reply) continue;
        const cell = `${way}, ${type}: ${reply.status} ${reply.text} ${reply.headers.location}`;
        assert.equal(opened(reply), redeemedBy[type], cell);
        if (type in redeemedBy || reply.status === 303) continue;
        const { status } = reply;
        assert.ok(errorCode(reply) === "otp_expired" ? status === 403 : status === 400, cell);
        const [right] = Object.keys(redeemedBy);
        if (right) assert.equal((await show(auth, right, view))?.status, 200, `${cell}; it is still good`);
      }
    }
  });
}

test("the exchange of a PKCE flow says how its token was issued, and no other type begins one", async () => {
  await using auth = await startTestAuth(ACCEPTING);
  const next = people(auth);
  const verifier = "a verifier that is long enough to be one, or so it is said".replaceAll(/[ ,]/g, "-");
  const pkce = { code_challenge: createHash("sha256").update(verifier).digest("base64url"), code_challenge_method: "s256" };
  for (const [name, { issue, exchanged, redeemedBy }] of Object.entries(KINDS)) {
    if (!exchanged) continue;
    for (const type of TYPES) {
      const { link } = await issue(auth, next(), pkce);
      assert.match(String(link), /^pkce_/);
      const { headers } = await auth.get(`/verify?type=${type}&token=${link}`);
      const code = new URL(String(headers.location)).searchParams.get("code");
      assert.equal(code !== null, type in redeemedBy, `${name}, ${type}`);
      if (code === null) continue;
      const reply = await auth.post("/token?grant_type=pkce", { auth_code: code, code_verifier: verifier });
      assert.equal(opened(reply), exchanged[1], `${name}, ${type}`);
    }
    const { link } = await issue(auth, next(), pkce);
    const atOnce = await auth.post("/verify", { type: exchanged[0], token_hash: link });
    assert.equal(opened(atOnce), redeemedBy[exchanged[0]], name);
  }
});

test("only what was issued for a recovery opens a session that sets a password without a nonce", async () => {
  await using auth = await startTestAuth({ ...ACCEPTING, SECURITY_UPDATE_PASSWORD_REQUIRE_REAUTHENTICATION: "true" });
  const next = people(auth);
  for (const [name, { issue, redeemedBy }] of Object.entries(KINDS)) {
    for (const type of Object.keys(redeemedBy)) {
      const view = await issue(auth, next(), {});
      const { access_token: token } = (await auth.post("/verify", { type, password: "correct horse", ...view.code }))
        .body as Session;
      const headers = { authorization: `Bearer ${token}` };
      const reply = await auth.call("/user", { method: "PUT", body: { password: "another horse" }, headers });
      assert.equal(reply.status, type === "recovery" ? 200 : 400, `${name}, ${type}: ${reply.text}`);
    }
  }
});

test("an older version's row, which does not say its kind, is good for nothing", async () => {
  await using auth = await startTestAuth(ACCEPTING);
  const view = await (KINDS["/recover"] as Kind).issue(auth, people(auth)(), {});
  await auth.service.world.db.run(sql`update one_time_tokens set kind = null`);
  for (const type of TYPES) {
    assert.ok((await auth.post("/verify", { type, token_hash: view.link })).status >= 400, type);
    assert.ok((await auth.post("/verify", { type, ...view.code })).status >= 400, type);
  }
});

test("what is under way when kinds come is good for what it can be told to be, and a doubtful recovery is a magic link", async () => {
  await using auth = await startTestAuth(ACCEPTING);
  const { db } = auth.service.world;
  const next = people(auth);
  const pkce = { code_challenge: "a".repeat(43), code_challenge_method: "plain" };
  const expected: Record<string, string> = {};
  const issued = async (name: string, more: object, kind: string) => {
    await (KINDS[name] as Kind).issue(auth, next(), more);
    const { id } = await db.one<{ id: string }>(sql`select user_id as id from one_time_tokens order by created_at desc limit 1`);
    expected[id] = kind;
  };
  await issued("a sign-up", {}, "signup");
  await issued("an invitation", {}, "invite");
  await issued("a sign-up by phone", {}, "sms");
  await issued("/otp", pkce, "magiclink");
  await issued("/recover", pkce, "recovery");
  await issued("/recover", {}, "magiclink");
  await issued("a new address", {}, "email_change_new");
  await issued("a new number", {}, "phone_change");
  await issued("a reauthentication", {}, "reauthentication");
  await db.run(sql`update one_time_tokens set kind = null`);
  const migration = readFileSync(new URL("../migrations/007_token_kinds.sql", import.meta.url), "utf8");
  await db.run(trusted(migration.slice(migration.indexOf("update one_time_tokens"))));
  const rows = await db.many<{ user_id: string; kind: string }>(sql`select user_id, kind from one_time_tokens`);
  assert.deepEqual(Object.fromEntries(rows.map(({ user_id: id, kind }) => [id, kind])), expected);
});
