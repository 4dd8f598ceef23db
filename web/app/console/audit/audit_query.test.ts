// The address of the audit screen, and what auth is asked.
import assert from "node:assert/strict";
import { test } from "node:test";
import { around, auditAddress, auditPath, momentOfCursor, readAuditQuery } from "./audit_query.ts";

const ID = "3f2a8a5e-0b1c-4d2e-9f3a-1b2c3d4e5f60";

test("what is no filter, or no value of one, is left out of the address", () => {
  const query = { log: "acts", user_id: ID, actor_id: "ana", action: " login ", from: "2026-01-31", to: "soon", page: "2" };
  assert.deepEqual(readAuditQuery(query), { log: "acts", user_id: ID, action: "login", from: "2026-01-31" });
  assert.deepEqual(readAuditQuery({ log: "all", request_id: "x".repeat(129), from: "0000-01-01" }), {});
  assert.equal(auditAddress({}), "/admin/audit");
  assert.equal(
    auditAddress({ log: "acts", action: "login" }, { action: "", ip_address: "::1" }),
    "/admin/audit?log=acts&ip_address=%3A%3A1",
  );
});

test("a day counts whole, in the reader's time zone, and a moment as it is", () => {
  const path = auditPath({ from: "2026-01-31", to: "2026-01-31", action: "login" }, { per_page: "5" });
  const { pathname, searchParams } = new URL(path, "http://x");
  assert.equal(pathname, "/audit");
  const [from, to] = ["from", "to"].map((name) => Date.parse(searchParams.get(name) ?? ""));
  assert.equal(from, new Date("2026-01-31T00:00:00").getTime());
  assert.equal(to, new Date("2026-02-01T00:00:00").getTime());
  const acts = auditPath({ log: "acts", to: "2026-01-31T12:00:00.000Z" }, {});
  assert.match(acts, /^\/acts\?from=1970-01-01.*&to=2026-01-31T12%3A00%3A00.000Z$/);
});

test("the neighbours of an entry are those of five minutes, and a cursor says how far a search has come", () => {
  const at = "2026-01-31T12:00:00.000Z";
  const address = around({ action: "login", user_id: ID }, at);
  assert.deepEqual(readAuditQuery(Object.fromEntries(new URL(address, "http://x").searchParams)), {
    from: "2026-01-31T11:55:00.000Z",
    to: "2026-01-31T12:05:00.000Z",
  });
  assert.equal(momentOfCursor(`1769860800000000_${ID}`).toISOString(), at);
});
