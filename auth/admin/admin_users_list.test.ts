import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { type Sql, sql } from "../../kernel/sql/sql.ts";
import type { Reply } from "../../kernel/testing/client.ts";
import { startTestAuth, type TestAuth } from "../testing.ts";
import { readFilters } from "./filters.ts";
import { readOrder } from "./list_order.ts";
import { followStatement, followUsers } from "./queries_follow.ts";
import { listStatement, listUsers, type UserSearch } from "./queries_list.ts";
import type { UserList } from "./queries_matching.ts";
import { asAdmin, faultOf, type ShownUser, userOf } from "./testing.ts";

const emails = (reply: Reply) => {
  assert.equal(reply.status, 200, reply.text);
  return (reply.body as { users: ShownUser[] }).users.map(({ email }) => email);
};

async function withUsers(names: readonly string[]) {
  const auth = await startTestAuth();
  for (const name of names) {
    const body = { email: `${name}@example.com`, user_metadata: { full_name: `${name.toUpperCase()} da Silva_100%` } };
    userOf(await asAdmin(auth).post("/admin/users", body));
    auth.clock.advance(1);
  }
  return auth;
}

test("GET /admin/users lists users in pages, newest first, with headers that clients read", async () => {
  await using auth = await withUsers(["ana", "bia", "caio", "duda", "eva"]);
  const admin = asAdmin(auth);
  const reply = await admin.get("/admin/users?page=2&per_page=2");
  assert.deepEqual(emails(reply), ["caio@example.com", "bia@example.com"]);
  const { aud, users } = reply.body as { aud: string; users: ShownUser[] };
  assert.deepEqual([aud, users[0]?.identities.length], ["authenticated", 1]);
  assert.equal(reply.headers["x-total-count"], "5");
  assert.equal(reply.headers.link, '</admin/users?page=3&per_page=2>; rel="next", </admin/users?page=3&per_page=2>; rel="last"');
  assert.match(String(reply.headers["access-control-expose-headers"]), /X-Total-Count.*Link|Link.*X-Total-Count/i);
  assert.equal(emails(await admin.get("/admin/users?page=&per_page=")).length, 5);
  assert.deepEqual(emails(await admin.get("/admin/users?sort=created_at%20asc&per_page=1")), ["ana@example.com"]);
  assert.deepEqual(emails(await admin.get("/admin/users?sort=created_at+desc&sort=created_at&per_page=1")), ["eva@example.com"]);
  const beyond = await admin.get("/admin/users?page=9");
  assert.deepEqual([emails(beyond), beyond.headers["x-total-count"]], [[], "5"]);
});

test("GET /admin/users goes from cursor to cursor, also past users who are deleted or made meanwhile", async () => {
  await using auth = await withUsers(["ana", "bia", "caio", "duda", "eva"]);
  const admin = asAdmin(auth);
  const walk = async (path: string): Promise<string[]> => {
    const reply = await admin.get(path);
    const { pagination } = reply.body as { pagination: { next_cursor?: string; has_more: boolean } };
    assert.equal(reply.headers["x-total-count"], undefined);
    const next = /^<(.*)>; rel="next"$/.exec(String(reply.headers.link ?? ""))?.[1];
    assert.deepEqual(
      [pagination.has_more, next?.includes(`cursor=${pagination.next_cursor}&`)],
      next ? [true, true] : [false, undefined],
    );
    return [...emails(reply), ...(next ? await walk(next) : [])];
  };
  const names = ["eva", "duda", "caio", "bia", "ana"].map((name) => `${name}@example.com`);
  for (const size of [1, 2, 5, 6]) assert.deepEqual(await walk(`/admin/users?limit=${size}`), names, String(size));
  assert.deepEqual(await walk("/admin/users?limit=2&sort=created_at%20asc"), names.toReversed());
  assert.deepEqual(await walk("/admin/users?limit=1&filter=da%20Silva"), names);
  assert.deepEqual(
    await walk("/admin/users?limit=1&filter=a%40"),
    ["eva", "duda", "bia", "ana"].map((name) => `${name}@example.com`),
  );
  assert.deepEqual(await walk("/admin/users?limit=1&email=bia@example.com"), ["bia@example.com"]);
  assert.equal((await admin.get("/admin/users?limit=0099999")).status, 200);
  const { pagination } = (await admin.get("/admin/users?limit=2")).body as { pagination: { next_cursor: string } };
  await auth.service.world.db.run(sql`delete from users where email = 'duda@example.com'`);
  userOf(await admin.post("/admin/users", { email: "fabi@example.com" }));
  assert.deepEqual(await walk(`/admin/users?limit=9&cursor=${pagination.next_cursor}`), names.slice(2));
  for (const bad of [
    "limit=0",
    "limit=x",
    "limit=-1",
    "cursor=x",
    `cursor=${pagination.next_cursor}x`,
    "cursor=99999999999999999_x",
  ])
    assert.deepEqual(faultOf(await admin.get(`/admin/users?${bad}`)).slice(0, 2), [400, "validation_failed"], bad);
});

