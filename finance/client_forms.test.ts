// Known clients of the original service, by the forms in which each sends its requests: they must work by changing the base URL.
import assert from "node:assert/strict";
import { before, test } from "node:test";
import { Type } from "typebox";
import type { Call, Reply } from "../kernel/testing/client.ts";
import { bookRows } from "./integrity/testing.ts";
import {
  Account,
  AccountWithBalance,
  Balances,
  Budget,
  Category,
  DeletedTransfer,
  Errors,
  Failure,
  shaped,
  Tag,
  Transaction,
  User,
} from "./testing/client_shapes.ts";
import { basicHeader, shareTestFinance, type TestMember } from "./testing.ts";

const finance = shareTestFinance();
let ana: TestMember;
before(async () => {
  ana = await finance.member("ana@example.com");
});

type Send = (method: string, path: string, body?: unknown) => Promise<Reply>;

/** Exactly these headers and no others, apart from the credentials. An object goes as JSON, under the type that the headers name. */
function from(headers: Record<string, string>, authorization = ana.authorization): Send {
  return (method, path, body) => {
    const options: Call = { method, headers: { authorization, ...headers } };
    if (body !== undefined) options.body = typeof body === "string" ? body : JSON.stringify(body);
    return finance.call(path, options);
  };
}

const JSON_UTF8 = { "content-type": "application/json; charset=utf-8" };
const List = Type.Array;
type Row = { id: number; oposite_transaction_id: number; account_id: number; date: string } & Record<string, unknown>;

test("organizze-cli, the Java clients: GET /users checks a login, and its ids are those of GET /users/:id", async () => {
  const [user] = shaped<{ id: number }[]>(await from({ "user-agent": "organizze-cli" })("GET", "/users"), 200, List(User));
  const send = from({ "user-agent": "Java-http-client/21", "content-type": "application/json" });
  assert.deepEqual(shaped(await send("GET", `/users/${user?.id}`), 200, User), user);
  assert.deepEqual(shaped(await send("GET", "/users/me"), 200, User), user);
  const wrong = await from({ "user-agent": "organizze-cli" }, basicHeader("ana@example.com", "not the password"))(
    "GET",
    "/users",
  );
  assert.deepEqual(shaped(wrong, 401, Failure), { error: "Não autorizado" });
});

for (const userAgent of [
  "node",
  "python-requests/2.32.3",
  "Dart/3.5 (dart:io)",
  "Go-http-client/2.0",
  "axios/1.7.9",
  "curl/8.5.0",
]) {
  test(`clients that leave the User-Agent to their library: ${userAgent}`, async () => {
    shaped(await from({ "user-agent": userAgent })("GET", "/accounts"), 200, List(Account));
  });
}

test("mcp-organizze without its variable: no User-Agent, or an empty one, is refused with the reason", async () => {
  for (const headers of [{}, { "user-agent": "" }, { "user-agent": " " }])
    assert.deepEqual(shaped(await from(headers)("GET", "/accounts"), 400, Failure), { error: "User-Agent obrigatório" });
});

test("Organizze-Wrapper, organizze-banker (Python): all fields of a write in the query string, the body empty", async () => {
  const send = from({ "user-agent": "Ana (ana@example.com)", "content-length": "0", ...JSON_UTF8 });
  const account = shaped(await send("POST", "/accounts?name=Carteira&type=other&description=&default=False"), 201, Account);
  assert.equal(shaped(await send("PUT", `/accounts/${account.id}?name=Bolso`), 200, Account).name, "Bolso");
  shaped(await send("GET", `/accounts/${account.id}`), 200, AccountWithBalance);
  const category = shaped(await send("POST", "/categories?name=Feira"), 201, Category);
  const heir = shaped(await send("POST", "/categories?name=Mercado+novo"), 201, Category);
  assert.equal(shaped(await send("PUT", `/categories/${category.id}?name=Feira+livre`), 200, Category).name, "Feira livre");
  const fields = `description=P%C3%A3o&amount_cents=-1500&date=2026-01-15&account_id=${account.id}&category_id=${category.id}`;
  const row = shaped<Row>(await send("POST", `/transactions?${fields}&paid=False&notes=da+esquina&tags=API`), 201, Transaction);
  assert.deepEqual(
    [row.description, row.amount_cents, row.date, row.account_id, row.category_id, row.paid, row.notes, row.tags],
    ["Pão", -1500, "2026-01-15", account.id, category.id, false, "da esquina", [{ name: "API" }]],
  );
  const changed = shaped(
    await send("PUT", `/transactions/${row.id}?amount_cents=2000&paid=True&update_future=True`),
    200,
    Transaction,
  );
  assert.deepEqual([changed.amount_cents, changed.paid, changed.notes], [-2000, true, "da esquina"]);
  shaped(await send("DELETE", `/categories/${category.id}?replacement_id=${heir.id}`), 200, Category);
  assert.equal(shaped(await send("GET", `/transactions/${row.id}`), 200, Transaction).category_id, heir.id);
  assert.equal(shaped(await send("DELETE", `/transactions/${row.id}?update_all=True`), 200, Transaction).id, row.id);
  assert.equal(shaped(await send("DELETE", `/accounts/${account.id}`), 200, Account).id, account.id);
});

