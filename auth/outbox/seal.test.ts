import assert from "node:assert/strict";
import { test } from "node:test";
import { addressKey, openSealed, sealMail } from "./seal.ts";
import { RECOVERY, TEST_KEYS, testKey } from "./testing.ts";

const now = new Date("2026-01-31T12:00:00Z");

test("a sealed mail opens again as it was", () => {
  const row = sealMail(TEST_KEYS, RECOVERY, now);
  assert.deepEqual(openSealed(TEST_KEYS, row), { to: RECOVERY.to, variables: RECOVERY.variables });
  assert.deepEqual([row.kind, row.template, row.createdAt, row.expiresAt], ["mail", "recovery", now, null]);
});

test("nothing in the row tells the address, the code or the link", () => {
  const row = sealMail(TEST_KEYS, RECOVERY, now);
  const bytes = Buffer.concat([row.sealed, row.addressKey, Buffer.from(JSON.stringify(row))]).toString("latin1");
  for (const secret of ["ana@example.com", "271828", "hash-of-the-link", "auth.example.com"]) {
    for (const form of [secret, Buffer.from(secret).toString("base64").slice(0, -3), Buffer.from(secret).toString("hex")]) {
      assert.ok(!bytes.includes(form), form);
    }
  }
});

test("the same mail is sealed differently each time, and has the same address key in any case of letters", () => {
  const [one, two] = [sealMail(TEST_KEYS, RECOVERY, now), sealMail(TEST_KEYS, { ...RECOVERY, to: "Ana@example.com" }, now)];
  assert.notDeepEqual(one.sealed, two.sealed);
  assert.notEqual(one.id, two.id);
  assert.deepEqual(one.addressKey, two.addressKey);
  assert.notDeepEqual(one.addressKey, addressKey({ address: testKey(3) }, "ana@example.com"));
});

test("sealed bytes open in no other row, with no other key and not when changed", () => {
  const row = sealMail(TEST_KEYS, RECOVERY, now);
  const other = sealMail(TEST_KEYS, { ...RECOVERY, to: "eve@example.com" }, now);
  const changed = Buffer.from(row.sealed);
  changed.writeUInt8(changed.readUInt8(40) ^ 1, 40);
  assert.throws(() => openSealed(TEST_KEYS, { ...row, sealed: other.sealed }));
  assert.throws(() => openSealed(TEST_KEYS, { ...row, template: "invite" }));
  assert.throws(() => openSealed({ outbox: testKey(9) }, row));
  assert.throws(() => openSealed(TEST_KEYS, { ...row, sealed: changed }));
  assert.throws(() => openSealed(TEST_KEYS, { ...row, sealed: row.sealed.subarray(0, 20) }));
});
