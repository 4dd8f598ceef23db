// PUT and DELETE /transactions/:id: one transaction, those of a series, the legs of a transfer.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import fc from "fast-check";
import { sql } from "../../kernel/sql/sql.ts";
import { dayAfter, PERIODICITIES } from "../calendar/periodicity.ts";
import { assertSumsAreRight } from "../integrity/testing.ts";
import { startTestFinance, type TestFinance, type TestMember } from "../testing.ts";
import { amountsOf, change, create, datesOf, fingerprint, list, type TransactionView, wrongFields } from "./testing.ts";

let finance: TestFinance;
let ana: TestMember;
before(async () => {
  finance = await startTestFinance();
  ana = await finance.member("ana@example.com");
});
after(() => finance[Symbol.asyncDispose]());

const db = () => finance.service.world.db;
let members = 0;
const newMember = () => finance.member(`member${++members}@example.com`);
/** Oldest first, without making rows that are not there. */
const rowsOf = (member: TestMember) => list(member, "1900-01-01", "2028-01-31");
const make = (member: TestMember, kind: "recurrence" | "installments", body: object, more: object = {}) =>
  create(member, {
    description: "Série",
    amount_cents: -1200,
    [`${kind}_attributes`]: { periodicity: "monthly", ...more },
    ...body,
  });

test("PUT /transactions/:id changes what is sent and keeps the rest, and a positive amount keeps an expense an expense", async () => {
  const row = await create(ana, { description: "Luz", amount_cents: -10_000, notes: "n", tags: ["casa"], date: "2026-01-10" });
  finance.clock.advance(60);
  const changed = await change(ana, row.id, { amount_cents: 20_050 });
  assert.deepEqual(changed, { ...row, amount_cents: -20_050, updated_at: "2026-01-31T09:01:00-03:00" });
  assert.deepEqual((await ana.get(`/transactions/${row.id}`)).body, changed);
  for (const [sent, amount] of [
    [{ amount_cents: -5 }, -5],
    [{ kind: "income" }, 5],
    [{ amount_cents: 7 }, 7],
    [{ amount_cents: -8 }, -8],
    [{ amount_cents: -9, kind: "income" }, 9],
    [{ amount_cents: 3, kind: "expense" }, -3],
    [{ amount_cents: 0 }, 0],
    [{ amount_cents: 4 }, -4],
  ] as const)
    assert.equal((await change(ana, row.id, sent)).amount_cents, amount, JSON.stringify(sent));
  const cleared = await change(ana, row.id, { notes: null, tags: [], paid: false, date: "2026-02-10", description: " Água " });
  const { notes, tags, paid, date, description } = cleared;
  assert.deepEqual([notes, tags, paid, date, description], [null, [], false, "2026-02-10", "Água"]);
  await assertSumsAreRight(db(), ana.spaceId);
});

test("PUT /transactions/:id takes back the whole row that GET shows, and fields in the query string", async () => {
  const row = await create(ana, { description: "Eco", amount_cents: -1, tags: ["a"], notes: "b" });
  assert.deepEqual({ ...(await change(ana, row.id, row)), updated_at: "" }, { ...row, updated_at: "" });
  const reply = await ana.put(`/transactions/${row.id}?amount_cents=250&paid=false`);
  assert.deepEqual([(reply.body as TransactionView).amount_cents, (reply.body as TransactionView).paid], [-250, false]);
});

test("PUT /transactions/:id moves to another account and category, and totals go with it", async () => {
  const savings = (await ana.post("/accounts", { name: "Poupança" })).body as { id: number };
  const archived = (await ana.post("/accounts", { name: "Velha", archived: true })).body as { id: number };
  const games = (await ana.post("/categories", { name: "Jogos" })).body as { id: number };
  const row = await create(ana, { description: "x", amount_cents: -77 });
  const moved = await change(ana, row.id, { account_id: savings.id, category_id: games.id });
  assert.deepEqual([moved.account_id, moved.category_id], [savings.id, games.id]);
  assert.deepEqual(wrongFields(await ana.put(`/transactions/${row.id}`, { account_id: archived.id })), ["account_id"]);
  await ana.put(`/accounts/${savings.id}`, { archived: true });
  assert.equal((await change(ana, row.id, { account_id: savings.id, amount_cents: 78 })).amount_cents, -78);
  await assertSumsAreRight(db(), ana.spaceId);
});

