// The fuzzer's data at finance: a second member, a calendar URL, an export, rows of every kind, a webhook.
import { inHousehold, invite } from "../finance/households.ts";
import { make, read } from "../finance/records.ts";
import { basicHeader, type Member } from "../people.ts";
import type { Stock } from "./recipe.ts";
import { stockImports } from "./recipes_imports.ts";

/** The name resolves to this machine, to which nothing is ever sent. */
const URL_OF_NOBODY = "https://localhost:9/fuzzed";

export async function stockFinance(stock: Stock): Promise<void> {
  const { owner, guestId } = await inHousehold(stock.pair, "viewer");
  const caller = stock.caller("owner of a household", owner);
  const guest = { params: { user_id: guestId }, caller };
  stock.add("finance PUT /members/:user_id", { ...guest, body: { role: "editor" } }, { ...guest, body: { role: "viewer" } });
  stock.add("finance DELETE /members/:user_id", { ...guest, body: {} });
  for (const part of [stockRows, stockSpaces, stockImports, stockWebhooks, stockFiles]) await part(stock, owner, caller);
}

async function stockRows(stock: Stock, owner: Member, caller: string): Promise<void> {
  const [from, to] = [await make(owner, "/accounts", { name: "from" }), await make(owner, "/accounts", { name: "to" })];
  const row = { amount_cents: -100, account_id: from.id };
  const ids: number[] = [];
  for (const description of ["one", "two", "three"]) ids.push((await make(owner, "/transactions", { ...row, description })).id);
  const sides = { from_account_id: from.id, to_account_id: to.id, amount_cents: 5 };
  stock.add("finance POST /transfers", { caller, body: sides });
  for (const method of ["GET", "PUT", "DELETE"]) {
    const { id } = await make(owner, "/transfers", sides);
    stock.add(`finance ${method} /transfers/:id`, {
      params: { id },
      caller,
      body: method === "PUT" ? { amount_cents: 6 } : undefined,
    });
  }
  const { cursor } = await read<{ cursor: string }>(owner, "/changes");
  stock.add("finance POST /changes/undo", { caller, body: { version: Number(cursor) } });
  stock.add(
    "finance POST /transactions/bulk",
    { caller, body: { ids: ids.slice(0, 2), set: { notes: "fuzzed" } } },
    { caller, body: { filter: { q: "two" }, set: { tags: ["fuzzed"] } } },
    { caller, body: { ids: ids.slice(2), delete: true } },
  );
  const card = await make(owner, "/credit_cards", { name: "a card", closing_day: 5, due_day: 10 });
  const bought = { description: "bought", amount_cents: -500, credit_card_id: card.id };
  const { credit_card_invoice_id: number } = (await make(owner, "/transactions", bought)) as unknown as Record<string, number>;
  const invoice = `/credit_cards/${card.id}/invoices/${number}/payments`;
  const path = "/credit_cards/:id/invoices/:number/payments";
  const params = { id: card.id, number: number as number };
  stock.add(`finance POST ${path}`, { params, caller, body: { amount_cents: 5 } });
  for (const method of ["PUT", "DELETE"]) {
    const payment = await make(owner, invoice, { amount_cents: 5 });
    const body = method === "PUT" ? { amount_cents: 6 } : {};
    stock.add(`finance ${method} ${path}/:payment_id`, { params: { ...params, payment_id: payment.id }, caller, body });
  }
}

async function stockSpaces(stock: Stock, owner: Member): Promise<void> {
  // A token is bound to one space.
  const caller = stock.caller("owner of spaces", { authorization: basicHeader(owner.email, owner.password) });
  const [stored, gone] = [await make(owner, "/spaces", { name: "kept" }), await make(owner, "/spaces", { name: "gone" })];
  stock.add("finance PUT /spaces/:id", { params: { id: stored.id }, caller, body: { name: "renamed" } });
  stock.add("finance DELETE /spaces/:id", { params: { id: gone.id }, caller, body: { name: "gone" } });
  const guest = await stock.pair.people.member();
  const token = await invite(stock.pair, owner, guest, "viewer");
  stock.add("finance POST /invitations/accept", { caller: stock.caller("guest", guest), body: { token } });
}

async function stockFiles(stock: Stock, owner: Member, caller: string): Promise<void> {
  const { token } = (await make(owner, "/api_tokens", { name: "a calendar", scopes: ["agenda:read"] })) as unknown as Member;
  stock.add("finance GET /agenda.ics", { query: { token } });
  stock.add("finance POST /api_tokens", { caller, body: { name: "another", scope: "read" } });
  const file = (await owner.get("/exports?format=json")).body;
  const newcomer = stock.caller("newcomer", await stock.pair.people.member());
  stock.add(
    "finance POST /exports/restore",
    { caller: newcomer, body: file, query: { dry_run: "true" } },
    { caller: newcomer, body: file },
  );
}

async function stockWebhooks(stock: Stock, owner: Member, caller: string): Promise<void> {
  const { id } = await make(owner, "/webhooks", { url: URL_OF_NOBODY });
  const { id: spare } = await make(owner, "/webhooks", { url: URL_OF_NOBODY });
  const ping = (await owner.post(`/webhooks/${id}/ping`)).body as { id: number };
  const hook = { params: { id }, caller };
  stock.add("finance POST /webhooks", { caller, body: { url: URL_OF_NOBODY } });
  stock.add("finance GET /webhooks/:id", hook);
  stock.add("finance PUT /webhooks/:id", { ...hook, body: { description: "fuzzed" } });
  stock.add("finance POST /webhooks/:id/ping", { ...hook, body: {} });
  stock.add("finance POST /webhooks/:id/rotate_secret", { ...hook, body: {} });
  stock.add("finance GET /webhooks/:id/deliveries", hook);
  const delivery = { params: { id, delivery_id: ping.id }, caller, body: {} };
  stock.add("finance POST /webhooks/:id/deliveries/:delivery_id/resend", delivery);
  stock.add("finance DELETE /webhooks/:id", { params: { id: spare }, caller });
}
