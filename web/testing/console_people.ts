// Test support: people whom the console shows, one of them with a name that would be a fault of the page.
import assert from "node:assert/strict";
import type { TestWeb } from "../testing.ts";

export const PASSWORD = "quatro patos na lagoa";
export const HOSTILE = "<img src=x onerror=alert(1)>";

export async function people(web: TestWeb, tag: string): Promise<{ id: string; email: string }[]> {
  const { auth } = web.finance;
  const created: { id: string; email: string }[] = [];
  for (const [name, more] of [
    [`Ana ${tag}`, { email_confirm: true, user_metadata: { name: `Ana ${tag}`, plan: "free" } }],
    [`Bruno ${tag}`, { user_metadata: { name: `Bruno ${tag}` } }],
    [HOSTILE, { email_confirm: true, user_metadata: { name: `${HOSTILE} ${tag}`, plan: { a: HOSTILE } } }],
  ] as const) {
    const email = `${name.replace(/[^a-z]/gi, "").toLowerCase()}.${tag}@example.com`;
    const reply = await auth.post("/admin/users", { email, password: PASSWORD, ...more }, auth.admin);
    assert.equal(reply.status, 200, reply.text);
    created.push(reply.body as { id: string; email: string });
  }
  return created;
}
