import assert from "node:assert/strict";
import { after, test } from "node:test";
import { sql } from "../../kernel/sql/sql.ts";
import { assertSumsAreRight, bookRows, bookTransfer } from "../integrity/testing.ts";
import { startTestFinance, type TestMember } from "../testing.ts";

const finance = await startTestFinance();
after(() => finance[Symbol.asyncDispose]());
const { db } = finance.service.world;

let members = 0;
const someone = () => finance.member(`accounts${++members}@example.com`);

interface Account {
  id: number;
  name: string;
  default: boolean;
  archived: boolean;
  [key: string]: unknown;
}

const create = async (member: TestMember, body: object) => {
  const reply = await member.post("/accounts", body);
  assert.equal(reply.status, 201, reply.text);
  return reply.body as Account;
};
const list = async (member: TestMember) => (await member.get("/accounts")).body as Account[];
const defaultsOf = async (member: TestMember) => (await list(member)).filter((account) => account.default).map(({ id }) => id);
const errorsOf = ({ status, body }: { status: number; body: unknown }) => {
  assert.equal(status, 422);
  return (body as { errors: Record<string, string[]> }).errors;
};

test("POST /accounts answers 201 with all keys, and GET /accounts lists it after the first one", async () => {
  const ana = await someone();
  const reply = await ana.post("/accounts", { name: " Itaú CC ", type: "checking", description: "Conta salário", default: true });
  assert.equal(reply.status, 201);
  const { id, ...rest } = reply.body as Account;
  assert.deepEqual(rest, {
    name: "Itaú CC",
    description: "Conta salário",
    archived: false,
    created_at: "2026-01-31T09:00:00-03:00",
    updated_at: "2026-01-31T09:00:00-03:00",
    default: true,
    type: "checking",
    institution_id: "default",
    institution_name: null,
    kind: null,
    opening_balance_cents: 0,
    hide_balance: false,
  });
  const accounts = await list(ana);
  assert.deepEqual(
    accounts.map((account) => [account.id === id, account.default]),
    [
      [false, false],
      [true, true],
    ],
  );
  assert.deepEqual(accounts[1], reply.body);
});

test("POST /accounts takes every field, in the body or in the query string, the body first", async () => {
  const ana = await someone();
  const fields = {
    name: "Poupança",
    type: "savings",
    description: null,
    institution_id: "nubank",
    institution_name: "Nubank",
    hide_balance: true,
    opening_balance_cents: -12_345,
    archived: true,
  };
  const { id, created_at, updated_at, kind, default: isDefault, ...settings } = await create(ana, fields);
  assert.deepEqual(settings, fields);
  assert.equal(isDefault, false);
  const byQuery = await ana.post("/accounts?name=Carteira&type=other&opening_balance_cents=500&hide_balance=true", {
    name: "Bolso",
  });
  assert.equal(byQuery.status, 201);
  const { name, type, opening_balance_cents: opening, hide_balance: hidden } = byQuery.body as Account;
  assert.deepEqual([name, type, opening, hidden], ["Bolso", "other", 500, true]);
  await assertSumsAreRight(db, ana.spaceId);
});

test("POST /accounts with a blank name answers 422 with the record as it was submitted, and writes nothing", async () => {
  const ana = await someone();
  const before = await list(ana);
  const reply = await ana.post("/accounts", { name: "", type: "savings", default: true });
  assert.equal(reply.status, 422);
  assert.deepEqual(reply.body, {
    id: null,
    name: "",
    description: null,
    archived: false,
    created_at: null,
    updated_at: null,
    default: true,
    type: "savings",
    institution_id: "default",
    institution_name: null,
    kind: null,
    opening_balance_cents: 0,
    hide_balance: false,
    errors: { name: ["não pode estar em branco"] },
  });
  const inEnglish = await ana.post("/accounts", { name: "  " }, { "accept-language": "en-GB" });
  assert.deepEqual(errorsOf(inEnglish), { name: ["can't be blank"] });
  assert.deepEqual(await list(ana), before);
});

