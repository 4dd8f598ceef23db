// Any colour as one that can be read: on light and on dark ground, and with text upon it (WCAG 2.2: 4.5 to 1).

type Rgb = readonly [number, number, number];

const LEAST_CONTRAST = 4.5;
const LIGHT_GROUND: Rgb = [245, 246, 244];
const DARK_GROUND: Rgb = [16, 24, 22];
const WHITE: Rgb = [255, 255, 255];
const BLACK: Rgb = [0, 0, 0];

/** A style sheet that puts the colour in place of ours. */
export function brandStyle(hex: string): string {
  const original = read(hex);
  const light = towards(original, BLACK, LIGHT_GROUND);
  const dark = towards(original, WHITE, DARK_GROUND);
  const on = (colour: Rgb) => (contrast(colour, WHITE) >= LEAST_CONTRAST ? WHITE : BLACK);
  return `:root{--brand:light-dark(${write(light)},${write(dark)});--on-brand:light-dark(${write(on(light))},${write(on(dark))})}`;
}

/** The colour, mixed with another as little as is needed to be read on the ground. */
function towards(colour: Rgb, other: Rgb, ground: Rgb): Rgb {
  for (let part = 0; part <= 1; part += 0.02) {
    const mixed = colour.map((each, index) => Math.round(each + (other[index]! - each) * part)) as unknown as Rgb;
    if (contrast(mixed, ground) >= LEAST_CONTRAST) return mixed;
  }
  return other;
}

export function contrast(one: Rgb, other: Rgb): number {
  const [high, low] = [luminance(one), luminance(other)].sort((a, b) => b - a) as [number, number];
  return (high + 0.05) / (low + 0.05);
}

function luminance(colour: Rgb): number {
  const [red, green, blue] = colour.map((each) => {
    const part = each / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  }) as [number, number, number];
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

export function read(hex: string): Rgb {
  return [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16)) as unknown as Rgb;
}

function write(colour: Rgb): string {
  return `#${colour.map((each) => each.toString(16).padStart(2, "0")).join("")}`;
}
