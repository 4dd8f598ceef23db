import assert from "node:assert/strict";
import { test } from "node:test";
import { type BareParts, chargeDay, partOf, partOfCell } from "./parts.ts";

test("parts at the end of a text", () => {
  const cases: [string, BareParts, [number, number] | null][] = [
    ["Livraria Aurora - Parcela 2/3", "none", [2, 3]],
    ["LIVRARIA PARC 02/10", "none", [2, 10]],
    ["LIVRARIA PARC. 2/10", "none", [2, 10]],
    ["Livraria parcela 2 de 10", "none", [2, 10]],
    ["Livraria (2/10)", "none", [2, 10]],
    ["LIVRARIA AURORA03/10", "none", null],
    ["LIVRARIA AURORA03/10", "padded", [3, 10]],
    ["Livraria 2/12", "spaced", [2, 12]],
    ["Livraria Parcela 4/3", "none", null],
    ["Livraria Parcela 0/3", "none", null],
    ["Livraria Parcela 1/1", "none", null],
    ["Livraria Parcela 2/100", "none", null],
    ["Parcela 2/3 da Livraria", "none", null],
    ["LOJA 103/10", "padded", null],
  ];
  for (const [text, bare, expected] of cases) {
    const part = partOf(text, bare);
    assert.deepEqual(part && [part.k, part.n], expected, text);
  }
});

test("parts in a column of their own", () => {
  assert.deepEqual(partOfCell("Parcela 3/10"), { k: 3, n: 10, raw: "PARCELA 3/10" });
  assert.deepEqual(partOfCell("2/3"), { k: 2, n: 3, raw: "2/3" });
  for (const none of ["Única", "Compra à vista", "", "5/3"]) assert.equal(partOfCell(none), null, none);
});

test("a part is charged months after its purchase", () => {
  assert.equal(chargeDay("2026-01-31", 2), "2026-02-28");
  assert.equal(chargeDay("2026-01-31", 1), "2026-01-31");
});
