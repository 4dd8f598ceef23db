import assert from "node:assert/strict";
import { test } from "node:test";
import { bankMarkOf, initialsOf } from "./banks.ts";

test("an account or card has its bank's letters and colour, by the names that people give", () => {
  const letters = ["Nubank", "Cartão Nu", "Itaú Personnalité", "conta caixa", "BB", "Banco Inter", "Mercado Pago", "C6 Carbon"];
  assert.deepEqual(
    letters.map((name) => bankMarkOf(name).letters),
    ["Nu", "Nu", "It", "Cx", "BB", "In", "MP", "C6"],
  );
});

test("letters on a light colour are dark", () => {
  assert.deepEqual(bankMarkOf("Banco do Brasil"), { letters: "BB", colour: "#fae128", shade: "light" });
  assert.equal(bankMarkOf("Bradesco").shade, "dark");
});

test("another name has its initials and no colour; a word that holds a bank's name is no bank", () => {
  assert.deepEqual(bankMarkOf("Cofrinho da Ana"), { letters: "CD" });
  assert.deepEqual(bankMarkOf("Internet"), { letters: "IN" });
  assert.deepEqual(["Poupança", "", "carteira"].map(initialsOf), ["PO", "", "CA"]);
});
