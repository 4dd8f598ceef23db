// What the console may ask of auth: paths that it has, and those that lead elsewhere.
import assert from "node:assert/strict";
import { test } from "node:test";
import { bodyOf, queryOf } from "../proxy/auth_calls.ts";
import { findAdminCall } from "./admin_calls.ts";

const ID = "3f2a8a5e-0b1c-4d2e-9f3a-1b2c3d4e5f60";

test("an app is named by whatever encodeURIComponent makes of its id", () => {
  for (const id of [ID, "notes", "https://notes.example.com/client.json?v=1", "an app (of ours)!", "caderno·é"])
    assert.ok(findAdminCall("DELETE", `/admin/users/${ID}/apps/${encodeURIComponent(id)}`), id);
});

test("no app's id leads to another path", () => {
  for (const text of [
    "",
    ".",
    "..",
    "%2e",
    "%2E.",
    ".%2e",
    "a/b",
    "a/../b",
    "a?b",
    "a#b",
    "a\\b",
    "a%",
    "a%2",
    "a%zz",
    "x".repeat(2049),
  ])
    assert.equal(findAdminCall("DELETE", `/admin/users/${ID}/apps/${text}`), undefined, text);
});

test("limits are read and released for one subject, and a password is tried", () => {
  const subject = { email: "ana@example.com", phone: "5511", user_id: ID, ip_address: "192.0.2.1" };
  const read = findAdminCall("GET", "/admin/limits/subject") ?? assert.fail("no call");
  assert.deepEqual(queryOf(read, { ...subject, more: "1" }), subject);
  const release = findAdminCall("DELETE", "/admin/limits/subject") ?? assert.fail("no call");
  assert.deepEqual(bodyOf(release, { ...subject, more: 1 }), subject);
  const sample = findAdminCall("POST", "/admin/passwords/test") ?? assert.fail("no call");
  assert.deepEqual(bodyOf(sample, { password: "a", more: 1 }), { password: "a" });
  for (const path of ["/admin/limits", "/admin/protection"]) assert.ok(findAdminCall("GET", path), path);
  assert.equal(findAdminCall("DELETE", "/admin/limits"), undefined);
});

test("maintenance is read, and jobs of the queue are tried again or dropped by their number", () => {
  assert.ok(findAdminCall("GET", "/admin/maintenance"));
  const list = findAdminCall("GET", "/admin/jobs") ?? assert.fail("no call");
  assert.deepEqual(queryOf(list, { state: "failed", more: "1" }), { state: "failed" });
  assert.ok(findAdminCall("DELETE", "/admin/jobs/17") && findAdminCall("POST", "/admin/jobs/17/retry"));
  for (const path of ["/admin/jobs/0", "/admin/jobs/17/../users", `/admin/jobs/${"9".repeat(19)}`, `/admin/jobs/${ID}`])
    assert.equal(findAdminCall("DELETE", path), undefined, path);
});

test("bulk jobs are listed, started, followed, cancelled and undone", () => {
  const start = findAdminCall("POST", "/admin/bulk-jobs") ?? assert.fail("no call");
  const body = { act: "ban", ban_duration: "24h", users: { filter: { search: "ana" } }, dry_run: true };
  assert.deepEqual(bodyOf(start, { ...body, more: 1 }), body);
  const results = findAdminCall("GET", `/admin/bulk-jobs/${ID}/results`) ?? assert.fail("no call");
  assert.deepEqual(queryOf(results, { outcome: "failed", format: "csv", more: "1" }), { outcome: "failed", format: "csv" });
  for (const [method, path] of [
    ["GET", "/admin/bulk-jobs"],
    ["GET", `/admin/bulk-jobs/${ID}`],
    ["POST", `/admin/bulk-jobs/${ID}/cancel`],
    ["POST", `/admin/bulk-jobs/${ID}/undo`],
  ] as const)
    assert.ok(findAdminCall(method, path), path);
  for (const [method, path] of [
    ["DELETE", `/admin/bulk-jobs/${ID}`],
    ["GET", "/admin/bulk-jobs/all"],
    ["POST", `/admin/bulk-jobs/${ID}/../../users`],
  ] as const)
    assert.equal(findAdminCall(method, path), undefined, path);
});

