import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import type { TestSession } from "../account/testing.ts";
import type { TestAuth } from "../testing.ts";
import { CALLBACK, makeClient, startOauth, type TestClient, tokensFor } from "./testing.ts";

let auth: TestAuth;
let client: TestClient;

before(async () => {
  auth = await startOauth({ EXTERNAL_ANONYMOUS_USERS_ENABLED: "true", EXTERNAL_PHONE_ENABLED: "true", SMS_AUTOCONFIRM: "true" });
  client = await makeClient(auth, { redirect_uris: [CALLBACK] });
});

after(() => auth[Symbol.asyncDispose]());

interface Names {
  sub: string;
  name: string;
  preferred_username: string;
}

/** What the app learns of somebody who has just signed up, from both places that say it. */
async function namesOf(person: object): Promise<{ user: TestSession["user"]; names: Names; shown: string }> {
  const session = (await auth.post("/signup", person)).body as TestSession;
  const tokens = await tokensFor(auth, session, client, { scope: "openid profile" });
  const idToken = JSON.parse(Buffer.from(tokens.id_token.split(".")[1] as string, "base64url").toString()) as Names;
  const info = await auth.get("/oauth/userinfo", { authorization: `Bearer ${tokens.access_token}` });
  assert.equal(info.status, 200, info.text);
  const { sub, name, preferred_username: username } = info.body as Names;
  const names = { sub, name, preferred_username: username };
  assert.deepEqual({ sub: idToken.sub, name: idToken.name, preferred_username: idToken.preferred_username }, names);
  return { user: session.user, names, shown: info.text };
}

test("the scope profile shows name and preferred_username of everybody, in identity tokens and userinfo", async () => {
  const password = "correct horse";
  const { body } = await auth.get("/.well-known/openid-configuration");
  const { claims_supported: announced } = body as { claims_supported: string[] };
  for (const claim of ["name", "preferred_username"]) assert.ok(announced.includes(claim), claim);

  const plain = await namesOf({ email: "ana.lima@example.com", password });
  assert.deepEqual(plain.names, { sub: plain.user.id, name: "ana.lima", preferred_username: "ana.lima" });

  const naming = await namesOf({ email: "rui@example.com", password, data: { full_name: "Rui Sá" } });
  assert.deepEqual(naming.names, { sub: naming.user.id, name: "Rui Sá", preferred_username: "rui" });

  const empty = await namesOf({
    email: "eva@example.com",
    password,
    data: { name: "", user_name: "evita", preferred_username: 7 },
  });
  assert.deepEqual(empty.names, { sub: empty.user.id, name: "evita", preferred_username: "evita" });
});

test("users without an email are named by their id: the scope profile shows no phone number", async () => {
  for (const person of [{ phone: "+5511999990000", password: "correct horse" }, {}]) {
    const { user, names, shown: view } = await namesOf(person);
    const username = `user-${user.id.slice(0, 8)}`;
    assert.deepEqual(names, { sub: user.id, name: username, preferred_username: username });
    assert.doesNotMatch(view, /5511999990000/);
  }
});

test("claims of identity tokens are announced only where there are identity tokens", async () => {
  await using plain = await startOauth({ JWT_KEYS: "" }, () => auth.database.url);
  const announcedBy = async (server: TestAuth) =>
    ((await server.get("/.well-known/openid-configuration")).body as { claims_supported: string[] }).claims_supported;
  const [withKey, without] = await Promise.all([announcedBy(auth), announcedBy(plain)]);
  const ofTokens = ["iss", "aud", "azp", "exp", "iat", "auth_time", "nonce", "at_hash", "sid"];
  assert.deepEqual(
    withKey.filter((claim) => !without.includes(claim)),
    ofTokens,
  );
});
