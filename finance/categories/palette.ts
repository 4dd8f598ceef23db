// The colours of new categories, in the order in which they are given out.
export const PALETTE = [
  "3d7ea6",
  "c0504d",
  "5b8c3e",
  "8064a2",
  "d98032",
  "2f8f83",
  "a64d79",
  "6b7a2a",
  "4a6fd0",
  "b23a48",
  "3f9142",
  "7a4fc2",
  "b8860b",
  "1f7a8c",
  "c2477f",
  "7d6b4f",
  "2e6f95",
  "d1495b",
  "66803a",
  "5f4b8b",
  "c26a2d",
  "35867a",
  "9a3f8f",
  "8a7a1f",
];

/** The first of the palette among those that the fewest categories have. */
export function leastUsedColor(categories: readonly { color: string }[]): string {
  const uses = (color: string) => categories.filter((each) => each.color === color).length;
  return PALETTE.reduce((best, color) => (uses(color) < uses(best) ? color : best));
}
