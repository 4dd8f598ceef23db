// Tests of the comparison: `npm run upgrade` must report every difference.
import assert from "node:assert/strict";
import { test } from "node:test";
import type { Reply } from "../../kernel/testing/client.ts";
import { CannotUpgrade, readRelease } from "../harness/old_release.ts";
import { differencesOf } from "./compare.ts";
import { type Read, uncoveredRoutes } from "./reads.ts";
import { reportOf } from "./report.ts";

const READ: Read = { service: "finance", route: "/accounts/{id}", path: "/accounts/7" };

function reply(text: string, { status = 200, headers = {} }: Partial<Pick<Reply, "status" | "headers">> = {}): Reply {
  return {
    status,
    headers: { date: new Date().toISOString(), ...headers },
    text,
    body: JSON.parse(text),
    bytes: Buffer.from(text),
  };
}

test("answers that differ in a byte, a header or the status are told apart, and rows of a list are one line", () => {
  const cases: [before: Reply, now: Reply, lines: string[]][] = [
    [reply('{"a":1}'), reply('{"a":1}'), []],
    [reply('{"a":1}'), reply('{"a":2}'), ["body.a: was 1 and is 2"]],
    [reply('{"a":1}'), reply('{"a":1,"b":2}'), ["body.b: is new"]],
    [reply('{"a":1,"b":2}'), reply('{"a":1}'), ["body.b: is gone"]],
    [reply('{"a":1,"b":2}'), reply('{"b":2,"a":1}'), ["body: the same values in other bytes"]],
    [reply('[{"a":1},{"a":1}]'), reply('[{"a":2},{"a":2}]'), ["body[].a: was 1 and is 2"]],
    [reply("[1,2]"), reply("[1]"), ["body[]: there were 2 and are 1"]],
    [reply("[]"), reply("[]", { status: 201 }), ["status: was 200 and is 201"]],
    [reply("[]"), reply("[]", { headers: { link: "next" } }), ['header link: was absent and is "next"']],
    [
      reply(`["${"x".repeat(90)}a"]`),
      reply(`["${"x".repeat(90)}b"]`),
      [`body[]: was ...${"x".repeat(30)}a" and is ...${"x".repeat(30)}b"`],
    ],
  ];
  for (const [before, now, lines] of cases)
    assert.deepEqual(
      differencesOf(READ, before, now),
      lines.map((line) => `GET finance /accounts/{id} ${line}`),
    );
  const bytes = (text: string): Reply => ({ ...reply("0"), text, body: text, bytes: Buffer.from(text) });
  assert.deepEqual(differencesOf(READ, bytes("a"), bytes("b")), ["GET finance /accounts/{id} body: other bytes"]);
});

test("a difference that is named is none; one that is named and not there is told", () => {
  const line = "GET finance /accounts/{id} body.b: is new";
  const differences = [{ read: READ, lines: [line] }];
  const named = new Map([[line, "on purpose"]]);
  assert.equal(reportOf({ reads: [READ], differences: [], named: new Map() }).isSame, true);
  assert.equal(reportOf({ reads: [READ], differences, named }).isSame, true);
  assert.equal(reportOf({ reads: [READ], differences, named: new Map() }).isSame, false);
  const stale = reportOf({ reads: [READ], differences: [], named });
  assert.equal(stale.isSame, false);
  assert.match(stale.text, /Named, and do not differ:\n {2}GET finance/);
});

test("a route of the document that nothing is asked of is named", () => {
  const document = { paths: { "/accounts/{id}": { get: {} }, "/tags": { get: {} }, "/ready": { get: {} }, "/transfers": {} } };
  assert.deepEqual(uncoveredRoutes(document, [READ], { "/ready": "a reason" }), ["/tags"]);
});

test("a release that kept no data is not possible", () => {
  assert.throws(() => readRelease("0.1.0"), CannotUpgrade);
  assert.match(readRelease("0.2.0").commit, /^[0-9a-f]{40}$/);
});
