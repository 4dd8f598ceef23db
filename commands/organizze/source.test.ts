// The limits of Organizze: Retry-After, and long lists that are cut off silently.
import assert from "node:assert/strict";
import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { test } from "node:test";
import { temporaryFolder } from "../../kernel/testing/folder.ts";
import { documentFrom } from "./document.ts";
import { readSource } from "./source.ts";

const CUT = 300;

test("lists that were cut are read by the month, who asks to wait is waited for, and nothing is asked twice", async () => {
  const days = Array.from({ length: 12 }, (_, month) => `2025-${String(month + 1).padStart(2, "0")}-15`);
  const all = days.flatMap((date, month) => Array.from({ length: 40 }, (_, index) => ({ id: 1 + month * 40 + index, date })));
  const requests: string[] = [];
  const server = createServer((request, response) => {
    const url = new URL(request.url as string, "http://x");
    requests.push(request.url as string);
    if (requests.length === 2) return void response.writeHead(429, { "retry-after": "0" }).end();
    const [from = "", to = ""] = ["start_date", "end_date"].map((name) => url.searchParams.get(name) as string);
    const rows = all.filter(({ date }) => date >= from && date <= to).slice(0, CUT);
    const body =
      url.pathname === "/transactions"
        ? rows
        : url.pathname === "/balances"
          ? { previous_balance: 0 }
          : url.pathname === "/accounts"
            ? [{ id: 1 }]
            : [];
    response.end(JSON.stringify(body));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  await using folder = await temporaryFolder();
  const read = () =>
    readSource({
      server: { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, email: "a@example.com", token: "t" },
      ...{ folder: folder.path, pauseMs: 0, today: "2026-01-31", says: () => {} },
    });
  try {
    const source = await read();
    assert.equal(source.transactions.length, all.length);
    assert.deepEqual(source.warnings, []);
    assert.equal(source.firstDay, "2025-01-01");
    const before = requests.length;
    assert.deepEqual(await read(), source);
    assert.equal(requests.length, before, "everything was kept");
  } finally {
    server.close();
  }
});

interface FakeSource extends AsyncDisposable {
  asked: string[];
  said: string[];
  read(): ReturnType<typeof readSource>;
}

/** `answers`: bodies by path; by default empty lists and balances. Rows are filtered by date. */
async function fakeSource(answers: Record<string, unknown>, listener?: RequestListener): Promise<FakeSource> {
  const requests: string[] = [];
  const messages: string[] = [];
  const server = createServer((request, response) => {
    requests.push(request.url as string);
    if (listener) return listener(request, response);
    const { pathname, searchParams } = new URL(request.url as string, "http://x");
    const input = answers[pathname] ?? (pathname === "/balances" ? { previous_balance: 0 } : []);
    const [from, to] = [searchParams.get("start_date"), searchParams.get("end_date")];
    const isInside = ({ date }: { date: string }) => date >= (from as string) && date <= (to as string);
    const isPeriod =
      pathname === "/transactions" && Array.isArray(input) && input.every((each) => typeof each?.date === "string");
    response.end(JSON.stringify(isPeriod ? (input as { date: string }[]).filter(isInside) : input));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const folder = await temporaryFolder();
  const limits = { silenceMs: 1_000, firstWaitMs: 1 };
  return {
    asked: requests,
    said: messages,
    read: () =>
      readSource({
        server: { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, email: "a@example.com", token: "t", limits },
        ...{ folder: folder.path, pauseMs: 0, today: "2026-01-31", says: (line) => messages.push(line) },
      }),
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      server.close();
      await folder[Symbol.asyncDispose]();
    },
  };
}

test("every year that has transactions is read, however many empty ones are between, and the count of requests is bounded", async () => {
  const days = ["1923-05-01", "1999-12-31", "2014-03-04", "2026-01-02", "2028-06-07", "2041-01-01", "2107-08-09", "2199-12-31"];
  await using source = await fakeSource({
    "/accounts": [{ id: 1, name: "Bank" }],
    "/credit_cards": [{ id: 2, name: "Card" }],
    "/transactions": days.map((date, index) => ({ id: index + 1, date, amount_cents: -1, account_id: 1 })),
  });
  const { transactions, firstDay, lastDay, warnings } = await source.read();
  assert.deepEqual(
    transactions.map(({ date }) => date),
    days,
  );
  assert.deepEqual([firstDay, lastDay, warnings], ["1923-01-01", "2199-12-31", []]);
  assert.ok(source.asked.length < 250, String(source.asked.length));
  assert.match(source.said.join("\n"), /^Looking for transactions from 1900 to 2199: at least \d+ requests\.$/m);
  assert.match(source.said.join("\n"), /^2028: 1 transactions\.$/m);
});

test("budgets of a year without transactions come along", async () => {
  const budget = { category_id: 5, date: "2027-03-01", amount_in_cents: 100, activity_type: 0 };
  await using source = await fakeSource({ "/budgets/2027": [budget] });
  assert.deepEqual((await source.read()).budgets, [budget]);
});

test("years that the source refuses are named, and a source that is in trouble ends the command", async () => {
  const refuse =
    (status: number): RequestListener =>
    ({ url = "" }, response) => {
      const isFar = /transactions\?start_date=(19|20[5-9]|21)|budgets\/200/.test(url);
      response.writeHead(isFar ? status : 200).end(isFar ? "no" : url.startsWith("/balances") ? "{}" : "[]");
    };
  await using source = await fakeSource({}, refuse(422));
  const { warnings } = await source.read();
  assert.equal(warnings[0], "the years 1900 to 1909 could not be read: GET /transactions was answered 422: no");
  assert.equal(
    warnings.at(-1),
    "budgets of 10 years without transactions could not be read: GET /budgets/2000 was answered 422: no",
  );
  await using troubled = await fakeSource({}, refuse(500));
  await assert.rejects(troubled.read(), /^OperatorError: GET \/transactions was answered 500: no$/);
});

test("an amount that cannot be read is a note, and never zero", async () => {
  const row = { date: "2025-01-05", account_id: 1, description: "Bar" };
  await using source = await fakeSource({
    "/accounts": [{ id: 1, name: "Bank" }],
    "/credit_cards": [{ id: 2, name: "Card", limit_cents: "1000" }],
    "/categories": [{ id: 5, name: "Food" }],
    "/transactions": ["-1000", -10.5, null, undefined, -700].map((amount_cents, index) => ({
      ...row,
      id: 10 + index,
      amount_cents,
    })),
    "/budgets/2026": [{ category_id: 5, date: "2026-03-01", amount_in_cents: "100" }],
    "/balances": { previous_balance: "12,00" },
  });
  const { document, notes } = documentFrom(await source.read(), { today: "2026-01-31", now: new Date("2026-01-31T12:00:00Z") });
  assert.deepEqual(
    document.transactions.map(({ id, amount_cents: cents }) => [id, cents]),
    [[14, -700]],
  );
  assert.deepEqual(document.budgets, []);
  assert.deepEqual(notes, [
    "account 1 (Bank): its balance before 2025-01-01 could not be read, so 0 is assumed",
    "card 2 (Card): its limit cannot be stored, so it is left out",
    'transaction 10 (Bar): its amount cannot be read ("-1000"), so it is left out',
    "transaction 11 (Bar): its amount cannot be read (-10.5), so it is left out",
    "transaction 12 (Bar): its amount cannot be read (null), so it is left out",
    "transaction 13 (Bar): its amount cannot be read (undefined), so it is left out",
    "a budget of 2026-03-01: its category or amount cannot be stored",
  ]);
});

test("an answer that is no list of records is named, and is not kept for the next run", async () => {
  const cases: [Record<string, unknown>, RegExp][] = [
    [{ "/accounts": {} }, /to GET \/accounts cannot be used: expected a list, got a record\.$/],
    [{ "/accounts": [null] }, /to GET \/accounts cannot be used: item 1 of 1 is null, not a record\.$/],
    [{ "/accounts": [{ id: "1" }] }, /item 1 of 1 has no integer id\.$/],
    [{ "/transactions": [[]] }, /to GET \/transactions\?\S+ cannot be used: item 1 of 1 is a list, not a record\.$/],
    [{ "/budgets/2026": "x" }, /to GET \/budgets\/2026 cannot be used: expected a list, got a text\.$/],
    [{ "/accounts": [{ id: 1 }], "/balances": [] }, /expected a record, got a list\.$/],
  ];
  for (const [answers, message] of cases) {
    await using source = await fakeSource(answers);
    await assert.rejects(source.read(), { name: "OperatorError", message });
    for (const path of Object.keys(answers)) delete answers[path];
    assert.deepEqual((await source.read()).transactions, []);
  }
});

test("a server that asks to wait for years, is silent, breaks off or always fails ends the command in words", async () => {
  const cases: [RequestListener, RegExp, number][] = [
    [
      (_, response) => void response.writeHead(429, { "retry-after": "99999999" }).end(),
      /asks to wait for 99999999 seconds, and this command waits for 120 at most/,
      1,
    ],
    [() => {}, /^GET \/accounts: no answer within 1 seconds, tried 3 times$/, 3],
    [(_, response) => void response.write("["), /\/accounts was cut off: /, 1],
    [(_, response) => void response.writeHead(500).end("no"), /^GET \/accounts was answered 500: no$/, 6],
    [(request) => void request.socket.destroy(), /, tried 6 times$/, 6],
    [(_, response) => void response.end("<html>"), /did not answer with JSON\.$/, 1],
  ];
  for (const [listener, message, times] of cases) {
    await using source = await fakeSource({}, listener);
    await assert.rejects(source.read(), { name: "OperatorError", message });
    assert.equal(source.asked.length, times, String(message));
  }
});
