// GET /transactions: the period, the filters, the pages.
import assert from "node:assert/strict";
import { before, test } from "node:test";
import { sql } from "../../kernel/sql/sql.ts";
import { shareTestFinance, type TestMember } from "../testing.ts";
import { create, datesOf, statementsOf, type TransactionView, wrongFields } from "./testing.ts";

const finance = shareTestFinance();
let ana: TestMember;
before(async () => {
  ana = await finance.member("ana@example.com");
  for (const date of ["2025-12-31", "2026-01-01", "2026-01-15", "2026-01-31", "2026-02-01", "2026-02-28", "2026-03-01"])
    await create(ana, { description: date, date, amount_cents: -100 });
});

const ask = async (query: string, headers?: Record<string, string>) => {
  const reply = await ana.get(`/transactions${query}`, headers);
  assert.equal(reply.status, 200, reply.text);
  return datesOf(reply.body as TransactionView[]);
};

const JANUARY = ["2026-01-31", "2026-01-15", "2026-01-01"];
const FEBRUARY = ["2026-02-28", "2026-02-01"];

test("GET /transactions covers whole months, the current one unless given, newest first", async () => {
  assert.deepEqual(await ask(""), JANUARY);
  assert.deepEqual(await ask("?start_date=2026-01-15&end_date=2026-01-16"), JANUARY);
  assert.deepEqual(await ask("?start_date=2026-01-31&end_date=2026-02-01"), [...FEBRUARY, ...JANUARY]);
  assert.deepEqual(await ask("?start_date=2026-02-10"), FEBRUARY);
  assert.deepEqual(await ask("?end_date=2026-02-10"), FEBRUARY);
  assert.deepEqual(await ask("?start_date=&end_date="), JANUARY);
  assert.deepEqual(await ask("?start_date=2024-05-01&end_date=2024-05-31"), []);
  assert.deepEqual(await ask("?order=asc"), JANUARY.toReversed());
});

test("GET /transactions takes days exactly where the client asks for it, by parameter or header", async () => {
  const days = "?start_date=2026-01-15&end_date=2026-02-01";
  const exact = ["2026-02-01", "2026-01-31", "2026-01-15"];
  assert.deepEqual(await ask(`${days}&exact_dates=true`), exact);
  assert.deepEqual(await ask(days, { prefer: "respond-async, Exact-Dates" }), exact);
  assert.deepEqual(await ask(`${days}&exact_dates=false`, { prefer: "exact-dates" }), [...FEBRUARY, ...JANUARY]);
  assert.deepEqual(await ask("?start_date=2026-01-15&exact_dates=true"), ["2026-01-31", "2026-01-15"]);
  assert.deepEqual(await ask("?end_date=2026-01-15&exact_dates=true"), ["2026-01-15", "2026-01-01"]);
});

test("GET /transactions reads a day leniently: a time may follow, and a day past the month's end is its last", async () => {
  for (const end of [
    "2026-02-31",
    "2026-02-28 00:00:00",
    "2026-02-28T23:59:59.999Z",
    "2026-02-28T00:00:00-03:00",
    "2026-02-28T00:00:00+00:00",
  ])
    assert.deepEqual(await ask(`?start_date=2026-02-01%2000:00:00&end_date=${end}&exact_dates=true`), FEBRUARY, end);
});

test("GET /transactions refuses what is no day, no period, no id, no page, and never fails", async () => {
  const refused: [query: string, field: string][] = [
    ["start_date=0000-01-01", "start_date"],
    ["start_date=1899-12-31", "start_date"],
    ["end_date=2200-01-01", "end_date"],
    ["end_date=2026-13-01", "end_date"],
    ["end_date=2026-02-00", "end_date"],
    ["end_date=2026-02-45", "end_date"],
    ["start_date=ontem", "start_date"],
    ["start_date=2026-01", "start_date"],
    ["start_date=2026-01-01&start_date=2026-01-02", "start_date"],
    ["start_date=2026-02-01&end_date=2026-01-31", "end_date"],
    ["start_date=2026-01-20&end_date=2026-01-10", "end_date"],
    ["exact_dates=maybe", "exact_dates"],
    ["account_id=abc", "account_id"],
    ["account_id=-1", "account_id"],
    ["account_id=99999999999999999999", "account_id"],
    ["account_id=1&account_id=2", "account_id"],
    ["category_id=0", "category_id"],
    ["credit_card_id=1", "credit_card_id"],
    ["order=newest", "order"],
    ["page=0", "page"],
    ["page=x", "page"],
    ["per_page=501", "per_page"],
    ["per_page=0", "per_page"],
  ];
  for (const [query, field] of refused) assert.deepEqual(wrongFields(await ana.get(`/transactions?${query}`)), [field], query);
  for (const query of ["unknown=1&unknown=2", `x=${"y".repeat(10_000)}`, "tags[]=1&constructor=2&toString=3"])
    assert.deepEqual(await ask(`?${query}`), JANUARY, query.slice(0, 40));
});

