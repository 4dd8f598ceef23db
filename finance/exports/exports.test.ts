import assert from "node:assert/strict";
import type { IncomingMessage } from "node:http";
import { request } from "node:https";
import { before, test } from "node:test";
import { sql, trusted } from "../../kernel/sql/sql.ts";
import { until } from "../../kernel/testing/until.ts";
import { BASE_PATH } from "../endpoint.ts";
import { COLUMNS, TABLE_NAMES, TABLES } from "../tables/tables.ts";
import { fillSpace } from "../testing/mirrored_space.ts";
import { shareTestFinance, type TestMember } from "../testing.ts";

const finance = shareTestFinance();
let ana: TestMember;
before(async () => {
  ana = await finance.member("ana@example.com");
  await fillSpace(ana, ana, "of Ana");
});

type Row = Record<string, unknown>;

const exported = async (member: TestMember, query: string) => {
  const reply = await member.get(`/exports?${query}`);
  assert.equal(reply.status, 200, reply.text);
  return reply;
};

test("GET /exports?format=json holds every column of every row that is kept", async () => {
  const { db } = finance.service.world;
  const { body, headers } = await exported(ana, "format=json");
  assert.match(String(headers["content-disposition"]), /^attachment; filename="cofre-\d{4}-\d\d-\d\d\.json"$/);
  const file = body as Record<string, Row[]>;
  for (const table of TABLE_NAMES) {
    const { rows } = await db.one<{ rows: number }>(
      sql`select count(*) as rows from ${trusted(table)} where space_id = ${ana.spaceId}`,
    );
    assert.equal(file[table]?.length, rows, table);
    if (TABLES[table].notRestored !== undefined) continue;
    assert.ok(rows > 0, `${table} has no rows to look at`);
    assert.deepEqual(Object.keys(file[table]?.[0] ?? {}), COLUMNS[table], table);
  }
});

test("GET /exports?format=csv has a line for each transaction, with names, decimal commas and whether it is paid", async () => {
  const bia = await finance.member("bia@example.com");
  const account = (await bia.post("/accounts", { name: "Nubank; conta" })).body as { id: number };
  const category = (await bia.post("/categories", { name: "Mercado" })).body as { id: number };
  const child = (await bia.post("/categories", { name: "Feira", parent_id: category.id })).body as { id: number };
  const row = { account_id: account.id, category_id: child.id, tags: ["casa", "mês"] };
  const notes = 'diz "oi"\nem duas linhas';
  await bia.post("/transactions", { ...row, description: "Pão", amount_cents: -123456, date: "2026-01-02", paid: true, notes });
  await bia.post("/transactions", { ...row, description: "Troco", amount_cents: 5, date: "2026-01-03", paid: false });
  const { text, headers } = await exported(bia, "format=csv");
  assert.equal(headers["content-type"], "text/csv; charset=utf-8");
  const lines = text.split("\r\n");
  assert.equal(lines[0]?.slice(0, 22), '\u{feff}"Data";"Descrição";"C');
  const quoted = notes.replaceAll('"', '""');
  const withoutId = (id: string) => id.replace(/;\d+$/, ";ID");
  assert.equal(
    withoutId(lines[1] as string),
    `02/01/2026;"Pão";"Mercado / Feira";"Nubank; conta";-1234,56;"Pago";"";"";"";"casa, mês";"${quoted}";ID`,
  );
  assert.match(lines[2] as string, /^03\/01\/2026;"Troco";.*;0,05;"Não pago";/);
  assert.equal(lines.length, 4);
});

test("GET /exports?format=csv shows what a spreadsheet would compute as text", async () => {
  const rui = await finance.member("rui@example.com");
  const formulas = ["=1+1", "+55 11", "-2", "@SUM(A1)", "\uff1dHYPERLINK(1)", "'=kept", "a=b"];
  for (const description of formulas)
    await rui.post("/transactions", { description, notes: ` ${description}`, date: "2026-01-02" });
  const { text } = await exported(rui, "format=csv");
  const cells = text
    .split("\r\n")
    .slice(1, -1)
    .map((line) => line.split(";")[1]);
  assert.deepEqual(cells, [`"'=1+1"`, `"'+55 11"`, `"'-2"`, `"'@SUM(A1)"`, `"'\uff1dHYPERLINK(1)"`, `"'=kept"`, `"a=b"`]);
});

