// AG: refresh tokens of the Supabase Auth whose place this service has taken.
import assert from "node:assert/strict";
import { createHash, createHmac } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { derivedToken } from "../../../auth/adoption/derived_token.ts";
import { sql } from "../../../kernel/sql/sql.ts";
import { ADOPTED_USERS, DERIVING, PASSWORD } from "../adopted_rows.ts";
import { type AttackCase, attack } from "../attack_case.ts";
import { expectRefused, expectVerdict, inParallel, tally } from "../expectations.ts";
import type { Pair } from "../pair.ts";
import { sessionOf } from "../people.ts";
import { ADOPTED } from "../settings.ts";

const PAST_THE_INTERVAL_MS = 5_500;

const refresh = (pair: Pair, token: string, replica?: number) =>
  pair.auth.send("/token?grant_type=refresh_token", {
    method: "POST",
    body: { refresh_token: token },
    ...(replica !== undefined && { replica }),
  });

export const adoptedTokens: AttackCase[] = [
  attack("AG-01", "refresh tokens of before are replayed", ADOPTED, async (pair) => {
    const { token, parent, oldest } = ADOPTED_USERS.replayed;
    const replies = await inParallel(100, () => refresh(pair, token));
    assert.deepEqual(tally(replies), { "200": 100 });
    const children = new Set(replies.map((reply) => sessionOf(reply).refresh_token));
    assert.equal(children.size, 1, "one child");
    const child = sessionOf(await refresh(pair, [...children][0] as string));
    await sleep(PAST_THE_INTERVAL_MS);
    for (const old of [token, parent, oldest]) expectRefused(await refresh(pair, old), old, [400]);
    expectRefused(await refresh(pair, child.refresh_token), "the child of a replayed family", [400]);
    expectVerdict(await pair.auth.put("/user", { data: {} }, child.bearer), "403 session_not_found");
  }),

  attack("AG-02", "refresh tokens of before are forged", ADOPTED, async (pair) => {
    const { token, sessionId, oldest } = ADOPTED_USERS.bystander;
    const rows = await pair.inside.db.many<{ hash: string }>(
      sql`select encode(token_hash, 'hex') as hash from adopted_refresh_tokens`,
    );
    const { key, counter } = DERIVING;
    const right = derivedToken(DERIVING.sessionId, counter, key);
    const bytes = Buffer.from(right, "base64url");
    const flipped = Array.from(bytes, (byte, at) => {
      const copy = Buffer.from(bytes);
      copy[at] = byte ^ (1 << pair.random.whole(0, 7));
      return copy.toString("base64url");
    });
    const resummed = (body: Buffer) =>
      Buffer.concat([body, createHash("sha256").update(body).digest().subarray(0, 4)]).toString("base64url");
    const forged = [
      ...[
        oldest,
        "",
        " ",
        token.slice(0, -1),
        `${token}x`,
        token.toUpperCase(),
        ` ${token}`,
        `${token}\u0000`,
        `%${token}`,
        "%",
        "_".repeat(13),
      ],
      ...["' or '1'='1", "\\", "newest-%", sessionId, DERIVING.sessionId],
      ...rows.flatMap(({ hash }) => [hash, `\\x${hash}`, Buffer.from(hash, "hex").toString("base64url")]).slice(0, 30),
      ...[counter + 1, counter + 300, counter - 2, 0].map((each) => derivedToken(DERIVING.sessionId, each, key)),
      // Another's session with this key, and this session without the key.
      derivedToken(sessionId, counter, key),
      ...[Buffer.alloc(0), Buffer.alloc(32), Buffer.from(DERIVING.sessionId)].map((each) =>
        derivedToken(DERIVING.sessionId, counter, each),
      ),
      resummed(
        Buffer.concat([bytes.subarray(0, -20), createHmac("sha256", "").update(bytes.subarray(0, -20)).digest().subarray(0, 16)]),
      ),
      ...flipped,
      ...[bytes.subarray(1), bytes.subarray(0, -1), Buffer.concat([bytes, bytes])].map((each) => each.toString("base64url")),
    ];
    for (const each of forged) expectRefused(await refresh(pair, each), `refresh token ${each.slice(0, 60)}`, [400, 401]);
    assert.equal((await refresh(pair, right)).status, 200, "the right one is good");
    assert.equal((await refresh(pair, token)).status, 200, "the bystander's is good");
    return `${forged.length} tokens`;
  }),

  attack("AG-03", "whoever SQL bans, deletes or signs out goes on with what they have", ADOPTED, async (pair) => {
    const { db } = pair.inside;
    const ends = [
      ["banned", (id: string) => sql`update auth.users set banned_until = now() + interval '1 day' where id = ${id}::uuid`],
      ["deleted", (id: string) => sql`delete from auth.users where id = ${id}::uuid`],
      ["softly_deleted", (id: string) => sql`update auth.users set deleted_at = now() where id = ${id}::uuid`],
      ["changed", (id: string) => sql`update auth.users set encrypted_password = 'nothing' where id = ${id}::uuid`],
      ["signed_out", (id: string) => sql`delete from auth.sessions where user_id = ${id}::uuid`],
    ] as const;
    for (const [name, end] of ends) {
      const { id, email, token } = ADOPTED_USERS[name];
      const live = await pair.people.signIn({ email, password: PASSWORD });
      const link = (await pair.auth.post("/admin/generate_link", { type: "magiclink", email }, pair.admin)).body as {
        hashed_token: string;
      };
      await db.run(end(id));
      for (const replica of [0, 1]) {
        expectRefused(await refresh(pair, token, replica), `${name}: the refresh token of before`, [400]);
        expectRefused(await refresh(pair, live.refresh_token, replica), `${name}: a refresh token of ours`, [400]);
        expectRefused(await pair.auth.send("/user", { headers: live.bearer, replica }), `${name}: an access token`, [403]);
        const change = { method: "PUT", body: { data: { still: "here" } }, headers: live.bearer, replica };
        expectRefused(await pair.auth.send("/user", change), `${name}: a change`, [403]);
      }
      if (name === "signed_out") continue;
      const signIn = { email, password: PASSWORD };
      expectRefused(await pair.auth.post("/token?grant_type=password", signIn), `${name}: the password`, [400]);
      const verify = { type: "magiclink", token_hash: link.hashed_token };
      expectRefused(await pair.auth.post("/verify", verify), `${name}: a link`, [403]);
    }
    assert.deepEqual(
      await db.many(sql`
        select user_id from auth.sessions where user_id in (select id from auth.users where email in ('changed@adopted.example.com'))`),
      [],
      "sessions that ended stand in the adopted schema",
    );
  }),
];