const REFUSED: [body: unknown, errors: Record<string, string[]>][] = [
  [{}, { name: ["não pode estar em branco"] }],
  [{ name: 7 }, { name: ["deve ser um texto"] }],
  [{ name: "x".repeat(256) }, { name: ["é muito longo (máximo: 255 caracteres)"] }],
  [{ name: "x", type: "credit_card" }, { type: ["não está incluído na lista (valores: checking, savings, other)"] }],
  [{ name: "x", default: "true" }, { default: ["deve ser true ou false"] }],
  [{ name: "x", default: true, archived: true }, { default: ["está arquivado(a)"] }],
  [{ name: "x", description: {} }, { description: ["deve ser um texto"] }],
  [{ name: "x", description: "x".repeat(1001) }, { description: ["é muito longo (máximo: 1000 caracteres)"] }],
  [{ name: "x", institution_id: "" }, { institution_id: ["não pode estar em branco"] }],
  [{ name: "x", institution_id: "x".repeat(101) }, { institution_id: ["é muito longo (máximo: 100 caracteres)"] }],
  [{ name: "x", opening_balance_cents: "100" }, { opening_balance_cents: ["não é um número inteiro"] }],
  [{ name: "x", opening_balance_cents: 10.5 }, { opening_balance_cents: ["não é um número inteiro"] }],
  ['{"name":"x","opening_balance_cents":1e3}', { opening_balance_cents: ["não é um número inteiro"] }],
  ['{"name":"x","opening_balance_cents":1.01}', { opening_balance_cents: ["não é um número inteiro"] }],
  [
    { name: "x", opening_balance_cents: 1_000_000_000_000 },
    { opening_balance_cents: ["deve ser menor ou igual a 999999999999"] },
  ],
  [
    { name: "x", opening_balance_cents: -1_000_000_000_000 },
    { opening_balance_cents: ["deve ser maior ou igual a -999999999999"] },
  ],
  ['{"name":"x","opening_balance_cents":1e400}', { opening_balance_cents: ["não é um número inteiro"] }],
  [
    { name: "", type: "x" },
    { name: ["não pode estar em branco"], type: ["não está incluído na lista (valores: checking, savings, other)"] },
  ],
];

test("POST and PUT /accounts refuse each wrong field by its name, and write nothing", async () => {
  const ana = await someone();
  const account = await create(ana, { name: "Caixa", description: "de sempre" });
  const before = await list(ana);
  for (const [body, errors] of REFUSED) {
    assert.deepEqual(errorsOf(await ana.post("/accounts", body)), errors, JSON.stringify(body));
    if (typeof body === "object" && body !== null && "name" in body) {
      assert.deepEqual(errorsOf(await ana.put(`/accounts/${account.id}`, body)), errors, JSON.stringify(body));
    }
  }
  assert.deepEqual(await list(ana), before);
});

test("PUT /accounts/:id that is refused shows the stored record under the submitted fields, with its id and times", async () => {
  const ana = await someone();
  const account = await create(ana, { name: "Caixa", description: "de sempre" });
  const reply = await ana.put(`/accounts/${account.id}`, { id: 1, created_at: "2000-01-01", name: " ", hide_balance: true });
  assert.deepEqual(reply.body, { ...account, name: " ", hide_balance: true, errors: { name: ["não pode estar em branco"] } });
});

test("PUT /accounts/:id changes what is sent and keeps the rest; what a client may not set is ignored", async () => {
  const ana = await someone();
  const account = await create(ana, { name: "Caixa", description: "de sempre", opening_balance_cents: -700, type: "savings" });
  finance.clock.advance(60);
  const changed = await ana.put(`/accounts/${account.id}`, {
    name: "Caixa 2",
    id: 1,
    created_at: "2000-01-01",
    kind: "x",
    uuid: 1,
  });
  finance.clock.advance(-60);
  assert.equal(changed.status, 200);
  assert.deepEqual(changed.body, { ...account, name: "Caixa 2", updated_at: "2026-01-31T09:01:00-03:00" });
  const cleared = await ana.put(`/accounts/${account.id}`, { description: null, opening_balance_cents: 900 });
  assert.deepEqual(cleared.body, { ...account, name: "Caixa 2", description: null, opening_balance_cents: 900 });
  assert.deepEqual((await list(ana))[1], cleared.body);
  await assertSumsAreRight(db, ana.spaceId);
});

