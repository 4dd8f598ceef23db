import assert from "node:assert/strict";
import { test } from "node:test";
import { subjectQuery } from "./subject_query.ts";

const ID = "3f2a8a5e-0b1c-4d2e-9f3a-1b2c3d4e5f60";

for (const [typed, client, query] of [
  [" ana@example.com ", "", { email: "ana@example.com" }],
  ["ana@example.com", "192.0.2.1", { email: "ana@example.com", ip_address: "192.0.2.1" }],
  [ID, "", { user_id: ID }],
  ["+55 11 99999 0000", "", { phone: "+55 11 99999 0000" }],
  ["192.0.2.1", "", { ip_address: "192.0.2.1" }],
  ["2001:db8::1", "", { ip_address: "2001:db8::1" }],
  ["::ffff:192.0.2.1", "", { ip_address: "::ffff:192.0.2.1" }],
  ["192.0.2.1", "192.0.2.2", undefined],
  ["", "192.0.2.2", undefined],
  ["ana", "", undefined],
  ["123", "", undefined],
] as const)
  test(`"${typed}"${client && ` at ${client}`} is ${JSON.stringify(query)}`, () => {
    assert.deepEqual(subjectQuery(typed, client), query);
  });
