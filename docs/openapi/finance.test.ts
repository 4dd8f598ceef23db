// Finance's API document is correct: allowed requests are accepted, others rejected, and every answer is documented.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { BASE_PATH } from "../../finance/endpoint.ts";
import { routes } from "../../finance/routes.ts";
import { apiInfo } from "../../finance/service/api_info.ts";
import { startTestFinance, type TestFinance } from "../../finance/testing.ts";
import { describeApi } from "../../kernel/http/openapi.ts";
import { call, type Reply } from "../../kernel/testing/client.ts";
import { operationsOf } from "./testing/operations.ts";
import { SEED, type ServiceOnTrial, tryMethods, tryOperation } from "./testing/trial.ts";

/** Possible errors of valid records, for any field: they depend on other fields or on existing data. */
const MAY_BEFALL =
  /^(does not exist|is archived|can't be (used together|deleted|split|before|changed|undone|restored)|must differ|would |is required for more|has already been taken|must exist: nothing is owed|has too many items \(at most 100\)$)/;

/** The same for single fields: no subcategory of a subcategory, no total without parts, no date out of range. */
const MAY_BEFALL_FIELD: Readonly<Record<string, RegExp>> = {
  ...{ parent_id: /^is invalid/, replacement_id: /^is invalid/, total_amount_cents: /^is invalid/, kind: /^is invalid/ },
  parts: /^(adds up to|can't split a transaction of 0)/,
  refund_of_id: /^can't be refunded/,
  // Of a goal of income.
  ...{ refill: /^is invalid/, "budgets.refill": /^is invalid/, "budgets.category_id": /^is invalid/ },
  ...{ category_id: /^is invalid/, amount_cents: /^must be greater/ },
  ...{ date: /^must be (less|greater)/, end_date: /^must be less/, max_cents: /^must be greater/ },
  ...{
    "filter.max_cents": /^must be greater/,
    "conditions.max_cents": /^must be greater/,
    "set.kind": /^is invalid/,
    "set.category_id": /^is invalid/,
    "set.account_id": /^is invalid/,
  },
  ...{ "set.credit_card_id": /^is invalid/, "set.amount_cents": /^must be greater/, "set.date": /^must be (less|greater)/ },
  // The content of a file is known only when it is read.
  ...{ file: /./, columns: /./, statement: /^must exist/, invoice: /^must exist/, credit_card_id: /^is (invalid|no place)/ },
  ...{ account_id: /^is (invalid|no place)/, proposals: /lines wait for a decision/, transaction_id: /^must exist/ },
};

const operations = operationsOf(describeApi(routes as never, apiInfo));

let finance: TestFinance;
let onTrial: ServiceOnTrial;

before(async () => {
  finance = await startTestFinance({ TRUSTED_PROXIES: "127.0.0.1", OAUTH_RESOURCE: "https://finance.example.com/rest/v2" });
  onTrial = await putOnTrial();
});
after(() => finance[Symbol.asyncDispose]());

async function putOnTrial(): Promise<ServiceOnTrial> {
  const [ana, reader] = [await finance.member("ana@example.com"), await finance.member("rui@example.com", { scope: "read" })];
  const agenda = await finance.member("agenda@example.com");
  const address = (await agenda.post("/api_tokens", { name: "agenda", scopes: ["agenda:read"] })).body as { token: string };
  const card = (await ana.post("/credit_cards", { name: "card", closing_day: 5, due_day: 10 })).body as { id: number };
  const rows = [
    { amount_cents: -500 },
    { credit_card_id: card.id },
    { installments_attributes: { periodicity: "monthly", total: 3 } },
  ];
  for (const row of rows) await ana.post("/transactions", { description: "row", amount_cents: -900, date: "2026-01-03", ...row });
  const authorizations: Record<string, string | undefined> = {
    // By password, because some operations revoke tokens.
    ...{ writer: ana.basic.authorization, reader: reader.authorization, junk: "Basic eA==", nobody: undefined },
    operator: finance.auth.admin.authorization,
  };
  const ids = Array.from({ length: 12 }, (_, id) => String(id + 1));
  return {
    known: {
      ...{
        id: ids,
        payment_id: ids,
        number: ["312", "313", "314"],
        token: [address.token],
        year: ["2026"],
        month: ["1", "02"],
        year_or_id: [...ids, "2026"],
      },
    },
    send: ({ method, path, headers, body }, caller) => {
      const authorization = authorizations[caller];
      // The caller belongs to few spaces.
      const space = headers["X-Cofre-Space"];
      const all = {
        ...headers,
        ...(space && /^[1-9]\d{0,14}$/.test(space) && { "X-Cofre-Space": String(ana.spaceId) }),
        "user-agent": "Tests (tests@example.com)",
        "x-forwarded-proto": "https",
        "accept-language": "en",
      };
      return call(`http://127.0.0.1:${finance.port}${BASE_PATH}${path}`, {
        method,
        headers: authorization ? { ...all, authorization } : all,
        body,
      });
    },
    callers: async ({ path }) =>
      path.startsWith("/operators")
        ? { rightful: "operator", others: ["writer", "reader", "nobody"] }
        : { rightful: "writer", others: ["reader", "junk", "nobody"] },
    blamesRequest: ({ body }: Reply) => {
      const { errors, error } = body as { errors?: Record<string, string[]>; error?: string };
      if (error?.startsWith("Idempotency-Key was used") || error?.startsWith("the record has changed meanwhile")) return false;
      if (!errors) return true;
      return Object.entries(errors).some(([field, texts]) =>
        texts.some((text) => !MAY_BEFALL.test(text) && !MAY_BEFALL_FIELD[field.replace(/\.\d+\./, ".")]?.test(text)),
      );
    },
  };
}

for (const operation of operations) {
  test(`${operation.name} answers as documented`, async () => {
    const faults = await tryOperation(onTrial, operation, SEED);
    assert.equal(faults.length, 0, `\n${faults.join("\n")}`);
  });
}

test("methods that no path of finance takes are 405 with Allow", async () => {
  assert.deepEqual(await tryMethods(onTrial, operations), []);
});
