import assert from "node:assert/strict";
import { before, test } from "node:test";
import { until } from "../../kernel/testing/until.ts";
import { newCard } from "../invoices/testing.ts";
import { shareTestFinance, type TestMember } from "../testing.ts";
import { create } from "../transactions/testing.ts";

const finance = shareTestFinance();
before(async () => {
  finance.clock.set("2026-01-15T12:00:00Z");
});

async function makeAddress(member: TestMember, scopes: readonly string[] = ["agenda:read"]) {
  const reply = await member.post("/api_tokens", { name: "agenda", scopes });
  assert.equal(reply.status, 201, reply.text);
  const { id, token } = reply.body as { id: number; token: string };
  return { id, path: `/agenda.ics?token=${token}` };
}

const eventsIn = (text: string) =>
  [...text.replaceAll("\r\n ", "").matchAll(/UID:(\S+)[\s\S]*?DTSTART;VALUE=DATE:(\d+)\r\nSUMMARY:(.*)\r\n/g)].map(
    ([, uid, day, summary]) => [uid, day, summary],
  );

test("GET /agenda.ics lists what is not paid and what is owed on invoices, by a secret address alone; an ETag spares the rest", async () => {
  const ana = await finance.member("agenda@example.com");
  const card = await newCard(ana, { name: "Visa", closing_day: 5, due_day: 10 });
  const bill = await create(ana, { description: "Luz, água; gás", amount_cents: -12_345, date: "2026-01-20", paid: false });
  const late = await create(ana, { description: "Salário", amount_cents: 500_000, date: "2026-01-02", paid: false });
  await create(ana, { description: "paga", amount_cents: -1, date: "2026-01-03", paid: true });
  const tv = await create(ana, { description: "TV", credit_card_id: card, amount_cents: -50_000, date: "2026-01-10" });
  const { path } = await makeAddress(ana);
  const reply = await finance.call(path, { headers: {} });
  assert.equal(reply.status, 200, reply.text);
  assert.equal(reply.headers["content-type"], "text/calendar; charset=utf-8");
  const space = `.space-${ana.spaceId}@cofre`;
  assert.deepEqual(eventsIn(reply.text), [
    [`transaction-${late.id}${space}`, "20260102", "Salário: receber R$ 5.000\\,00"],
    [`transaction-${bill.id}${space}`, "20260120", "Luz\\, água\\; gás: pagar R$ 123\\,45"],
    [`invoice-${card}-${tv.credit_card_invoice_id}${space}`, "20260210", "Fatura Visa: pagar R$ 500\\,00"],
  ]);
  const etag = reply.headers.etag as string;
  const again = await finance.call(path, { headers: { "if-none-match": `"x", W/${etag}` } });
  assert.deepEqual([again.status, again.text, again.headers.etag], [304, "", etag]);
  await ana.put(`/transactions/${bill.id}`, { paid: true });
  const changed = await finance.call(path, { headers: { "if-none-match": etag } });
  assert.equal(changed.status, 200);
  assert.equal(eventsIn(changed.text).length, 2);
});

test("GET /agenda.ics takes no token that may do more, none that is revoked or over, and none that nobody has; the address opens nothing else", async () => {
  const bia = await finance.member("bia@example.com");
  const wide = await makeAddress(bia, ["agenda:read", "accounts:read"]);
  for (const path of ["/agenda.ics", "/agenda.ics?token=", `/agenda.ics?token=${bia.token}`, wide.path, `${wide.path}&token=x`])
    assert.equal((await finance.call(path)).status, 401, path);
  assert.equal((await bia.get("/agenda.ics")).status, 401);
  const { id, path } = await makeAddress(bia);
  assert.equal((await finance.call(path)).status, 200);
  const basic = Buffer.from(`${bia.email}:${path.split("=")[1]}`).toString("base64");
  const elsewhere = await finance.call("/accounts", { headers: { "user-agent": "x", authorization: `Basic ${basic}` } });
  assert.equal(elsewhere.status, 403, elsewhere.text);
  assert.equal((await bia.delete(`/api_tokens/${id}`)).status, 200);
  await until("a revoked address is closed", async () => (await finance.call(path)).status === 401);
});