test("PUT /transactions/:id refuses what is wrong, answers the stored record with the submitted fields, and changes nothing", async () => {
  const bia = await newMember();
  const hers = await create(bia, { description: "dela" });
  const row = await create(ana, { description: "Certa", amount_cents: -1, date: "2026-01-05" });
  const before = await fingerprint(db(), ana.spaceId);
  const refused: [field: string, value: unknown][] = [
    ...["", 5, "x".repeat(256)].map((value): [string, unknown] => ["description", value]),
    ...["1", 1.5, 1e12, true].map((value): [string, unknown] => ["amount_cents", value]),
    ...["2026-02-30", "2026-01-01T00:00:00Z", "1899-12-31"].map((value): [string, unknown] => ["date", value]),
    ...["true", 1].flatMap((value) => ["paid", "update_future", "update_all"].map((name): [string, unknown] => [name, value])),
    ...["account_id", "category_id"].flatMap((name) => ["1", 0, 2_000_000_000].map((value): [string, unknown] => [name, value])),
    ["account_id", hers.account_id],
    ["category_id", hers.category_id],
    ["oposite_transaction_id", hers.id],
    ["oposite_account_id", hers.account_id],
    ["contact_id", 1],
    ["credit_card_id", 1],
    ["credit_card_invoice_id", 312],
    ["paid_credit_card_id", 1],
    ["paid_credit_card_invoice_id", 312],
    ["total_amount_cents", 5],
    ["tags", "x"],
    ["notes", 5],
    ["kind", "none"],
  ];
  for (const [field, value] of refused) {
    const reply = await ana.put(`/transactions/${row.id}`, {
      [field]: value,
      ...(field !== "description" && { description: "Outra" }),
    });
    assert.deepEqual(wrongFields(reply), [field], `${field} ${value}`);
    const { id, created_at, updated_at, date, description } = reply.body as TransactionView;
    assert.deepEqual([id, created_at, updated_at], [row.id, row.created_at, row.updated_at]);
    if (field !== "date") assert.equal(date, row.date);
    if (field !== "description") assert.equal(description, "Outra");
  }
  assert.equal(await fingerprint(db(), ana.spaceId), before);
});

test("PUT and DELETE /transactions/:id with an Idempotency-Key are done once", async () => {
  const { id } = await create(ana, { description: "x", amount_cents: -5 });
  const put = () => ana.put(`/transactions/${id}`, { amount_cents: 6 }, { "idempotency-key": `put-${id}` });
  const first = await put();
  await change(ana, id, { amount_cents: 7 });
  assert.deepEqual(
    [(await put()).text, (await ana.get(`/transactions/${id}`)).body],
    [first.text, { ...(first.body as TransactionView), amount_cents: -7 }],
  );
  const remove = () => ana.delete(`/transactions/${id}`, undefined, { "idempotency-key": `delete-${id}` });
  const deleted = await remove();
  assert.deepEqual([deleted.status, (await remove()).text], [200, deleted.text]);
  assert.equal((await ana.delete(`/transactions/${id}`)).status, 404);
});

test("PUT /transactions/:id past the sums that are exact is refused on the amount", async () => {
  const member = await newMember();
  const row = await create(member, { description: "x", amount_cents: -5 });
  await db().run(sql`update spaces set turnover_cents = 9007199254740991 where space_id = ${member.spaceId}`);
  const before = await fingerprint(db(), member.spaceId);
  assert.deepEqual(wrongFields(await member.put(`/transactions/${row.id}`, { amount_cents: 6 })), ["amount_cents"]);
  assert.equal(await fingerprint(db(), member.spaceId), before);
  assert.equal((await change(member, row.id, { amount_cents: 4 })).amount_cents, -4);
});

