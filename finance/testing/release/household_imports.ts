// Test support: the part of the household that is about files of banks, and what is learned from them.
import type { Accounts, Categories } from "./household_catalogue.ts";
import type { HouseholdClient } from "./household_client.ts";

export async function useImports(
  on: HouseholdClient,
  { checking }: Accounts,
  { food, home }: Categories,
  card: number,
): Promise<void> {
  const conditions = { text_contains: "padaria", sign: "expense", account_id: checking };
  const rule = await on.post("/import_rules", { name: "Padaria", conditions, actions: { category_id: food, tags: ["pão"] } });
  const first = { position: 1, conditions: { kind: "pix" }, actions: { tags: ["pix"], stop: true } };
  const { id: gone } = await on.post("/import_rules", { name: "Pix", ...first });
  await on.put(`/import_rules/${rule.id}`, { actions: { category_id: home, description: "Padaria da esquina" }, position: 1 });
  await on.delete(`/import_rules/${gone}`);
  const lines = "05/02/2026,-18.00,1,Padaria Sol\n06/02/2026,-29.00,2,Feira\n09/02/2026,1200.00,3,Pix recebido\n";
  const file = `Data,Valor,Identificador,Descrição\n${lines}`;
  const preview = await on.post("/imports", { content: file, account_id: checking });
  await on.put(`/imports/${preview.id}/lines/2`, { category_id: food, description: "Feira livre" });
  await on.post(`/imports/${preview.id}/apply`, { proposals: "new" });
  const table = "Quando;Quem;Quanto\n11/02/2026;Padaria Lua;-8,00\n12/02/2026;Livraria;-49,00\n";
  const columns = { day: 0, description: [1], amount: 2 };
  const explained = await on.post("/imports", { content: table, account_id: checking, columns });
  await on.put(`/imports/${explained.id}/lines/2`, { category_id: home });
  await on.post(`/imports/${explained.id}/apply`, { proposals: "new" });
  const bill = "date,title,amount\n2026-01-25,Livraria - Parcela 1/2,90.00\n2026-01-26,Loja,80.00\n";
  const onCard = await on.post("/imports", { content: bill, credit_card_id: card, invoice: 314 });
  await on.post(`/imports/${onCard.id}/apply`, { proposals: "new" });
  const again = await on.post("/imports", { content: file.replaceAll("/02/", "/03/"), account_id: checking });
  await on.post(`/imports/${again.id}/apply`, { proposals: "new" });
  await on.post("/changes/undo", { version: Number((await on.get("/changes")).cursor) });
  await on.put(`/import_rules/${rule.id}`, { conditions: { text_contains: "livraria" }, actions: { tags: ["livros"] } });
  await on.post("/import_rules/run", { start_date: "2026-01-01", end_date: "2026-12-31" });
  await on.post("/category_memory/forget", { merchant: "livraria" });
  await on.post("/imports", { content: file.replaceAll("/02/", "/04/"), account_id: checking });
}
