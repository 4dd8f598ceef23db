// Whoever says a word that a field does not take gets the words that it takes.
import assert from "node:assert/strict";
import { before, test } from "node:test";
import { shareTestFinance, type TestMember } from "../testing.ts";

const finance = shareTestFinance();
let ana: TestMember;
before(async () => {
  ana = await finance.member("ana@example.com");
});

const PERIODICITIES = "daily, weekly, biweekly, monthly, bimonthly, trimonthly, sixmonthly, yearly";
const row = { description: "x", amount_cents: 1, date: "2026-01-01" };

/** Method, path and body; the field; its words. */
const CASES: [method: "GET" | "POST", path: string, body: object | undefined, field: string, choices: string][] = [
  ["POST", "/api_tokens", { name: "bot", scope: "admin" }, "scope", "read, write"],
  ["POST", "/accounts", { name: "x", type: "credit_card" }, "type", "checking, savings, other"],
  ["POST", "/categories", { name: "x", kind: "income" }, "kind", "expenses, earnings"],
  ["POST", "/transactions", { ...row, kind: "earning" }, "kind", "income, expense"],
  [
    "POST",
    "/transactions",
    { ...row, recurrence_attributes: { periodicity: "sometimes" } },
    "recurrence_attributes.periodicity",
    PERIODICITIES,
  ],
  ["GET", "/transactions?order=up", undefined, "order", "asc, desc"],
  ["GET", "/balances?periodicity=yearly", undefined, "periodicity", "daily, weekly, monthly"],
];

for (const [method, path, body, field, choices] of CASES) {
  test(`${method} ${path} with another ${field} names the ones that there are, in both languages`, async () => {
    const send = (language: string) =>
      method === "GET" ? ana.get(path, { "accept-language": language }) : ana.post(path, body, { "accept-language": language });
    const errorsOf = async (language: string) => {
      const reply = await send(language);
      assert.equal(reply.status, 422, reply.text);
      return (reply.body as { errors: unknown }).errors;
    };
    assert.deepEqual(await errorsOf("pt-BR"), { [field]: [`não está incluído na lista (valores: ${choices})`] });
    assert.deepEqual(await errorsOf("en"), { [field]: [`is not included in the list (values: ${choices})`] });
  });
}

test("a field that has to be said and is not names its words too", async () => {
  const token = await ana.post("/api_tokens", { name: "bot" });
  assert.deepEqual((token.body as { errors: unknown }).errors, { scope: ["não pode estar em branco (valores: read, write)"] });
  const split = await ana.post("/transactions", { ...row, installments_attributes: { total: 3 } }, { "accept-language": "en" });
  const errors = { "installments_attributes.periodicity": [`can't be blank (values: ${PERIODICITIES})`] };
  assert.deepEqual((split.body as { errors: unknown }).errors, errors);
});
