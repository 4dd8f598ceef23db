// Text stays readable in the palette of every brand's colour.
import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { contrast, oklchOf } from "./oklch.ts";
import { DEFAULT_BRAND, type Palette, paletteOf, paletteStyle } from "./palette.ts";

/** The least contrast of a text on a surface: 4.5 for text, 7 for figures, 3 for the edge of a control. */
const PAIRS: readonly [text: string, surface: string, least: number][] = [
  ["ink", "sheet", 7],
  ["ink", "ground", 7],
  ["ink", "raised", 7],
  ["ink", "well", 7],
  ["ink", "tint", 7],
  ["ink-2", "sheet", 7],
  ["ink-2", "ground", 4.5],
  ["ink-2", "well", 4.5],
  ["ink-2", "tint-strong", 4.5],
  ["ink-3", "sheet", 4.5],
  ["ink-3", "ground", 4.5],
  ["ink-3", "well", 4.5],
  ["ink-3", "hover", 4.5],
  ["on-accent", "accent", 4.5],
  ["on-accent", "accent-press", 4.5],
  ["accent", "sheet", 4.5],
  ["accent", "ground", 4.5],
  ["accent-ink", "tint", 4.5],
  ["accent-ink", "tint-strong", 4.5],
  ["edge", "sheet", 3],
];

function tooClose(palette: Palette): string[] {
  return PAIRS.flatMap(([text, surface, least]) =>
    ([0, 1] as const).flatMap((scheme) => {
      const ratio = contrast(palette[text]![scheme], palette[surface]![scheme]);
      return ratio < least ? [`${text} on ${surface}, ${scheme === 0 ? "light" : "dark"}: ${ratio.toFixed(2)} of ${least}`] : [];
    }),
  );
}

test("our own palette is readable", () => {
  assert.deepEqual(tooClose(paletteOf(DEFAULT_BRAND)), []);
});

test("so is the palette of any other colour", () => {
  const colour = fc.integer({ min: 0, max: 0xffffff }).map((value) => `#${value.toString(16).padStart(6, "0")}`);
  const plain = ["#000000", "#ffffff", "#ff0000", "#ffff00", "#0000ff", "#ff8000", "#8000ff"].map((hex): [string] => [hex]);
  fc.assert(
    fc.property(colour, (hex) => assert.deepEqual(tooClose(paletteOf(hex)), [], hex)),
    { examples: plain, numRuns: 2_000 },
  );
});

test("a colour is converted as browsers do it", () => {
  const [lightness, chroma, hue] = oklchOf("#ff0000");
  assert.deepEqual([lightness.toFixed(3), chroma.toFixed(3), hue.toFixed(1)], ["0.628", "0.258", "29.2"]);
  assert.ok(Math.abs(contrast(oklchOf("#000000"), oklchOf("#ffffff")) - 21) < 0.01);
});

test("grey stays grey", () => {
  assert.ok(Object.values(paletteOf("#808080")).every((pair) => pair.every(([, chroma]) => chroma < 0.0001)));
  assert.match(paletteStyle("#808080"), /--ink:light-dark\(oklch\(0\.205 0 \d+\),oklch\(0\.955 0 \d+\)\)/);
});
