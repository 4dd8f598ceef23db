import assert from "node:assert/strict";
import { test } from "node:test";
import { DatabaseAway } from "./database_away.ts";
import {
  isConflict,
  isForeignKeyViolation,
  isUnavailable,
  isUniqueViolation,
  mayHaveTakenEffect,
  sqlstateOf,
} from "./sqlstate.ts";

const withCode = (code: string) => Object.assign(new Error("x"), { code });
const away = (code: string) => new DatabaseAway("x", { cause: withCode(code) });

test("an error has the code of the server or of the driver, or none", () => {
  assert.deepEqual([withCode("23505"), new Error("x"), "23505", undefined].map(sqlstateOf), [
    "23505",
    undefined,
    undefined,
    undefined,
  ]);
  assert.ok(isUniqueViolation(withCode("23505")) && !isUniqueViolation(withCode("23503")));
  assert.ok(isForeignKeyViolation(withCode("23503")) && !isForeignKeyViolation(withCode("23505")));
  assert.ok(isConflict(withCode("40001")) && isConflict(withCode("40P01")) && !isConflict(withCode("40002")));
});

test("what a lost connection or an end from outside leaves open may be done, what the server refused is not", () => {
  const open = [
    "08006",
    "08003",
    "57P01",
    "57P02",
    "57014",
    "XX000",
    "CONNECTION_CLOSED",
    "CONNECTION_DESTROYED",
    "ECONNRESET",
    "EPIPE",
  ];
  const refused = ["23505", "40001", "40P01", "53300", "55P03", "25006", "22003", "P0001"];
  for (const code of open) assert.ok(mayHaveTakenEffect(withCode(code)) && mayHaveTakenEffect(away(code)), code);
  for (const code of refused) assert.ok(!mayHaveTakenEffect(withCode(code)) && !mayHaveTakenEffect(away(code)), code);
  assert.ok(mayHaveTakenEffect(new DatabaseAway("the connection was lost")));
  assert.ok(!mayHaveTakenEffect(new Error("a bug")));
});

test("a database that cannot be reached, is full, stops, or takes no writes says not now", () => {
  for (const code of ["08001", "53300", "57P03", "58030", "55P03", "25006", "40001", "ECONNREFUSED", "EAI_AGAIN"])
    assert.ok(isUnavailable(code), code);
  for (const code of ["23505", "42P01", "22P02", "XX000"]) assert.ok(!isUnavailable(code), code);
});
