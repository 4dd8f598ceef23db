// The limits of the original: it asks to wait, and cuts long lists without a word.
import assert from "node:assert/strict";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { test } from "node:test";
import { temporaryFolder } from "../../kernel/testing/folder.ts";
import { readSource } from "./source.ts";

const CUT = 300;

test("lists that were cut are read by the month, who asks to wait is waited for, and nothing is asked twice", async () => {
  const days = Array.from({ length: 12 }, (_, month) => `2025-${String(month + 1).padStart(2, "0")}-15`);
  const all = days.flatMap((date, month) => Array.from({ length: 40 }, (_, index) => ({ id: 1 + month * 40 + index, date })));
  const asked: string[] = [];
  const server = createServer((request, response) => {
    const url = new URL(request.url as string, "http://x");
    asked.push(request.url as string);
    if (asked.length === 2) return void response.writeHead(429, { "retry-after": "0" }).end();
    const [from = "", to = ""] = ["start_date", "end_date"].map((name) => url.searchParams.get(name) as string);
    const rows = all.filter(({ date }) => date >= from && date <= to).slice(0, CUT);
    const body =
      url.pathname === "/transactions"
        ? rows
        : url.pathname === "/balances"
          ? {}
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
    const before = asked.length;
    assert.deepEqual(await read(), source);
    assert.equal(asked.length, before, "everything was kept");
  } finally {
    server.close();
  }
});
