import assert from "node:assert/strict";
import { test } from "node:test";
import { Fault } from "../../kernel/errors.ts";
import { problemText } from "./problems.ts";
import { readDate, readFlag, readId, readIdOrNull, readInteger, readOneOf, readText, readTextOrNull } from "./readers.ts";
import { judge, refuse, type Submitted, submit } from "./record.ts";

const body = (fields: object) => submit({}, fields);
const query = (fields: object) => submit(fields, undefined);
const problemsOf = (record: Submitted) =>
  Object.fromEntries([...record.problems].map(([name, all]) => [name, all.map(({ kind }) => kind)]));

test("the body wins over the query", () => {
  assert.equal(readText(submit({ name: "query" }, { name: "body" }), "name"), "body");
  assert.equal(readText(submit({ name: "query" }, {}), "name"), "query");
});

test("text loses the spaces around it; blank, long and other kinds are named", () => {
  assert.equal(readText(body({ name: "  Itaú CC " }), "name", { required: true }), "Itaú CC");
  const cases: [object, string][] = [
    [{}, "blank"],
    [{ name: "  " }, "blank"],
    [{ name: null }, "blank"],
    [{ name: 7 }, "notText"],
    [{ name: "x".repeat(256) }, "tooLong"],
  ];
  for (const [fields, kind] of cases) {
    const record = body(fields);
    assert.equal(readText(record, "name", { required: true }), undefined);
    assert.deepEqual(problemsOf(record), { name: [kind] });
  }
  assert.equal(readText(body({ name: "😀".repeat(255) }), "name"), "😀".repeat(255));
  assert.equal(readTextOrNull(body({ notes: null }), "notes"), null);
  assert.equal(readTextOrNull(body({}), "notes"), undefined);
});

test("a number of a body is a number, digits of a query are one too", () => {
  const range = { least: -1000, most: 1000 };
  assert.equal(readInteger(body({ n: -7 }), "n", range), -7);
  assert.equal(readInteger(query({ n: "-7" }), "n", range), -7);
  assert.ok(Object.is(readInteger(body({ n: -0 }), "n", range), 0));
  assert.equal(readInteger(query({ n: "-7.0" }), "n", range), -7);
  for (const value of ["1000", "10,50", "R$ 10", true, [], {}, 10.5, "1.0", "1e3", Number.NaN, Number.POSITIVE_INFINITY]) {
    const record = body({ n: value });
    assert.equal(readInteger(record, "n", range), undefined);
    assert.deepEqual(problemsOf(record), { n: ["notAnInteger"] }, String(value));
  }
  for (const value of ["1.5", "1.", "1.01", "", "1e3", "0x10", " 7", ["7", "8"]]) {
    const record = query({ n: value });
    assert.equal(readInteger(record, "n", range), undefined);
    assert.deepEqual(problemsOf(record), { n: ["notAnInteger"] }, String(value));
  }
});

test("a number past the limit is refused on its side, however large it is", () => {
  const range = { least: -1000, most: 1000 };
  for (const value of [1001, 2 ** 53 + 2, 1e18, 2 ** 63]) {
    const record = body({ n: value });
    assert.equal(readInteger(record, "n", range), undefined);
    assert.deepEqual(record.problems.get("n"), [{ kind: "tooLarge", values: { most: 1000 } }]);
  }
  const record = query({ n: `-${"9".repeat(30)}` });
  assert.equal(readInteger(record, "n", range), undefined);
  assert.deepEqual(record.problems.get("n"), [{ kind: "tooSmall", values: { least: -1000 } }]);
});

test("null says nothing, but for the readers of what can be empty", () => {
  const record = body({ x: null });
  const read = [readText, readFlag, readDate, readId].map((reader) => reader(record, "x"));
  const more = [readInteger(record, "x", { least: 0, most: 1 }), readOneOf(record, "x", ["a"])];
  assert.deepEqual(new Set([...read, ...more]), new Set([undefined]));
  assert.deepEqual(
    [readTextOrNull(record, "x"), readIdOrNull(record, "x"), readIdOrNull(query({ x: "" }), "x")],
    [null, null, null],
  );
  assert.equal(readIdOrNull(body({ x: 7 }), "x"), 7);
  assert.equal(record.problems.size, 0);
});

test("an id that cannot exist is unknown", () => {
  assert.equal(readId(body({ id: 7 }), "id"), 7);
  assert.equal(readId(query({ id: "" }), "id"), undefined);
  for (const value of [0, -1, 2 ** 31, 2 ** 63]) {
    const record = body({ id: value });
    assert.equal(readId(record, "id"), undefined);
    assert.deepEqual(problemsOf(record), { id: ["unknown"] });
  }
  const record = body({ id: "7" });
  assert.equal(readId(record, "id"), undefined);
  assert.deepEqual(problemsOf(record), { id: ["notAnInteger"] });
});

test("flags, choices and dates take what they are and nothing like it", () => {
  assert.deepEqual(
    [
      readFlag(body({ f: true }), "f"),
      readFlag(query({ f: "false" }), "f"),
      readFlag(query({ f: "True" }), "f"),
      readFlag(body({}), "f"),
    ],
    [true, false, true, undefined],
  );
  assert.equal(readOneOf(body({ type: "savings" }), "type", ["checking", "savings"]), "savings");
  assert.equal(readDate(body({ date: "2026-02-28" }), "date"), "2026-02-28");
  const record = body({ a: "true", b: 1, type: "Savings", date: "2026-02-30", time: "2026-02-03T00:00:00Z" });
  for (const name of ["a", "b"]) assert.equal(readFlag(record, name), undefined);
  assert.equal(readOneOf(record, "type", ["checking", "savings"]), undefined);
  for (const name of ["date", "time"]) assert.equal(readDate(record, name), undefined);
  const [flag, choice, date] = [["notABoolean"], ["notInList"], ["notADate"]];
  assert.deepEqual(problemsOf(record), { a: flag, b: flag, type: choice, date, time: date });
});

test("an invalid record is thrown with what was submitted; id and times stay as stored", () => {
  const record = body({ id: 99, name: " ", type: "checking", secret: 1 });
  readText(record, "name", { required: true });
  const shown = { id: 3, name: "Itaú CC", type: "other", updated_at: "then" };
  assert.throws(
    () => judge(record, shown),
    (error) => {
      assert.ok(error instanceof Fault);
      const expected = { id: 3, name: " ", type: "checking", updated_at: "then" };
      assert.deepEqual([error.status, error.body], [422, { record: expected, problems: { name: [{ kind: "blank" }] } }]);
      return true;
    },
  );
  judge(body({}), shown);
  assert.throws(() => refuse(body({}), shown, "base", { kind: "inUse" }), Fault);
});

test("problems are answered in Portuguese, in English to those who ask for it first", () => {
  const problem = { kind: "tooLong", values: { most: 255 } } as const;
  assert.equal(problemText(problem, undefined), "é muito longo (máximo: 255 caracteres)");
  assert.equal(problemText(problem, "fr, en-GB;q=0.8, pt;q=0.5"), "is too long (at most 255 characters)");
  assert.equal(problemText(problem, "pt-BR, en"), "é muito longo (máximo: 255 caracteres)");
});