test("GET /admin/users goes by cursor without being asked with EXPERIMENTAL_CURSOR_PAGINATION_ENABLED, and by page for who counts them", async () => {
  await using auth = await startTestAuth({ EXPERIMENTAL_CURSOR_PAGINATION_ENABLED: "true" });
  const admin = asAdmin(auth);
  const shapeOf = async (path: string) => {
    const { body, headers } = await admin.get(path);
    return ["pagination" in (body as object), headers["x-total-count"]];
  };
  assert.deepEqual(await shapeOf("/admin/users"), [true, undefined]);
  assert.deepEqual(await shapeOf("/admin/users?page=&per_page="), [true, undefined]);
  for (const query of ["page=1", "per_page=5", "page=1&limit=3"])
    assert.deepEqual(await shapeOf(`/admin/users?${query}`), [false, "0"]);
});

test("GET /admin/users finds by a part of the address or of the name, in any case and without wildcards", async () => {
  await using auth = await withUsers(["ana", "bia", "juliana", "ção".normalize("NFC").replaceAll(/[^a-z]/g, "x")]);
  const admin = asAdmin(auth);
  const rows = async (filter: string, more = "") =>
    emails(await admin.get(`/admin/users?filter=${encodeURIComponent(filter)}${more}`));
  assert.deepEqual(await rows("ANA@"), ["juliana@example.com", "ana@example.com"]);
  assert.deepEqual(await rows("ANA@", "&sort=created_at%20asc"), ["ana@example.com", "juliana@example.com"]);
  assert.deepEqual(await rows("bia da s"), ["bia@example.com"]);
  assert.deepEqual(await rows("ia"), ["juliana@example.com", "bia@example.com"]);
  assert.equal((await rows("lva_100%")).length, 4);
  assert.deepEqual(
    [await rows("%"), await rows("a%a"), await rows("___"), await rows("%%%")].map((each) => each.length),
    [4, 0, 0, 0],
  );
  assert.deepEqual(await rows("zzz"), []);
  assert.deepEqual(await rows("x'; drop table users"), []);
  const reply = await admin.get("/admin/users?filter=example&per_page=1");
  assert.equal(reply.headers["x-total-count"], "4");
  assert.match(String(reply.headers.link), /^<\/admin\/users\?page=2&per_page=1&filter=example>; rel="next"/);
});

test("GET /admin/users finds by the exact address", async () => {
  await using auth = await withUsers(["ana", "juliana"]);
  const admin = asAdmin(auth);
  userOf(await admin.post("/admin/users", { phone: "+15550100" }));
  assert.deepEqual(emails(await admin.get("/admin/users?email=ANA@example.com")), ["ana@example.com"]);
  assert.deepEqual(emails(await admin.get("/admin/users?email=ana@example.com&filter=bia")), []);
  assert.deepEqual(emails(await admin.get("/admin/users?phone=+15550100")), [""]);
  assert.deepEqual(emails(await admin.get("/admin/users?email=nobody@example.com")), []);
});

test("GET /admin/users refuses what it cannot read", async () => {
  await using auth = await startTestAuth();
  for (const [query, message] of [
    ["page=-1", /^Bad Pagination Parameters: /],
    ["per_page=many", /^Bad Pagination Parameters: /],
    ["page=1&page=2", /page/],
    ["sort=email", /^Bad Sort Parameters: bad field/],
    ["sort=created_at%20up", /^Bad Sort Parameters: bad direction/],
    ["email=ana", /invalid format/],
    ["phone=ana", /E.164/],
    [`filter=${"x".repeat(256)}`, /filter/],
    ["filter=%00", /NUL/],
  ] as const) {
    const [status, code, text] = faultOf(await asAdmin(auth).get(`/admin/users?${query}`));
    assert.deepEqual([status, code], [400, "validation_failed"], query);
    assert.match(text, message, query);
  }
});

const MANY = 100_000;
let many: TestAuth;

