import assert from "node:assert/strict";
import { test } from "node:test";
import { Type } from "typebox";
import { acceptedNames, findUnknown, nearestAccepted } from "./accepted_names.ts";

const endpoint = {
  query: Type.Object({ dry_run: Type.Optional(Type.Boolean()) }),
  body: Type.Object({
    name: Type.String(),
    parts: Type.Object({ total: Type.Integer() }, { additionalProperties: false }),
    tags: Type.Array(Type.Union([Type.Object({ name: Type.String() }), Type.String()])),
    free: Type.Record(Type.String(), Type.Unknown()),
    either: Type.Union([Type.Object({ one: Type.String() }), Type.Object({ other: Type.String() }), Type.Null()]),
  }),
  reply: Type.Object({ id: Type.Integer(), name: Type.String(), list: Type.Array(Type.Object({ x: Type.String() })) }),
};

const unknownIn = (query: object, body: unknown, more: object = {}, most = 20) =>
  findUnknown(acceptedNames({ ...endpoint, ...more }), { query, body }, most).map(({ within, path }) =>
    [within, ...path].join("."),
  );

test("names that no schema has are unknown, within objects and lists too; what answers show may be sent back, free forms hold anything", () => {
  assert.deepEqual(unknownIn({ dry_run: "1", dryrun: "1" }, { name: "x", nmae: "x" }), ["query.dryrun", "body.nmae"]);
  assert.deepEqual(unknownIn({}, { id: 1, list: [{ y: 1 }], free: { any: 1 }, dry_run: true }), []);
  assert.deepEqual(unknownIn({}, { parts: { total: 1, totl: 2 }, tags: ["a", { name: "b", nme: "c" }, { nme: "d" }] }), [
    "body.parts.totl",
    "body.tags.nme",
  ]);
  assert.deepEqual(unknownIn({}, { either: { one: "", other: "", third: "" } }), ["body.either.third"]);
  assert.deepEqual(unknownIn({}, { parts: null, tags: "a", either: 3, free: null }), []);
});

test("fields in the query string are known where the handler reads them there, and further names where the endpoint says so", () => {
  assert.deepEqual(unknownIn({ name: "x" }, {}), ["query.name"]);
  assert.deepEqual(unknownIn({ name: "x", nmae: "x" }, {}, { readsFields: true }), ["query.nmae"]);
  assert.deepEqual(unknownIn({}, { file: "x", old: 1, odd: 2 }, { file: true, alsoReads: ["old"] }), ["body.odd"]);
  assert.deepEqual(unknownIn({ a: "1" }, { b: 1 }, { body: undefined }), ["query.a"], "a body that nobody asked for");
  assert.deepEqual(unknownIn({}, { b: 1 }, { body: Type.Record(Type.String(), Type.Unknown()) }), []);
});

test("of very many names no more are looked at than are told", () => {
  const many = Object.fromEntries(Array.from({ length: 5_000 }, (_, index) => [`x${index}`, 1]));
  assert.equal(unknownIn({}, many, {}, 21).length, 21);
});

test("the nearest name begins alike or differs by few letters; else there is none", () => {
  const existing = ["id", "amount_cents", "category_id", "credit_card_id", "per_page", "page", "date"];
  const cases: Record<string, string | undefined> = {
    ...{ amount: "amount_cents", categroy_id: "category_id", perpage: "per_page", dates: "date", Category_ID: "category_id" },
    ...{ zzz: undefined, i: undefined, observation: undefined, ["x".repeat(10_000)]: undefined },
  };
  for (const [name, nearest] of Object.entries(cases)) assert.equal(nearestAccepted(name, existing), nearest, name.slice(0, 20));
});