test("hooks are listed and tried, and webhooks are cared for", () => {
  const change = findAdminCall("PUT", `/admin/webhooks/${ID}`) ?? assert.fail("no call");
  const body = { url: "https://x.example.com", events: [], enabled: false, skip_missed: true };
  assert.deepEqual(bodyOf(change, { ...body, secret: "x" }), body);
  for (const [method, path] of [
    ["GET", "/admin/hooks"],
    ["POST", "/admin/hooks/custom_access_token/test"],
    ["GET", `/admin/webhooks/${ID}/deliveries`],
    ["POST", `/admin/webhooks/${ID}/deliveries/17/resend`],
    ["POST", `/admin/webhooks/${ID}/rotate_secret`],
  ] as const)
    assert.ok(findAdminCall(method, path), path);
  for (const [method, path] of [
    ["POST", "/admin/hooks/../users/test"],
    ["PUT", "/admin/hooks/send_sms"],
    ["POST", `/admin/webhooks/${ID}/deliveries/../resend`],
  ] as const)
    assert.equal(findAdminCall(method, path), undefined, path);
});

test("apps are cared for, also those whose id is a URL, and an app of others is not made an administrator's own", () => {
  const id = encodeURIComponent("https://notes.example.com/client.json");
  const change = findAdminCall("PUT", `/admin/oauth/clients/${id}`) ?? assert.fail("no call");
  assert.deepEqual(bodyOf(change, { client_name: "x", registration_type: "manual", client_type: "public" }), {
    client_name: "x",
  });
  const rotate = findAdminCall("POST", `/admin/oauth/clients/${ID}/regenerate_secret`) ?? assert.fail("no call");
  assert.deepEqual(queryOf(rotate, { keep_old_hours: "24", more: "1" }), { keep_old_hours: "24" });
  for (const path of ["/admin/oauth/clients/..", `/admin/oauth/clients/${ID}/x`])
    assert.equal(findAdminCall("DELETE", path), undefined, path);
});

test("companies' identity providers are cared for, and attributes are tried", () => {
  const add = findAdminCall("POST", "/admin/sso/providers") ?? assert.fail("no call");
  assert.deepEqual(bodyOf(add, { type: "saml", metadata_url: "x", id: ID }), { type: "saml", metadata_url: "x" });
  const attempt = findAdminCall("POST", `/admin/sso/providers/${ID}/test`) ?? assert.fail("no call");
  assert.deepEqual(bodyOf(attempt, { attributes: [], email: "x" }), { attributes: [] });
  for (const path of ["/admin/sso/providers/resource_x", `/admin/sso/providers/${ID}/../x`])
    assert.equal(findAdminCall("DELETE", path), undefined, path);
});

test("custom providers are described, changed and deleted by their identifiers", () => {
  const add = findAdminCall("POST", "/admin/custom-providers") ?? assert.fail("no call");
  const body = { provider_type: "oidc", identifier: "custom:work", client_secret: "x", issuer: "https://id.example.com" };
  assert.deepEqual(bodyOf(add, { ...body, id: ID }), body);
  const change = findAdminCall("PUT", "/admin/custom-providers/custom%3Awork") ?? assert.fail("no call");
  assert.deepEqual(bodyOf(change, { ...body, updated_at: "x" }), {
    client_secret: "x",
    issuer: "https://id.example.com",
    updated_at: "x",
  });
  for (const path of [
    "/admin/custom-providers/..",
    "/admin/custom-providers/work",
    "/admin/custom-providers/custom:a/../../users",
  ])
    assert.equal(findAdminCall("DELETE", path), undefined, path);
});

test("signing keys are made, used and retired by their kid", () => {
  const add = findAdminCall("POST", "/admin/signing-keys") ?? assert.fail("no call");
  assert.deepEqual(bodyOf(add, { algorithm: "ES256", d: "x" }), { algorithm: "ES256" });
  for (const [method, path] of [
    ["POST", `/admin/signing-keys/${ID}/sign`],
    ["DELETE", "/admin/signing-keys/a%2Fb"],
  ] as const) {
    const call = findAdminCall(method, path) ?? assert.fail(path);
    assert.deepEqual(queryOf(call, { force: "true", more: "1" }), { force: "true" });
  }
  for (const path of ["/admin/signing-keys/..", "/admin/signing-keys/a/../users", "/admin/signing-keys/%2e%2E"])
    assert.equal(findAdminCall("DELETE", path), undefined, path);
});
