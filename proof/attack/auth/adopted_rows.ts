// AG: what others write to an adopted schema by SQL, what their triggers say, and what a user may not bring about through either.
import assert from "node:assert/strict";
import { setTimeout as sleep } from "node:timers/promises";
import { sql, trusted } from "../../../kernel/sql/sql.ts";
import { sqlstateOf } from "../../../kernel/sql/sqlstate.ts";
import { ADOPTED_USERS, PASSWORD, seedUser } from "../adopted_rows.ts";
import { type AttackCase, attack } from "../attack_case.ts";
import { allDelivered, expectRefused, expectVerdict, landingOf } from "../expectations.ts";
import type { Pair } from "../pair.ts";
import { tripOf } from "../provider_trip.ts";
import { ADOPTED } from "../settings.ts";
import { openFront } from "../web/front.ts";

const CLAIM = {
  role: "service_role",
  aud: "supabase_admin",
  roles: ["owner"],
  server_role: "owner",
  is_super_admin: true,
  app_metadata: { role: "service_role", server_role: "owner" },
  raw_app_meta_data: { role: "service_role" },
};

const HASHES = [
  `$2a$31$${"a".repeat(53)}`,
  `$2b$99$${"a".repeat(53)}`,
  `$argon2id$v=19$m=4194304,t=99,p=16$${"a".repeat(22)}$${"a".repeat(43)}`,
  `$fbscrypt$v=1,n=30,r=16,p=4,ss=AAAA,sk=${"A".repeat(88)}$${"A".repeat(22)}$${"A".repeat(86)}`,
  `$pbkdf2-sha512$i=2147483647$${"a".repeat(22)}$${"a".repeat(86)}`,
  ...["$2a$", "{", '{"key_id":"x","alg":"aes-gcm-hkdf","data":"AAAA","nonce":"AAAA"}', "plain text", PASSWORD],
];

const LONGEST_HEADER = 8_000;

/** Answers of refusals that reveal a cause would have one of these in them. */
const CAUSES = /division|secret-row|duplicate|public\.|secrets|others\(\)|plpgsql|detail of|hint of|CF00/;

/** Without the count of statuses: 500 is right here, because Supabase Auth's clients know it. */
async function signUpOf(pair: Pair, email: string): Promise<{ status: number; text: string; type: string; headers: Headers }> {
  const reply = await fetch(`${pair.auth.urls[0]}/signup`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ email, password: "a long password" }),
  });
  return {
    status: reply.status,
    text: await reply.text(),
    type: reply.headers.get("content-type") ?? "",
    headers: reply.headers,
  };
}