test("OrganizzeSync (Python): times behind the days of a query, a parameter without its value, models that require every key", async () => {
  const send = from({
    "user-agent": "python-requests/2.28.1",
    accept: "*/*",
    "accept-encoding": "identity",
    connection: "close",
  });
  shaped(await send("GET", "/accounts"), 200, List(Account));
  const [category] = shaped<{ id: number }[]>(await send("GET", "/categories"), 200, List(Category));
  shaped(await send("GET", `/categories/${category?.id}`), 200, Category);
  const body = {
    description: "Padaria",
    date: "2026-01-20",
    amount_cents: -1290,
    account_id: await defaultAccount(),
    category_id: category?.id,
    category_name: "Mercado",
    notes: "Inserido via API em 20-01-2026",
    tags: [{ name: "API" }],
  };
  const json = from({ "user-agent": "python-requests/2.28.1", "content-type": "application/json" });
  const row = shaped(await json("POST", "/transactions", body), 201, Transaction);
  const listed = await send("GET", "/transactions?start_date=2026-01-01%2000:00:00&end_date=2026-01-31%2000:00:00");
  assert.ok(shaped<Row[]>(listed, 200, List(Transaction)).some(({ id }) => id === row.id));
  shaped(await send("GET", "/balances"), 200, Balances);
  shaped(await send("GET", "/balances?account_id4375871"), 200, Balances);
  shaped(await send("GET", "/budgets"), 200, List(Budget));
  shaped(await send("DELETE", `/transactions/${row.id}`), 200, Transaction);
});

const defaultAccount = async () =>
  ((await ana.get("/accounts")).body as { id: number; default: boolean }[]).find((each) => each.default)?.id;

test("Apps Script, api-doc issue 60: a day that its month does not have is the last one that it has, in a query", async () => {
  const send = from({ "user-agent": "Mozilla/5.0 (compatible; Google-Apps-Script; beanserver)", ...JSON_UTF8 });
  const row = shaped(await send("POST", "/transactions", { description: "x", date: "2026-02-28" }), 201, Transaction);
  for (const query of ["start_date=2026-02-01&end_date=2026-02-31", "start_date=2026-02-30&end_date=2026-02-30"]) {
    const rows = shaped<Row[]>(await send("GET", `/transactions?${query}&exact_dates=true`), 200, List(Transaction));
    assert.deepEqual(
      rows.map(({ id }) => id),
      [row.id],
    );
  }
  const refused = await send("POST", "/transactions", { description: "x", date: "2026-02-31" });
  assert.deepEqual(Object.keys((refused.body as { errors: object }).errors), ["date"]);
});

test("Organizze-MCP-Server (Hermes): tags as texts, fields that nobody reads, account_from_id and account_to_id", async () => {
  const send = from({ "user-agent": "OrganizzeMCP/1.0 (ana@example.com)", "content-type": "application/json" });
  const wallet = { name: "Reserva", balance: 100000, type: "savings", default: false, archived: false };
  const to = shaped(await send("POST", "/accounts", wallet), 201, Account);
  const account_id = await defaultAccount();
  const extra = { total_installments: 3, recurrence_policy: "no_repeat", installment: 2, recurring: true, status: "paid" };
  const more = { installments: 4, observation: "x", activity_type: 1, update_future: true };
  const body = {
    description: "Cinema",
    date: "2026-01-10",
    amount_cents: -4500,
    account_id,
    paid: true,
    tags: ["lazer", "casal"],
  };
  const row = shaped(await send("POST", "/transactions", { ...body, ...extra, ...more }), 201, Transaction);
  assert.deepEqual(row.tags, [{ name: "lazer" }, { name: "casal" }]);
  assert.deepEqual([row.total_installments, row.installment, row.recurring], [1, 1, false]);
  shaped(await send("GET", "/tags"), 200, List(Tag));
  const sides = { account_from_id: account_id, account_to_id: to.id };
  const out = shaped<Row>(
    await send("POST", "/transfers", { amount_cents: 5000, date: "2026-01-11", ...sides }),
    201,
    Transaction,
  );
  assert.deepEqual([out.account_id, out.amount_cents, out.oposite_account_id], [account_id, -5000, to.id]);
  assert.equal(shaped(await send("PUT", `/transfers/${out.id}`, { ...sides, notes: "n" }), 200, Transaction).notes, "n");
  assert.equal(shaped<Row[]>(await send("GET", "/transfers"), 200, List(Transaction)).length, 2);
  shaped(await send("GET", `/transfers/${out.oposite_transaction_id}`), 200, Transaction);
  assert.equal(shaped(await send("DELETE", `/transfers/${out.id}`), 200, DeletedTransfer).id, out.id);
  shaped(await send("DELETE", `/accounts/${to.id}`), 200, Account);
});

