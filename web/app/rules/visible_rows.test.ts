import assert from "node:assert/strict";
import { test } from "node:test";
import { drawnRows, ON_SCREEN, rowAt, rowTops, visibleRows } from "./visible_rows.ts";

test("the row at a distance is found among rows of mixed heights", () => {
  const tops = rowTops([28, 40, 40, 28, 56]);
  assert.deepEqual(tops, [0, 28, 68, 108, 136, 192]);
  assert.deepEqual(
    [-50, 0, 27, 28, 67, 107.5, 135, 136, 191, 5_000].map((distance) => rowAt(tops, distance)),
    [0, 0, 0, 1, 1, 2, 3, 4, 4, 4],
  );
  assert.equal(rowAt(rowTops([]), 10), 0);
  assert.deepEqual(rowTops([32, 56], 1.5), [0, 48, 132]);
});

test("a list of 3,000 rows draws those around the view, and a list of 200 all", () => {
  const tops = rowTops(Array<number>(3_000).fill(40));
  assert.deepEqual(visibleRows(tops, { top: -300, bottom: 500 }), { start: 0, end: 28 });
  assert.deepEqual(visibleRows(tops, { top: 60_000, bottom: 60_800 }), { start: 1_485, end: 1_536 });
  assert.deepEqual(visibleRows(tops, { top: 119_500, bottom: 120_400 }), { start: 2_972, end: 3_000 });
  assert.deepEqual(visibleRows(rowTops(Array<number>(200).fill(40)), { top: 0, bottom: 500 }), { start: 0, end: 200 });
});

test("every row on the screen is drawn, at any scroll position and with any heights", () => {
  const heights = Array.from({ length: 1_000 }, (_, index) => [28, 40, 56, 76][(index * 7) % 4] as number);
  const tops = rowTops(heights);
  let range = visibleRows(tops, { top: 0, bottom: 800 });
  for (let top = -400; top < (tops.at(-1) as number) + 400; top += 137) {
    range = visibleRows(tops, { top, bottom: top + 800 }, range);
    const onScreen = heights.flatMap((height, index) =>
      (tops[index] as number) < top + 800 && (tops[index] as number) + height > top ? [index] : [],
    );
    assert.ok(
      onScreen.every((index) => index >= range.start && index < range.end),
      `at ${top}`,
    );
    assert.ok(range.end - range.start < 100, `at ${top}`);
  }
});

test("a short scroll keeps the range, a shorter list replaces it", () => {
  const tops = rowTops(Array<number>(3_000).fill(40));
  const range = visibleRows(tops, { top: 4_000, bottom: 4_800 });
  assert.equal(visibleRows(tops, { top: 4_030, bottom: 4_830 }, range), range);
  assert.notEqual(visibleRows(tops, { top: 4_500, bottom: 5_300 }, range), range);
  const shorter = rowTops(Array<number>(250).fill(4));
  assert.deepEqual(visibleRows(shorter, { top: 900, bottom: 1_700 }, { start: 0, end: 3_000 }), { start: 75, end: 250 });
});

test("the first look at a list draws what is on the screen, and keeps more that is drawn already", () => {
  const tops = rowTops(Array<number>(3_000).fill(40));
  const view = { top: -300, bottom: 500 };
  assert.deepEqual(visibleRows(tops, view, undefined, ON_SCREEN), { start: 0, end: 13 });
  const range = visibleRows(tops, view);
  assert.equal(visibleRows(tops, view, range, ON_SCREEN), range);
});

test("rows outside of the range are drawn in their place if they have to be", () => {
  assert.deepEqual(drawnRows({ start: 3, end: 6 }, [9, 1, 4], 12), [1, 3, 4, 5, 9]);
  assert.deepEqual(drawnRows({ start: 3, end: 6 }, [-1, 12], 5), [3, 4]);
});
