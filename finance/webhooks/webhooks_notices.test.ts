// Notices: invoices that close or are due, and budgets that are used up.
import assert from "node:assert/strict";
import { test } from "node:test";
import { startHttpSink } from "../../kernel/testing/http_sink.ts";
import { invoiceDueOn } from "../billing/cycle.ts";
import { type Budget, createBudget, createCategory } from "../budgets/testing.ts";
import { addMonths, dayIn, firstOfMonth } from "../calendar/day.ts";
import { buy, newCard, pay } from "../credit_cards/testing.ts";
import { shareTestFinance } from "../testing.ts";
import { create } from "../transactions/testing.ts";
import { deliverWebhooks, type Message, makeHook, OK, typesAt, webhookDeliverer } from "./testing.ts";

const finance = shareTestFinance({ WEBHOOK_ALLOWED_HOSTS: "127.0.0.1" });

const deliverer = () => webhookDeliverer(finance);
const deliverAll = () => deliverWebhooks(finance);

/** Two processes look for notices at the same time. */
const look = async () => {
  const both = [deliverer(), deliverer()];
  await Promise.all(both.map((each) => each.notice()));
  await deliverAll();
  await Promise.all(both.map((each) => each.settled()));
};

test("an invoice that closes, one that is due and a budget that is used up are told once each, whoever looks; what was so before is no news", async () => {
  const olga = await finance.member("olga@example.com");
  const month = addMonths(firstOfMonth(dayIn("America/Sao_Paulo", finance.clock.now())), 1).slice(0, 8);
  const onDay = (day: string) => finance.clock.set(`${month}${day}T15:00:00Z`);
  onDay("09");
  const limited = async () =>
    createBudget(olga, { category_id: await createCategory(olga), amount_cents: 1_000, date: `${month}01` });
  const spendOn = ({ category_id }: Budget, cents: number) =>
    create(olga, { description: "x", category_id, amount_cents: -cents, date: `${month}09`, paid: true });
  const [before, since, never] = [await limited(), await limited(), await limited()];
  await spendOn(before, 1_001);
  await spendOn(since, 1_000);
  const [past, card] = [await newCard(olga), await newCard(olga, { closing_day: 10, due_day: 15 })];
  await buy(olga, past.id, `${month}01`);
  await buy(olga, card.id, `${month}09`);
  await using sink = await startHttpSink(OK);
  await makeHook(olga, sink.url, { events: ["invoice.closed", "invoice.due", "budget.exceeded"] });
  await look();
  assert.deepEqual(typesAt(sink), []);
  await spendOn(since, 1);
  await deliverAll();
  await spendOn(since, 1);
  await spendOn(never, 1_000);
  await look();
  assert.deepEqual(typesAt(sink), ["budget.exceeded"]);
  onDay("10");
  await look();
  const due = "the past one is due, the other closes at the end of this day";
  assert.deepEqual(typesAt(sink), ["budget.exceeded", "invoice.due"], due);
  onDay("11");
  await look();
  await pay(olga, past.id, invoiceDueOn(`${month}01`), { date: `${month}11` });
  onDay("15");
  await look();
  onDay("16");
  await look();
  const notices = sink.requests.map(({ body }) => (JSON.parse(body) as Message).data.notice);
  const invoice = { credit_card_id: card.id, credit_card_invoice_id: invoiceDueOn(`${month}01`), amount_cents: -1_000 };
  const days = { closing_date: `${month}10`, due_date: `${month}15`, balance_cents: -1_000 };
  assert.deepEqual(notices[0], {
    type: "budget.exceeded",
    budget_id: since.id,
    category_id: since.category_id,
    date: `${month}01`,
    amount_cents: 1_000,
    total_cents: 1_001,
  });
  assert.equal(notices[1]?.credit_card_id, past.id);
  assert.deepEqual(notices.slice(2), [
    { type: "invoice.closed", ...invoice, ...days },
    { type: "invoice.due", ...invoice, ...days },
  ]);
  const { changes } = (await olga.get("/changes?since=0")).body as {
    changes: { entity: string; version: number; user_id: unknown }[];
  };
  const noticed = changes.filter(({ entity }) => entity === "notice");
  assert.deepEqual([noticed.length, noticed[0]?.user_id], [4, null]);
  const undone = await olga.post("/changes/undo", { version: noticed[0]?.version });
  assert.equal(undone.status, 422, "what was told cannot be taken back");
});
