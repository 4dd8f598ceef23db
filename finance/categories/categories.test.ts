import assert from "node:assert/strict";
import { after, test } from "node:test";
import { sql } from "../../kernel/sql/sql.ts";
import { bookRows, bookSeries } from "../integrity/testing.ts";
import { CATEGORY_ICONS } from "../tables/categories.ts";
import { startTestFinance, type TestMember } from "../testing.ts";
import { PALETTE } from "./palette.ts";

const finance = await startTestFinance();
after(() => finance[Symbol.asyncDispose]());
const { db } = finance.service.world;

let members = 0;
const someone = () => finance.member(`categories${++members}@example.com`);

interface Category {
  id: number;
  name: string;
  color: string;
  kind: string;
  default: boolean;
  [key: string]: unknown;
}

const create = async (member: TestMember, body: object) => {
  const reply = await member.post("/categories", body);
  assert.equal(reply.status, 201, reply.text);
  return reply.body as Category;
};
const list = async (member: TestMember) => (await member.get("/categories")).body as Category[];
const named = async (member: TestMember, name: string) =>
  (await list(member)).find((category) => category.name === name) as Category;
const errorsOf = ({ status, body }: { status: number; body: unknown }) => {
  assert.equal(status, 422);
  return (body as { errors: Record<string, string[]> }).errors;
};

test("POST /categories with a name alone answers 201 with all keys and a colour, and GET /categories lists it last", async () => {
  const ana = await someone();
  const reply = await ana.post("/categories", { name: " SEO " });
  assert.equal(reply.status, 201);
  const { id, color, uuid, ...rest } = reply.body as Category;
  assert.deepEqual(rest, {
    name: "SEO",
    icon: "tag",
    parent_id: null,
    group_id: "default",
    fixed: false,
    essential: false,
    default: false,
    archived: false,
    kind: "expenses",
    created_at: "2026-01-31T09:00:00-03:00",
    updated_at: "2026-01-31T09:00:00-03:00",
  });
  assert.ok(Number.isInteger(id));
  assert.equal(color, PALETTE[0]);
  assert.match(uuid as string, /^[0-9a-f]{40}$/);
  const categories = await list(ana);
  assert.deepEqual(categories.at(-1), reply.body);
  assert.deepEqual((await ana.get(`/categories/${id}`)).body, reply.body);
  assert.deepEqual(
    categories.map((each) => each.id),
    categories.map((each) => each.id).sort((one, other) => one - other),
  );
  assert.deepEqual(
    categories.filter((each) => each.default).map((each) => [each.name, each.kind]),
    [
      ["Outros", "expenses"],
      ["Outras receitas", "earnings"],
    ],
  );
});

test("POST /categories takes every field, in the body or in the query string", async () => {
  const ana = await someone();
  const fields = {
    name: "Bônus",
    color: "AbCdEf",
    icon: "gift",
    kind: "earnings",
    group_id: "ear_salary",
    fixed: true,
    essential: true,
    archived: true,
  };
  const { id, uuid, created_at, updated_at, default: isDefault, parent_id, ...settings } = await create(ana, fields);
  assert.deepEqual(settings, { ...fields, color: "abcdef" });
  const byQuery = await ana.post("/categories?name=Padaria&color=%2300FF00&fixed=true");
  assert.equal(byQuery.status, 201);
  const { name, color, fixed } = byQuery.body as Category;
  assert.deepEqual([name, color, fixed], ["Padaria", "00ff00", true]);
});

