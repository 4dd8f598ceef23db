// FL: lists, errors, foreign pages, names, and deletions with dependents.
import assert from "node:assert/strict";
import type { Reply } from "../../../kernel/testing/client.ts";
import { type AttackCase, attack } from "../attack_case.ts";
import { inParallel } from "../expectations.ts";
import {
  change,
  changesNothing,
  expectWrong,
  insist,
  make,
  makeRow,
  type RecordView,
  type Row,
  read,
  rowsOf,
  wrongFields,
} from "./records.ts";

const FORMULAS = [
  ...[
    '=HYPERLINK("https://evil.example";"x")',
    "+1",
    "-1+1",
    "@SUM(A1:A9)",
    "\t=1+1",
    "\r=1+1",
    "\n=1+1",
    " =1+1",
    "\u{200b}=1+1",
  ],
  ...["\u{ff1d}1+1", "\u{ff20}SUM(A1)", 'a";=1+1;"', '";=1+1', "x;=1+1", "x\r\n=1+1;2", "x\n=1+1", '""', '"=1+1'],
];

/** Spreadsheets take such a cell for a formula. */
const COMPUTED = /^[\s\p{Cc}\p{Cf}]*[=+\-@\uff1d\uff0b\uff0d\uff20]/u;

/** The cells of a table with semicolons, line by line. */
function cellsOf(table: string): string[][] {
  const lines: string[][] = [[]];
  for (const [, quoted, plain = "", end] of table.matchAll(/(?:"((?:[^"]|"")*)"|([^;\r\n"]*))(;|\r\n|$)/gy)) {
    lines.at(-1)?.push(quoted?.replaceAll('""', '"') ?? plain);
    if (end === "\r\n") lines.push([]);
  }
  return lines.filter((cells) => cells.length > 1);
}