test("GET /transactions filters by account and category; those of another space are like ones that nobody has", async () => {
  const rui = await finance.member("rui@example.com");
  const his = await create(rui, { description: "dele" });
  const poupanca = (await ana.post("/accounts", { name: "Poupança", type: "savings" })).body as { id: number };
  const lazer = (await ana.post("/categories", { name: "Jogos" })).body as { id: number };
  await create(ana, { description: "a", date: "2024-03-02", account_id: poupanca.id });
  await create(ana, { description: "b", date: "2024-03-03", category_id: lazer.id });
  const march = "start_date=2024-03-01";
  assert.deepEqual(await ask(`?${march}&account_id=${poupanca.id}`), ["2024-03-02"]);
  assert.deepEqual(await ask(`?${march}&category_id=${lazer.id}`), ["2024-03-03"]);
  assert.deepEqual(await ask(`?${march}&category_id=${lazer.id}&account_id=${poupanca.id}`), []);
  assert.deepEqual(await ask(`?${march}&account_id=&category_id=&credit_card_id=`), ["2024-03-03", "2024-03-02"]);
  for (const field of ["account_id", "category_id"] as const) {
    const theirs = await ana.get(`/transactions?${field}=${his[field]}`);
    assert.deepEqual(wrongFields(theirs), [field]);
    assert.equal(theirs.text, (await ana.get(`/transactions?${field}=2000000000`)).text);
  }
});

test("GET /transactions makes one round trip to the database, with filters and pages too", async () => {
  const { account_id: account, category_id: category } = await create(ana, { description: "x", date: "2023-01-01" });
  for (const query of ["", `?account_id=${account}&category_id=${category}`, "?page=1&per_page=2", "?end_date=2028-01-31"]) {
    const statements = await statementsOf(finance.service.world.db, () => ask(query));
    assert.equal(statements.length, 1, query);
  }
});

test("GET /transactions in pages shows each row once, and Link and X-Total-Count say where the others are", async () => {
  const lia = await finance.member("lia@example.com");
  for (let day = 1; day <= 7; day++) await create(lia, { description: `${day}`, date: `2026-01-0${Math.ceil(day / 2)}` });
  const relations = (link: string | undefined) =>
    Object.fromEntries([...(link ?? "").matchAll(/<([^>]+)>; rel="(\w+)"/g)].map(([, address, relation]) => [relation, address]));
  const rows: TransactionView[] = [];
  let path: string | undefined = "/transactions?start_date=2026-01-01%2000:00:00&end_date=2026-01-31&page=1&per_page=3&order=asc";
  for (let page = 1; path; page++) {
    const reply = await lia.get(path);
    assert.equal(reply.headers["x-total-count"], "7");
    const links = relations(reply.headers.link as string);
    assert.deepEqual(
      Object.keys(links),
      page === 1 ? ["first", "next", "last"] : page === 2 ? ["first", "prev", "next", "last"] : ["first", "prev", "last"],
    );
    assert.match(links.last as string, /^\/rest\/v2\/transactions\?.*order=asc&page=3&per_page=3$/);
    rows.push(...(reply.body as TransactionView[]));
    path = links.next?.replace("/rest/v2", "");
  }
  assert.deepEqual(rows, (await lia.get("/transactions?order=asc")).body);
  const beyond = await lia.get("/transactions?page=9");
  assert.deepEqual([beyond.status, beyond.text, beyond.headers["x-total-count"]], [200, "[]", "7"]);
  assert.equal((await lia.get("/transactions?per_page=2")).text.match(/"id"/g)?.length, 2);
  assert.equal((await lia.get("/transactions")).headers.link, undefined);
});

test("GET /transactions in pages refuses what would come back in links that no client takes", async () => {
  const { account_id: account } = await create(ana, { description: "x", date: "2023-01-01" });
  const zeros = "0".repeat(5_000);
  for (const [field, query] of [
    ["account_id", `account_id=${zeros}${account}`],
    ["end_date", `start_date=2026-01-01&end_date=2026-01-31T00:00:00.${zeros}Z`],
  ]) {
    const reply = await ana.get(`/transactions?page=1&per_page=1&${query}`, { "accept-language": "en" });
    assert.deepEqual(
      [reply.status, reply.body],
      [422, { errors: { [field as string]: ["is too long (at most 64 characters)"] } }],
    );
  }
  assert.equal((await ana.get(`/transactions?page=1&account_id=000${account}&x=${zeros}`)).status, 200);
});

test("GET /transactions shows the month that it is in the space's zone, also in its last and first moments", async () => {
  try {
    finance.clock.set("2026-02-01T02:59:59.900Z");
    assert.deepEqual(await ask(""), JANUARY);
    finance.clock.set("2026-02-01T03:00:00.100Z");
    assert.deepEqual(await ask(""), FEBRUARY);
    finance.clock.set("2026-01-01T02:59:59.900Z");
    assert.deepEqual(await ask(""), ["2025-12-31"]);
  } finally {
    finance.clock.set("2026-01-31T12:00:00Z");
  }
});

test("GET /transactions of more than 50,000 rows wants pages", async () => {
  const max = await finance.member("max@example.com");
  const { account_id, category_id } = await create(max, { description: "x", date: "2020-01-01" });
  await finance.service.world.db.transaction(async (tx) => {
    // Without a look at the foreign keys of each row, which takes longer than all else.
    await tx.run(sql`select set_config('session_replication_role', 'replica', true), set_config('statement_timeout', '0', true)`);
    await tx.run(sql`
      insert into transactions (space_id, id, account_id, category_id, description, date, paid, amount_cents, created_at, updated_at)
      select ${max.spaceId}, nextval('transactions_id_seq'), ${account_id}, ${category_id}, 'muitos', '2020-01-01', true, 0, now(), now() from generate_series(1, 50000)`);
  });
  const reply = await max.get("/transactions?start_date=2020-01-01");
  assert.deepEqual((reply.body as { errors: object }).errors, { page: ["é obrigatório(a) para mais de 50000 registros"] });
  const paged = await max.get("/transactions?start_date=2020-01-01&page=101");
  assert.deepEqual([(paged.body as TransactionView[]).length, paged.headers["x-total-count"]], [1, "50001"]);
});
