import assert from "node:assert/strict";
import { test } from "node:test";
import { changedFieldsOf, changesOf, disputed, expectedValues, untouched } from "./merge.ts";

const BEHIND = { amount: ["amount_cents"], place: ["account_id", "credit_card_id"], name: ["name"] };

test("only what differs is sent, with all that stands behind what was touched", () => {
  const record = { id: 1, amount_cents: -100, account_id: 5, credit_card_id: null, name: "Pão", tags: [{ name: "a" }] };
  const changes = changesOf(record, { amount_cents: -100, credit_card_id: 3, name: "Pão", tags: [{ name: "a" }] });
  assert.deepEqual(changes, { credit_card_id: 3 });
  const touched = changedFieldsOf(changes, BEHIND);
  assert.deepEqual(touched, ["place"]);
  assert.deepEqual(expectedValues(record, touched, BEHIND), { account_id: 5, credit_card_id: null });
});

test("what is not touched becomes theirs; what both touched is asked unless they agree", () => {
  const [began, theirs] = [
    { amount: "1", place: "account:5", name: "Pão" },
    { amount: "2", place: "account:6", name: "Pão" },
  ];
  assert.deepEqual(untouched(["amount", "name"], theirs), { place: "account:6" });
  assert.deepEqual(disputed(["amount", "name"], ["amount", "name"], began, theirs), ["amount"]);
  assert.deepEqual(disputed(["amount", "name"], ["name"], began, theirs), [], "both typed the same");
});
