import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { ribbonPath, sankeyOf } from "./sankey.ts";

const ROOM = { height: 400, pitch: 20, gap: 8 };

test("all parts have one scale, meet the middle without gaps, stay inside, and their labels do not overlap", () => {
  const cents = fc.integer({ min: 1, max: 10_000_000 });
  const sides = fc.array(cents, { minLength: 1, maxLength: 12 });
  fc.assert(
    fc.property(sides, sides, (sources, targets) => {
      const layout = sankeyOf(sources, targets, ROOM);
      const scale = layout.middle.height / Math.max(sumOf(sources), sumOf(targets));
      for (const [values, parts] of [
        [sources, layout.sources],
        [targets, layout.targets],
      ] as const) {
        let middle = layout.middle.top;
        for (const [index, part] of parts.entries()) {
          near(part.height, (values[index] as number) * scale);
          near(part.middleTop, middle);
          middle += part.height;
          assert.ok(part.top >= -0.01 && part.top + part.height <= ROOM.height + 0.01);
          const next = parts[index + 1];
          if (next) assert.ok(next.labelY - part.labelY >= ROOM.pitch - 0.01 && next.top >= part.top + part.height);
        }
      }
    }),
  );
});

test("a side with nothing is drawn as nothing", () => {
  const { sources, targets } = sankeyOf([], [100], ROOM);
  assert.deepEqual(sources, []);
  assert.ok((targets[0]?.height ?? 0) > 300);
});

test("a ribbon has the same height at both ends", () => {
  assert.equal(ribbonPath([0, 10], [100, 50], 20), "M0 10C50 10 50 50 100 50V70C50 70 50 30 0 30Z");
});

const sumOf = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0);
const near = (one: number, other: number) => assert.ok(Math.abs(one - other) < 0.001, `${one} ${other}`);
