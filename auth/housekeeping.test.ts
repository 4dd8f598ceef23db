import assert from "node:assert/strict";
import { test } from "node:test";
import { sql } from "../kernel/sql/sql.ts";
import { recordingLog } from "../kernel/testing/log.ts";
import { housekeeping } from "./housekeeping.ts";
import { startTestAuth } from "./testing.ts";

test("housekeeping removes what has been over for a week, and leaves the rest", async () => {
  await using auth = await startTestAuth({ MAILER_AUTOCONFIRM: "true", SESSIONS_INACTIVITY_TIMEOUT: "240h" });
  const { db } = auth.service.world;
  await auth.post("/signup", { email: "ana@example.com", password: "correct horse" });
  await db.run(sql`
    insert into sessions (id, user_id, amr, refreshed_at, ip, created_at, revoked_at, not_after)
    select gen_random_uuid(), users.id, '[]', ended.refreshed_at, '', '2026-01-01', ended.revoked_at, ended.not_after
      from users, (values ('2026-01-20'::timestamptz, '2026-01-20'::timestamptz, null::timestamptz), ('2026-01-20', null, '2026-01-20'),
                          ('2026-01-20', '2026-01-30', null), ('2026-01-20', null, '2026-03-01'), ('2026-01-10', null, null),
                          ('2026-01-15', null, null))
           as ended (refreshed_at, revoked_at, not_after)`);
  await db.run(sql`
    insert into flow_states (id, authentication_method, code_challenge, code_challenge_method, created_at)
    values (gen_random_uuid(), 'magiclink', '', 'plain', '2026-01-20'), (gen_random_uuid(), 'magiclink', '', 'plain', '2026-01-31')`);
  await db.run(sql`
    insert into one_time_tokens (user_id, purpose, relates_to, token_hash, code_mac, created_at, expires_at)
    select users.id, old.purpose, '', old.purpose::bytea, '', '2026-01-01', old.expires_at
      from users, (values ('recovery', '2026-01-20'::timestamptz), ('confirmation', '2026-01-31')) as old (purpose, expires_at)`);
  await db.run(sql`insert into mail_pauses (key, sent_at) values ('a', '2026-01-20'), ('b', '2026-01-31')`);
  await db.run(sql`insert into tries (key, count, over_at) values ('a', 1, '2026-01-20'), ('b', 1, '2026-01-31')`);
  const log = recordingLog();
  await housekeeping(auth.service.world, log, auth.clock.now).tasks.housekeeping?.({});
  assert.deepEqual(
    log.lines.map(({ fields }) => fields),
    [
      { name: "sessions", removed: 3 },
      { name: "flow_states", removed: 1 },
      { name: "one_time_tokens", removed: 1 },
      { name: "mail_pauses", removed: 1 },
      { name: "tries", removed: 1 },
    ],
  );
  assert.deepEqual(await db.one(sql`select count(*) from sessions`), { count: 4 });
});
