// Test support: the part of the walk that is about imports.
import type { Walker } from "./walk.ts";

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
  const onCard = await on.post("/imports", { content: parts, credit_card_id: card, invoice: 313 });
  await on.post(`/imports/${onCard.id}/apply`, { proposals: "new" });
}