test("api-doc, NOrganizze: money leaves credit_account_id and arrives on debit_account_id; both legs show a change", async () => {
  const send = from({ "user-agent": "NOrganizze (ana@example.com)", accept: "application/json", ...JSON_UTF8 });
  const credit = shaped(await send("POST", "/accounts", { name: "De", type: "checking", default: false }), 201, Account).id;
  const debit = shaped(await send("POST", "/accounts", { name: "Para", type: "other", description: "d" }), 201, Account).id;
  const body = {
    credit_account_id: credit,
    debit_account_id: debit,
    amount_cents: 10000,
    date: "2026-01-12",
    paid: true,
    tags: [],
  };
  const out = shaped<Row>(await send("POST", "/transfers", body), 201, Transaction);
  assert.deepEqual([out.account_id, out.amount_cents, out.description], [credit, -10000, "Transferência"]);
  await send("PUT", `/transfers/${out.id}`, { description: "Mesada", notes: "de janeiro", tags: [{ name: "fixo" }] });
  const into = shaped<Row>(await send("GET", `/transfers/${out.oposite_transaction_id}`), 200, Transaction);
  assert.deepEqual(
    [into.account_id, into.amount_cents, into.description, into.notes, into.tags],
    [debit, 10000, "Mesada", "de janeiro", [{ name: "fixo" }]],
  );
});

test("organizze-pluggy: a transfer, then the other leg's notes through /transactions; a balance by months up to today", async () => {
  const send = from({ "user-agent": "pluggy (ana@example.com)", accept: "application/json", ...JSON_UTF8 });
  const from_account_id = await defaultAccount();
  const to = shaped(await send("POST", "/accounts", { name: "Destino" }), 201, Account);
  const out = shaped<Row>(
    await send("POST", "/transfers", {
      from_account_id,
      to_account_id: to.id,
      amount_cents: 700,
      date: "2026-01-13",
      paid: true,
    }),
    201,
    Transaction,
  );
  const notes = "[pluggy:0d9c2f6e-2d55-4a3a-9a6e-000000000000]";
  const leg = shaped(await send("PUT", `/transactions/${out.oposite_transaction_id}`, { notes }), 200, Transaction);
  assert.deepEqual([leg.notes, leg.amount_cents], [notes, 700]);
  const query = `account_id=${to.id}&start_date=2026-01-01&end_date=2026-01-31&periodicity=monthly`;
  assert.equal(shaped(await send("GET", `/balances?${query}`), 200, Balances).balance, 700);
});

test("OrganizzeApiClient (Java), organizze-api-sdk: DELETE with a body, 201 for what is new, 200 for what changed", async () => {
  const send = from({ "user-agent": "OpenAPI-Generator/1.0.6/python", "content-type": "application/json" });
  const spare = shaped(await send("POST", "/categories", { name: "Sobra", color: "4B20C0" }), 201, Category);
  const heir = shaped(await send("POST", "/categories", { name: "Herdeira" }), 201, Category);
  assert.equal(shaped(await send("PUT", `/categories/${spare.id}`, { name: "SEO" }), 200, Category).color, "4b20c0");
  const body = { description: "TEST", amount_cents: -1, date: "2026-01-14", paid: true, account_id: await defaultAccount() };
  const split = { category_id: spare.id, installments_attributes: { periodicity: "monthly", total: 1 } };
  const row = shaped<Row>(await send("POST", "/transactions", { ...body, ...split }), 201, Transaction);
  assert.deepEqual([row.total_installments, row.installment, row.recurrence_id], [1, 1, null]);
  shaped(await send("GET", `/transactions/${row.id}?account_id=1&start_date=2026-01-01&end_date=2026-01-31`), 200, Transaction);
  assert.equal(shaped(await send("DELETE", `/categories/${spare.id}`, { replacement_id: heir.id }), 200, Category).id, spare.id);
  assert.equal(
    shaped(await send("DELETE", `/transactions/${row.id}`, { update_future: false }), 200, Transaction).category_id,
    heir.id,
  );
  assert.deepEqual(shaped(await send("DELETE", `/transactions/${row.id}`, {}), 404, Failure), {
    error: "registro não encontrado",
  });
});