test("icon of a category: the one that its name suggests, until one is chosen; null goes back to the suggestion", async () => {
  const ana = await someone();
  const iconOf = async (body: object) => {
    const reply = await ana.put(`/categories/${category.id}`, body);
    assert.equal(reply.status, 200, reply.text);
    return (reply.body as Category).icon;
  };
  const category = await create(ana, { name: "Mercado do mês" });
  assert.equal(category.icon, "cart");
  assert.equal(await iconOf({ name: "Transporte" }), "car");
  assert.equal(await iconOf({ icon: "bike" }), "bike");
  assert.equal(await iconOf({ name: "Farmácia" }), "bike");
  assert.deepEqual((await named(ana, "Farmácia")).icon, "bike");
  assert.equal(((await ana.get(`/categories/${category.id}`)).body as Category).icon, "bike");
  assert.equal(await iconOf({ icon: null }), "pill");
  assert.equal(await iconOf({ name: "Salário" }), "work");
  assert.equal((await create(ana, { name: "Cinema", icon: "ticket" })).icon, "ticket");
  const english = await ana.post("/categories", { name: "x", icon: "unicorn" }, { "accept-language": "en" });
  assert.deepEqual(errorsOf(english), { icon: [`is not included in the list (values: ${CATEGORY_ICONS.join(", ")})`] });
});

test("PUT /categories/:id with all that came in an answer chooses no icon, and with another name keeps the one that it names", async () => {
  const ana = await someone();
  const category = await create(ana, { name: "Mercado" });
  const path = `/categories/${category.id}`;
  assert.deepEqual((await ana.put(path, category)).body, category);
  assert.equal(((await ana.put(path, { name: "Transporte" })).body as Category).icon, "car");
  assert.equal(((await ana.put(path, { name: "Farmácia", icon: "car" })).body as Category).icon, "car");
  // Once chosen it stays so, also where it is the one that the name suggests.
  assert.equal(((await ana.put(path, { name: "Carro", icon: "car" })).body as Category).icon, "car");
  assert.equal(((await ana.put(path, { name: "Casa" })).body as Category).icon, "car");
});

test("the icon of a category is in the feed, in undo, in dry runs and in exports, and expected compares the one that is shown", async () => {
  const ana = await someone();
  const category = await create(ana, { name: "Feira" });
  const path = `/categories/${category.id}`;
  const dry = await ana.put(`${path}?dry_run=true`, { icon: "gift" });
  assert.deepEqual([dry.status, (dry.body as Category).icon], [200, "gift"]);
  assert.equal((await named(ana, "Feira")).icon, "cart");
  const stale = await ana.put(path, { icon: "gift", expected: { icon: "car" } });
  assert.deepEqual([stale.status, (stale.body as { fields: string[] }).fields], [409, ["icon"]]);
  const { cursor } = (await ana.get("/changes")).body as { cursor: string };
  const expected = await ana.put(path, { icon: "gift", expected: { icon: "cart" } });
  assert.deepEqual([expected.status, (expected.body as Category).icon], [200, "gift"]);
  const feed = (await ana.get(`/changes?since=${cursor}`)).body as { changes: { record: Category }[] };
  assert.deepEqual(
    feed.changes.map(({ record }) => record.icon),
    ["gift"],
  );
  const { categories } = (await ana.get("/exports?format=json")).body as { categories: Category[] };
  const iconInFile = (name: string) => categories.find((each) => each.name === name)?.icon;
  assert.deepEqual([iconInFile("Feira"), iconInFile("Casa")], ["gift", null]);
  const version = Number(((await ana.get("/changes")).body as { cursor: string }).cursor);
  assert.equal((await ana.post("/changes/undo", { version })).status, 200);
  assert.equal((await named(ana, "Feira")).icon, "cart");
  assert.equal(((await ana.put(path, { name: "Moradia" })).body as Category).icon, "home");
});

test("a restored file brings the icons of its categories; one that nobody knows is refused", async () => {
  const [ana, bia] = [await someone(), await someone()];
  await create(ana, { name: "Feira", icon: "gift" });
  const file = (await ana.get("/exports?format=json")).body as { categories: Category[] };
  const wrong = {
    ...file,
    categories: file.categories.map((each) => (each.icon === "gift" ? { ...each, icon: "unicorn" } : each)),
  };
  assert.match(JSON.stringify(errorsOf(await bia.post("/exports/restore", wrong))), /, icon não é válido/);
  const restored = await bia.post("/exports/restore", file);
  assert.equal(restored.status, 201, restored.text);
  assert.deepEqual([(await named(bia, "Feira")).icon, (await named(bia, "Casa")).icon], ["gift", "home"]);
});