test("GET /exports takes a period, both of whose days belong to it", async () => {
  const eva = await finance.member("eva@example.com");
  for (const day of ["01", "02", "03", "04"]) await eva.post("/transactions", { description: `d${day}`, date: `2026-01-${day}` });
  const days = async (query: string) =>
    (await exported(eva, `format=csv&${query}`)).text
      .split("\r\n")
      .slice(1, -1)
      .map((line) => line.slice(0, 2));
  assert.deepEqual(await days("start_date=2026-01-02&end_date=2026-01-03"), ["02", "03"]);
  assert.deepEqual(await days("end_date=2026-01-01"), ["01"]);
  assert.deepEqual(await days("start_date=2026-01-04"), ["04"]);
});

test("GET /exports without a format that there is, or with days that are none, is 422", async () => {
  const errorsOf = async (query: string) => {
    const { status, body } = await ana.get(`/exports${query}`, { "accept-language": "en" });
    assert.equal(status, 422);
    return Object.keys((body as { errors: object }).errors);
  };
  assert.deepEqual(await errorsOf(""), ["format"]);
  assert.deepEqual(await errorsOf("?format=pdf"), ["format"]);
  assert.deepEqual(await errorsOf("?format=csv&start_date=2026-02-30x"), ["start_date"]);
  assert.deepEqual(await errorsOf("?format=csv&start_date=2026-02-03&end_date=2026-02-01"), ["end_date"]);
  assert.deepEqual(await errorsOf("?format=json&start_date=2026-02-03"), ["start_date"]);
});

/** Enough that no buffer on the way holds it. */
const MANY = 4_000;
/** Few, so that a busy machine ends each statement within its time limit. */
const ROWS_A_STATEMENT = 50;

async function fillWithMany(member: TestMember): Promise<void> {
  const row = (await member.post("/transactions", { description: "first", date: "2020-01-01", notes: "n".repeat(10_000) }))
    .body as Row;
  for (let left = MANY - 1; left > 0; left -= ROWS_A_STATEMENT) {
    const rows = Math.min(left, ROWS_A_STATEMENT);
    await finance.service.world.db.run(sql`
      insert into transactions (space_id, id, account_id, category_id, description, date, paid, amount_cents, notes, created_at, updated_at)
      select space_id, nextval('transactions_id_seq'), account_id, category_id, 'one of many', date + 1, true, -1, notes, created_at, updated_at
        from transactions, generate_series(1, ${rows}::int)
       where space_id = ${member.spaceId} and id = ${row.id as number}`);
  }
}

/** The answer when its first bytes are there, and not one more than fits is read of it. */
function open(member: TestMember, path: string): Promise<IncomingMessage> {
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
  const headers = { authorization: member.authorization, "user-agent": "Tests (tests@example.com)" };
  const options = {
    host: "127.0.0.1",
    port: finance.port,
    path: BASE_PATH + path,
    headers,
    ca: finance.certificate.cert,
    agent: false as const,
  };
  request(options, resolve).on("error", reject).end();
  return promise;
}

test("a long export is of one moment, reads on when its reader does, is one at a time, and ends when the reader goes", async () => {
  const { db } = finance.service.world;
  const leo = await finance.member("leo@example.com");
  await fillWithMany(leo);

  const answer = await open(leo, "/exports?format=json");
  assert.equal(answer.statusCode, 200);
  // Nobody reads, so after a while nothing is asked of the database any more, long before the end.
  let requests = -1;
  await until("pages that nobody takes to be left", () => {
    const isStill = requests === db.roundTrips;
    requests = db.roundTrips;
    return isStill;
  });
  assert.equal((await leo.get("/exports?format=csv")).status, 429);
  assert.equal((await leo.get("/exports?format=csv")).headers["retry-after"], "5");
  const late = (await leo.post("/transactions", { description: "written meanwhile" })).body as Row;
  const pagesBefore = db.roundTrips;
  const chunks: Buffer[] = [];
  for await (const chunk of answer) chunks.push(chunk as Buffer);
  assert.ok(db.roundTrips - pagesBefore >= 4, "most of it was read when the reader read");
  const { transactions } = JSON.parse(Buffer.concat(chunks).toString()) as { transactions: Row[] };
  assert.equal(transactions.length, MANY);
  assert.ok(!transactions.some(({ id }) => id === late.id));

  const abandoned = await open(leo, "/exports?format=csv");
  assert.equal(abandoned.statusCode, 200);
  abandoned.destroy();
  await until("the export to end", () => db.pending === 0);
  const whole = await exported(leo, "format=csv");
  assert.equal(whole.text.split("\r\n").length, MANY + 3);
});