before(async () => {
  many = await startTestAuth();
  const { db } = many.service.world;
  // In pieces, because a statement of the service may not take longer than a few seconds.
  for (let first = 1; first < MANY; first += MANY / 50) {
    await db.run(sql`
      insert into users (id, aud, role, email, raw_user_meta_data, created_at, updated_at)
      select gen_random_uuid(), 'authenticated', 'authenticated',
             'user' || n || '@' || case when n % 5 = 0 then 'fifth' else 'mail' end || '.test',
             jsonb_build_object('full_name', 'N ' || n, 'name', case when n % 7 = 0 then 'Oliveira' end, 'plan', case when n % 10 = 0 then 'pro' end),
             timestamptz '2026-01-01' + n * interval '1 second', now()
        from generate_series(${first}::int, ${first + MANY / 50 - 1}::int) as n`);
  }
  await db.onOneConnection(async (own) => {
    await own.run(sql`set statement_timeout = 0`);
    await own.run(sql`vacuum (analyze) users, last_sign_ins`);
    await own.run(sql`reset statement_timeout`);
  });
});

after(() => many[Symbol.asyncDispose]());

const search = (request: Partial<UserSearch>): UserSearch => ({
  page: 1,
  perPage: 50,
  isAscending: false,
  addresses: [],
  ...request,
});

test("among 100,000 users a search finds what is rare, counts it, and lists what is common in order", async () => {
  const { db } = many.service.world;
  const one = await listUsers(db, search({ filter: "USER4711@" }));
  assert.deepEqual([one.users.map(({ email }) => email), one.total], [["user4711@mail.test"], 1]);
  const some = await listUsers(db, search({ filter: "user9999", isAscending: true }));
  assert.deepEqual([some.users[0]?.email, some.total], ["user9999@mail.test", 11]);
  const common = await listUsers(db, search({ filter: "@fifth", perPage: 2, page: 2 }));
  assert.deepEqual(
    common.users.map(({ email }) => email),
    ["user99990@fifth.test", "user99985@fifth.test"],
  );
  assert.equal(common.total, 10_000);
  const far = await listUsers(db, search({ filter: "@fifth", page: 300 }));
  assert.deepEqual([far.users[0]?.email, far.total], ["user25250@fifth.test", 15_001]);
  assert.equal((await listUsers(db, search({ filter: "@fifth", page: 400 }))).total, 20_000);
  assert.equal((await listUsers(db, search({}))).total, MANY);
  assert.equal((await listUsers(db, search({ filter: "99" }))).total, 1171);
});

test("among 100,000 users no page is found by reading the table whole", async () => {
  for (const request of [
    ...[{}, { isAscending: true }, { page: 1000 }, { filter: "user4711@" }, { filter: "@fifth" }, { filter: "user" }],
    ...[
      { filter: "not there" },
      { filter: "zq" },
      { addresses: [{ email: "user1@mail.test" }] },
      { addresses: [{ phone: "15550100" }] },
    ],
  ]) {
    const statement = listStatement(search(request));
    const plan = await planOf(statement);
    const scans = plan.split("\n").filter((line) => /Seq Scan on users/.test(line));
    // The exact total of all users has to count them, and that alone.
    const isCounting = !("filter" in request) && !("addresses" in request);
    assert.ok(scans.length <= (isCounting ? 1 : 0), `${JSON.stringify(request)}\n${plan}`);
    if (isCounting) assert.match(plan, /Index (Only )?Scan (Backward )?using users_listed_idx/);
  }
});

type Wanted = Parameters<typeof readFilters>[0] & { sort?: string };

const follow = ({ sort, ...query }: Wanted, more: Partial<UserList> = {}): UserList => ({
  filters: readFilters(query, new Date()),
  order: readOrder(sort === undefined ? [] : [sort]),
  perPage: 50,
  after: undefined,
  ...more,
});

