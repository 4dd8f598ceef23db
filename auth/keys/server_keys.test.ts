import assert from "node:assert/strict";
import { createHmac } from "node:crypto";
import { test } from "node:test";
import { startTestAuth } from "../testing.ts";
import { deriveServerKeys } from "./server_keys.ts";

const hmac = (key: string | Buffer, text: string | Buffer) => createHmac("sha256", key).update(text).digest();

/** RFC 5869 with one block of output and no salt, written out. */
function expected(secret: string, purpose: string): string {
  return hmac(hmac(Buffer.alloc(32), Buffer.from(secret)), `cofre ${purpose}\x01`).toString("hex");
}

test("server keys are HKDF of SECRET_KEY, one for each purpose, and stay the same over restarts and releases", () => {
  const keys = deriveServerKeys({ secretKey: "the secret of the server", jwtSecret: "not this one" });
  for (const [purpose, key] of Object.entries(keys)) {
    assert.equal(key.export().toString("hex"), expected("the secret of the server", purpose), purpose);
  }
  assert.deepEqual(Object.keys(keys), [
    "otp",
    "refresh",
    "outbox",
    "address",
    "state",
    "factors",
    "providers",
    "webhooks",
    "settings",
    "imports",
  ]);
});

test("server keys come from JWT_SECRET where there is no SECRET_KEY", () => {
  const { otp, refresh } = deriveServerKeys({ secretKey: undefined, jwtSecret: "jwt secret" });
  assert.equal(otp.export().toString("hex"), expected("jwt secret", "otp"));
  assert.ok(!otp.equals(refresh));
});

test("a refresh token is good for the service with the same SECRET_KEY alone, whatever JWT_SECRET signs", async () => {
  const secret = "a secret of this server alone, long enough";
  await using auth = await startTestAuth({ MAILER_AUTOCONFIRM: "true", SECRET_KEY: secret });
  const signUp = await auth.post("/signup", { email: "ana@example.com", password: "correct horse" });
  const { refresh_token: token } = signUp.body as { refresh_token: string };
  // The same database under other secrets, as a replica or a restart would find it.
  const reach = () => auth.database.url;
  await using other = await startTestAuth({ SECRET_KEY: `${secret}, another one` }, reach);
  await using none = await startTestAuth({}, reach);
  await using same = await startTestAuth(
    { SECRET_KEY: secret, JWT_SECRET: "another secret for tests, long enough to be quiet" },
    reach,
  );
  const refresh = async ({ post }: typeof auth) =>
    (await post("/token?grant_type=refresh_token", { refresh_token: token })).status;
  assert.deepEqual([await refresh(other), await refresh(none), await refresh(same)], [400, 400, 200]);
});
