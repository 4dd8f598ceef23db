import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { test } from "node:test";
import { sql } from "../../kernel/sql/sql.ts";
import type { Reply } from "../../kernel/testing/client.ts";
import { startTestAuth, type TestAuth } from "../testing.ts";
import {
  ana,
  confirmedUser,
  countSessions,
  errorText,
  lastMessage,
  methodOf,
  plantToken,
  signUp,
  tokensLeft,
} from "./testing.ts";

const VERIFIER = "a verifier that nobody else knows, long enough for the rules";
const CHALLENGE = createHash("sha256").update(VERIFIER).digest("base64url");

/** The link of the last mail, as a path of the service. */
async function linkOf(auth: TestAuth): Promise<string> {
  const { pathname, search } = new URL((await lastMessage(auth)).variables.confirmationUrl);
  return pathname + search;
}

function whereTo(reply: Reply): URL {
  assert.equal(reply.status, 303, reply.text);
  return new URL(reply.headers.location as string);
}

const fragmentOf = (url: URL) => Object.fromEntries(new URLSearchParams(url.hash.slice(1)));

test("GET /verify signs in and redirects with the session in the fragment", async () => {
  await using auth = await startTestAuth();
  assert.equal((await auth.post("/signup?redirect_to=https://app.example.com/welcome?a=1", ana)).status, 200);
  const link = await linkOf(auth);
  const reply = await auth.get(link);
  const url = whereTo(reply);
  assert.equal(url.href.split("#")[0], "https://app.example.com/welcome?a=1");
  const fragment = fragmentOf(url);
  assert.deepEqual(Object.keys(fragment), [
    "access_token",
    "expires_at",
    "expires_in",
    "refresh_token",
    "sb",
    "token_type",
    "type",
  ]);
  assert.deepEqual([fragment.token_type, fragment.expires_in, fragment.type], ["bearer", "3600", "signup"]);
  assert.equal(methodOf({ access_token: fragment.access_token as string }), "otp");
  assert.equal(reply.headers["cache-control"], "no-store");
  assert.equal(reply.headers["referrer-policy"], "no-referrer");
  const refreshed = await auth.post("/token?grant_type=refresh_token", { refresh_token: fragment.refresh_token });
  assert.equal(refreshed.status, 200, refreshed.text);
  const again = whereTo(await auth.get(link));
  assert.deepEqual(fragmentOf(again), {
    error: "access_denied",
    error_code: "otp_expired",
    error_description: "Email link is invalid or has expired",
    sb: "",
  });
  assert.equal(again.search, "?a=1");
});

test("GET /verify goes to SITE_URL where redirect_to is missing or not allowed", async () => {
  await using auth = await startTestAuth();
  const userId = await confirmedUser(auth);
  for (const target of ["", "&redirect_to=https://evil.example.com/", "&redirect_to=javascript:alert(1)"]) {
    const { link } = await plantToken(auth, { userId, kind: "recovery", address: ana.email });
    const url = whereTo(await auth.get(`/verify?type=recovery&token=${link}${target}`));
    assert.equal(url.origin, "https://app.example.com");
    assert.equal(fragmentOf(url).type, "recovery");
  }
});

test("GET /verify without a token or a type is answered with JSON", async () => {
  await using auth = await startTestAuth();
  for (const [query, message] of [
    ["", "Verify requires a token or a token hash"],
    ["?type=signup", "Verify requires a token or a token hash"],
    ["?type=signup&token=", "Verify requires a token or a token hash"],
    ["?token=abc", "Verify requires a verification type"],
    ["?token=abc&type=", "Verify requires a verification type"],
  ]) {
    const reply = await auth.get(`/verify${query}`);
    assert.deepEqual([reply.status, errorText(reply)], [400, message], query);
  }
  assert.equal((await auth.get("/verify?type=signup&token=a%00b")).status, 400);
});

