// A record that is refused comes back as it was sent, to the letter, with what is wrong beside it.
import assert from "node:assert/strict";
import { before, test } from "node:test";
import { shareTestFinance, type TestMember } from "../testing.ts";

const finance = shareTestFinance();
let ana: TestMember;
before(async () => {
  ana = await finance.member("ana@example.com");
});

const english = { "accept-language": "en", "content-type": "application/json" };
const NUMBERS = [
  "1e400",
  "-1e400",
  "12345678901234567890",
  "1.10",
  "1e3",
  "-12345678901234567890.50",
  "0.1e1",
  "1E-7",
  "999999999999999999",
];

for (const number of NUMBERS) {
  test(`the number ${number} is refused, and echoed as it was sent, also when it is sent again`, async () => {
    const body = `{"description":"x","amount_cents":${number},"notes":"1.10"}`;
    const first = await ana.post("/transactions", body, {
      ...english,
      "idempotency-key": `number ${number}`.replaceAll(" ", "-"),
    });
    assert.equal(first.status, 422, first.text);
    assert.ok(first.text.includes(`"amount_cents":${number},`), first.text);
    assert.ok(first.text.includes('"notes":"1.10"'));
    const [problem] = (first.body as { errors: { amount_cents: string[] } }).errors.amount_cents;
    const isWhole = /^-?\d+$/.test(number);
    assert.match(String(problem), isWhole ? /must be less than or equal/ : /is not a whole number/);
    const again = await ana.post("/transactions", body, { ...english, "idempotency-key": `number-${number}` });
    assert.deepEqual([again.text, again.headers["idempotency-replayed"]], [first.text, "true"]);
  });
}

test("a number further in is echoed as it was sent too", async () => {
  const body = '{"description":"x","amount_cents":100,"installments_attributes":{"periodicity":"monthly","total":2.50}}';
  const reply = await ana.post("/transactions", body, english);
  assert.equal(reply.status, 422);
  assert.ok(reply.text.includes('"installments_attributes.total":["is not a whole number"]'), reply.text);
  const bare = await ana.post("/transactions", '{"description":"x","recurrence_attributes":1.50}', english);
  assert.ok(bare.text.includes('"recurrence_attributes":["must be an object"]'), bare.text);
});

test("a number is no text, however it is written", async () => {
  for (const number of ["1", "1.50", "1e400"]) {
    const reply = await ana.post("/accounts", `{"name":${number}}`, english);
    assert.deepEqual([reply.status, reply.text.includes(`"name":${number},`)], [422, true], reply.text);
    assert.deepEqual((reply.body as { errors: object }).errors, { name: ["must be text"] });
  }
});

const UNSTORABLE = "holds a NUL character or half of a surrogate pair";
const TEXTS: [path: string, field: string, value: (text: string) => unknown, rest: object][] = [
  ["/accounts", "name", (text) => text, {}],
  ["/accounts", "description", (text) => text, { name: "x" }],
  ["/categories", "name", (text) => text, {}],
  ["/credit_cards", "name", (text) => text, { card_network: "visa", closing_day: 1, due_day: 10, limit_cents: 1 }],
  ["/transactions", "description", (text) => text, {}],
  ["/transactions", "notes", (text) => text, { description: "x" }],
  ["/transactions", "tags", (text) => [{ name: "fine" }, { name: text }], { description: "x" }],
  ["/api_tokens", "name", (text) => text, { scope: "read" }],
];

for (const [path, field, holding, rest] of TEXTS) {
  test(`POST ${path}: what cannot be stored in ${field} is 422 on that field, echoed as it was sent`, async () => {
    for (const text of ["a\u0000b", "\u0000", "\ud800", "a\udfffb"]) {
      const reply = await ana.post(path, JSON.stringify({ ...rest, [field]: holding(text) }), english);
      const { errors, ...record } = reply.body as { errors: Record<string, string[]> } & Record<string, unknown>;
      assert.deepEqual([reply.status, errors], [422, { [field]: [UNSTORABLE] }], reply.text);
      if (field in record) assert.deepEqual(record[field], holding(text));
    }
  });
}

test("dates and choices with a NUL are wrong as dates and choices", async () => {
  const reply = await ana.post("/accounts", '{"name":"x","type":"savings\\u0000"}', english);
  assert.match(String((reply.body as { errors: { type: string[] } }).errors.type), /^is not included in the list/);
  const dated = await ana.post("/transactions", '{"description":"x","date":"2026-01-01\\u0000"}', english);
  assert.deepEqual((dated.body as { errors: object }).errors, { date: ["is not a valid date (YYYY-MM-DD)"] });
});

test("a body is read as JSON with any type, from a program or from a page of our own", async () => {
  const types = [
    "text/plain",
    "text/plain;charset=ISO-8859-1",
    "application/vnd.organizze+json",
    "multipart/form-data; boundary=x",
  ];
  for (const type of types) {
    const reply = await ana.post("/accounts", '{"name":"Conta"}', { "content-type": type });
    assert.deepEqual([reply.status, (reply.body as { name: string }).name], [201, "Conta"], type);
    const foreign = await (await ana.bearer()).post("/accounts", '{"name":"x"}', {
      "content-type": type,
      origin: "https://evil.test",
    });
    assert.deepEqual([foreign.status, foreign.body], [415, { error: "o corpo deve ser application/json em UTF-8" }], type);
  }
  const accented = await ana.post("/accounts", '{"name":"Ação"}', { "content-type": "text/plain; charset=utf-8" });
  assert.equal((accented.body as { name: string }).name, "Ação");
});

test("a body of more than 64 KB, or of more than 5000 keys and items, is 413", async () => {
  const keys = `{"name":"x",${Array.from({ length: 5_000 }, (_, key) => `"k${key}":1`)}}`;
  for (const body of [`{"name":"${"x".repeat(70_000)}"}`, keys]) {
    const reply = await ana.post("/accounts", body, english);
    assert.deepEqual([reply.status, reply.body], [413, { error: "the body has more than 64 KB or 5000 keys and items" }]);
  }
});
