// Adjusts the users' own colours, so that they are visible in both themes.

/** The chart backgrounds of tokens.css. */
const PAPER = { light: [255, 255, 255], dark: [20, 26, 24] } as const;
/** The contrast that WCAG requires of graphics. */
const LEAST_CONTRAST = 3;

type Rgb = readonly [number, number, number];

/** A CSS value with one colour for each theme; undefined for text that is not a colour. */
export function visibleColour(hex: string): string | undefined {
  const rgb = parse(hex);
  return rgb && `light-dark(${text(towards(rgb, PAPER.light, 0))}, ${text(towards(rgb, PAPER.dark, 255))})`;
}

/** Darkens or lightens in small steps until the contrast is enough. */
function towards(rgb: Rgb, ground: Rgb, end: number): Rgb {
  let mixed = rgb;
  for (let part = 0.05; contrast(mixed, ground) < LEAST_CONTRAST && part <= 1; part += 0.05)
    mixed = rgb.map((each) => Math.round(each + (end - each) * part)) as unknown as Rgb;
  return mixed;
}

export function contrast(one: Rgb, other: Rgb): number {
  const [light = 0, dark = 0] = [luminance(one), luminance(other)].sort((a, b) => b - a);
  return (light + 0.05) / (dark + 0.05);
}

function luminance(rgb: Rgb): number {
  const [red = 0, green = 0, blue = 0] = rgb.map((each) => {
    const part = each / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

export function parse(hex: string): Rgb | undefined {
  const [, red, green, blue] = /^#?([0-9a-f]{2})([0-9a-f]{2})([0-9a-f]{2})$/i.exec(hex) ?? [];
  if (red === undefined || green === undefined || blue === undefined) return undefined;
  return [Number.parseInt(red, 16), Number.parseInt(green, 16), Number.parseInt(blue, 16)];
}

const text = (rgb: Rgb) => `rgb(${rgb.join(" ")})`;
