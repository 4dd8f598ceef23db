import assert from "node:assert/strict";
import { test } from "node:test";
import { startTestAuth } from "../testing.ts";
import { asAdmin, faultOf, userOf } from "./testing.ts";

interface Entry {
  id: string;
  payload: { action: string; actor_username: string; traits: { user_email: string } };
  created_at: string;
  ip_address: string;
}

test("GET /admin/audit lists entries in pages, newest first, and finds them by author, action and type", async () => {
  await using auth = await startTestAuth();
  const admin = asAdmin(auth);
  for (const name of ["ana", "bia", "caio"]) {
    userOf(await admin.post("/admin/users", { email: `${name}@example.com` }));
    auth.clock.advance(1000);
  }
  userOf(await admin.post("/invite", { email: "duda@example.com" }));
  const reply = await admin.get("/admin/audit?page=1&per_page=2");
  assert.equal(reply.headers["x-total-count"], "4");
  assert.equal(reply.headers.link, '</admin/audit?page=2&per_page=2>; rel="next", </admin/audit?page=2&per_page=2>; rel="last"');
  const entries = reply.body as Entry[];
  assert.deepEqual(
    entries.map(({ payload }) => [payload.action, payload.actor_username, payload.traits.user_email]),
    [
      ["user_invited", "service_role", "duda@example.com"],
      ["user_signedup", "service_role", "caio@example.com"],
    ],
  );
  assert.equal(entries[0]?.ip_address, "127.0.0.1");
  const count = async (query: string) => ((await admin.get(`/admin/audit?query=${query}`)).body as Entry[]).length;
  assert.deepEqual(
    [await count("action:invited"), await count("author:service"), await count("type:team"), await count("author:x")],
    [1, 4, 4, 0],
  );
});

test("GET /admin/audit refuses an unknown scope and pages that are none", async () => {
  await using auth = await startTestAuth();
  const admin = asAdmin(auth);
  assert.deepEqual(faultOf(await admin.get("/admin/audit?query=ip:1")), [400, "validation_failed", "Invalid query scope: ip"]);
  assert.match(faultOf(await admin.get("/admin/audit?page=x"))[2], /^Bad Pagination Parameters/);
});