test("POST /categories gives each the colour that the fewest have, then begins again", async () => {
  const ana = await someone();
  await create(ana, { name: "própria", color: PALETTE[1]?.toUpperCase() });
  const colors: string[] = [];
  for (let count = 0; count < PALETTE.length + 1; count++) colors.push((await create(ana, { name: `c${count}` })).color);
  const expected = [PALETTE[0], ...PALETTE.slice(2), PALETTE[0], PALETTE[1]];
  assert.deepEqual(colors, expected);
});

test("PUT /categories/:id changes what is sent, keeps the colour, and ignores what a client may not set", async () => {
  const ana = await someone();
  const category = await create(ana, { name: "SEO", color: "123456" });
  finance.clock.advance(60);
  const reply = await ana.put(`/categories/${category.id}`, {
    name: "Anúncios",
    id: 1,
    uuid: "0",
    default: true,
    created_at: "2000-01-01",
    // A body for credit cards, as the reference of the original service shows it under this URL by mistake.
    due_day: 17,
    closing_day: 4,
    update_invoices_since: "2015-07-01",
  });
  finance.clock.advance(-60);
  assert.equal(reply.status, 200);
  assert.deepEqual(reply.body, { ...category, name: "Anúncios", updated_at: "2026-01-31T09:01:00-03:00" });
  const archived = await ana.put(`/categories/${category.id}`, { archived: true, group_id: "g", fixed: true, color: "FFFFFF" });
  assert.deepEqual(archived.body, { ...category, name: "Anúncios", archived: true, group_id: "g", fixed: true, color: "ffffff" });
  // All that came in an answer may be sent back.
  assert.deepEqual((await ana.put(`/categories/${category.id}`, archived.body)).body, archived.body);
  const transfers = await named(ana, "Transferências");
  assert.deepEqual((await ana.put(`/categories/${transfers.id}`, transfers)).body, transfers);
});

const REFUSED: [body: object | string, errors: Record<string, string[]>][] = [
  [{ name: " " }, { name: ["não pode estar em branco"] }],
  [{ name: ["x"] }, { name: ["deve ser um texto"] }],
  [{ name: "x".repeat(256) }, { name: ["é muito longo (máximo: 255 caracteres)"] }],
  [{ name: "x", color: "##00ff00" }, { color: ["não é válido"] }],
  [{ name: "x", color: "#00ff0" }, { color: ["não é válido"] }],
  [{ name: "x", color: "00ff0" }, { color: ["não é válido"] }],
  [{ name: "x", color: "00ff0g" }, { color: ["não é válido"] }],
  [{ name: "x", color: 123456 }, { color: ["deve ser um texto"] }],
  [{ name: "x", kind: "none" }, { kind: ["não está incluído na lista (valores: expenses, earnings)"] }],
  [{ name: "x", icon: "unicorn" }, { icon: [`não está incluído na lista (valores: ${CATEGORY_ICONS.join(", ")})`] }],
  [{ name: "x", icon: "" }, { icon: [`não está incluído na lista (valores: ${CATEGORY_ICONS.join(", ")})`] }],
  [{ name: "x", icon: 7 }, { icon: [`não está incluído na lista (valores: ${CATEGORY_ICONS.join(", ")})`] }],
  [{ name: "x", fixed: "sim" }, { fixed: ["deve ser true ou false"] }],
  [{ name: "x", essential: 1 }, { essential: ["deve ser true ou false"] }],
  [{ name: "x", archived: "true" }, { archived: ["deve ser true ou false"] }],
  [{ name: "x", group_id: "x".repeat(101) }, { group_id: ["é muito longo (máximo: 100 caracteres)"] }],
  [{ name: "x", parent_id: "7" }, { parent_id: ["não é um número inteiro"] }],
  [{ name: "x", parent_id: 0 }, { parent_id: ["não foi encontrado(a)"] }],
  [{ name: "x", parent_id: 2_147_483_647 }, { parent_id: ["não foi encontrado(a)"] }],
  [{ name: "x", parent_id: 2_147_483_648 }, { parent_id: ["não foi encontrado(a)"] }],
  ['{"name":"x","parent_id":9223372036854775808}', { parent_id: ["não foi encontrado(a)"] }],
];

