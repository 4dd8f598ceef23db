import assert from "node:assert/strict";
import { test } from "node:test";
import { openMemory } from "./memory.ts";

const entry = (value: string, about = "ana", untilMs = 100) => ({ value, about, untilMs });

test("an entry is there until its time is over", () => {
  const memory = openMemory<string>(10);
  memory.set("key", entry("one"));
  assert.equal(memory.get("key", 99), "one");
  assert.equal(memory.get("key", 100), undefined);
  assert.equal(memory.size, 0);
});

test("beyond the size, what was not asked for longest goes first", () => {
  const memory = openMemory<string>(2);
  memory.set("a", entry("one"));
  memory.set("b", entry("two"));
  assert.equal(memory.get("a", 0), "one");
  memory.set("c", entry("three"));
  assert.deepEqual([memory.get("a", 0), memory.get("b", 0), memory.get("c", 0)], ["one", undefined, "three"]);
  for (let count = 0; count < 1_000; count++) memory.set(String(count), entry("x", `user ${count}`));
  assert.equal(memory.size, 2);
});

test("forgetting somebody drops all that is about them, and nothing else", () => {
  const memory = openMemory<string>(10);
  memory.set("a", entry("one", "ana"));
  memory.set("b", entry("two", "ana"));
  memory.set("c", entry("three", "bob"));
  memory.set("a", entry("four", "bob"));
  memory.forget("ana");
  assert.deepEqual([memory.get("a", 0), memory.get("b", 0), memory.get("c", 0)], ["four", undefined, "three"]);
  memory.forgetAll();
  assert.equal(memory.size, 0);
});
