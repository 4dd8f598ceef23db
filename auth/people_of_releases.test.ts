// Whoever an earlier release let in comes in after the upgrade: with the password, the session and the second factor that they had there.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { RELEASES, releasesWith, savedDatabase } from "../kernel/testing/saved_rows.ts";
import { signIn, type TestSession } from "./account/testing.ts";
import { claimsOf, show } from "./factors/testing.ts";
import { AUTH_MIGRATIONS } from "./main.ts";
import { type KeptPeople, readUser, VARIABLES } from "./testing/release/people.ts";
import { startTestAuth } from "./testing.ts";

const ROWS = "auth_rows.json.gz";

for (const release of releasesWith(ROWS))
  test(`people of ${release} are shown as they were there, and come in as they did`, async () => {
    const copyOf = savedDatabase(release, ROWS, AUTH_MIGRATIONS.folder);
    await using auth = await startTestAuth(VARIABLES, undefined, { copyOf });
    const { now, people } = JSON.parse(readFileSync(join(RELEASES, release, "auth_people.json"), "utf8")) as KeptPeople;
    auth.clock.set(now);
    assert.ok(people.length > 0);
    for (const { user } of people) {
      const view = await readUser(auth, user.id);
      const comparable = Object.fromEntries(Object.entries(view).filter(([name]) => Object.hasOwn(user, name)));
      assert.deepEqual(comparable, user);
    }
    for (const { user, credentials, refresh_token: token, totp } of people) {
      if (token) {
        const refreshed = await auth.post("/token?grant_type=refresh_token", { refresh_token: token });
        assert.deepEqual([refreshed.status, (refreshed.body as TestSession).user.id], [200, user.id], refreshed.text);
      }
      if (!credentials) continue;
      if (user.banned_until) {
        const refusal = await auth.post("/token?grant_type=password", credentials);
        assert.deepEqual([refusal.status, (refusal.body as { error_code: string }).error_code], [400, "user_banned"]);
        continue;
      }
      const session = await signIn(auth, credentials);
      assert.equal(session.user.id, user.id);
      if (totp) assert.equal(claimsOf(await show(auth, session, totp)).aal, "aal2");
    }
  });
