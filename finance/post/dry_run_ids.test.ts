// Dry runs use no ids up: sequences are shared by all spaces, and some have 32 bits.
import assert from "node:assert/strict";
import { before, test } from "node:test";
import { sql } from "../../kernel/sql/sql.ts";
import { shareTestFinance, type TestMember } from "../testing.ts";

const finance = shareTestFinance();
let ana: TestMember;
before(async () => {
  ana = await finance.member("ana@example.com");
});

const sequences = () =>
  finance.service.world.db.many<{ name: string; last: number | null }>(sql`
    select sequencename::text as name, last_value as last from pg_sequences where schemaname = current_schema() order by 1`);

test("dry_run draws no ids, shows one that might be drawn, and differs in nothing else from the write", async () => {
  const [account] = (await ana.get("/accounts")).body as { id: number }[];
  const [category] = (await ana.get("/categories")).body as { id: number }[];
  const second = (await ana.post("/accounts", { name: "b" })).body as { id: number };
  const parts = { installments_attributes: { periodicity: "monthly", total: 400 } };
  const writes: [path: string, body: object][] = [
    ["/accounts", { name: "x" }],
    ["/categories", { name: "x" }],
    ["/credit_cards", { name: "x", closing_day: 1, due_day: 9 }],
    ["/transactions", { description: "x", amount_cents: -40_000, ...parts }],
    ["/transfers", { from_account_id: account?.id, to_account_id: second.id, amount_cents: 5 }],
    ["/budgets", { category_id: category?.id, amount_cents: 5 }],
    ["/import_rules", { name: "x", conditions: { text_contains: "x" }, actions: { category_id: category?.id } }],
    ["/webhooks", { url: "https://localhost/x", enabled: false }],
  ];
  for (const [path, body] of writes) {
    const drawn = await sequences();
    const tried = await ana.post(`${path}?dry_run=true`, body);
    assert.equal(tried.status, 201, `${path} ${tried.text}`);
    assert.deepEqual(await sequences(), drawn, path);
    const created = await ana.post(path, body);
    assert.equal((tried.body as { id: number }).id, (created.body as { id: number }).id, path);
  }
});

test("POST /imports/:id/apply with dry_run draws no ids for what it would remember of merchants", async () => {
  const lines = Array.from(
    { length: 40 },
    (_, index) => `05/01/2026,-8.0${index % 10},${index},LOJA ${String.fromCharCode(65 + (index % 26))}XYZ${index}`,
  );
  const content = `Data,Valor,Identificador,Descrição\n${lines.join("\n")}\n`;
  const [account] = (await ana.get("/accounts")).body as { id: number }[];
  const categories = (await ana.get("/categories")).body as { id: number; kind: string }[];
  const preview = (await ana.post("/imports", { content, account_id: account?.id })).body as { id: number };
  const category_id = categories.find(({ kind }) => kind === "expenses")?.id;
  for (let line = 1; line <= lines.length; line++)
    assert.equal((await ana.put(`/imports/${preview.id}/lines/${line}`, { category_id })).status, 200);
  const drawn = await sequences();
  const tried = await ana.post(`/imports/${preview.id}/apply?dry_run=true`, { proposals: "new" });
  assert.equal(tried.status, 200, tried.text);
  assert.deepEqual(await sequences(), drawn);
  const created = await ana.post(`/imports/${preview.id}/apply`, { proposals: "new" });
  assert.equal(created.status, 200, created.text);
  const last = (list: typeof drawn, name: string) => list.find((each) => each.name === name)?.last ?? 0;
  assert.ok(last(await sequences(), "category_memory_id_seq") > last(drawn, "category_memory_id_seq"), "a write draws them");
});
