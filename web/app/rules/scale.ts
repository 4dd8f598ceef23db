// Scales of charts: from cents and days to pixels.

export interface Scale {
  least: number;
  most: number;
  /** Round values for the axis, including zero. */
  ticks: number[];
}

/** Covers all values and zero, widened to round values. */
export function scaleOf(values: readonly number[], steps: number): Scale {
  const [least, most] = [Math.min(0, ...values), Math.max(0, ...values)];
  const step = roundStep((most - least || 10_000) / Math.max(1, steps));
  const [first, last] = [Math.floor(least / step), Math.max(Math.ceil(most / step), Math.floor(least / step) + 1)];
  const ticks = Array.from({ length: last - first + 1 }, (_, index) => (first + index) * step);
  return { least: first * step, most: last * step, ticks };
}

/** The next 1, 2 or 5 times a power of ten; never less than a cent. */
function roundStep(least: number): number {
  const power = 10 ** Math.floor(Math.log10(Math.max(1, least)));
  return ([1, 2, 5, 10].find((each) => each * power >= least) ?? 10) * power;
}

/** The pixel of a value. */
export function position(value: number, { least, most }: Pick<Scale, "least" | "most">, from: number, to: number): number {
  return most === least ? from : from + ((value - least) / (most - least)) * (to - from);
}

export type Point = readonly [x: number, y: number];

/** A line that stays level until the next point. */
export function stepPath(points: readonly Point[]): string {
  return points.map(([x, y], index) => (index === 0 ? `M${round(x)} ${round(y)}` : `H${round(x)}V${round(y)}`)).join("");
}

export function linePath(points: readonly Point[]): string {
  return points.map(([x, y], index) => `${index === 0 ? "M" : "L"}${round(x)} ${round(y)}`).join("");
}

/** The area between a step line and a level. */
export function stepArea(points: readonly Point[], level: number): string {
  const [first, last] = [points[0], points.at(-1)];
  return first && last ? `${stepPath(points)}V${round(level)}H${round(first[0])}Z` : "";
}

const round = (pixels: number) => Math.round(pixels * 10) / 10;

/** Indexes of the labels below the axis, so that none overlap; always the first. */
export function labelled(count: number, width: number, room: number): number[] {
  const every = Math.max(1, Math.ceil(count / Math.max(1, Math.floor(width / room))));
  return Array.from({ length: Math.ceil(count / every) }, (_, index) => index * every);
}

/** Stacks values, negative ones downwards: start and end of each. */
export function stack(values: readonly number[]): { from: number; to: number }[] {
  let [up, down] = [0, 0];
  return values.map((value) => {
    const from = value < 0 ? down : up;
    if (value < 0) down += value;
    else up += value;
    return { from, to: from + value };
  });
}
