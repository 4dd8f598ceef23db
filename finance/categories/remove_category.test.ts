import assert from "node:assert/strict";
import { after, test } from "node:test";
import { sql } from "../../kernel/sql/sql.ts";
import { assertSumsAreRight, bookRows, bookSeries, bookTransfer } from "../integrity/testing.ts";
import { startTestFinance, type TestMember } from "../testing.ts";

const finance = await startTestFinance();
after(() => finance[Symbol.asyncDispose]());
const { db } = finance.service.world;

let members = 0;
const someone = () => finance.member(`replaced${++members}@example.com`);

interface Category {
  id: number;
  name: string;
  [key: string]: unknown;
}

const create = async (member: TestMember, body: object) => (await member.post("/categories", body)).body as Category;
const list = async (member: TestMember) => (await member.get("/categories")).body as Category[];
const named = async (member: TestMember, name: string) =>
  (await list(member)).find((category) => category.name === name) as Category;
const categoriesOfRows = async (member: TestMember) => {
  const rows = await db.many<{ category_id: number }>(sql`
    select category_id from transactions where space_id = ${member.spaceId} order by id`);
  return rows.map((row) => row.category_id);
};
const errorsOf = ({ status, body }: { status: number; body: unknown }) => {
  assert.equal(status, 422);
  return (body as { errors: Record<string, string[]> }).errors;
};

/** Rows of a category in several months, one of them shared with another category. */
const book = async (member: TestMember, id: number, otherId: number) => {
  await bookRows(db, member.spaceId, [
    { category_id: id, amount_cents: -100, date: "2025-12-01", tags: ["a"] },
    { category_id: id, amount_cents: -200, date: "2026-01-02", paid: false },
    { category_id: id, amount_cents: 30, date: "2026-01-03" },
    { category_id: otherId, amount_cents: -4_000, date: "2026-01-04" },
  ]);
  await bookSeries(db, member.spaceId, { kind: "fixed", categoryId: id });
};

for (const form of ["body", "query"] as const) {
  test(`DELETE /categories/:id with replacement_id in the ${form} moves rows, series and sums, and answers the category`, async () => {
    const ana = await someone();
    const [gone, replacement] = [await create(ana, { name: "Velha" }), await create(ana, { name: "Nova" })];
    await book(ana, gone.id, replacement.id);
    const reply =
      form === "body"
        ? await ana.delete(`/categories/${gone.id}`, { replacement_id: replacement.id })
        : await ana.delete(`/categories/${gone.id}?replacement_id=${replacement.id}`);
    assert.deepEqual([reply.status, reply.body], [200, gone]);
    assert.deepEqual(await categoriesOfRows(ana), [replacement.id, replacement.id, replacement.id, replacement.id]);
    const [series] = await db.many(sql`select category_id from series where space_id = ${ana.spaceId}`);
    assert.deepEqual(series, { category_id: replacement.id });
    const months = await db.many(sql`
      select category_id, month, paid_cents, unpaid_cents from category_months where space_id = ${ana.spaceId} order by month`);
    assert.deepEqual(months, [
      { category_id: replacement.id, month: "2025-12-01", paid_cents: -100, unpaid_cents: 0 },
      { category_id: replacement.id, month: "2026-01-01", paid_cents: -3_970, unpaid_cents: -200 },
    ]);
    assert.equal((await ana.delete(`/categories/${gone.id}`)).status, 404);
    await assertSumsAreRight(db, ana.spaceId);
  });
}

test("DELETE /categories/:id without a replacement, or with null, moves to the default of its kind", async () => {
  const ana = await someone();
  const [others, otherEarnings] = [await named(ana, "Outros"), await named(ana, "Outras receitas")];
  const expenses = await create(ana, { name: "Velha" });
  const earnings = await create(ana, { name: "Velha", kind: "earnings" });
  const [row, second] = await bookRows(db, ana.spaceId, [
    { category_id: expenses.id, amount_cents: -1 },
    { category_id: earnings.id, amount_cents: 2 },
  ]);
  assert.ok(row && second);
  assert.equal((await ana.delete(`/categories/${expenses.id}`)).status, 200);
  assert.equal((await ana.delete(`/categories/${earnings.id}`, { replacement_id: null })).status, 200);
  assert.deepEqual(await categoriesOfRows(ana), [others.id, otherEarnings.id]);
  await assertSumsAreRight(db, ana.spaceId);
});

