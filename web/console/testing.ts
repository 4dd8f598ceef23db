// Test support: administrators in a browser, signed in with their second factor.
import assert from "node:assert/strict";
import type { TestSession } from "../../auth/account/testing.ts";
import { grantRole, type ServerRole } from "../../auth/administrators/testing.ts";
import { codeOf, enroll, show, type TestFactor } from "../../auth/factors/testing.ts";
import type { Reply } from "../../kernel/testing/client.ts";
import type { TestBrowser, TestWeb } from "../testing.ts";

export interface TestAdministrator extends TestBrowser {
  id: string;
  email: string;
  password: string;
  factor: TestFactor;
  /** What the console's script does. */
  admin(
    path: string,
    options?: { method?: string; body?: object; reason?: string; headers?: Record<string, string> },
  ): Promise<Reply>;
}

export async function signedInAdministrator(
  web: TestWeb,
  role: ServerRole,
  email = `${role}@example.com`,
): Promise<TestAdministrator> {
  const { auth } = web.finance;
  const password = `the password of ${email}`;
  const created = await auth.post("/admin/users", { email, password, email_confirm: true }, auth.admin);
  assert.equal(created.status, 200, created.text);
  const { id } = created.body as { id: string };
  await grantRole(auth, id, role);
  const session = (await auth.post("/token?grant_type=password", { email, password })).body as TestSession;
  const factor = await enroll(auth, session);
  await show(auth, session, factor);
  const browser = web.browser();
  assert.equal((await browser.post("/sign_in", { email, password, next: "/admin" })).status, 303);
  await showCode(web, browser, factor);
  return {
    ...browser,
    id,
    email,
    password,
    factor,
    admin: (path, { method = "GET", body, reason, headers } = {}) =>
      browser.fetch(`/api/admin${path}`, {
        method,
        ...(method !== "GET" && { body: body ?? {} }),
        headers: { ...(reason && { "audit-reason": encodeURIComponent(reason) }), ...headers },
      }),
  };
}

/** The clock moves on, because no code is good twice. */
async function showCode(web: TestWeb, browser: TestBrowser, factor: TestFactor): Promise<void> {
  const { auth } = web.finance;
  auth.clock.advance(30);
  const reply = await browser.post("/second_factor", { factor: factor.id, code: codeOf(auth, factor), next: "/admin" });
  assert.equal(reply.status, 303, reply.text);
}
