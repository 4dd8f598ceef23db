// The filters, orders and cursors of GET /admin/users.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { sql } from "../../kernel/sql/sql.ts";
import type { Reply } from "../../kernel/testing/client.ts";
import { startTestAuth, type TestAuth } from "../testing.ts";
import { asAdmin, faultOf } from "./testing.ts";

let auth: TestAuth;

const SSO = "sso:7c9e6679-7425-40de-944b-e07fc1f90ae7";

/** By the beginning of the id: what is set besides the defaults. Each is created a day after the one before, on 1 January first. */
const PEOPLE = {
  ana: {
    email: "ana@example.com",
    email_confirmed_at: "2026-01-01",
    last_sign_in_at: "2026-02-01T10:00:00Z",
    providers: ["email"],
  },
  bia: { email: "bia@example.com", banned_until: "2027-01-01", email_confirmed_at: "2026-01-02", providers: ["email", "google"] },
  caio: {
    phone: "5511988887777",
    raw_user_meta_data: { full_name: "Caio d'Ávila", plan: "pro", seats: 3 },
    providers: ["phone"],
  },
  duda: { is_anonymous: true, raw_user_meta_data: { plan: "pro" }, last_sign_in_at: "2026-03-05T00:00:00Z", providers: [] },
  eva: {
    sso_email: "eva@company.example",
    email_confirmed_at: "2026-01-05",
    last_sign_in_at: "2026-02-20T10:00:00Z",
    providers: [SSO],
  },
  fabi: { email: "fabi@example.com", deleted_at: "2026-03-01", providers: [] },
  gabi: {
    email: "gabi.lima@example.org",
    email_confirmed_at: "2026-01-07",
    banned_until: "2026-01-08",
    last_sign_in_at: "2025-12-31T23:00:00Z",
    raw_user_meta_data: { name: "Gabi Lima", plan: "free", on: true, seats: "3", "a b": { ç: "x:y" } },
    raw_app_meta_data: { team: { name: "red" }, list: ["x"] },
    providers: ["email", "github", "google"],
  },
} as const;

type Name = keyof typeof PEOPLE;
const NAMES = Object.keys(PEOPLE) as Name[];
const idOf = (name: Name) => `${String(NAMES.indexOf(name) + 1).repeat(8)}-0000-4000-8000-000000000000`;

before(async () => {
  auth = await startTestAuth();
  auth.clock.set("2026-03-10T12:00:00Z");
  const { db } = auth.service.world;
  for (const [index, name] of NAMES.entries()) {
    const { providers, ...columns } = PEOPLE[name];
    const row = { id: idOf(name), aud: "authenticated", role: "authenticated", raw_app_meta_data: {}, raw_user_meta_data: {} };
    const created = new Date(Date.UTC(2026, 0, 1 + index)).toISOString();
    const defaults = { ...row, is_anonymous: false, has_factor: false, created_at: created, updated_at: created };
    // `confirmed_at` is computed.
    await db.run(sql`
      insert into users (id, aud, role, email, sso_email, phone, email_confirmed_at, last_sign_in_at, banned_until, deleted_at,
                         raw_app_meta_data, raw_user_meta_data, is_anonymous, created_at, updated_at)
      select id, aud, role, email, sso_email, phone, email_confirmed_at, last_sign_in_at, banned_until, deleted_at,
             raw_app_meta_data, raw_user_meta_data, is_anonymous, created_at, updated_at
        from jsonb_populate_record(null::users, ${JSON.stringify({ ...defaults, ...columns })}::text::jsonb)`);
    for (const provider of providers) {
      await db.run(sql`
        insert into identities (id, provider, provider_id, user_id, identity_data, created_at, updated_at)
        values (gen_random_uuid(), ${provider}, ${name}, ${idOf(name)}, '{}', now(), now())`);
    }
  }
  // A second one of the same provider, and factors: one of them is not verified.
  await db.run(sql`
    insert into identities (id, provider, provider_id, user_id, identity_data, created_at, updated_at)
    values (gen_random_uuid(), 'google', 'second', ${idOf("gabi")}, '{}', now(), now())`);
  for (const [name, status] of [
    ["ana", "verified"],
    ["bia", "unverified"],
  ] as const) {
    await db.run(sql`
      insert into factors (id, user_id, factor_type, status, friendly_name, created_at, updated_at)
      values (gen_random_uuid(), ${idOf(name)}, 'totp', ${status}, 'one', now(), now())`);
  }
  await db.run(
    sql`insert into server_grants (user_id, role, created_at) values (${idOf("ana")}, 'owner', now()), (${idOf("eva")}, 'viewer', now())`,
  );
});

