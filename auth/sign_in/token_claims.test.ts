import assert from "node:assert/strict";
import { test } from "node:test";
import { startTestAuth } from "../testing.ts";

const ana = { email: "ana@example.com", password: "correct horse" };

function claimsOf(accessToken: string): Record<string, unknown> {
  return JSON.parse(Buffer.from(accessToken.split(".")[1] as string, "base64url").toString());
}

test("an access token has the claims of the real server, with lifetime, audience, issuer and role as configured", async () => {
  await using auth = await startTestAuth({
    MAILER_AUTOCONFIRM: "true",
    JWT_EXP: "60",
    JWT_AUD: "household",
    JWT_ISSUER: "https://auth.example.com",
    JWT_DEFAULT_GROUP_NAME: "member",
  });
  const session = (await auth.post("/signup", ana)).body as {
    access_token: string;
    expires_in: number;
    expires_at: number;
    user: { id: string };
  };
  const issuedAt = auth.clock.now().getTime() / 1000;
  const { app_metadata: app, user_metadata: user, session_id: sessionId, ...claims } = claimsOf(session.access_token);
  assert.deepEqual(claims, {
    iss: "https://auth.example.com",
    sub: session.user.id,
    aud: "household",
    exp: issuedAt + 60,
    iat: issuedAt,
    email: ana.email,
    phone: "",
    role: "member",
    aal: "aal1",
    amr: [{ method: "password", timestamp: issuedAt }],
    is_anonymous: false,
  });
  assert.deepEqual(app, { provider: "email", providers: ["email"] });
  assert.equal((user as { sub: string }).sub, session.user.id);
  assert.match(String(sessionId), /^[0-9a-f-]{36}$/);
  assert.deepEqual([session.expires_in, session.expires_at], [60, issuedAt + 60]);
  const me = { authorization: `Bearer ${session.access_token}` };
  auth.clock.advance(59);
  assert.equal((await auth.get("/user", me)).status, 200);
  auth.clock.advance(1);
  assert.equal((await auth.get("/user", me)).status, 403);
});

test("JWT_ADMIN_ROLES says which roles administrate", async () => {
  await using auth = await startTestAuth({ JWT_ADMIN_ROLES: "boss" });
  const as = (role: string) => ({
    authorization: `Bearer ${auth.service.world.keys.sign({ role, iat: auth.clock.now().getTime() / 1000 })}`,
  });
  assert.equal((await auth.get("/admin/users", as("boss"))).status, 200);
  assert.equal((await auth.get("/admin/users", as("service_role"))).status, 403);
});

test("text messages to one number are 60 seconds apart, or as SMS_MAX_FREQUENCY says", async () => {
  for (const [variables, seconds] of [
    [{}, 60],
    [{ SMS_MAX_FREQUENCY: "5" }, 5],
  ] as [Record<string, string>, number][]) {
    await using auth = await startTestAuth({ EXTERNAL_PHONE_ENABLED: "true", ...variables });
    const ask = async () => (await auth.post("/otp", { phone: "+5511999990000" })).status;
    assert.equal(await ask(), 200);
    auth.clock.advance(seconds - 1);
    assert.equal(await ask(), 429);
    auth.clock.advance(1);
    assert.equal(await ask(), 200);
  }
});
