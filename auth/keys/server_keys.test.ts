import assert from "node:assert/strict";
import { createHmac } from "node:crypto";
import { test } from "node:test";
import { deriveServerKeys } from "./server_keys.ts";

const hmac = (key: string | Buffer, text: string | Buffer) => createHmac("sha256", key).update(text).digest();

/** RFC 5869 with one block of output and no salt, written out. */
function expected(secret: string, purpose: string): string {
  return hmac(hmac(Buffer.alloc(32), Buffer.from(secret)), `cofre ${purpose}\x01`).toString("hex");
}

test("server keys are HKDF of SECRET_KEY, one for each purpose, and stay the same over restarts and releases", () => {
  const keys = deriveServerKeys({ secretKey: "the secret of the server", jwtSecret: "not this one" });
  for (const [purpose, key] of Object.entries(keys)) {
    assert.equal(key.toString("hex"), expected("the secret of the server", purpose), purpose);
  }
  assert.deepEqual(Object.keys(keys), ["otp", "refresh", "outbox", "address", "state"]);
});

test("server keys come from JWT_SECRET where there is no SECRET_KEY", () => {
  const { otp, refresh } = deriveServerKeys({ secretKey: undefined, jwtSecret: "jwt secret" });
  assert.equal(otp.toString("hex"), expected("jwt secret", "otp"));
  assert.notDeepEqual(otp, refresh);
});
