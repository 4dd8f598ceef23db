// As createClient("http://localhost:8081", key) of supabase-js sets the client up: below /auth/v1, with the key in two headers.
import assert from "node:assert/strict";
import { test } from "node:test";
import { follow, good, newestMessage, openClient, startForClients } from "./testing.ts";

test("the client works at the service's own URL, with no proxy before it", async () => {
  await using auth = await startForClients({ API_EXTERNAL_URL: "https://x.example.com/auth/v1" });
  const { url } = auth;
  const key = auth.service.world.keys.sign({ iss: "supabase", role: "anon", iat: 1, exp: 4_102_444_800 });
  const keyed = (secret: string) => ({ url: `${url}/auth/v1`, headers: { apikey: secret, Authorization: `Bearer ${secret}` } });
  for (const [name, secret] of Object.entries({ ana: key, bia: "sb_publishable_ACJWlzQHlZjBrEguHvfOxg_3BJgxAaH" })) {
    const client = openClient(auth, keyed(secret));
    const person = { email: `${name}@example.com`, password: "correct horse" };
    good(await client.signUp(person));
    const { fragment } = await follow(auth, (await newestMessage(auth, person.email)).variables.confirmationUrl);
    const [accessToken = "", refreshToken = ""] = [fragment.access_token, fragment.refresh_token];
    good(await client.setSession({ access_token: accessToken, refresh_token: refreshToken }));
    assert.equal(good(await client.getUser()).user.email, person.email);
    good(await client.refreshSession());
    assert.equal((await client.signOut()).error, null);
    good(await client.signInWithPassword(person));
  }
  const { admin } = openClient(auth, keyed(auth.admin.authorization.replace("Bearer ", "")));
  assert.equal(good(await admin.listUsers({ page: 1, perPage: 1 })).nextPage, 2);
});
