import assert from "node:assert/strict";
import { test } from "node:test";
import { type CustomProvider, changesOf, isIdentifier, isWebAddress, objectIn, wordsIn } from "./custom_provider.ts";

const PROVIDER: CustomProvider = {
  provider_type: "oidc",
  identifier: "custom:work",
  name: "Work",
  client_id: "cofre",
  acceptable_client_ids: [],
  scopes: ["openid", "email"],
  custom_claims_allowlist: [],
  pkce_enabled: true,
  attribute_mapping: { name: "displayName" },
  authorization_params: {},
  enabled: true,
  email_optional: false,
  skip_nonce_check: false,
  issuer: "https://id.example.com",
};

test("only what differs is sent, and an address that was never there is not removed", () => {
  const same = { name: "Work", scopes: ["openid", "email"], attribute_mapping: { name: "displayName" }, discovery_url: "" };
  assert.deepEqual(changesOf(PROVIDER, same), {});
  const other = { name: "The works", scopes: ["openid"], attribute_mapping: {}, enabled: false };
  assert.deepEqual(changesOf(PROVIDER, { ...same, ...other }), other);
  const documented = { ...PROVIDER, discovery_url: "https://id.example.com/document" };
  assert.deepEqual(changesOf(documented, same), { discovery_url: "" });
});

test("identifiers, addresses, lists and objects are read as auth reads them", () => {
  for (const text of ["work", "a", "0-9_z", "x".repeat(50)]) assert.ok(isIdentifier(text), text);
  for (const text of ["", "Work", "-work", "a b", "x".repeat(51), "custom:work", "a\n"]) assert.ok(!isIdentifier(text), text);
  for (const text of ["id.example.com", "javascript:alert(1)", "https://", ""]) assert.ok(!isWebAddress(text), text);
  assert.ok(isWebAddress("https://id.example.com/x"));
  assert.deepEqual(wordsIn(" email, profile\ngroups "), ["email", "profile", "groups"]);
  assert.deepEqual(["", '{"a": "b"}', "{", "[]", "null"].map(objectIn), [{}, { a: "b" }, undefined, undefined, undefined]);
});