test("GET /accounts/:id adds the balance of paid rows up to today, in the zone of the space", async () => {
  const ana = await someone();
  const { id } = await create(ana, { name: "Caixa", opening_balance_cents: 100_000, default: true });
  assert.equal(((await ana.get(`/accounts/${id}`)).body as Account).balance, "R$ 1.000,00");
  const other = await create(ana, { name: "Outra" });
  await bookRows(db, ana.spaceId, [
    { date: "2024-02-29", amount_cents: 500_000 },
    { date: "2025-12-31", amount_cents: -150_000, paid: false },
    { date: "2026-01-01", amount_cents: -1_01 },
    { date: "2026-01-31", amount_cents: -20_00 },
    { date: "2026-01-30", amount_cents: -7, paid: false },
    { date: "2026-02-01", amount_cents: -9_99 },
    { date: "2026-01-10", amount_cents: -1, account_id: other.id },
  ]);
  await bookTransfer(db, ana.spaceId, { from: id, to: other.id, date: "2025-11-12", amount_cents: 345 });
  const balance = async () => ((await ana.get(`/accounts/${id}`)).body as Account).balance;
  assert.equal(await balance(), "R$ 5.975,54");
  // Two hours into February by UTC it is still January in São Paulo.
  finance.clock.set("2026-02-01T02:59:59Z");
  assert.equal(await balance(), "R$ 5.975,54");
  finance.clock.set("2026-02-01T03:00:00Z");
  assert.equal(await balance(), "R$ 5.965,55");
  finance.clock.set("2026-01-31T12:00:00Z");
  await assertSumsAreRight(db, ana.spaceId);
});

test("an account of another space and one that never was are answered alike by every method, and nothing changes", async () => {
  const [ana, bia] = [await someone(), await someone()];
  const { id } = await create(bia, { name: "SEGREDO DA BIA", opening_balance_cents: 5 });
  const before = await list(bia);
  for (const path of [`/accounts/${id}`, "/accounts/2147483647"]) {
    for (const reply of [
      await ana.get(path),
      await ana.put(path, { name: "", default: true }),
      await ana.put(`${path}/archive`),
      await ana.put(`${path}/unarchive`),
      await ana.delete(path),
    ]) {
      assert.deepEqual([reply.status, reply.text], [404, '{"error":"registro não encontrado"}']);
    }
  }
  assert.deepEqual(await list(bia), before);
});

test("a path without the digits of an id answers 404", async () => {
  const ana = await someone();
  for (const id of ["x", "-1", "1.0", "0", "+1", "%201", "2147483648", "9223372036854775808", "1e3", "9".repeat(150)]) {
    for (const reply of [
      await ana.get(`/accounts/${id}`),
      await ana.put(`/accounts/${id}`, {}),
      await ana.delete(`/accounts/${id}`),
    ]) {
      assert.deepEqual([reply.status, reply.text], [404, '{"error":"registro não encontrado"}'], id);
    }
  }
});

test("a token that may only read lists accounts and writes none", async () => {
  const reader = await finance.member("accounts_reader@example.com", { scope: "read" });
  const [account] = await list(reader);
  assert.equal((await reader.get(`/accounts/${account?.id}`)).status, 200);
  const writes = [
    await reader.post("/accounts", { name: "x" }),
    await reader.put(`/accounts/${account?.id}`, { name: "x" }),
    await reader.put(`/accounts/${account?.id}/archive`),
    await reader.delete(`/accounts/${account?.id}`),
  ];
  assert.deepEqual(
    writes.map(({ status }) => status),
    [403, 403, 403, 403],
  );
  assert.deepEqual(await list(reader), [account]);
});

test("default: true moves the default; false leaves it where it is", async () => {
  const ana = await someone();
  const [first] = await list(ana);
  const second = await create(ana, { name: "Segunda", default: false });
  assert.deepEqual(await defaultsOf(ana), [first?.id]);
  assert.equal(((await ana.put(`/accounts/${second.id}`, { default: true })).body as Account).default, true);
  assert.deepEqual(await defaultsOf(ana), [second.id]);
  assert.equal(((await ana.put(`/accounts/${second.id}`, { default: false })).body as Account).default, true);
  assert.deepEqual(await defaultsOf(ana), [second.id]);
});

test("PUT /accounts/:id/archive and /unarchive: the default passes on to the oldest open account, and returns to none", async () => {
  const ana = await someone();
  const [first] = (await list(ana)) as [Account];
  const second = await create(ana, { name: "Segunda" });
  const third = await create(ana, { name: "Terceira", default: true });
  const archived = await ana.put(`/accounts/${third.id}/archive`);
  assert.deepEqual([archived.status, archived.body], [200, { ...third, archived: true, default: false }]);
  assert.deepEqual(await defaultsOf(ana), [first.id]);
  // A client that sends back all that it got means what it changed.
  const sentBack = await ana.put(`/accounts/${first.id}`, { ...first, archived: true });
  assert.deepEqual(sentBack.body, { ...first, archived: true, default: false });
  assert.deepEqual(await defaultsOf(ana), [second.id]);
  const refused = await ana.put(`/accounts/${first.id}`, { default: true });
  assert.deepEqual(errorsOf(refused), { default: ["está arquivado(a)"] });
  // The last open one stays the default, for there must be one.
  await ana.put(`/accounts/${second.id}/archive`);
  assert.deepEqual(await defaultsOf(ana), [second.id]);
  assert.equal(((await ana.put(`/accounts/${first.id}/unarchive`)).body as Account).default, true);
  assert.deepEqual(await defaultsOf(ana), [first.id]);
  await assertSumsAreRight(db, ana.spaceId);
});

