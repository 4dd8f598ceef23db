import assert from "node:assert/strict";
import { test } from "node:test";
import { Type } from "typebox";
import { FreeForm } from "./documented_only.ts";
import { serializer } from "./serialize.ts";

const Person = Type.Object({ id: Type.Integer(), name: Type.Optional(Type.String()) });
const PersonOrNull = Type.Union([Person, Type.Null()]);
const ana = { id: 1, name: "Ana", password: "secret" };
const view = { id: 1, name: "Ana" };

const CASES = {
  "an object": [Person, ana, view],
  "a list": [Type.Array(Person), [ana, ana], [view, view]],
  "an object in a list in an object": [
    Type.Object({ people: Type.Array(Person) }),
    { people: [ana], password: "secret" },
    { people: [view] },
  ],
  "one of several kinds": [
    Type.Union([Person, Type.Object({ total: Type.Integer() })]),
    { ...ana, total: 3 },
    { ...view, total: 3 },
  ],
  "a list or one of it: the list": [Type.Union([Person, Type.Array(Person)]), [ana], [view]],
  "a list or one of it: the one": [Type.Union([Person, Type.Array(Person)]), ana, view],
  "objects under names of their own": [Type.Record(Type.String(), Person), { a: ana, b: ana }, { a: view, b: view }],
  "objects under names of their own, or null": [
    Type.Union([Type.Record(Type.String(), Person), Type.Null()]),
    { a: ana },
    { a: view },
  ],
  "an object that may be null": [Type.Object({ owner: PersonOrNull }), { owner: ana }, { owner: view }],
} as const;

for (const [what, [schema, value, written]] of Object.entries(CASES))
  test(`${what}: what the schema does not name is not written`, () => {
    assert.deepEqual(JSON.parse(serializer(schema)(value)), written);
  });

test("null stays null, and what is missing is not written", () => {
  const write = serializer(
    Type.Object({ owner: PersonOrNull, guests: Type.Optional(Type.Array(Person)), tags: Type.Array(PersonOrNull) }),
  );
  assert.equal(write({ owner: null, guests: undefined, tags: [null] }), '{"owner":null,"tags":[null]}');
});

test("an answer without a key that its schema demands is a fault of ours, and is not sent", () => {
  assert.throws(() => serializer(Type.Array(Person))([{ name: "Ana" }]), /an answer lacks its "id"/);
});

test("free-form objects are written whole, and moments as ISO 8601", () => {
  const write = serializer(Type.Object({ data: FreeForm, at: Type.String({ format: "date-time" }) }));
  const at = new Date("2026-01-31T12:00:00.5Z");
  assert.equal(write({ data: { a: { b: [1, null] } }, at }), '{"data":{"a":{"b":[1,null]}},"at":"2026-01-31T12:00:00.500Z"}');
});

test("a schema that says what is not understood here writes nothing", () => {
  assert.throws(() => serializer(Type.Unsafe({ allOf: [Person, Person] }))(ana), /must not say allOf/);
});
