import assert from "node:assert/strict";
import { test } from "node:test";
import { AUDIT_ACTIONS, auditPayload, logTypeOf } from "./entry.ts";

const ANA = { id: "0190f5a4-0000-4000-8000-000000000001", email: "ana@example.com", phone: null };

test("an entry names the user, the action, its family and nothing that is not there", () => {
  assert.deepEqual(auditPayload({ action: "login", actor: ANA }), {
    actor_id: ANA.id,
    actor_via_sso: false,
    actor_username: "ana@example.com",
    action: "login",
    log_type: "account",
  });
});

test("an entry carries the name and the traits that it is given", () => {
  const payload = auditPayload({
    action: "user_invited",
    actor: { ...ANA, name: "Ana" },
    traits: { provider: "email", count: 2 },
  });
  assert.deepEqual([payload.actor_name, payload.traits], ["Ana", { provider: "email", count: 2 }]);
});

test("a phone number comes before the address, and somebody anonymous has no name", () => {
  assert.equal(auditPayload({ action: "logout", actor: { ...ANA, phone: "15550100" } }).actor_username, "15550100");
  assert.equal(auditPayload({ action: "logout", actor: { ...ANA, phone: "" } }).actor_username, "ana@example.com");
  assert.equal(auditPayload({ action: "logout", actor: { ...ANA, email: null } }).actor_username, "");
});

test("an operator's token is named by its role", () => {
  const { actor_id, actor_username } = auditPayload({ action: "user_deleted", actor: { role: "service_role" } });
  assert.deepEqual([actor_id, actor_username], ["00000000-0000-0000-0000-000000000000", "service_role"]);
});

test("every action belongs to the family in which the real server files it", () => {
  const families: Record<string, string[]> = {};
  for (const action of AUDIT_ACTIONS) families[logTypeOf(action)] = [...(families[logTypeOf(action)] ?? []), action];
  assert.deepEqual(Object.keys(families).sort(), ["account", "factor", "oauth", "team", "token", "user"]);
  assert.deepEqual(families.account, ["login", "logout", "invite_accepted"]);
  assert.deepEqual(families.team?.slice(0, 3), ["user_signedup", "user_invited", "user_deleted"]);
  assert.deepEqual(families.token, ["token_revoked", "token_refreshed"]);
  assert.equal(new Set(AUDIT_ACTIONS).size, AUDIT_ACTIONS.length);
});

test("what PostgreSQL cannot read inside of JSON is taken out, and long names are cut", () => {
  const actor = { ...ANA, email: "a\0na\ud800@example.com", name: "x".repeat(1000) };
  const { actor_username, actor_name, traits } = auditPayload({ action: "login", actor, traits: { agent: "\0\udc00" } });
  assert.deepEqual([actor_username, actor_name?.length, traits], ["ana\ufffd@example.com", 255, { agent: "\ufffd" }]);
});