test("api-doc: a fixed transaction and one in instalments, changed and deleted with update_future and update_all", async () => {
  const send = from({ "user-agent": "Esdras (esdras@example.com)", ...JSON_UTF8 });
  const fixed = {
    description: "Aluguel",
    notes: "boleto",
    date: "2026-01-16",
    recurrence_attributes: { periodicity: "monthly" },
  };
  const first = shaped<Row>(await send("POST", "/transactions", { ...fixed, amount_cents: -90000 }), 201, Transaction);
  assert.deepEqual([first.total_installments, first.installment, first.recurring], [1, 1, true]);
  const parcels = { description: "Sofá", notes: "loja", date: "2026-01-16", amount_cents: 1226 };
  const split = { ...parcels, installments_attributes: { periodicity: "monthly", total: 12 }, tags: [{ name: "casa" }] };
  const part = shaped<Row>(await send("POST", "/transactions", split), 201, Transaction);
  assert.deepEqual([part.total_installments, part.installment, part.recurring, part.amount_cents], [12, 1, false, 104]);
  const changed = await send("PUT", `/transactions/${first.id}`, { amount_cents: 95000, update_future: true });
  assert.equal(shaped(changed, 200, Transaction).amount_cents, -95000);
  const next = shaped<Row[]>(
    await send("GET", "/transactions?start_date=2026-02-01&end_date=2026-02-28"),
    200,
    List(Transaction),
  );
  assert.ok(next.some((row) => row.recurrence_id === first.recurrence_id && row.amount_cents === -95000));
  shaped(await send("DELETE", `/transactions/${first.id}`, { update_future: true }), 200, Transaction);
  shaped(await send("DELETE", `/transactions/${part.id}`, { update_all: true }), 200, Transaction);
  const remainingRows = shaped<Row[]>(
    await send("GET", "/transactions?start_date=2026-01-01&end_date=2027-12-31"),
    200,
    List(Transaction),
  );
  assert.ok(!remainingRows.some((row) => [first.recurrence_id, part.recurrence_id].includes(row.recurrence_id)));
});

test("api-doc issue 2, bots: an amount and a description are enough, and so is a description", async () => {
  const send = from({ "user-agent": "bot (ana@example.com)", "content-type": "application/json" });
  const spent = shaped(await send("POST", "/transactions", { amount_cents: -500, description: "Café" }), 201, Transaction);
  assert.deepEqual([spent.date, spent.paid, spent.account_id], ["2026-01-31", true, await defaultAccount()]);
  assert.equal(shaped(await send("POST", "/transactions", { description: "Só isto" }), 201, Transaction).amount_cents, 0);
});

test("organizze-mcp (Go): only what changes is sent, an empty list clears the tags, an account can be archived", async () => {
  const send = from({
    "user-agent": "organizze-mcp (ana@example.com)",
    accept: "application/json",
    "content-type": "application/json",
  });
  const account = shaped(await send("POST", "/accounts", { name: "Velha", type: "savings" }), 201, Account);
  const body = {
    description: "x",
    date: "2026-01-17",
    amount_cents: -100,
    account_id: account.id,
    paid: false,
    tags: [{ name: "a" }],
  };
  const row = shaped(await send("POST", "/transactions", body), 201, Transaction);
  const { updated_at: _, ...rest } = row;
  const paid = shaped(await send("PUT", `/transactions/${row.id}`, { paid: true }), 200, Transaction);
  assert.deepEqual({ ...paid, updated_at: undefined }, { ...rest, paid: true, updated_at: undefined });
  assert.deepEqual(shaped(await send("PUT", `/transactions/${row.id}`, { tags: [] }), 200, Transaction).tags, []);
  assert.equal(shaped(await send("PUT", `/accounts/${account.id}`, { archived: true }), 200, Account).archived, true);
  const listed = await send("GET", `/transactions?start_date=2026-01-01&end_date=2026-01-31&account_id=${account.id}&page=1`);
  assert.equal(shaped<Row[]>(listed, 200, List(Transaction)).length, 1);
  shaped(await send("DELETE", `/transactions/${row.id}`), 200, Transaction);
});

