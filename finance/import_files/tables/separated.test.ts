import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { LIMITS } from "../limits.ts";
import { separatedRows } from "./separated.ts";

const cells = (text: string, separator = ";") => separatedRows(text, separator)?.map((row) => row.cells);

test("quotes, doubled quotes, line breaks inside, stray quotes and quotes that never close", () => {
  assert.deepEqual(cells('a;"b;c";"d ""e"""\r\n"f\ng";h'), [
    ["a", "b;c", 'd "e"'],
    ["f\ng", "h"],
  ]);
  assert.deepEqual(cells('a"b;c"\nd;"e" f;g'), [
    ['a"b', 'c"'],
    ["d", '"e" f', "g"],
  ]);
  assert.deepEqual(cells('a;"open\nb;c\n'), [
    ["a", '"open'],
    ["b", "c"],
  ]);
  assert.deepEqual(cells('"";""""\n'), [["", '"']]);
});

test("blank lines are left out and lines are counted as they stand, also after breaks inside quotes", () => {
  assert.deepEqual(
    separatedRows('\n;;\na\n"b\nc"\nd\n', ";")?.map(({ line, cells }) => [line, cells[0]]),
    [
      [3, "a"],
      [4, "b\nc"],
      [6, "d"],
    ],
  );
  assert.deepEqual(cells("a\rb\r\rc"), [["a"], ["b"], ["c"]]);
});

test("any table that is written by the rules is read as it was", () => {
  const table = fc.array(
    fc.array(fc.string({ unit: fc.constantFrom("a", '"', ";", "\n", "ç", " ") }), { minLength: 1, maxLength: 5 }),
    { maxLength: 8 },
  );
  fc.assert(
    fc.property(table, (rows) => {
      const text = rows.map((row) => row.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(";")).join("\r\n");
      assert.deepEqual(
        cells(text),
        rows.filter((row) => row.some((cell) => cell.trim() !== "")),
      );
    }),
  );
});

test("a million columns, a cell of a million characters and too many lines cost one pass and are reported", () => {
  const [wide, next] = separatedRows(`${"a;".repeat(1_000_000)}\nb`, ";") ?? [];
  assert.deepEqual([wide?.reason, wide?.cells.length, next?.cells, next?.line], ["too_many_columns", LIMITS.columns, ["b"], 2]);
  const [long] = separatedRows(`a;${"x".repeat(1_000_000)}`, ";") ?? [];
  assert.deepEqual([long?.reason, long?.cells], ["cell_too_long", ["a"]]);
  assert.equal(separatedRows("a\n".repeat(LIMITS.lines + 1), ";"), undefined);
});

test("quotes that invite to look again and again are looked at once", () => {
  const counted = countingIndexOf('a;"b\n'.repeat(40_000));
  separatedRows(counted.text, ";");
  assert.ok(counted.calls() < 200_000, `${counted.calls()}`);
  for (const hostile of ['"', '";', '"\n', '"a', '""', '"""', ';"a\r'])
    assert.ok((cells(hostile.repeat(40_000))?.length ?? 0) <= LIMITS.lines);
});

/** A text that counts how often it is searched. */
function countingIndexOf(text: string) {
  let calls = 0;
  const counted = new Proxy(Object(text), {
    get(target, key) {
      if (key === "length") return text.length;
      const method = (text as unknown as Record<PropertyKey, unknown>)[key];
      if (key === "indexOf") calls++;
      return typeof method === "function" ? method.bind(text) : Reflect.get(target, key);
    },
  }) as string;
  return { text: counted, calls: () => calls };
}