test("the first account of an empty space becomes the default", async () => {
  const ana = await someone();
  const [first] = (await list(ana)) as [Account];
  assert.equal((await ana.delete(`/accounts/${first.id}`)).status, 200);
  assert.deepEqual(await list(ana), []);
  assert.equal((await create(ana, { name: "Nova", default: false })).default, true);
  await assertSumsAreRight(db, ana.spaceId);
});

test("50 × default: true at once, on existing accounts and new ones, leave exactly one default", async () => {
  const ana = await someone();
  const accounts = await Promise.all(Array.from({ length: 10 }, (_, index) => create(ana, { name: `Conta ${index}` })));
  const replies = await Promise.all(
    Array.from({ length: 50 }, (_, index) =>
      index % 5 === 0
        ? ana.post("/accounts", { name: `Nova ${index}`, default: true })
        : ana.put(`/accounts/${accounts[index % 10]?.id}`, { default: true }),
    ),
  );
  // A machine that is busy with other tests may send some away with 503; nobody is answered otherwise.
  const statuses = replies.map(({ status }) => status);
  assert.deepEqual(
    statuses.filter((status) => ![200, 201, 503].includes(status)),
    [],
  );
  assert.ok(statuses.includes(200));
  assert.equal((await defaultsOf(ana)).length, 1);
  await assertSumsAreRight(db, ana.spaceId);
});

test("opening balances that would take the sums past what JSON can say are refused", async () => {
  const ana = await someone();
  const [first] = (await list(ana)) as [Account];
  await db.run(sql`update spaces set turnover_cents = 9007199254740991 - 10 where space_id = ${ana.spaceId}`);
  const tooLarge = { opening_balance_cents: ["levaria a soma dos valores além do limite"] };
  assert.deepEqual(errorsOf(await ana.post("/accounts", { name: "x", opening_balance_cents: -11 })), tooLarge);
  assert.deepEqual(errorsOf(await ana.put(`/accounts/${first.id}`, { opening_balance_cents: 11 })), tooLarge);
  assert.equal((await ana.put(`/accounts/${first.id}`, { opening_balance_cents: -10 })).status, 200);
});

test("20 creates at once, each with a key of its own, are all done, and done once when sent again", async () => {
  const ana = await someone();
  const send = () =>
    Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        ana.post("/accounts", { name: `Conta ${index}` }, { "idempotency-key": `key-${index}` }),
      ),
    );
  const first = await send();
  assert.deepEqual(new Set(first.map(({ status }) => status)), new Set([201]));
  const again = await send();
  assert.deepEqual(
    again.map(({ text }) => text),
    first.map(({ text }) => text),
  );
  assert.equal((await list(ana)).length, 21);
});

test("every write of an account appends a change with what was before and after", async () => {
  const ana = await someone();
  const { id } = await create(ana, { name: "Caixa" });
  await ana.put(`/accounts/${id}`, { name: "Caixa 2" });
  await ana.put(`/accounts/${id}`, { name: "" });
  await ana.delete(`/accounts/${id}`);
  const changes = await db.many(sql`
    select action, entity, entity_id, before ->> 'name' as before, after ->> 'name' as after, user_id, token_id is not null as by_token
      from changes
     where space_id = ${ana.spaceId} and entity = 'account' and entity_id = ${id}
     order by version, n`);
  const row = { entity: "account", entity_id: id, user_id: ana.userId, by_token: true };
  assert.deepEqual(changes, [
    { ...row, action: "create", before: null, after: "Caixa" },
    { ...row, action: "update", before: "Caixa", after: "Caixa 2" },
    { ...row, action: "delete", before: "Caixa 2", after: null },
  ]);
});

test("a body that is no record answers 400", async () => {
  const ana = await someone();
  for (const body of ["[]", '"x"', "{"]) assert.equal((await ana.post("/accounts", body)).status, 400);
});