test("GET /verify tells all other errors in the URL that it redirects to", async () => {
  await using auth = await startTestAuth();
  const userId = await confirmedUser(auth);
  const { link } = await plantToken(auth, { userId, kind: "recovery", address: ana.email });
  await auth.service.world.db.run(sql`update users set banned_until = '9999-01-01'`);
  for (const [query, code, text] of [
    ["type=nonsense&token=abc", "validation_failed", "Unsupported verification type"],
    ["type=constructor&token=abc", "validation_failed", "Unsupported verification type"],
    ["type=sms&token=abc", "validation_failed", "Invalid email verification type"],
    ["type=signup&token=%F0%9F%98%80", "otp_expired", "Email link is invalid or has expired"],
    [`type=signup&token=${"a".repeat(4000)}`, "otp_expired", "Email link is invalid or has expired"],
    [`type=recovery&token=${link}`, "user_banned", "User is banned"],
  ]) {
    const url = whereTo(await auth.get(`/verify?${query}`));
    const { error_code: shownCode, error_description: shownText } = fragmentOf(url);
    assert.deepEqual([shownCode, shownText, url.search], [code, text, ""], query);
  }
  assert.deepEqual(await tokensLeft(auth), ["recovery"]);
});

test("a link is not used up by HEAD nor by a browser that fetches ahead", async () => {
  await using auth = await startTestAuth();
  await signUp(auth);
  const link = await linkOf(auth);
  assert.equal((await auth.call(link, { method: "HEAD" })).status, 405);
  for (const headers of [{ purpose: "prefetch" }, { "sec-purpose": "prefetch;prerender" }, { "x-moz": "prefetch" }]) {
    const reply = await auth.get(link, headers);
    assert.deepEqual([reply.status, errorText(reply)], [400, "A one-time link is not fetched ahead of being opened"]);
  }
  assert.ok(fragmentOf(whereTo(await auth.get(link))).access_token);
});

test("fifty visits of one link at once are one session", async () => {
  await using auth = await startTestAuth({ RATE_LIMIT_VERIFY: "0" });
  await signUp(auth);
  const link = await linkOf(auth);
  const replies = await Promise.all(Array.from({ length: 50 }, () => auth.get(link)));
  const sessions = replies.filter((reply) => fragmentOf(whereTo(reply)).access_token);
  assert.equal(sessions.length, 1);
  assert.equal(await countSessions(auth), 1);
});

test("GET /verify of a PKCE flow confirms, and ends in a code that the verifier turns into a session", async () => {
  await using auth = await startTestAuth();
  const requestReply = await auth.post("/signup", { ...ana, code_challenge: CHALLENGE, code_challenge_method: "s256" });
  assert.equal(requestReply.status, 200, requestReply.text);
  const link = await linkOf(auth);
  const url = whereTo(await auth.get(link));
  assert.equal(url.hash, "");
  assert.deepEqual([...url.searchParams.keys()], ["code"]);
  assert.equal(await countSessions(auth), 0);
  const { confirmed } = await auth.service.world.db.one<{ confirmed: boolean }>(
    sql`select email_confirmed_at is not null and last_sign_in_at is null as confirmed from users`,
  );
  assert.equal(confirmed, true);
  const body = { auth_code: url.searchParams.get("code"), code_verifier: VERIFIER };
  const reply = await auth.post("/token?grant_type=pkce", body);
  assert.equal(reply.status, 200, reply.text);
  assert.equal(methodOf(reply.body as { access_token: string }), "email/signup");
  const again = whereTo(await auth.get(link));
  assert.equal(again.searchParams.get("error_code"), "otp_expired");
  assert.equal(fragmentOf(again).error_code, "otp_expired");
});

test("POST /verify with the token of a PKCE link opens a session at once", async () => {
  await using auth = await startTestAuth();
  const userId = await confirmedUser(auth);
  const { link } = await plantToken(auth, { userId, kind: "recovery", address: ana.email, challenge: CHALLENGE });
  const reply = await auth.post("/verify", { type: "recovery", token_hash: link });
  assert.equal(reply.status, 200, reply.text);
  assert.equal(await countSessions(auth), 1);
});