test("among 100,000 users no list by cursor is found by reading the table whole", async () => {
  const after = { key: String(Date.parse("2026-01-01T11:59:59.500Z") * 1000), id: "7c9e6679-7425-40de-944b-e07fc1f90ae7" };
  for (const request of [{}, { sort: "created_at" }, { filter: "user4711@" }, { filter: "@fifth" }, { filter: "zq" }]) {
    const plan = await planOf(followStatement(follow(request, { after })));
    assert.doesNotMatch(plan, /Seq Scan on users/, JSON.stringify(request));
  }
  assert.match(
    await planOf(followStatement(follow({}, { after }))),
    /Index Cond: \(ROW\(users\.created_at|Index Cond: \(ROW\(created_at/,
  );
  const { users } = await followUsers(many.service.world.db, follow({ filter: "@fifth" }, { perPage: 2, after }), {
    withTotal: false,
  });
  assert.deepEqual(
    users.map(({ email }) => email),
    ["user43195@fifth.test", "user43190@fifth.test"],
  );
});

test("among 100,000 users each filter of a list by cursor, and each order, has an index", async () => {
  const filters: Wanted[] = [
    ...(["confirmed", "unconfirmed", "banned", "anonymous", "sso", "deleted"] as const).map((state) => ({ state })),
    ...(["true", "false"] as const).map((factor) => ({ factor })),
    ...[{ provider: "google" }, { server_role: "any" as const }, { created_from: "2026-01-02", created_to: "2026-01-03" }],
    ...[{ never_signed_in: "true" as const }, { last_sign_in_from: "2026-01-01" }, { last_sign_in_to: "2026-01-01" }],
    ...["user4711@mail.test", "12ab34cd", "11988887777", "4711", "user4711", "fifth test user5"].map((search) => ({ search })),
    ...["user.plan:pro", "app.seat.floor:3"].map((metadata) => ({ metadata })),
    ...["email asc", "email desc", "last_sign_in_at asc", "last_sign_in_at desc", "created_at asc"].map((sort) => ({ sort })),
    { provider: "google", state: "banned", metadata: "user.plan:pro", sort: "email" },
    { search: "user4711", state: "confirmed", sort: "last_sign_in_at" },
  ];
  for (const request of filters) {
    const plan = await planOf(followStatement(follow(request)));
    assert.doesNotMatch(plan, /Seq Scan on (users|identities|last_sign_ins)/, `${JSON.stringify(request)}\n${plan}`);
  }
});

test("among 100,000 users a rare combination is found wherever it stands in the order", async () => {
  const metadata = "user.full_name:N 5";
  for (const request of [
    { factor: "false", metadata },
    { state: "unconfirmed", metadata, sort: "email" },
    { state: "unconfirmed", metadata, sort: "last_sign_in_at" },
    { never_signed_in: "true", factor: "false", metadata },
    { search: "user5@", state: "unconfirmed" },
  ] as const) {
    const { users, total } = await followUsers(many.service.world.db, follow(request), { withTotal: true });
    assert.deepEqual([users.map(({ email }) => email), total], [["user5@fifth.test"], { count: 1, is_estimate: false }]);
  }
  const { total } = await followUsers(many.service.world.db, follow({}), { withTotal: true });
  assert.ok(total?.is_estimate && Math.abs(total.count - MANY) < MANY / 10, JSON.stringify(total));
});

test("among 100,000 users words list the same pages in order, however many have them, and among few or many of the first", async () => {
  for (const [request, step] of [
    [{ search: "oliveira" }, 7],
    [{ search: "oliv" }, 7],
    [{ search: "oliveira", metadata: "user.plan:pro" }, 70],
    [{ search: "oliv", metadata: "user.plan:pro" }, 70],
    [{ search: "oliv", state: "unconfirmed", metadata: "user.plan:pro" }, 70],
    [{ factor: "false", metadata: "user.plan:pro" }, 10],
  ] as const) {
    const read = (more: Partial<UserList>) => followUsers(many.service.world.db, follow(request, more), { withTotal: false });
    const first = await read({});
    assert.deepEqual(
      first.users.map(({ email }) => email),
      downFrom(MANY - (MANY % step), step),
      JSON.stringify(request),
    );
    const second = await read({ after: first.next });
    assert.deepEqual(
      second.users.map(({ email }) => email),
      downFrom(MANY - (MANY % step) - 50 * step, step),
      JSON.stringify(request),
    );
  }
  for (const search of ["user77", "fifth user77"]) {
    const { users } = await followUsers(many.service.world.db, follow({ search }), { withTotal: false });
    assert.deepEqual(
      users.map(({ email }) => email),
      search === "user77" ? downFrom(77_999, 1) : downFrom(77_995, 5),
    );
  }
});

function downFrom(first: number, step: number): string[] {
  const numbers = Array.from({ length: 50 }, (_, index) => first - index * step);
  return numbers.map((n) => `user${n}@${n % 5 === 0 ? "fifth" : "mail"}.test`);
}

async function planOf(statement: Sql): Promise<string> {
  const lines = await many.service.world.db.many<{ "QUERY PLAN": string }>(sql`explain ${statement}`);
  return lines.map((line) => line["QUERY PLAN"]).join("\n");
}