after(() => auth[Symbol.asyncDispose]());

const nameOf = ({ id }: { id: string }) => NAMES.find((name) => idOf(name) === id);
const pageOf = (reply: Reply) => {
  assert.equal(reply.status, 200, reply.text);
  return reply.body as {
    users: { id: string }[];
    pagination: { next_cursor?: string; has_more: boolean; total?: { count: number; is_estimate: boolean } };
  };
};
const list = async (query: Record<string, string>) =>
  pageOf(await asAdmin(auth).get(`/admin/users?${new URLSearchParams({ limit: "50", ...query })}`));
const names = async (query: Record<string, string>) => (await list(query)).users.map(nameOf).join(" ");

/** Also one by one, from cursor to cursor, and counted: that must be the same. */
async function walk(query: Record<string, string>): Promise<string> {
  const whole = await names(query);
  const steps: (string | undefined)[] = [];
  let cursor = "";
  do {
    const { users, pagination } = await list({ ...query, limit: "1", ...(cursor && { cursor }), total: "true" });
    steps.push(...users.map(nameOf));
    assert.deepEqual(pagination.total, { count: whole === "" ? 0 : whole.split(" ").length, is_estimate: false });
    cursor = pagination.next_cursor ?? "";
  } while (cursor !== "");
  assert.equal(steps.join(" "), whole, JSON.stringify(query));
  return whole;
}