test("DELETE /categories/:id moves its children up to no parent", async () => {
  const ana = await someone();
  const gone = await create(ana, { name: "Velha" });
  const [child, sister] = [
    await create(ana, { name: "Filha", parent_id: gone.id }),
    await create(ana, { name: "Irmã", parent_id: gone.id }),
  ];
  finance.clock.advance(60);
  assert.equal((await ana.delete(`/categories/${gone.id}`)).status, 200);
  finance.clock.advance(-60);
  for (const each of [child, sister]) {
    const moved = (await ana.get(`/categories/${each.id}`)).body;
    assert.deepEqual(moved, { ...each, parent_id: null, updated_at: "2026-01-31T09:01:00-03:00" });
  }
});

test("DELETE /categories/:id refuses a replacement that cannot be, and changes nothing", async () => {
  const [ana, bia] = [await someone(), await someone()];
  const gone = await create(ana, { name: "Velha" });
  const child = await create(ana, { name: "Filha", parent_id: gone.id });
  const archived = await create(ana, { name: "Arquivada", archived: true });
  const foreign = await create(bia, { name: "SEGREDO DA BIA" });
  const [earnings, transfers] = [await named(ana, "Outras receitas"), await named(ana, "Transferências")];
  await book(ana, gone.id, child.id);
  const before = [await list(ana), await categoriesOfRows(ana)];
  const refused: [replacement: unknown, text: string][] = [
    [gone.id, "não é válido"],
    [child.id, "não é válido"],
    [earnings.id, "não é válido"],
    [transfers.id, "não é válido"],
    [archived.id, "está arquivado(a)"],
    [foreign.id, "não foi encontrado(a)"],
    [2_147_483_647, "não foi encontrado(a)"],
    [0, "não foi encontrado(a)"],
    [-1, "não foi encontrado(a)"],
    [2 ** 31, "não foi encontrado(a)"],
    [2 ** 63, "não foi encontrado(a)"],
    [String(child.id), "não é um número inteiro"],
    [1.5, "não é um número inteiro"],
    [true, "não é um número inteiro"],
    [[], "não é um número inteiro"],
  ];
  for (const [replacement, text] of refused) {
    const reply = await ana.delete(`/categories/${gone.id}`, { replacement_id: replacement });
    assert.deepEqual([reply.status, reply.body], [422, { ...gone, errors: { replacement_id: [text] } }], String(replacement));
  }
  assert.deepEqual([await list(ana), await categoriesOfRows(ana)], before);
  await assertSumsAreRight(db, ana.spaceId);
});

test("DELETE /categories/:id refuses the defaults and those that only move money", async () => {
  const ana = await someone();
  const before = await list(ana);
  for (const name of ["Outros", "Outras receitas", "Transferências", "Pagamento de fatura"]) {
    const { id } = await named(ana, name);
    assert.deepEqual(errorsOf(await ana.delete(`/categories/${id}`)), { base: ["não pode ser excluído(a)"] });
  }
  assert.deepEqual(await list(ana), before);
});

