import assert from "node:assert/strict";
import { test } from "node:test";
import { Fault } from "../../kernel/errors.ts";
import { problemText } from "./problems.ts";
import { readDate, readFlag, readId, readIdOrNull, readInteger, readOneOf, readText, readTextOrNull } from "./readers.ts";
import { refuse, submit, throwIfInvalid } from "./record.ts";
import { joinProblems, type WithProblems } from "./with_problems.ts";

const body = (fields: object) => submit({}, fields);
const query = (fields: object) => submit(fields, undefined);
/** Of a reader that found nothing wrong. */
function validValue<Value>({ value, problems }: WithProblems<Value>): Value {
  assert.deepEqual(problems, []);
  return value;
}

/** Of one that did: its value is undefined. */
function problemsOf({ value, problems }: WithProblems<unknown>): [field: string, kind: string][] {
  assert.equal(value, undefined);
  return problems.map(([field, { kind }]) => [field, kind]);
}

test("the body wins over the query", () => {
  assert.equal(validValue(readText(submit({ name: "query" }, { name: "body" }), "name")), "body");
  assert.equal(validValue(readText(submit({ name: "query" }, {}), "name")), "query");
});

test("text loses the spaces around it; blank, long and other kinds are named", () => {
  assert.equal(validValue(readText(body({ name: "  Itaú CC " }), "name", { required: true })), "Itaú CC");
  const cases: [object, string][] = [
    [{}, "blank"],
    [{ name: "  " }, "blank"],
    [{ name: null }, "blank"],
    [{ name: 7 }, "notText"],
    [{ name: "x".repeat(256) }, "tooLong"],
  ];
  for (const [fields, kind] of cases)
    assert.deepEqual(problemsOf(readText(body(fields), "name", { required: true })), [["name", kind]]);
  assert.equal(validValue(readText(body({ name: "😀".repeat(255) }), "name")), "😀".repeat(255));
  assert.equal(validValue(readTextOrNull(body({ notes: null }), "notes")), null);
  assert.equal(validValue(readTextOrNull(body({}), "notes")), undefined);
});

test("a number of a body is a number, digits of a query are one too", () => {
  const range = { least: -1000, most: 1000 };
  assert.equal(validValue(readInteger(body({ n: -7 }), "n", range)), -7);
  assert.equal(validValue(readInteger(query({ n: "-7" }), "n", range)), -7);
  assert.ok(Object.is(validValue(readInteger(body({ n: -0 }), "n", range)), 0));
  assert.equal(validValue(readInteger(query({ n: "-7.0" }), "n", range)), -7);
  for (const value of ["1000", "10,50", "R$ 10", true, [], {}, 10.5, "1.0", "1e3", Number.NaN, Number.POSITIVE_INFINITY])
    assert.deepEqual(problemsOf(readInteger(body({ n: value }), "n", range)), [["n", "notAnInteger"]], String(value));
  for (const value of ["1.5", "1.", "1.01", "", "1e3", "0x10", " 7", ["7", "8"]])
    assert.deepEqual(problemsOf(readInteger(query({ n: value }), "n", range)), [["n", "notAnInteger"]], String(value));
});

test("a number past the limit is refused on its side, however large it is", () => {
  const range = { least: -1000, most: 1000 };
  for (const value of [1001, 2 ** 53 + 2, 1e18, 2 ** 63])
    assert.deepEqual(readInteger(body({ n: value }), "n", range), {
      value: undefined,
      problems: [["n", { kind: "tooLarge", values: { most: 1000 } }]],
    });
  assert.deepEqual(readInteger(query({ n: `-${"9".repeat(30)}` }), "n", range), {
    value: undefined,
    problems: [["n", { kind: "tooSmall", values: { least: -1000 } }]],
  });
});

