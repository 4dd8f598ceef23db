import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { defaultAccount } from "./default_account.ts";

const open = (id: number) => ({ id, archived: false });
const archived = (id: number) => ({ id, archived: true });

test("the default account stays, is followed by the oldest open one, and is an archived one only where all are", () => {
  assert.equal(defaultAccount([open(1), open(2)], 2), 2);
  assert.equal(defaultAccount([open(3), open(2)], 1), 2);
  assert.equal(defaultAccount([archived(1), open(3), open(2)], 1), 2);
  assert.equal(defaultAccount([archived(1), archived(2)], 2), 2);
  assert.equal(defaultAccount([archived(2), archived(1)], 3), 1);
  assert.equal(defaultAccount([open(7)], null), 7);
  assert.equal(defaultAccount([], 1), null);
});

test("there is a default account wherever there are accounts, and an open one wherever one is open", () => {
  const accounts = fc.uniqueArray(fc.record({ id: fc.integer({ min: 1, max: 20 }), archived: fc.boolean() }), {
    selector: ({ id }) => id,
  });
  fc.assert(
    fc.property(accounts, fc.option(fc.integer({ min: 1, max: 20 })), (all, current) => {
      const chosen = all.find(({ id }) => id === defaultAccount(all, current));
      assert.equal(chosen !== undefined, all.length > 0);
      if (all.some((account) => !account.archived)) assert.equal(chosen?.archived, false);
    }),
  );
});
