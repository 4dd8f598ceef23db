// Every field of every endpoint, with values that nobody should send: the answer is never a fault of ours.
import assert from "node:assert/strict";
import { test } from "node:test";
import type { TSchema } from "typebox";
import { routes } from "./routes.ts";
import { startTestAuth } from "./testing.ts";

const VALUES: unknown[] = [
  ...[null, true, false, 0, -1, 1.5, 1e308, [], ["a"], [null], {}, { a: 1 }, "", " ", "x", "0", "null", "undefined"],
  ...[
    "\u212A@example.com",
    "a@b@c",
    "\u202Eevil",
    "\uFF20",
    "😀".repeat(50),
    "x".repeat(300),
    "x".repeat(70_000),
    "%00",
    "\r\nBcc: x",
  ],
  ...[
    "'; drop table users; --",
    "<%= 7 * 7 %>",
    "{{ .Token }}",
    "../../etc/passwd",
    "javascript:alert(1)",
    "9".repeat(40),
    "+55 11 99999 0000",
  ],
];

/** Good enough to get past the first check of each endpoint, so that the field under test is what it stumbles over. */
const GOOD = {
  ...{ email: "ana@example.com", password: "correct horse", type: "signup", token: "123456", refresh_token: "x", auth_code: "x" },
  ...{ code_verifier: "x", data: {}, redirect_to: "https://app.example.com/", nonce: "123456" },
};

test("no value of any field makes any endpoint answer with a 5xx", async () => {
  await using auth = await startTestAuth({
    ...{ MAILER_AUTOCONFIRM: "true", EXTERNAL_PHONE_ENABLED: "true", EXTERNAL_ANONYMOUS_USERS_ENABLED: "true" },
    ...{ SMTP_MAX_FREQUENCY: "0", SMS_MAX_FREQUENCY: "0", RATE_LIMIT_EMAIL_SENT: "100000", RATE_LIMIT_SMS_SENT: "100000" },
    ...{ RATE_LIMIT_OTP: "0", RATE_LIMIT_VERIFY: "0", RATE_LIMIT_TOKEN_REFRESH: "0", RATE_LIMIT_ANONYMOUS_USERS: "0" },
  });
  const { access_token: accessToken } = (await auth.post("/signup", GOOD)).body as { access_token: string };
  const offences: string[] = [];
  let asked = 0;
  for (const { method, path, access, body, query, params } of routes) {
    if (path === "/logout") continue;
    const headers = access === "admin" ? auth.admin : access === "user" ? { authorization: `Bearer ${accessToken}` } : {};
    const url = path.replace(/:\w+/g, "00000000-0000-4000-8000-000000000000");
    const ask = async (where: string, target: string, sent?: unknown) => {
      // Ever new clients, and time to forget: what is limited would not get to the field under test.
      const client = { "x-forwarded-for": `198.18.${asked >> 8}.${asked & 255}` };
      if (path === "/verify") auth.clock.advance(120);
      const reply = await auth.call(target, {
        method,
        headers: { ...headers, ...client },
        ...(sent !== undefined && { body: sent }),
      });
      asked++;
      if (reply.status >= 500) offences.push(`${method} ${path} ${where}: ${reply.status} ${reply.text.slice(0, 200)}`);
    };
    const wait = path === "/service/user_changes" ? "wait=0&" : "";
    for (const field of fieldsOf(body)) {
      for (const value of VALUES) await ask(`${field} = ${shown(value)}`, url, JSON.stringify({ ...GOOD, [field]: value }));
    }
    for (const field of fieldsOf(query)) {
      for (const value of VALUES.filter((each) => typeof each === "string" && each.length < 1_000)) {
        await ask(
          `?${field}=${shown(value)}`,
          `${url}?${field === "wait" ? "" : wait}${field}=${encodeURIComponent(String(value))}`,
          body && GOOD,
        );
      }
    }
    for (const _ of fieldsOf(params)) {
      for (const value of ["x", "0", "..%2f..", "%20", "'", "null", "00000000-0000-0000-0000-000000000000"]) {
        await ask(`path ${value}`, path.replace(/:\w+/, value), body && GOOD);
      }
    }
  }
  assert.ok(asked > 1_000, `only ${asked} were asked`);
  assert.deepEqual(offences, []);
});

function fieldsOf(schema: TSchema | undefined): string[] {
  return Object.keys((schema as { properties?: object } | undefined)?.properties ?? {});
}

function shown(value: unknown): string {
  return (JSON.stringify(value) ?? "undefined").slice(0, 60);
}