test("POST and PUT /categories refuse each wrong field by its name, and write nothing", async () => {
  const ana = await someone();
  const category = await create(ana, { name: "SEO" });
  const before = await list(ana);
  for (const [body, errors] of [...REFUSED]) {
    assert.deepEqual(errorsOf(await ana.post("/categories", body)), errors, JSON.stringify(body));
    assert.deepEqual(errorsOf(await ana.put(`/categories/${category.id}`, body)), errors, JSON.stringify(body));
  }
  const blank = await ana.post("/categories", { name: "", color: "ABCDEF" });
  assert.deepEqual(blank.body, {
    id: null,
    name: "",
    color: "ABCDEF",
    icon: null,
    parent_id: null,
    group_id: "default",
    fixed: false,
    essential: false,
    default: false,
    archived: false,
    uuid: null,
    kind: "expenses",
    created_at: null,
    updated_at: null,
    errors: { name: ["não pode estar em branco"] },
  });
  const onUpdate = await ana.put(`/categories/${category.id}`, { name: "", color: "ABCDEF" });
  assert.deepEqual(onUpdate.body, { ...category, name: "", color: "ABCDEF", errors: { name: ["não pode estar em branco"] } });
  assert.deepEqual(await list(ana), before);
});

test("a parent is a root of the same kind in the same space; there are two levels", async () => {
  const [ana, bia] = [await someone(), await someone()];
  const root = await create(ana, { name: "Raiz", kind: "earnings" });
  const child = await create(ana, { name: "Filha", parent_id: root.id });
  assert.deepEqual([child.parent_id, child.kind], [root.id, "earnings"]);
  const other = await create(ana, { name: "Outra", kind: "earnings" });
  const foreign = await create(bia, { name: "SEGREDO DA BIA" });
  const archived = await create(ana, { name: "Arquivada", archived: true });
  const transfers = await named(ana, "Transferências");
  const invalid = { parent_id: ["não é válido"] };
  assert.deepEqual(errorsOf(await ana.post("/categories", { name: "x", parent_id: root.id, kind: "expenses" })), invalid);
  assert.deepEqual(errorsOf(await ana.post("/categories", { name: "x", parent_id: child.id })), invalid);
  assert.deepEqual(errorsOf(await ana.post("/categories", { name: "x", parent_id: transfers.id })), invalid);
  assert.deepEqual(errorsOf(await ana.post("/categories", { name: "x", parent_id: archived.id })), {
    parent_id: ["está arquivado(a)"],
  });
  assert.deepEqual(errorsOf(await ana.post("/categories", { name: "x", parent_id: foreign.id })), {
    parent_id: ["não foi encontrado(a)"],
  });
  assert.deepEqual(errorsOf(await ana.put(`/categories/${root.id}`, { parent_id: root.id })), invalid);
  assert.deepEqual(errorsOf(await ana.put(`/categories/${root.id}`, { parent_id: other.id })), invalid);
  assert.deepEqual(errorsOf(await ana.put(`/categories/${other.id}`, { parent_id: child.id })), invalid);
  assert.deepEqual(errorsOf(await ana.put(`/categories/${other.id}`, { parent_id: foreign.id })), {
    parent_id: ["não foi encontrado(a)"],
  });
  assert.equal(((await ana.put(`/categories/${other.id}`, { parent_id: root.id })).body as Category).parent_id, root.id);
  assert.equal(((await ana.put(`/categories/${other.id}`, { parent_id: null })).body as Category).parent_id, null);
});