test("PUT /transactions/:id without flags changes one of a series, which stays in it", async () => {
  const member = await newMember();
  await make(member, "installments", { date: "2026-01-10" }, { total: 3 });
  const [, second] = await rowsOf(member);
  const changed = await change(member, second?.id as number, {
    amount_cents: 500,
    description: "Só esta",
    date: "2026-02-20",
    update_all: false,
  });
  assert.deepEqual([changed.installment, changed.total_installments, changed.recurrence_id], [2, 3, second?.recurrence_id]);
  const rows = await rowsOf(member);
  assert.deepEqual(amountsOf(rows), [-400, -500, -400]);
  assert.deepEqual(datesOf(rows), ["2026-01-10", "2026-02-20", "2026-03-10"]);
  await assertSumsAreRight(db(), member.spaceId);
});

test("PUT /transactions/:id with update_future or update_all spreads all but `paid`; both mean all", async () => {
  for (const flags of [{ update_future: true }, { update_all: true }, { update_future: true, update_all: true }]) {
    const member = await newMember();
    const account = (await member.post("/accounts", { name: "Outra" })).body as { id: number };
    const category = (await member.post("/categories", { name: "Outra" })).body as { id: number };
    await make(member, "installments", { date: "2025-12-10", tags: ["velha"] }, { total: 4 });
    const before = await rowsOf(member);
    const edit = {
      description: "Nova",
      notes: "nota",
      amount_cents: 111,
      account_id: account.id,
      category_id: category.id,
      tags: ["nova"],
      paid: false,
    };
    const answer = await change(member, before[1]?.id as number, { ...edit, ...flags });
    const first = "update_all" in flags ? 0 : 1;
    const expected = before.map((row, index) =>
      index < first
        ? row
        : { ...row, ...edit, amount_cents: -111, tags: [{ name: "nova" }], paid: index === 1 ? false : row.paid },
    );
    const rows = await rowsOf(member);
    assert.deepEqual(rows, expected);
    assert.deepEqual(answer, rows[1]);
    await assertSumsAreRight(db(), member.spaceId);
  }
});

test("PUT /transactions/:id with update_all on paid ones moves the balance by the sum of the differences", async () => {
  const member = await newMember();
  await make(member, "installments", { date: "2025-11-15", amount_cents: -3000 }, { total: 3 });
  const [first] = await rowsOf(member);
  const balance = async () => ((await member.get(`/accounts/${first?.account_id}`)).body as { balance: string }).balance;
  assert.match(await balance(), /30,00/);
  await change(member, first?.id as number, { amount_cents: 2500, update_all: true });
  assert.match(await balance(), /75,00/);
});

test("PUT /transactions/:id spreads a date as a shift that keeps the rhythm and the new day", async () => {
  const cases: [periodicity: string, start: string, edited: number, date: string, flag: string, dates: string[]][] = [
    ["monthly", "2026-05-10", 1, "2026-06-25", "update_future", ["2026-05-10", "2026-06-25", "2026-07-25"]],
    ["monthly", "2026-05-10", 1, "2026-07-02", "update_all", ["2026-06-02", "2026-07-02", "2026-08-02"]],
    ["monthly", "2026-01-31", 1, "2026-03-31", "update_all", ["2026-02-28", "2026-03-31", "2026-04-30"]],
    ["monthly", "2026-01-30", 0, "2026-01-31", "update_all", ["2026-01-31", "2026-02-28", "2026-03-31"]],
    ["weekly", "2026-01-01", 1, "2026-01-10", "update_future", ["2026-01-01", "2026-01-10", "2026-01-17"]],
    ["weekly", "2026-01-01", 1, "2026-01-07", "update_all", ["2025-12-31", "2026-01-07", "2026-01-14"]],
    ["yearly", "2024-02-29", 2, "2026-03-01", "update_all", ["2024-03-01", "2025-03-01", "2026-03-01"]],
  ];
  for (const [periodicity, date, edited, moved, flag, dates] of cases) {
    const member = await newMember();
    await make(member, "installments", { date }, { total: 3, periodicity });
    const rows = await rowsOf(member);
    await change(member, rows[edited]?.id as number, { date: moved, [flag]: true });
    assert.deepEqual(datesOf(await rowsOf(member)), dates, `${periodicity} ${date}`);
    await assertSumsAreRight(db(), member.spaceId);
  }
});