test("DELETE /categories/:id of 9,000 rows leaves every sum as it was", async () => {
  const ana = await someone();
  const [gone, replacement] = [await create(ana, { name: "Velha" }), await create(ana, { name: "Nova" })];
  const [account] = (await ana.get("/accounts")).body as { id: number }[];
  const second = (await ana.post("/accounts", { name: "Segunda" })).body as { id: number };
  const day = (index: number) => new Date(Date.UTC(2010, 0, 1 + (index % 5000))).toISOString().slice(0, 10);
  const many = Array.from({ length: 9_000 }, (_, index) => ({
    category_id: index % 9 === 0 ? replacement.id : gone.id,
    amount_cents: (index % 700) - 350,
    date: day(index),
    paid: index % 3 > 0,
    tags: index % 11 === 0 ? ["t"] : [],
  }));
  await bookRows(db, ana.spaceId, many);
  await bookTransfer(db, ana.spaceId, { from: account?.id as number, to: second.id, amount_cents: 77 });
  const sums = () =>
    db.many(sql`
      select account_id, paid, sum(amount_cents)::bigint as cents, count(*) as rows
        from transactions
       where space_id = ${ana.spaceId}
       group by 1, 2
       order by 1, 2`);
  const before = await sums();
  assert.equal((await ana.delete(`/categories/${gone.id}`, { replacement_id: replacement.id })).status, 200);
  assert.deepEqual(await sums(), before);
  await assertSumsAreRight(db, ana.spaceId);
});

test("DELETE /categories/:id while rows are booked under it: a row is refused or moved, and none is lost", async () => {
  const ana = await someone();
  const others = await named(ana, "Outros");
  let booked = 0;
  for (let round = 0; round < 15; round++) {
    const { id } = await create(ana, { name: `Velha ${round}` });
    const bookOne = async () => {
      const reply = await ana.post("/transactions", { description: "x", category_id: id, amount_cents: -1 - round });
      assert.ok([201, 422].includes(reply.status), reply.text);
      if (reply.status === 201) booked++;
    };
    const [deleted] = await Promise.all([ana.delete(`/categories/${id}`), bookOne(), bookOne()]);
    assert.equal(deleted.status, 200);
  }
  assert.deepEqual(await categoriesOfRows(ana), Array(booked).fill(others.id));
  await assertSumsAreRight(db, ana.spaceId);
});

test("DELETE /categories/:id while its replacement is deleted too: what was booked ends under one that exists", async () => {
  const ana = await someone();
  for (let round = 0; round < 10; round++) {
    const [gone, replacement] = [await create(ana, { name: "Velha" }), await create(ana, { name: "Nova" })];
    await bookRows(db, ana.spaceId, [{ category_id: gone.id, amount_cents: -1 }]);
    const [first, second] = await Promise.all([
      ana.delete(`/categories/${gone.id}`, { replacement_id: replacement.id }),
      ana.delete(`/categories/${replacement.id}`),
    ]);
    assert.ok([200, 422].includes(first.status));
    assert.equal(second.status, 200);
  }
  assert.equal((await categoriesOfRows(ana)).length, 10);
  await assertSumsAreRight(db, ana.spaceId);
});

test("DELETE /categories/:id appends a change for the category, its children and each row", async () => {
  const ana = await someone();
  const [gone, replacement] = [await create(ana, { name: "Velha" }), await create(ana, { name: "Nova" })];
  const child = await create(ana, { name: "Filha", parent_id: gone.id });
  const [row] = await bookRows(db, ana.spaceId, [{ category_id: gone.id, amount_cents: -1 }]);
  await ana.delete(`/categories/${gone.id}`, { replacement_id: replacement.id });
  const changes = await db.many(sql`
    select action, entity, entity_id, before -> 'category_id' as before_category, after -> 'category_id' as after_category,
           before -> 'parent_id' as before_parent, after -> 'parent_id' as after_parent
      from changes
     where space_id = ${ana.spaceId} and action <> 'create' and entity <> 'space'
     order by entity, entity_id`);
  const nothing = { before_category: null, after_category: null, before_parent: null, after_parent: null };
  assert.deepEqual(changes, [
    { ...nothing, action: "delete", entity: "category", entity_id: gone.id },
    { ...nothing, action: "update", entity: "category", entity_id: child.id, before_parent: gone.id },
    {
      ...nothing,
      action: "update",
      entity: "transaction",
      entity_id: row,
      before_category: gone.id,
      after_category: replacement.id,
    },
  ]);
});