export const adoptedRows: AttackCase[] = [
  attack("AG-04", "metadata raises nobody, whoever writes it", ADOPTED, async (pair) => {
    const { db } = pair.inside;
    const user = await pair.people.signedIn();
    await pair.auth.put("/user", { data: CLAIM, ...CLAIM }, user.bearer);
    await pair.auth.post("/signup", { email: pair.address(), password: "a long password", data: CLAIM, ...CLAIM });
    const [row] = await db.many<{ app: object; role: string; aud: string }>(
      sql`select raw_app_meta_data as app, role, aud from auth.users where id = ${user.id}::uuid`,
    );
    assert.deepEqual(row, { app: { provider: "email", providers: ["email"] }, role: "authenticated", aud: "authenticated" });
    await db.run(sql`
      update auth.users set raw_app_meta_data = raw_app_meta_data || ${JSON.stringify(CLAIM)}::jsonb, is_super_admin = true where id = ${user.id}::uuid`);
    const { bearer } = await pair.people.signIn(user);
    for (const path of ["/admin/users", "/admin/audit", "/admin/acts", "/admin/administrators", "/admin/api-keys"])
      expectRefused(await pair.auth.get(path, bearer), path, [401, 403]);
    expectVerdict(await pair.auth.get("/server/mailbox", bearer), "403 not_owner");
    const roles = (await pair.auth.get("/server", bearer)).body as { roles: string[] };
    assert.deepEqual(roles.roles, []);
  }),

  attack("AG-05", "words of triggers bring markup, lines or causes into an answer", ADOPTED, async (pair) => {
    const words = await signUpOf(pair, "words.a@people.example.com");
    assert.equal(words.status, 422, words.text);
    assert.match(words.type, /^application\/json/);
    assert.equal(words.headers.get("x-content-type-options"), "nosniff");
    assert.equal(words.headers.get("set-cookie"), null);
    assert.match((JSON.parse(words.text) as { msg: string }).msg, /^<script>alert\(1\)<\/script>/);
    assert.doesNotMatch(words.text, CAUSES);
    for (const name of ["fails", "leaks"]) {
      const { status, text } = await signUpOf(pair, `${name}.a@people.example.com`);
      assert.deepEqual([status, (JSON.parse(text) as { msg: string }).msg], [500, "Database error saving new user"]);
      assert.doesNotMatch(text, CAUSES);
    }
    const back = await tripOf(pair, "github", { email: "words.trip@people.example.com", subject: "9901", verified: true });
    // Anything else is percent-encoded.
    assert.match(String(back.headers.location), /^[!-;=?-~]+$/);
    assert.doesNotMatch(String(back.headers["set-cookie"]), /planted/);
    assert.equal(landingOf(back).fields.access_token, undefined);
    await using front = await openFront(pair);
    const page = await front.browser().post("/sign_up", { email: "words.page@people.example.com", password: "a long password" });
    assert.doesNotMatch(page.text, /<script>alert/);
    assert.ok(page.status < 500, `${page.status}`);
    const rows = await pair.inside.db.many(sql`select id from auth.users where email ~ '^(words|fails|leaks)[.]'`);
    assert.deepEqual(rows, [], "nobody stays");
  }),

  attack("AG-06", "SQL writes rows that nobody could sign up with", ADOPTED, async (pair) => {
    const { db, sinks } = pair.inside;
    const evil = "bad@people.example.com\r\nBcc: x@evil.test";
    const texts = [
      "",
      " ",
      "no address",
      evil,
      "a@x.test,b@evil.test",
      '"a@x.test>,<b"@evil.test',
      "@",
      "x".repeat(255),
      "<script>@x.test",
    ];
    const columns: [string, string][] = [
      ...[
        "instance_id",
        "aud",
        "role",
        "email",
        "encrypted_password",
        "confirmation_token",
        "recovery_token",
        "raw_app_meta_data",
      ].map((name): [string, string] => [name, "null"]),
      ...["raw_user_meta_data", "created_at", "updated_at", "email_change", "phone_change", "reauthentication_token"].map(
        (name): [string, string] => [name, "null"],
      ),
      ...["'[]'", "'null'", `'"text"'`, "1::text::jsonb", "to_jsonb(repeat('x', 1000000))"].flatMap(
        (value): [string, string][] => [
          ["raw_app_meta_data", value],
          ["raw_user_meta_data", value],
        ],
      ),
      ["raw_user_meta_data", "jsonb_build_object('x', repeat('x', 3000000))"],
      ["raw_user_meta_data", `(repeat('{"a":', 500) || '1' || repeat('}', 500))::jsonb`],
      ...["'infinity'", "'-infinity'", "'4713-01-01 BC'", "'294276-01-01'"].flatMap((value): [string, string][] =>
        ["created_at", "updated_at", "last_sign_in_at", "email_confirmed_at", "banned_until", "deleted_at"].map((name) => [
          name,
          value,
        ]),
      ),
      ...texts.flatMap((text): [string, string][] =>
        ["phone", "aud", "role"].map((name) => [name, `'${text.replaceAll("'", "''")}'`]),
      ),
    ];
    let held = 0;
    const seeds: { id: string; phone: string }[] = [];
    const seeded = async (email: string, change?: [string, string]) => {
      const phone = pair.phone();
      try {
        const id = await db.transaction(async (tx) => {
          const seed = await seedUser({ ...pair, inside: { ...pair.inside, db: tx as typeof db } }, { email, phone });
          if (change)
            await tx.run(sql`update auth.users set ${trusted(change[0])} = ${trusted(change[1])} where id = ${seed}::uuid`);
          return seed;
        });
        seeds.push({ id, phone });
      } catch (error) {
        // Refused as a whole is as good: a constraint, or a type.
        assert.match(sqlstateOf(error) ?? "", /^(22|23)/, `${email} ${change}: ${(error as Error).message}`);
        held++;
      }
    };
    for (const text of texts) await seeded(text);
    for (const change of columns) await seeded(pair.address(), change);
    const strange = await seedUser(pair, { email: pair.address(), phone: pair.phone() });
    for (const data of ["null", "[]", '"x"', '{"email": 5}', '{"sub": null, "email": "<script>"}'])
      await db.run(sql`
        insert into auth.identities (provider_id, user_id, provider, identity_data) values (gen_random_uuid()::text, ${strange}::uuid, '<script>', ${data}::jsonb)`);
    const reads = [
      "/admin/users?per_page=200",
      "/admin/users?limit=200",
      ...[...seeds.map(({ id }) => id), strange].map((id) => `/admin/users/${id}`),
    ];
    for (const path of reads) assert.equal((await pair.auth.get(path, pair.admin)).status, 200, path);
    let signedIn = 0;
    for (const { phone } of seeds) {
      const session = await pair.auth.post("/token?grant_type=password", { phone, password: PASSWORD });
      assert.ok(session.status < 500, `${session.status} ${session.text.slice(0, 200)}`);
      if (session.status !== 200) continue;
      signedIn++;
      const { access_token: token, refresh_token: again } = session.body as { access_token: string; refresh_token: string };
      const bearer = { authorization: `Bearer ${token}` };
      assert.ok((await pair.auth.post("/token?grant_type=refresh_token", { refresh_token: again })).status < 500);
      // Node ends a connection whose headers are longer.
      if (token.length > LONGEST_HEADER) continue;
      for (const reply of [
        await pair.auth.get("/user", bearer),
        await pair.auth.get("/reauthenticate", bearer),
        await pair.auth.put("/user", { password: `another ${phone}` }, bearer),
      ])
        assert.ok(reply.status < 500, `${reply.status} ${reply.text.slice(0, 200)}`);
    }
    for (const email of texts)
      for (const path of ["/recover", "/otp", "/magiclink", "/resend"])
        assert.ok((await pair.auth.post(path, { email, type: "signup" })).status < 500);
    await allDelivered(pair);
    const strangers = sinks.smtp.messages.filter(
      ({ to, raw }) => /evil\.test/.test(`${to}`) || /^bcc:/im.test(raw.split(/\r?\n\r?\n/)[0] ?? ""),
    );
    assert.deepEqual(
      strangers.map(({ to }) => to),
      [],
      "mail to somebody else",
    );
    for (const { id } of [...seeds, { id: strange }]) await db.run(sql`delete from auth.users where id = ${id}::uuid`);
    return `${seeds.length} rows, ${signedIn} signed in, ${held} refused by the database`;
  }),

  attack("AG-07", "hashes that would take hours, or are none", ADOPTED, async (pair) => {
    const email = pair.address("costly");
    await seedUser(pair, { email });
    let longestHealth = 0;
    for (const hash of HASHES) {
      await pair.inside.db.run(sql`update auth.users set encrypted_password = ${hash} where email = ${email}`);
      const began = performance.now();
      let isOver = false;
      const signIn = pair.auth.send("/token?grant_type=password", {
        method: "POST",
        body: { email, password: PASSWORD },
        headers: { "x-forwarded-for": `198.18.7.${HASHES.indexOf(hash)}` },
        replica: 0,
      });
      void signIn.finally(() => (isOver = true));
      while (!isOver) {
        const before = performance.now();
        assert.equal((await pair.auth.send("/health", { replica: 0 })).status, 200);
        longestHealth = Math.max(longestHealth, performance.now() - before);
        await sleep(20);
      }
      expectRefused(await signIn, hash, [400]);
      assert.ok(performance.now() - began < 10_000, `${hash} took ${Math.round(performance.now() - began)} ms`);
    }
    assert.ok(longestHealth < 2_000, `GET /health took ${Math.round(longestHealth)} ms`);
    return `GET /health at most ${Math.round(longestHealth)} ms`;
  }),

  attack("AG-08", "roles of apps and forged claims settings", ADOPTED, async (pair) => {
    const { db } = pair.inside;
    const tables = await db.many<{ name: string }>(
      sql`select table_name as name from information_schema.tables where table_schema = 'cofre_auth'`,
    );
    const as = (role: string, statement: string) =>
      db.transaction(async (tx) => {
        await tx.run(sql`set local role ${trusted(role)}`);
        await tx.run(sql`select set_config('cofre.hearing', '0', true), set_config('cofre.telling', '0', true)`);
        return await tx.many<Record<string, unknown>>(sql`${trusted(statement)}`);
      });
    let tries = 0;
    for (const role of ["anon", "authenticated", "service_role"])
      for (const statement of [
        ...tables.map(({ name }) => `select * from cofre_auth.${name} limit 1`),
        "select cofre_auth.copy_users('00000000-0000-0000-0000-000000000000', 1)",
        "select cofre_auth.mend_user(gen_random_uuid())",
        "create trigger x after insert on auth.users for each row execute function cofre_auth.hear_user()",
        "update auth.users set role = 'service_role'",
        "delete from auth.sessions",
        "select encrypted_password from auth.users",
      ]) {
        await assert.rejects(as(role, statement), /permission denied|must be owner/, `${role}: ${statement}`);
        tries++;
      }
    const { id } = ADOPTED_USERS.bystander;
    const uid = (settings: Record<string, string>) =>
      db.transaction(async (tx) => {
        await tx.run(sql`set local role authenticated`);
        for (const [name, value] of Object.entries(settings)) await tx.run(sql`select set_config(${name}, ${value}, true)`);
        return (await tx.one<{ uid: string | null }>(sql`select auth.uid() as uid`)).uid;
      });
    assert.equal(await uid({ "request.jwt.claims": JSON.stringify({ sub: id }) }), id);
    for (const claims of [
      "",
      "{}",
      "null",
      "[]",
      '"x"',
      '{"sub": null}',
      '{"sub": ""}',
      `{"SUB": "${id}"}`,
      `{"a": {"sub": "${id}"}}`,
    ])
      assert.equal(await uid({ "request.jwt.claims": claims }).catch(() => null), null, claims);
    for (const claims of ["{", `{"sub": "${id}`, `{"sub": "${id}' or true"}`, "\u0001"])
      await assert.rejects(uid({ "request.jwt.claims": claims }), /invalid input syntax/, claims);
    return `${tries} statements`;
  }),
];