test("two categories that become each other's parent at once: one is refused", async () => {
  const ana = await someone();
  const [one, other] = [await create(ana, { name: "a" }), await create(ana, { name: "b" })];
  for (let round = 0; round < 10; round++) {
    const replies = await Promise.all([
      ana.put(`/categories/${one.id}`, { parent_id: other.id }),
      ana.put(`/categories/${other.id}`, { parent_id: one.id }),
    ]);
    assert.deepEqual(replies.map(({ status }) => status).sort(), [200, 422]);
    await Promise.all([one, other].map(({ id }) => ana.put(`/categories/${id}`, { parent_id: null })));
  }
});

test("PUT /categories/:id changes the kind only while nothing is booked under it", async () => {
  const ana = await someone();
  const category = await create(ana, { name: "Vendas" });
  const put = (kind: string) => ana.put(`/categories/${category.id}`, { kind });
  assert.equal(((await put("earnings")).body as Category).kind, "earnings");
  const [row] = await bookRows(db, ana.spaceId, [{ category_id: category.id, amount_cents: 5 }]);
  assert.deepEqual(errorsOf(await put("expenses")), { kind: ["não pode ser alterado(a)"] });
  await db.run(sql`delete from transactions where space_id = ${ana.spaceId} and id = ${row}`);
  assert.equal((await put("expenses")).status, 200);
  await bookSeries(db, ana.spaceId, { kind: "fixed", categoryId: category.id });
  assert.deepEqual(errorsOf(await put("earnings")), { kind: ["não pode ser alterado(a)"] });
  for (const name of ["Outros", "Outras receitas", "Transferências"]) {
    const { id, kind } = await named(ana, name);
    const refused = await ana.put(`/categories/${id}`, { kind: kind === "expenses" ? "earnings" : "expenses" });
    assert.deepEqual(errorsOf(refused), { kind: ["não pode ser alterado(a)"] });
    assert.deepEqual(errorsOf(await ana.put(`/categories/${id}`, { archived: true })), {
      archived: ["não pode ser alterado(a)"],
    });
    assert.equal((await ana.put(`/categories/${id}`, { name: `${name} 2`, color: "000000" })).status, 200);
  }
});

test("a category of another space and one that never was are answered alike by every method, and nothing changes", async () => {
  const [ana, bia] = [await someone(), await someone()];
  const { id } = await create(bia, { name: "SEGREDO DA BIA" });
  const before = await list(bia);
  for (const path of [
    `/categories/${id}`,
    "/categories/2147483647",
    "/categories/0",
    "/categories/x",
    "/categories/2147483648",
  ]) {
    for (const reply of [
      await ana.get(path),
      await ana.put(path, { name: "" }),
      await ana.delete(path, { replacement_id: "x" }),
    ]) {
      assert.deepEqual([reply.status, reply.text], [404, '{"error":"registro não encontrado"}']);
    }
  }
  assert.deepEqual(await list(bia), before);
});

test("a token that may only read lists categories and writes none", async () => {
  const reader = await finance.member("categories_reader@example.com", { scope: "read" });
  const before = await list(reader);
  const id = before[0]?.id;
  const writes = [
    await reader.post("/categories", { name: "x" }),
    await reader.put(`/categories/${id}`, { name: "x" }),
    await reader.delete(`/categories/${id}`),
  ];
  assert.deepEqual(
    writes.map(({ status }) => status),
    [403, 403, 403],
  );
  assert.deepEqual(await list(reader), before);
});

test("POST /categories sent again with the same Idempotency-Key makes one", async () => {
  const ana = await someone();
  const send = () => ana.post("/categories", { name: "Uma" }, { "idempotency-key": "one" });
  const replies = await Promise.all(Array.from({ length: 10 }, send));
  assert.deepEqual(new Set(replies.map(({ text }) => text)).size, 1);
  assert.equal((await list(ana)).filter(({ name }) => name === "Uma").length, 1);
});