const CASES: [query: Record<string, string>, expected: string][] = [
  [{}, "gabi eva duda caio bia ana"],
  [{ sort: "created_at asc" }, "ana bia caio duda eva gabi"],
  [{ sort: "email" }, "ana bia eva gabi caio duda"],
  [{ sort: "email desc" }, "duda caio gabi eva bia ana"],
  [{ sort: "last_sign_in_at desc" }, "duda eva ana gabi caio bia"],
  [{ sort: "last_sign_in_at asc" }, "bia caio gabi ana eva duda"],
  [{ state: "confirmed" }, "gabi ana"],
  [{ state: "unconfirmed" }, "caio"],
  [{ state: "banned" }, "bia"],
  [{ state: "anonymous" }, "duda"],
  [{ state: "sso" }, "eva"],
  [{ state: "deleted" }, "fabi"],
  [{ state: "deleted", sort: "last_sign_in_at" }, "fabi"],
  [{ provider: "google" }, "gabi bia"],
  [{ provider: "google", sort: "created_at asc" }, "bia gabi"],
  [{ provider: "google", sort: "email desc" }, "gabi bia"],
  [{ provider: SSO }, "eva"],
  [{ provider: "nobody" }, ""],
  [{ factor: "true" }, "ana"],
  [{ factor: "false" }, "gabi eva duda caio bia"],
  [{ created_from: "2026-01-03" }, "gabi eva duda caio"],
  [{ created_to: "2026-01-03T00:00:00Z" }, "bia ana"],
  [{ created_from: "2026-01-02T21:00:00-03:00", created_to: "2026-01-05" }, "duda caio"],
  [{ created_from: "0000-01-01", created_to: "9999-12-31T23:59:59-23:00" }, "gabi eva duda caio bia ana"],
  [{ last_sign_in_from: "2026-02-01T10:00:00Z" }, "eva duda ana"],
  [{ last_sign_in_to: "2026-02-20T10:00:00Z" }, "gabi ana"],
  [{ last_sign_in_from: "2026-02-01", last_sign_in_to: "2026-03-01", sort: "last_sign_in_at desc" }, "eva ana"],
  [{ last_sign_in_from: "2026-02-01", state: "sso" }, "eva"],
  [{ last_sign_in_from: "2026-02-01", factor: "false", sort: "created_at asc" }, "duda eva"],
  [{ never_signed_in: "true" }, "caio bia"],
  [{ never_signed_in: "true", sort: "last_sign_in_at desc" }, "caio bia"],
  [{ never_signed_in: "true", provider: "phone" }, "caio"],
  [{ server_role: "any" }, "eva ana"],
  [{ server_role: "viewer" }, "eva"],
  [{ server_role: "admin" }, ""],
  [{ metadata: "user.plan:pro" }, "duda caio"],
  [{ metadata: "user.seats:3" }, "gabi caio"],
  [{ metadata: "user.on:true" }, "gabi"],
  [{ metadata: "user.a b.ç:x:y" }, "gabi"],
  [{ metadata: "app.team.name:red" }, "gabi"],
  [{ metadata: "app.list:x" }, ""],
  [{ metadata: "user.__proto__:x" }, ""],
  [{ metadata: "user.plan:pro", state: "anonymous", sort: "email" }, "duda"],
  [{ search: "ANA@example.com" }, "ana"],
  [{ search: "gabi.li" }, "gabi"],
  [{ search: "gabi.lima@" }, "gabi"],
  [{ search: "lima g" }, "gabi"],
  [{ search: "lim gabi" }, ""],
  [{ search: "lima gabi" }, "gabi"],
  [{ search: "Lim" }, "gabi"],
  [{ search: "d'ÁVI" }, "caio"],
  [{ search: "example" }, "gabi eva bia ana"],
  [{ search: "@example.com" }, "bia ana"],
  [{ search: "eva@comp" }, "eva"],
  [{ search: "a@example.com" }, ""],
  [{ search: "+55 11 98888-7777" }, "caio"],
  [{ search: "+55 11 98888" }, ""],
  [{ search: "777" }, ""],
  [{ search: "8888-7777" }, "caio"],
  [{ search: "988" }, ""],
  [{ search: idOf("duda") }, "duda"],
  [{ search: "44444444" }, "duda"],
  [{ search: "44444444-0000-4" }, "duda"],
  [{ search: "44444444-0-4" }, ""],
  [{ search: `${"4".repeat(36)}` }, ""],
  [{ search: "66666666" }, ""],
  [{ search: "fabi" }, ""],
  [{ search: "fabi", state: "deleted" }, "fabi"],
  [{ search: "  '  " }, ""],
  [{ search: "\\':* & ana" }, ""],
  [{ search: "example", filter: "gab" }, "gabi"],
  [{ filter: "ga" }, "gabi"],
  [{ email: "bia@example.com", state: "banned" }, "bia"],
];

for (const [query, expected] of CASES) {
  test(`GET /admin/users?${decodeURIComponent(String(new URLSearchParams(query)))} lists ${expected || "nobody"}`, async () => {
    assert.equal(await walk(query), expected);
  });
}

test("GET /admin/users lists everybody in one state", async () => {
  const states = ["confirmed", "unconfirmed", "banned", "anonymous", "sso"];
  const lists = await Promise.all(states.map((state) => names({ state })));
  assert.deepEqual(
    lists.join(" ").split(" ").toSorted(),
    NAMES.filter((name) => name !== "fabi"),
  );
});