test("PUT /transactions/:id that sends the date back as it is moves nothing, not even the 31st behind a short month", async () => {
  const member = await newMember();
  await make(member, "recurrence", { date: "2026-01-31" });
  const [, february] = await rowsOf(member);
  assert.equal(february?.date, "2026-02-28");
  await change(member, february?.id as number, { ...february, description: "Outra", update_all: true });
  const rows = await list(member, "1900-01-01", "2030-12-31");
  assert.ok(rows.every((row, step) => row.date === dayAfter("2026-01-31", "monthly", step) && row.description === "Outra"));
  assert.equal(rows.length, 60);
});

test("PUT /transactions/:id of a fixed one with update_future: later rows are made like it, on its days", async () => {
  const member = await newMember();
  await make(member, "recurrence", { date: "2026-01-10" });
  const third = (await rowsOf(member))[2] as TransactionView;
  await change(member, third.id, {
    description: "Reajuste",
    amount_cents: 1500,
    tags: ["novo"],
    date: "2026-03-15",
    update_future: true,
  });
  await change(member, third.id, { description: "Só esta" });
  const rows = await list(member, "1900-01-01", "2029-12-31");
  assert.deepEqual(datesOf(rows).slice(0, 4), ["2026-01-10", "2026-02-10", "2026-03-15", "2026-04-15"]);
  assert.equal(rows.length, 48);
  assert.deepEqual(rows.at(-1), { ...(rows[3] as TransactionView), id: rows.at(-1)?.id, date: "2029-12-15", paid: false });
  assert.deepEqual(
    [rows[1]?.amount_cents, rows[2]?.description, rows[3]?.description, rows[3]?.amount_cents],
    [-1200, "Só esta", "Reajuste", -1500],
  );
  await assertSumsAreRight(db(), member.spaceId);
});

test("PUT /transactions/:id that moves a fixed one to earlier days fills the days that it has left", async () => {
  const member = await newMember();
  const first = await make(member, "recurrence", { date: "2026-01-10" });
  await change(member, first.id, { date: "2025-10-10", update_all: true });
  const rows = await rowsOf(member);
  assert.deepEqual(
    datesOf(rows),
    Array.from({ length: 28 }, (_, step) => dayAfter("2025-10-10", "monthly", step)),
  );
  assert.deepEqual(rows.at(-1), { ...first, id: rows.at(-1)?.id, date: "2028-01-10", paid: false });
  const daily = await make(member, "recurrence", { date: "2026-01-10" }, { periodicity: "daily" });
  const before = await fingerprint(db(), member.spaceId);
  assert.deepEqual(wrongFields(await member.put(`/transactions/${daily.id}`, { date: "1950-01-01", update_all: true })), [
    "date",
  ]);
  const late = await member.put(`/transactions/${first.id}`, { date: "2199-12-01", update_all: true });
  assert.deepEqual(wrongFields(late), ["date"]);
  const last = (await rowsOf(member)).filter((row) => row.recurrence_id === first.recurrence_id).at(-1) as TransactionView;
  assert.deepEqual(wrongFields(await member.put(`/transactions/${last.id}`, { date: "1900-02-01", update_all: true })), ["date"]);
  assert.equal(await fingerprint(db(), member.spaceId), before);
  await assertSumsAreRight(db(), member.spaceId);
});

test("PUT /transactions/:id with total_amount_cents splits all instalments anew, those that are left", async () => {
  const member = await newMember();
  await make(member, "installments", { date: "2026-01-10" }, { total: 4 });
  const rows = await rowsOf(member);
  await change(member, rows[2]?.id as number, { total_amount_cents: 1003, description: "Só esta" });
  assert.deepEqual(amountsOf(await rowsOf(member)), [-253, -250, -250, -250]);
  assert.deepEqual(
    (await rowsOf(member)).map((row) => row.description),
    ["Série", "Série", "Só esta", "Série"],
  );
  await member.delete(`/transactions/${rows[0]?.id}`);
  await change(member, rows[2]?.id as number, { total_amount_cents: 1000, kind: "income", update_future: true, notes: "n" });
  assert.deepEqual(amountsOf(await rowsOf(member)), [334, 333, 333]);
  assert.deepEqual(
    (await rowsOf(member)).map((row) => row.notes),
    [null, "n", "n"],
  );
  const refused = (body: object) => member.put(`/transactions/${rows[2]?.id}`, body);
  assert.deepEqual(wrongFields(await refused({ total_amount_cents: 2 })), ["total_amount_cents"]);
  assert.deepEqual(wrongFields(await refused({ total_amount_cents: 30, amount_cents: 10 })), ["total_amount_cents"]);
  const fixed = await make(member, "recurrence", {});
  assert.deepEqual(wrongFields(await member.put(`/transactions/${fixed.id}`, { total_amount_cents: 30 })), [
    "total_amount_cents",
  ]);
  await assertSumsAreRight(db(), member.spaceId);
});

