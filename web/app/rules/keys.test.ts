import assert from "node:assert/strict";
import { test } from "node:test";
import { begins, findKey, isCharacter, isOwnKey, isTextInput, type Key, keyLabel, nameOfKey, parentOf } from "./keys.ts";

const pressed = (key: string, held: Partial<Record<"ctrlKey" | "metaKey" | "altKey" | "shiftKey", boolean>> = {}) =>
  nameOfKey({ key, ctrlKey: false, metaKey: false, altKey: false, shiftKey: false, ...held });

test("keys are named by what they mean, whatever the keyboard", () => {
  assert.equal(pressed("n"), "n");
  assert.equal(pressed("X", { shiftKey: true }), "Shift+x");
  assert.equal(pressed("?", { shiftKey: true }), "?");
  assert.equal(pressed("ArrowDown", { shiftKey: true }), "Shift+ArrowDown");
  assert.equal(pressed("Z", { metaKey: true, shiftKey: true }), "Mod+Shift+z");
  assert.equal(pressed("k", { ctrlKey: true }), "Mod+k");
  assert.equal(pressed("n", { altKey: true }), undefined);
  assert.equal(pressed("Shift", { shiftKey: true }), undefined);
  assert.deepEqual(["n", "g i", "?", "Mod+k", "Delete", " ", "Shift+x"].map(isCharacter), [
    true,
    true,
    true,
    false,
    false,
    false,
    false,
  ]);
  assert.equal(keyLabel("Mod+Shift+z", false), "Ctrl ⇧ Z");
  assert.equal(keyLabel("g i", false), "g i");
  assert.deepEqual(
    [" ", "Shift+ "].map((name) => keyLabel(name, false)),
    ["Space", "⇧ Space"],
  );
});

test("the screen's keys come before the app's, and a second key is looked for after its first", () => {
  const ran: string[] = [];
  const key = (...on: string[]): Key => ({ on, what: on[0] as string, run: () => void ran.push(on[0] as string) });
  const layers = [[key("n"), key("g i"), key("p")], [key("p", "x")]];
  assert.equal(begins(layers, "g"), true);
  assert.equal(begins(layers, "n"), false);
  assert.equal(findKey(layers, "i", "g")?.what, "g i");
  assert.equal(findKey(layers, "i", undefined), undefined);
  assert.equal(findKey(layers, "n", "g")?.what, "n");
  assert.equal(findKey(layers, "p", undefined), layers[1]?.[0]);
});

test("what is typed into keeps its keys; a box keeps the space bar alone", () => {
  for (const [tag, type] of [
    ["INPUT", "text"],
    ["INPUT", "search"],
    ["INPUT", "radio"],
    ["SELECT", ""],
    ["TEXTAREA", ""],
  ] as const)
    assert.equal(isTextInput(tag, type), true, `${tag} ${type}`);
  assert.deepEqual([isTextInput("INPUT", "checkbox"), isTextInput("A", "")], [false, false]);
  assert.deepEqual([isOwnKey("INPUT", "checkbox", " "), isOwnKey("INPUT", "checkbox", "x")], [true, false]);
  assert.deepEqual([isOwnKey("A", "", "Enter"), isOwnKey("A", "", " "), isOwnKey("BUTTON", "", " ")], [true, false, true]);
});

test("Escape leads from one of a list to the list, and from a list nowhere", () => {
  assert.equal(parentOf("/transactions/12"), "/transactions");
  assert.equal(parentOf("/credit_cards/3/invoices/321"), "/credit_cards");
  assert.equal(parentOf("/settings/data"), "/settings");
  for (const path of ["/", "/transactions", "/budgets/2026/11", "/reports/year"]) assert.equal(parentOf(path), undefined, path);
});
