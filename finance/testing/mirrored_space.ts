// Test support: a space with something of every kind in it, and a marker in every text.
import assert from "node:assert/strict";
import type { TestClient, TestMember } from "../testing.ts";

/** What an id can be the id of. */
export const KINDS = [
  "account",
  "card",
  "purchase",
  "payment",
  "category",
  "root_category",
  "transaction",
  "leg",
  "budget",
  "goal",
  "token",
  "user",
  "invitation",
  "series",
  "import",
  "rule",
  "memory",
  "layout",
  "webhook",
  "delivery",
  "space",
] as const;
export type Kind = (typeof KINDS)[number];

/** One id of each kind, and a second account. */
export type Ids = Record<Kind | "other_account", number>;

/** Which invoice of the card the payment is of. */
export const PAID_INVOICE = 314;

interface Created {
  id: number;
  recurrence_id: number | null;
  credit_card_invoice_id: number | null;
}

type Make = (path: string, body: object) => Promise<Created>;

/** Two of these have the same in them, apart from ids and markers. */
export async function fillSpace(client: TestClient, { userId }: TestMember, marker: string): Promise<Ids> {
  const make: Make = async (path, body) => {
    const reply = await client.post(path, body);
    assert.equal(reply.status, 201, `${path}: ${reply.text}`);
    return reply.body as Created;
  };
  const text = { description: `row ${marker}`, notes: `notes ${marker}`, tags: [`tag ${marker}`] };
  const account = await make("/accounts", { name: `account ${marker}`, description: marker, institution_name: marker });
  const other = await make("/accounts", { name: `other ${marker}`, opening_balance_cents: 70_000 });
  const root = await make("/categories", { name: `root ${marker}`, group_id: marker });
  const category = await make("/categories", { name: `category ${marker}`, parent_id: root.id });
  const days = { closing_day: 5, due_day: 10, payment_account_id: account.id };
  const card = await make("/credit_cards", { name: `card ${marker}`, description: marker, institution_name: marker, ...days });
  const booked = { ...text, account_id: account.id, category_id: category.id, amount_cents: -1_200 };
  const transaction = await make("/transactions", booked);
  const fixed = await make("/transactions", { ...booked, recurrence_attributes: { periodicity: "monthly" } });
  await make("/transactions", { ...booked, installments_attributes: { periodicity: "monthly", total: 3 } });
  const onCard = { ...text, credit_card_id: card.id, category_id: category.id, amount_cents: -900 };
  const purchase = await make("/transactions", onCard);
  const parts = [
    { category_id: category.id, amount_cents: -600, description: `part ${marker}`, tags: [`part tag ${marker}`] },
    { category_id: root.id, amount_cents: -300 },
  ];
  await make("/transactions", { ...onCard, parts, recurrence_attributes: { periodicity: "monthly" } });
  await make("/transactions", { ...onCard, parts, installments_attributes: { periodicity: "monthly", total: 3 } });
  const payment = await make(`/credit_cards/${card.id}/invoices/${PAID_INVOICE}/payments`, { ...text, amount_cents: 300 });
  const ticked = await client.put(`/credit_cards/${card.id}/invoices/${purchase.credit_card_invoice_id}/checks`, {
    transaction_ids: [purchase.id],
    bill_cents: -1_000,
  });
  assert.equal(ticked.status, 200, ticked.text);
  const leg = await make("/transfers", { ...text, from_account_id: account.id, to_account_id: other.id, amount_cents: 500 });
  const budget = await make("/budgets", { category_id: category.id, amount_cents: 10_000 });
  const goal = await make("/goals", { name: `goal ${marker}`, target_cents: 90_000, target_date: "2199-01-31" });
  for (const [act, body] of [
    ["reserve", { account_id: account.id, amount_cents: 2_000 }],
    ["spend", { transaction_id: purchase.id }],
  ] as const) {
    const reply = await client.post(`/goals/${goal.id}/${act}`, body);
    assert.equal(reply.status, 200, reply.text);
  }
  const token = await make("/api_tokens", { name: `token ${marker}`, scope: "write" });
  const imported = await fillImports(client, make, { marker, accountId: account.id, otherId: other.id, categoryId: category.id });
  const shared = await fillSharing(client, make, { userId, marker });
  return {
    ...imported,
    ...shared,
    account: account.id,
    card: card.id,
    purchase: purchase.id,
    payment: payment.id,
    other_account: other.id,
    root_category: root.id,
    category: category.id,
    transaction: transaction.id,
    leg: leg.id,
    budget: budget.id,
    goal: goal.id,
    token: token.id,
    user: userId,
    series: fixed.recurrence_id as number,
  };
}

interface ImportTargets {
  marker: string;
  accountId: number;
  otherId: number;
  categoryId: number;
}

/** A preview, a rule, and what an applied import leaves: a memory of a merchant and a layout. */
async function fillImports(client: TestClient, make: Make, { marker, accountId, otherId, categoryId }: ImportTargets) {
  const file = `Data,Valor,Identificador,Descrição\n05/01/2026,-8.00,1,line ${marker}\n`;
  const preview = await make("/imports", { content: file, account_id: accountId });
  const rule = await make("/import_rules", {
    name: `rule ${marker}`,
    conditions: { text_contains: marker, account_id: accountId },
    actions: { category_id: categoryId },
  });
  const table = `Quando;Quem;Quanto\n05/01/2026;line ${marker};-8,00\n`;
  const columns = { day: 0, description: [1], amount: 2 };
  const explained = await make("/imports", { content: table, account_id: otherId, columns });
  await client.put(`/imports/${explained.id}/lines/1`, { category_id: categoryId });
  await client.post(`/imports/${explained.id}/apply`, { proposals: "new" });
  const [memory] = (await client.get("/category_memory")).body as { id: number }[];
  const [layout] = (await client.get("/import_layouts")).body as { id: number }[];
  return { rule: rule.id, memory: memory?.id ?? 0, layout: layout?.id ?? 0, import: preview.id };
}

async function fillSharing(client: TestClient, make: Make, { userId, marker }: { userId: number; marker: string }) {
  const invitation = await make("/invitations", { email: `${userId}@invited.example.com`, role: "viewer" });
  const space = await make("/spaces", { name: `space ${marker}` });
  const webhook = await make("/webhooks", { url: `https://localhost/${marker}`, description: marker, enabled: false });
  const ping = await client.post(`/webhooks/${webhook.id}/ping`);
  return { webhook: webhook.id, space: space.id, delivery: (ping.body as { id: number }).id, invitation: invitation.id };
}