test("budget alerts, NOrganizze, OrganizzeSync: budgets of a month, with a leading zero and without, and of a year", async () => {
  const send = from({ "user-agent": "alerta-metas" });
  const [category] = (await ana.get("/categories")).body as { id: number }[];
  await ana.post("/budgets", { category_id: category?.id, amount_cents: 50000, year: 2026, month: 2 });
  await ana.post("/transactions", {
    description: "x",
    amount_cents: -12000,
    date: "2026-02-03",
    paid: true,
    category_id: category?.id,
  });
  for (const path of ["/budgets/2026/2", "/budgets/2026/02", "/budgets/2026", "/budgets?year=2026&month=02"]) {
    const [budget] = shaped<Record<string, unknown>[]>(await send("GET", path), 200, List(Budget));
    assert.deepEqual([budget?.amount_in_cents, budget?.total, budget?.percentage], [50000, 12000, "24.0"], path);
  }
  assert.deepEqual(shaped(await send("GET", "/budgets/2030/11"), 200, List(Budget)), []);
});

test("NOrganizze pages by asking again from the newest day while it gets 500 rows: it comes to an end", async () => {
  const zoe = await finance.member("zoe@example.com");
  const rows = Array.from({ length: 620 }, (_, index) => ({
    amount_cents: 1,
    date: `2026-01-${String((index % 31) + 1).padStart(2, "0")}`,
  }));
  await bookRows(finance.service.world.db, zoe.spaceId, rows);
  const send = from({ "user-agent": "NOrganizze (zoe@example.com)" }, zoe.authorization);
  const ids = new Set<number>();
  let start = "2026-01-01";
  let requests = 0;
  for (let more = true; more && requests < 10; requests++) {
    const page = shaped<Row[]>(
      await send("GET", `/transactions?start_date=${start}&end_date=2026-01-31`),
      200,
      List(Transaction),
    );
    const fresh = page.filter(({ id }) => !ids.has(id));
    for (const { id } of fresh) ids.add(id);
    more = page.length >= 500 && fresh.length > 0;
    start = page.reduce((newest, { date }) => (date > newest ? date : newest), start);
  }
  assert.deepEqual([ids.size, requests], [620, 2]);
});

const BODY = '{"description":"Maçã","amount_cents":-250}';
for (const type of [
  undefined,
  "application/json",
  "application/json; charset=utf-8",
  "application/json;charset=UTF-8",
  'application/json; charset="utf-8"',
  "APPLICATION/JSON",
  "application/x-www-form-urlencoded",
])
  test(`a JSON body under ${type ?? "no"} Content-Type is read as UTF-8`, async () => {
    const send = from({ "user-agent": "curl/8.5.0", ...(type && { "content-type": type }) });
    assert.equal(shaped(await send("POST", "/transactions", BODY), 201, Transaction).description, "Maçã");
  });

for (const type of [undefined, "application/json", "application/json; charset=utf-8"])
  test(`requests without a body under ${type ?? "no"} Content-Type are fine by every method`, async () => {
    const send = from({ "user-agent": "axios/1.7.9", ...(type && { "content-type": type }) });
    shaped(await send("GET", "/transactions?start_date=&end_date=&account_id="), 200, List(Transaction));
    const row = shaped(await send("POST", "/transactions?description=x"), 201, Transaction);
    shaped(await send("PUT", `/transactions/${row.id}?description=y`), 200, Transaction);
    shaped(await send("DELETE", `/transactions/${row.id}`), 200, Transaction);
  });

test("readers of failures find a text under `error`, and lists of texts under `errors`", async () => {
  const send = from({ "user-agent": "organizze-skill", "content-type": "application/json" });
  shaped(await send("GET", "/accounts/999999"), 404, Failure);
  shaped(await send("GET", "/nothing"), 404, Failure);
  shaped(await send("POST", "/transactions", "{"), 400, Failure);
  const refused = await send("POST", "/accounts", { name: "", type: "checking", description: "d", default: true });
  assert.equal(refused.status, 422);
  const { errors, ...record } = refused.body as { errors: unknown } & Record<string, unknown>;
  shaped({ ...refused, body: errors }, 422, Errors);
  assert.deepEqual(errors, { name: ["não pode estar em branco"] });
  assert.deepEqual([record.id, record.created_at, record.updated_at, record.name], [null, null, null, ""]);
  assert.deepEqual(Object.keys(record).sort(), Object.keys(Account.properties).sort());
});