test("GET /admin/users refuses a cursor of a list with other filters or another order", async () => {
  const { pagination } = await list({ limit: "1", state: "confirmed" });
  const cursor = pagination.next_cursor ?? "";
  for (const query of [{ cursor }, { cursor, state: "banned" }, { cursor, state: "confirmed", sort: "email" }]) {
    const [status, code, message] = faultOf(await asAdmin(auth).get(`/admin/users?${new URLSearchParams(query)}`));
    assert.deepEqual([status, code], [400, "validation_failed"]);
    assert.match(message, /^Bad Pagination Parameters: cursor belongs to a list with other filters/);
  }
  assert.equal(await names({ cursor, state: "confirmed", sort: "created_at desc" }), "ana");
  const byAddress = (await list({ limit: "1", sort: "email" })).pagination.next_cursor ?? "";
  for (const key of ["00", "61006f", "never", "12"]) {
    const tampered = `${key}${byAddress.slice(byAddress.indexOf("_"))}`;
    assert.ok([200, 400].includes((await asAdmin(auth).get(`/admin/users?sort=email&cursor=${tampered}`)).status), key);
  }
});

test("GET /admin/users refuses filters that it cannot read, and filters of pages", async () => {
  for (const [query, message] of [
    ["state=asleep", /state/],
    ["state=banned&state=sso", /state/],
    ["provider=%20", /provider/],
    ["factor=maybe", /factor/],
    ["never_signed_in=false", /never_signed_in/],
    ["server_role=king", /server_role/],
    ["total=yes", /total/],
    ["sort=phone&limit=1", /^Bad Sort Parameters: bad field for sort, only created_at, last_sign_in_at, email/],
    ["sort=email%20up&limit=1", /^Bad Sort Parameters: bad direction/],
    ["created_from=yesterday", /created_from/],
    ["created_to=2026-02-30", /created_to/],
    ["last_sign_in_from=2026-01-01T23:59:60Z", /last_sign_in_from/],
    ["last_sign_in_to=2026-01-01T25:00:00Z", /last_sign_in_to/],
    ["metadata=plan:pro", /^Bad Filter Parameters: metadata must be like/],
    ["metadata=user.plan", /^Bad Filter Parameters: metadata must be like/],
    ["metadata=user..plan:pro", /^Bad Filter Parameters: metadata must be like/],
    ["page=1&state=banned", /^Lists in pages cannot be filtered by state:/],
    ["per_page=5&search=ana", /^Lists in pages cannot be filtered by search:/],
    [`search=${"x".repeat(256)}`, /search/],
    ["search=%00", /NUL/],
    ["metadata=user.plan:%00", /NUL/],
  ] as const) {
    const [status, code, text] = faultOf(await asAdmin(auth).get(`/admin/users?${query}`));
    assert.deepEqual([status, code], [400, "validation_failed"], query);
    assert.match(text, message, query);
  }
});

test("GET /admin/users follows what changes: factors, sign-ins, deletions and times of creation", async () => {
  const { db } = auth.service.world;
  const change = (statement: ReturnType<typeof sql>) => db.run(statement);
  await change(sql`update factors set status = 'verified' where user_id = ${idOf("bia")}`);
  assert.equal(await names({ factor: "true" }), "bia ana");
  await change(sql`delete from factors where user_id = ${idOf("bia")}`);
  assert.equal(await names({ factor: "true" }), "ana");
  await change(sql`update users set last_sign_in_at = '2026-03-09' where id = ${idOf("bia")}`);
  assert.equal(await names({ never_signed_in: "true" }), "caio");
  assert.equal(await names({ sort: "last_sign_in_at desc", last_sign_in_from: "2026-03-01" }), "bia duda");
  await change(sql`update users set deleted_at = now() where id = ${idOf("bia")}`);
  assert.equal(await names({ last_sign_in_from: "2026-03-01" }), "duda");
  await change(sql`update users set deleted_at = null, created_at = '2026-01-20' where id = ${idOf("bia")}`);
  assert.equal(await names({ last_sign_in_from: "2026-03-01" }), "bia duda");
  assert.equal(await names({ provider: "google" }), "bia gabi");
  await change(sql`delete from users where id = ${idOf("bia")}`);
  assert.equal(await names({ provider: "google" }), "gabi");
});
