// Test support: parts of transactions, transfers among them, and refunds.
import type { Walker } from "./walker.ts";

export async function walkSplits(
  on: Walker,
  { open, other }: Record<"open" | "other", number>,
  { root, child }: Record<"root" | "child", number>,
  wholeYear: string,
): Promise<void> {
  const parts = [
    { category_id: child, amount_cents: -700 },
    { category_id: root, amount_cents: -500 },
  ];
  const split = { description: "walk split", amount_cents: -1200, account_id: open };
  const bought = await on.post("/transactions", { ...split, parts });
  await on.put(`/transactions/${bought.id}`, { parts: [parts[0], { account_id: other, amount_cents: -500 }] });
  const later = { ...split, parts, credit_card_id: undefined, installments_attributes: { periodicity: "monthly", total: 3 } };
  const inParts = await on.post("/transactions", later);
  for (const id of [bought.id, inParts.id]) {
    const refund = await on.post("/transactions", { description: "walk refund", amount_cents: 100, refund_of_id: id });
    await on.put(`/transactions/${refund.id}`, { refund_of_id: null });
    await on.put(`/transactions/${refund.id}`, { refund_of_id: id });
    await on.get(`/transactions?linked_to_id=${id}&${wholeYear}`);
  }
}