export const lists: AttackCase[] = [
  attack("FL-02", "a list shows each row once, from one snapshot, during concurrent writes", async (pair) => {
    const member = await pair.people.member();
    const month = "start_date=2026-05-01&end_date=2026-05-31";
    // Two rows whose amounts change together, so that a partial read has another sum.
    const [one, two] = [await make(member, "/accounts", { name: "one" }), await make(member, "/accounts", { name: "two" })];
    const transfer = { from_account_id: one.id, to_account_id: two.id, amount_cents: 1, date: "2026-05-05" };
    const leg = await make(member, "/transfers", transfer);
    let isOver = false;
    let writes = 0;
    const write = async (worker: number) => {
      while (!isOver) {
        writes++;
        if (worker === 0) await insist(() => member.put(`/transfers/${leg.id}`, { amount_cents: 1 + (writes % 1_000) }));
        else {
          const row = await insist(() => member.post("/transfers", { ...transfer, date: "2026-05-20" }));
          await insist(() => member.delete(`/transfers/${(row.body as RecordView).id}`));
        }
      }
    };
    const writers = inParallel(4, write);
    const count = pair.options.full ? 2_000 : 150;
    try {
      for (let attempt = 0; attempt < count; attempt++) {
        const rows = await rowsOf(member, month);
        assert.equal(new Set(rows.map(({ id }) => id)).size, rows.length, "a row is there twice");
        assert.equal(rows.length % 2, 0, "half of a transfer");
        assert.equal(
          rows.reduce((sum, row) => sum + row.amount_cents, 0),
          0,
          "half of a change",
        );
      }
    } finally {
      isOver = true;
      await writers;
    }
    return `${count} lists during ${writes} writes`;
  }),
  attack("FL-03", "unknown and repeated keys of a query are ignored or refused", async (pair) => {
    const member = await pair.people.member();
    const paths = [
      "/accounts",
      "/categories",
      "/transactions",
      "/transfers",
      "/balances",
      "/budgets",
      "/tags",
      "/users",
      "/credit_cards",
    ];
    const queries = [
      ...["unknown=1", "a=1&a=2", "a[]=1&a[]=2", "a[b][c]=1", "start_date=2026-01-01&start_date=2026-01-02", "%00=1", "a=%00"],
      ...["__proto__=1", "__proto__[x]=1", "constructor[prototype][x]=1", "page=1&page=2", "page=-1", "page=1e9", "per_page=0"],
      ...[
        "page=99999999999999999999",
        "order=desc;drop",
        "account_id='||pg_sleep(5)--",
        "account_id=1%20or%201=1",
        "=",
        "&&&",
        "%",
      ],
      ...["%ff%fe", "a=%ud800", "a=%F0%9F%98%80", `long=${"x".repeat(10_000)}`, `${"k=v&".repeat(2_000)}`, "?", "#", "a=b;c=d"],
    ];
    for (const path of paths) {
      for (const query of queries) {
        const began = performance.now();
        const { status, text } = await member.get(`${path}?${query}`);
        const what = `GET ${path}?${query.slice(0, 60)}`;
        assert.ok([200, 400, 414, 422, 431].includes(status), `${what}: ${status} ${text.slice(0, 200)}`);
        assert.ok(performance.now() - began < 4_000, `${what} took too long`);
      }
    }
    return `${paths.length * queries.length} queries`;
  }),
  attack("FL-05", "an error contains the submitted record, and errors by field", { quick: true }, async (pair) => {
    const member = await pair.people.member();
    const markup = "<script>alert(1)</script>";
    const bodies: [path: string, body: object, wrong: string][] = [
      ["/accounts", { name: "", description: markup, type: "checking" }, "name"],
      ["/categories", { name: " ", group_id: markup }, "name"],
      ["/transactions", { description: markup, notes: markup, amount_cents: "1" }, "amount_cents"],
      ["/credit_cards", { name: markup, closing_day: 0, due_day: 10 }, "closing_day"],
    ];
    for (const [path, body, wrong] of bodies) {
      const reply = await member.post(path, body);
      expectWrong(reply, wrong, path);
      const view = reply.body as Record<string, unknown>;
      for (const [name, value] of Object.entries(body)) assert.deepEqual(view[name], value, `${path} ${name}`);
      assert.deepEqual([view.id, view.created_at ?? null, view.updated_at ?? null], [null, null, null], path);
      assert.match(String(reply.headers["content-type"]), /^application\/json/);
      assert.equal(reply.headers["x-content-type-options"], "nosniff");
    }
    const { id } = await make(member, "/accounts", { name: "kept" });
    const refused = (await member.put(`/accounts/${id}`, { name: "" })).body as RecordView;
    assert.deepEqual([refused.id, typeof refused.created_at], [id, "string"], "an update keeps them");
    const texts = await inParallel(2, async (index) => {
      const headers: Record<string, string> = index === 0 ? {} : { "accept-language": "en-US,en;q=0.9" };
      return ((await member.post("/accounts", { name: "" }, headers)).body as { errors: { name: string[] } }).errors.name;
    });
    assert.deepEqual(texts, [["não pode estar em branco"], ["can't be blank"]]);
  }),
  attack("FL-06", "a spreadsheet export contains no formula, and no text leaves its cell", async (pair) => {
    const member = await pair.people.member();
    const names = FORMULAS.map((text) => text.trim()).filter((text) => !/[\t\r\n]/.test(text));
    for (const name of names) {
      await makeRow(member, { description: name, tags: [{ name }], amount_cents: -5, date: "2026-05-05" });
      await make(member, "/accounts", { name });
    }
    for (const notes of FORMULAS) await makeRow(member, { notes, amount_cents: -5, date: "2026-05-05" });
    const { status, text } = await member.get("/exports?format=csv");
    assert.equal(status, 200, text);
    const [titles = [], ...lines] = cellsOf(text.replace(/^\u{feff}/u, ""));
    assert.equal(lines.length, names.length + FORMULAS.length);
    const amounts = titles.indexOf("Valor");
    for (const cells of lines) {
      assert.equal(cells.length, titles.length, `a text has left its cell: ${JSON.stringify(cells)}`);
      assert.equal(cells[amounts], "-0,05");
      const computed = cells.filter((cell, column) => column !== amounts && COMPUTED.test(cell));
      assert.deepEqual(computed, [], "a spreadsheet would compute it");
    }
    return `${lines.length} rows, ${lines.length * titles.length} cells`;
  }),
  attack("FL-08", "pages of other sites cannot write with a password that the browser keeps", async (pair) => {
    const member = await pair.people.member();
    const row = await makeRow(member, { amount_cents: -5 });
    const foreign: Record<string, string>[] = [
      { "sec-fetch-site": "cross-site", origin: "https://evil.example" },
      { "sec-fetch-site": "cross-site", "content-type": "text/plain" },
      { "sec-fetch-site": "cross-site", "content-type": "application/x-www-form-urlencoded" },
      { "sec-fetch-site": "cross-site", "content-type": "multipart/form-data; boundary=x" },
      { "sec-fetch-site": "cross-site", "content-type": "application/json", "sec-fetch-mode": "cors" },
    ];
    await changesNothing(pair, [member], async () => {
      for (const headers of foreign) {
        const send = (method: string, path: string) =>
          pair.finance.send(path, {
            method,
            body: '{"name":"x","description":"x"}',
            headers: { authorization: member.authorization, ...headers },
          });
        for (const [method, path] of [
          ["POST", "/accounts"],
          ["PUT", `/transactions/${row.id}`],
          ["DELETE", `/transactions/${row.id}`],
        ]) {
          const { status } = await send(method as string, path as string);
          assert.ok(status === 403 || status === 415, `${method} with ${JSON.stringify(headers)}: ${status}`);
        }
      }
      // Types that old browsers send from a form without a preflight request.
      for (const type of ["text/plain", "multipart/form-data; boundary=x", "application/x-www-form-urlencoded"]) {
        const headers = { authorization: member.authorization, "content-type": type, origin: "https://evil.example" };
        const reply = await pair.finance.send("/accounts", { method: "POST", body: '{"name":"x"}', headers });
        assert.equal(reply.status, 403, type);
      }
      const form = { authorization: member.authorization, "content-type": "application/x-www-form-urlencoded" };
      const posted = await pair.finance.send("/accounts", { method: "POST", body: "name=x&default=true", headers: form });
      assert.equal(posted.status, 400, "a real form is no JSON");
    });
    const answer = await pair.finance.send("/accounts", {
      method: "OPTIONS",
      headers: {
        origin: "https://evil.example",
        "access-control-request-method": "PUT",
        "access-control-request-headers": "authorization",
      },
    });
    assert.equal(answer.headers["access-control-allow-origin"], undefined, "no page may send what needs permission");
  }),
  attack("FL-11", "a name is neither empty nor too long", async (pair) => {
    const member = await pair.people.member();
    const card = { closing_day: 5, due_day: 10 };
    const requests: [path: string, field: string, more: object][] = [
      ["/accounts", "name", {}],
      ["/categories", "name", {}],
      ["/credit_cards", "name", card],
      ["/transactions", "description", {}],
    ];
    for (const [path, field, more] of requests) {
      await changesNothing(pair, [member], async () => {
        for (const blank of ["", " ", "\t\n", "\u00a0\u2003", "\u3000"]) {
          const reply = await member.post(path, { ...more, [field]: blank });
          expectWrong(reply, field, path);
          assert.deepEqual((reply.body as { errors: Record<string, string[]> }).errors[field], ["não pode estar em branco"]);
        }
        for (const long of ["x".repeat(256), "x".repeat(10_240), "😀".repeat(256)])
          expectWrong(await member.post(path, { ...more, [field]: long }), field, path);
        for (const wrong of [5, true, [], {}, ["x"]])
          expectWrong(await member.post(path, { ...more, [field]: wrong }), field, path);
      });
      for (const fine of ["x".repeat(255), "😀".repeat(255), "Ação 🏦", "a\u0301", "\u202egnp", "'; drop table accounts;--"]) {
        const record = await make(member, path, { ...more, [field]: fine });
        const again = await read(member, `${path}/${record.id}`);
        assert.deepEqual([record[field], again[field]], [fine, fine], path);
      }
    }
  }),
  attack("FL-12", "deleting a record with dependents follows the rules, and sums stay correct", async (pair) => {
    const member = await pair.people.member();
    const first = await make(member, "/accounts", { name: "first", default: true });
    const second = await make(member, "/accounts", { name: "second" });
    const moved = { from_account_id: first.id, to_account_id: second.id, amount_cents: 500, date: "2026-01-05" };
    const leg = await make(member, "/transfers", moved);
    const balance = async () =>
      (await read<{ balance: number }>(member, `/balances?account_id=${second.id}&start_date=2026-01-01&end_date=2026-12-31`))
        .balance;
    const before = await balance();
    const gone = await member.delete(`/accounts/${first.id}`);
    assert.equal(gone.status, 200, gone.text);
    assert.equal(await balance(), before, "no other balance moves");
    const opposite = await read<Row>(member, `/transactions/${leg.oposite_transaction_id}`);
    assert.deepEqual([opposite.oposite_transaction_id ?? null, opposite.amount_cents], [null, 500], "the other leg is plain now");
    const accounts = await read<(RecordView & { default: boolean })[]>(member, "/accounts");
    assert.equal(accounts.filter((each) => each.default).length, 1, "another account is the default now");

    const card = await make(member, "/credit_cards", { name: "open", closing_day: 5, due_day: 10 });
    const bought = await makeRow(member, { credit_card_id: card.id, amount_cents: -900, date: "2026-02-02" });
    await make(member, `/credit_cards/${card.id}/invoices/${bought.credit_card_invoice_id}/payments`, {
      amount_cents: 400,
      account_id: second.id,
    });
    const deleted = await member.delete(`/credit_cards/${card.id}`);
    assert.ok([200, 422].includes(deleted.status), deleted.text);
    if (deleted.status === 200) assert.equal((await member.get(`/credit_cards/${card.id}`)).status, 404);

    for (const { id } of await read<RecordView[]>(member, "/categories")) {
      const reply: Reply = await member.delete(`/categories/${id}`);
      assert.ok([200, 404, 422].includes(reply.status), reply.text);
      if (reply.status === 422) wrongFields(reply);
    }
    assert.ok((await read<RecordView[]>(member, "/categories")).length > 0, "the default category is always there");
    for (const { id } of await read<RecordView[]>(member, "/accounts")) {
      const reply = await member.delete(`/accounts/${id}`);
      assert.equal(reply.status, 200, reply.text);
    }
    assert.deepEqual(
      (await rowsOf(member)).filter((row) => row.credit_card_id === null),
      [],
    );
    const again = await make(member, "/accounts", { name: "again" });
    assert.equal(
      (await change(member, `/accounts/${again.id}`, { name: "again" })).default,
      true,
      "the first one is the default",
    );
  }),
];
