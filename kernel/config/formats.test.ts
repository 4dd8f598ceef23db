import assert from "node:assert/strict";
import { test } from "node:test";
import * as formats from "./formats.ts";
import { observability } from "./observability.ts";
import { schemaName } from "./schema_name.ts";

const { bool, duration, durationFrom, exactHttpUrl, filledList, FormatError, headerName, httpUrl, integer } = formats;
const { json, line, list, listOf, networks, oneOf, pattern, port, postgresUrl, readSeconds, text, wholeSeconds } = formats;

const isNumber = (value: unknown): value is number => typeof value === "number";

/** For each format: accepted texts with their values, and rejected texts. */
const CASES: { name: string; format: formats.Format<unknown>; takes: [string, unknown][]; refuses: string[] }[] = [
  { name: "text", format: text, takes: [["a b", "a b"]], refuses: [] },
  { name: "line", format: line, takes: [["Olá, você", "Olá, você"]], refuses: ["a\nb", "a\rb", "a\0", "a\u2028b", "a\u0085b"] },
  {
    name: "bool",
    format: bool,
    takes: [
      ["1", true],
      ["t", true],
      ["TRUE", true],
      ["0", false],
      ["False", false],
    ],
    refuses: ["yes", "on", "tRUE", "2", ""],
  },
  {
    name: "integer",
    format: integer(-2, 10),
    takes: [
      ["-2", -2],
      ["007", 7],
    ],
    refuses: ["11", "-3", "1.0", "1e1", "0x1", "+1", "1 ", "", "99999999999999999999"],
  },
  { name: "integer without end", format: integer(0), takes: [["9007199254740991", 2 ** 53 - 1]], refuses: ["9007199254740992"] },
  { name: "port", format: port, takes: [["0", 0]], refuses: ["65536", "-1"] },
  { name: "oneOf", format: oneOf("a", "b"), takes: [["B", "b"]], refuses: ["c", ""] },
  {
    name: "list",
    format: list,
    takes: [
      ["a, b,,c ", ["a", "b", "c"]],
      [",", []],
    ],
    refuses: [],
  },
  { name: "filledList", format: filledList, takes: [["a,", ["a"]]], refuses: [",", " , "] },
  { name: "listOf", format: listOf(integer(1, 3)), takes: [["1, 3", [1, 3]]], refuses: ["1,4", ","] },
  { name: "headerName", format: headerName, takes: [["X-Request_Id", "X-Request_Id"]], refuses: ["X:", "a b", "é"] },
  {
    name: "httpUrl",
    format: httpUrl,
    takes: [
      ["https://a.example//", "https://a.example"],
      ["HTTP://[::1]:80/x/", "HTTP://[::1]:80/x"],
    ],
    refuses: ["//a", "a.example", "https:a", "https:/a", "https://", "https://a b", "https://a\\b", "ftp://a", "http://a:99999"],
  },
  { name: "exactHttpUrl", format: exactHttpUrl, takes: [["https://a/b/", "https://a/b/"]], refuses: ["myapp://a"] },
  {
    name: "networks",
    format: networks,
    takes: [["10.0.0.0/8, ::1,fd00::/8,127.0.0.1/32", ["10.0.0.0/8", "::1", "fd00::/8", "127.0.0.1/32"]]],
    refuses: ["10.0.0.0/33", "::/129", "10.0.0/8", "localhost", "10.0.0.0/8/8", "10.0.0.0/", "10.0.0.0/-1"],
  },
  {
    name: "postgresUrl",
    format: postgresUrl,
    takes: [
      ["postgres:///db?host=/run", "postgres:///db?host=/run"],
      ["postgres://%2Frun/db", "postgres://%2Frun/db"],
      ["postgresql://me:p%40ss@/db?host=/run&port=5433", "postgresql://me:p%40ss@localhost/db?host=/run&port=5433"],
      ["postgres://me@host/db?x=@/", "postgres://me@host/db?x=@/"],
    ],
    refuses: ["mysql://h/d", "postgres://h", "postgres://h/", "h/d", "postgres://me@/?host=/run", "postgres:///db?port=x"],
  },
  {
    name: "duration",
    format: duration,
    takes: [
      ["0", 0],
      ["90", 90],
      ["1.5", 1.5],
      ["1h30m", 5400],
      ["250ms", 0.25],
      ["0.1h", 360],
      ["5us", 0.000005],
      ["5µs", 0.000005],
      ["5μs", 0.000005],
      ["1ns", 1e-9],
    ],
    refuses: ["-1", "1d", "1 h", "h", "1h30", "", "1e3", "999999999h", "9".repeat(400)],
  },
  { name: "durationFrom", format: durationFrom(0.5), takes: [["500ms", 0.5]], refuses: ["499ms", "0"] },
  { name: "wholeSeconds", format: wholeSeconds(1), takes: [["2m", 120]], refuses: ["1.5", "1500ms", "0"] },
  { name: "json", format: json("a number", isNumber), takes: [["1.5", 1.5]], refuses: ["{", '"1"'] },
  { name: "pattern", format: pattern("a's", /^a+$/), takes: [["aa", "aa"]], refuses: ["b"] },
  {
    name: "schemaName",
    format: schemaName,
    takes: [
      ["auth", "auth"],
      ["_a1", "_a1"],
    ],
    refuses: ["Auth", "1a", "a-b", 'a"b', "pg_x", "table", "select", "information_schema", "a".repeat(64), "é", "a;b"],
  },
  {
    name: "log level",
    format: observability.logLevel.format,
    takes: [
      ["panic", "fatal"],
      ["WARNING", "warn"],
      ["trace", "trace"],
    ],
    refuses: ["loud", "constructor", "toString"],
  },
];

for (const { name, format, takes, refuses } of CASES) {
  test(`${name} takes what it allows and refuses the rest`, () => {
    for (const [raw, value] of takes) assert.deepEqual(format.read(raw), value, raw);
    for (const raw of refuses) assert.throws(() => format.read(raw), FormatError, JSON.stringify(raw));
    assert.match(format.allowed, /\S/);
  });
}

test("readSeconds tells durations from other text", () => {
  assert.equal(readSeconds("1h1m1s"), 3661);
  assert.equal(readSeconds("soon"), undefined);
});
