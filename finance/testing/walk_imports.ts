// Test support: the part of the walk that is about imports.
import type { Walker } from "./walker.ts";

export async function walkImports(on: Walker, { other }: { other: number }, card: number): Promise<void> {
  const file = "Data,Valor,Identificador,Descrição\n05/01/2026,-8.00,1,Café\n06/01/2026,-9.00,2,Pagamento de fatura\n";
  const gone = await on.post("/imports", { content: file, account_id: other });
  await on.delete(`/imports/${gone.id}`);
  const preview = await on.post("/imports", { content: file, account_id: other });
  await on.get("/imports");
  await on.get(`/imports/${preview.id}`);
  await on.get(`/imports/${preview.id}/lines?verdict=new&undecided=false`);
  await on.put(`/imports/${preview.id}/lines`, { verdict: "new", action: "accept" });
  await on.put(`/imports/${preview.id}/lines/1`, { description: "walk" });
  await on.post(`/imports/${preview.id}/apply`, { proposals: "new" });
  await on.post("/imports", { content: file, account_id: other });
  const parts = "date,title,amount\n2026-01-05,Livraria - Parcela 1/2,9.00\n2026-01-06,Loja,8.00\n";
  await walkLearning(on, other);
  const onCard = await on.post("/imports", { content: parts, credit_card_id: card, invoice: 313 });
  await on.post(`/imports/${onCard.id}/apply`, { proposals: "new" });
}

/** What is learned from imports, and what the user says of lines to come. */
async function walkLearning(on: Walker, other: number): Promise<void> {
  const category = await on.post("/categories", { name: "walk learned" });
  const conditions = { text_contains: "padaria", sign: "expense", account_id: other };
  const rule = await on.post("/import_rules", { name: "walk", conditions, actions: { category_id: category.id, tags: ["pão"] } });
  await on.post("/import_rules", { name: "walk first", position: 1, conditions: { kind: "pix" }, actions: { stop: true } });
  await on.get("/import_rules");
  await on.get(`/import_rules/${rule.id}`);
  const columns = { day: 0, description: [1], amount: 2 };
  const table = "Quando;Quem;Quanto\n05/01/2026;Padaria Sol;-8,00\n06/01/2026;Feira;-9,00\n";
  const explained = await on.post("/imports", { content: table, account_id: other, columns });
  await on.get(`/imports/${explained.id}/lines`);
  await on.put(`/imports/${explained.id}/lines/2`, { category_id: category.id });
  const applied = await on.post(`/imports/${explained.id}/apply`, { proposals: "new" });
  await on.post("/import_rules/try", { conditions: { merchant_contains: "feira" }, actions: { description: "Feira livre" } });
  await on.put(`/import_rules/${rule.id}`, { actions: { description: "Padaria" }, position: 1 });
  await on.post("/import_rules/run", { start_date: "2026-01-01", end_date: "2026-01-31" });
  await on.post("/import_rules/run", { rule_id: rule.id });
  await on.get(`/imports/${applied.id}/lines`);
  const [remembered] = (await on.get("/category_memory")) as unknown as { id: number }[];
  await on.delete(`/category_memory/${remembered?.id}`);
  await on.post("/category_memory/forget", { category_id: category.id, merchant: "feira" });
  const [layout] = (await on.get("/import_layouts")) as unknown as { id: number }[];
  await on.delete(`/import_layouts/${layout?.id}`);
  await on.delete(`/import_rules/${rule.id}`);
}