test("DELETE /transactions/:id answers the record as it was, once; each flag takes exactly its rows", async () => {
  const member = await newMember();
  const single = await create(member, { description: "x", amount_cents: 5, tags: ["t"] });
  const deleted = await member.delete(`/transactions/${single.id}`, { update_all: true });
  assert.deepEqual([deleted.status, deleted.body], [200, single]);
  assert.equal((await member.delete(`/transactions/${single.id}`)).status, 404);
  for (const [flags, left] of [
    [{}, [1, 3, 4]],
    [{ update_future: true }, [1]],
    [{ update_all: true }, []],
    [{ update_future: true, update_all: true }, []],
  ] as const) {
    await make(member, "installments", { date: "2026-01-10" }, { total: 4 });
    const rows = await rowsOf(member);
    const query = new URLSearchParams(Object.keys(flags).map((name): [string, string] => [name, "true"]));
    assert.equal((await member.delete(`/transactions/${rows[1]?.id}?${query}`)).status, 200);
    const after = await rowsOf(member);
    assert.deepEqual(
      after,
      rows.filter((row) => (left as readonly number[]).includes(row.installment)),
    );
    await assertSumsAreRight(db(), member.spaceId);
    for (const { id } of after) await member.delete(`/transactions/${id}`);
    assert.deepEqual(await db().many(sql`select id from series where space_id = ${member.spaceId}`), []);
  }
  assert.deepEqual(
    wrongFields(await member.delete(`/transactions/${(await make(member, "recurrence", {})).id}`, { update_all: "true" })),
    ["update_all"],
  );
});

test("DELETE /transactions/:id of a fixed one: with update_future no more rows are made, without it the next ones come", async () => {
  const member = await newMember();
  const remaining = await make(member, "recurrence", { date: "2026-01-10", description: "Fica" });
  const ended = await make(member, "recurrence", { date: "2026-01-11", description: "Acaba" });
  const rows = await rowsOf(member);
  const of = (all: TransactionView[], { recurrence_id }: TransactionView) =>
    all.filter((row) => row.recurrence_id === recurrence_id);
  await member.delete(`/transactions/${of(rows, remaining).at(-1)?.id}`);
  await member.delete(`/transactions/${of(rows, ended)[3]?.id}`, { update_future: true });
  const later = await list(member, "1900-01-01", "2029-12-31");
  assert.deepEqual([of(later, remaining).length, of(later, ended).length], [47, 3]);
  assert.ok(!datesOf(later).includes("2028-01-10"));
  await member.delete(`/transactions/${remaining.id}`, { update_future: true });
  await member.delete(`/transactions/${ended.id}`, { update_all: true });
  assert.deepEqual(
    [await list(member), await db().many(sql`select id from series where space_id = ${member.spaceId}`)],
    [[], []],
  );
  await assertSumsAreRight(db(), member.spaceId);
});