test("null says nothing, but for the readers of what can be empty", () => {
  const record = body({ x: null });
  const read = [readText, readFlag, readDate, readId].map((reader) => validValue<unknown>(reader(record, "x")));
  const more = [validValue(readInteger(record, "x", { least: 0, most: 1 })), validValue(readOneOf(record, "x", ["a"]))];
  assert.deepEqual(new Set([...read, ...more]), new Set([undefined]));
  assert.deepEqual(
    [readTextOrNull(record, "x"), readIdOrNull(record, "x"), readIdOrNull(query({ x: "" }), "x")].map((each) =>
      validValue<unknown>(each),
    ),
    [null, null, null],
  );
  assert.equal(validValue(readIdOrNull(body({ x: 7 }), "x")), 7);
});

test("an id that cannot exist is unknown", () => {
  assert.equal(validValue(readId(body({ id: 7 }), "id")), 7);
  assert.equal(validValue(readId(query({ id: "" }), "id")), undefined);
  for (const value of [0, -1, 2 ** 31, 2 ** 63])
    assert.deepEqual(problemsOf(readId(body({ id: value }), "id")), [["id", "unknown"]]);
  assert.deepEqual(problemsOf(readId(body({ id: "7" }), "id")), [["id", "notAnInteger"]]);
});

test("flags, choices and dates take what they are and nothing like it", () => {
  assert.deepEqual(
    [
      readFlag(body({ f: true }), "f"),
      readFlag(query({ f: "false" }), "f"),
      readFlag(query({ f: "True" }), "f"),
      readFlag(body({}), "f"),
    ].map((each) => validValue<unknown>(each)),
    [true, false, true, undefined],
  );
  assert.equal(validValue(readOneOf(body({ type: "savings" }), "type", ["checking", "savings"])), "savings");
  assert.equal(validValue(readDate(body({ date: "2026-02-28" }), "date")), "2026-02-28");
  const record = body({ a: "true", b: 1, type: "Savings", date: "2026-02-30", time: "2026-02-03T00:00:00Z" });
  for (const name of ["a", "b"]) assert.deepEqual(problemsOf(readFlag(record, name)), [[name, "notABoolean"]]);
  assert.deepEqual(problemsOf(readOneOf(record, "type", ["checking", "savings"])), [["type", "notInList"]]);
  for (const name of ["date", "time"]) assert.deepEqual(problemsOf(readDate(record, name)), [[name, "notADate"]]);
});

test("an invalid record is thrown with what was submitted and every problem; id and times stay as stored", () => {
  const record = {
    ...body({ id: 99, name: " ", type: "checking", secret: 1 }),
    dryRunProblems: readFlag(query({ x: 7 }), "x").problems,
  };
  const view = { id: 3, name: "Itaú CC", type: "other", updated_at: "then" };
  const name = readText(record, "name", { required: true });
  const type = readOneOf(record, "type", ["other"]);
  assert.throws(
    () => throwIfInvalid(record, view, joinProblems(name.problems, type.problems, [["name", { kind: "taken" }]])),
    (error) => {
      assert.ok(error instanceof Fault);
      const { record: asSubmitted, problems } = error.body as { record: object; problems: object };
      assert.equal(error.status, 422);
      assert.deepEqual(asSubmitted, { id: 3, name: " ", type: "checking", updated_at: "then" });
      const notInList = { kind: "notInList", values: { choices: "other" } };
      assert.equal(
        JSON.stringify(problems),
        JSON.stringify({ x: [{ kind: "notABoolean" }], name: [{ kind: "blank" }, { kind: "taken" }], type: [notInList] }),
      );
      return true;
    },
  );
  throwIfInvalid(body({}), view);
  assert.throws(() => refuse(body({}), view, "base", { kind: "inUse" }), Fault);
});

test("problems are answered in Portuguese, in English to those who ask for it first", () => {
  const problem = { kind: "tooLong", values: { most: 255 } } as const;
  assert.equal(problemText(problem, undefined), "é muito longo (máximo: 255 caracteres)");
  assert.equal(problemText(problem, "fr, en-GB;q=0.8, pt;q=0.5"), "is too long (at most 255 characters)");
  assert.equal(problemText(problem, "pt-BR, en"), "é muito longo (máximo: 255 caracteres)");
});
