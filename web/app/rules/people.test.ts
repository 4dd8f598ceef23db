import assert from "node:assert/strict";
import { test } from "node:test";
import { authorOf, type People, peopleToChoose } from "./people.ts";

const people: People = {
  self: 7,
  all: [
    { user_id: 3, name: "Ana" },
    { user_id: 7, name: "Bia" },
  ],
};

test("the author of a row is oneself, another, or somebody who has left; in a space of one, nobody", () => {
  const of = (id: number | null | undefined, among: People | undefined = people) =>
    authorOf(among, id === undefined ? {} : { created_by_id: id });
  assert.deepEqual(of(7), { id: 7, name: "Bia", is: "self" });
  assert.deepEqual(of(3), { id: 3, name: "Ana", is: "other" });
  assert.deepEqual(of(5), { id: 5, name: undefined, is: "gone" });
  assert.equal(of(null), undefined);
  assert.equal(of(undefined), undefined);
  assert.equal(authorOf(undefined, { created_by_id: 7 }), undefined);
});

test("whoever is signed in is offered first, and the chosen person also after they have left", () => {
  const idsOf = (among: People | undefined, chosen?: number) => peopleToChoose(among, chosen).map(({ id }) => id);
  assert.deepEqual(idsOf(people), [7, 3]);
  assert.deepEqual(idsOf(people, 3), [7, 3]);
  assert.deepEqual(idsOf(people, 5), [7, 3, 5]);
  assert.deepEqual(idsOf({ ...people, self: undefined }), [3, 7]);
  assert.deepEqual(idsOf(undefined, 5), [5], "a link is opened before people are known");
});