test("update_future leaves earlier rows byte-equal and makes the later ones alike, whatever is sent", async () => {
  const member = await newMember();
  const edit = fc.record(
    {
      description: fc.constantFrom("um", "dois"),
      amount_cents: fc.integer({ min: -5000, max: 5000 }),
      notes: fc.constantFrom(null, "nota"),
      tags: fc.uniqueArray(fc.constantFrom("a", "b", "c")),
      paid: fc.boolean(),
      days: fc.integer({ min: -200, max: 200 }),
    },
    { requiredKeys: [] },
  );
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...PERIODICITIES),
      fc.integer({ min: 2, max: 12 }),
      fc.nat(11),
      fc.boolean(),
      edit,
      async (periodicity, total, index, isFixed, { days, ...fields }) => {
        const first = isFixed
          ? await make(member, "recurrence", { date: "2026-12-31" }, { periodicity })
          : await make(member, "installments", { date: "2026-12-31" }, { periodicity, total });
        const read = async () =>
          (await rowsOf(member)).filter((row) => row.recurrence_id === first.recurrence_id).sort((a, b) => a.id - b.id);
        const before = await read();
        const at = index % before.length;
        const target = before[at] as TransactionView;
        const date = days === undefined ? undefined : dayAfter(target.date, "daily", days);
        await change(member, target.id, { ...fields, ...(date && { date }), update_future: true });
        const rows = await db().many<TransactionView>(sql`
          select date, description, amount_cents, notes, id from transactions
           where space_id = ${member.spaceId} and series_id = ${first.recurrence_id} order by occurrence`);
        const after = await read();
        assert.deepEqual(
          after.filter((row) => row.id < target.id),
          before.slice(0, at),
        );
        const later = rows.slice(at);
        assert.equal(new Set(later.map((row) => `${row.description} ${row.amount_cents} ${row.notes}`)).size <= 2, true);
        if (fields.amount_cents !== undefined) assert.equal(new Set(amountsOf(later)).size, 1);
        if (date && date !== target.date)
          assert.deepEqual(
            datesOf(later),
            later.map((_, step) => dayAfter(date, periodicity, step)),
          );
        else assert.deepEqual(datesOf(later).slice(0, before.length - at), datesOf(before.slice(at)));
        assert.equal((await member.delete(`/transactions/${target.id}`, { update_all: true })).status, 200);
      },
    ),
    { numRuns: 30 },
  );
  await assertSumsAreRight(db(), member.spaceId);
});

test("PUT and DELETE /transactions/:id of a leg hold for the whole transfer, which keeps its direction and category", async () => {
  const member = await newMember();
  const [from] = (await member.get("/accounts")).body as { id: number }[];
  const [to, third] = [
    (await member.post("/accounts", { name: "B" })).body,
    (await member.post("/accounts", { name: "C" })).body,
  ] as { id: number }[];
  const created = await member.post("/transfers", {
    from_account_id: from?.id,
    to_account_id: to?.id,
    amount_cents: 1000,
    tags: ["t"],
  });
  assert.equal(created.status, 201, created.text);
  const out = created.body as TransactionView;
  const into = out.oposite_transaction_id as number;
  const edit = { amount_cents: 2500, date: "2026-03-04", paid: false, description: "Reserva", notes: "n", tags: ["u"] };
  const changed = await change(member, into, edit);
  const other = (await member.get(`/transactions/${out.id}`)).body as TransactionView;
  assert.deepEqual([changed.amount_cents, other.amount_cents], [2500, -2500]);
  for (const name of ["date", "paid", "description", "notes", "tags"] as const) assert.deepEqual(other[name], changed[name]);
  assert.equal((await change(member, out.id, { ...other, amount_cents: 300, update_all: true })).amount_cents, -300);
  const moved = await change(member, out.id, { account_id: third?.id });
  const opposite = (await member.get(`/transactions/${into}`)).body as TransactionView;
  assert.deepEqual([moved.account_id, opposite.oposite_account_id], [third?.id, third?.id]);
  const before = await fingerprint(db(), member.spaceId);
  const games = (
    await db().one<{ id: number }>(sql`
    select default_expenses_category_id as id from spaces where space_id = ${member.spaceId}`)
  ).id;
  for (const [field, value] of [
    ["account_id", to?.id],
    ["amount_cents", 0],
    ["kind", "income"],
    ["category_id", games],
    ["category_id", 2_000_000_000],
    ["total_amount_cents", 5],
    ["oposite_transaction_id", out.id],
    ["oposite_account_id", from?.id],
  ] as const)
    assert.deepEqual(wrongFields(await member.put(`/transactions/${out.id}`, { [field]: value })), [field], field);
  assert.equal(await fingerprint(db(), member.spaceId), before);
  await assertSumsAreRight(db(), member.spaceId);
  const removed = await member.delete(`/transactions/${into}`);
  assert.deepEqual([removed.status, (removed.body as TransactionView).id], [200, into]);
  assert.deepEqual(await list(member), []);
  await assertSumsAreRight(db(), member.spaceId);
});
