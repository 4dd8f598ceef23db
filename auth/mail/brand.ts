// The brand in built-in mails: its name, its logo, and colours that can be read on light and on dark paper.
import type { AuthConfig } from "../config.ts";

export interface MailBrand {
  name: string | undefined;
  logo: string | undefined;
  /** Behind white text, and of links on white. */
  accent: string;
  /** Of links on dark paper. */
  accentOnDark: string;
}

const DEFAULT_COLOUR = "#0f6e56";
export const DARK_PAPER = "#1d2321";

/** WCAG asks for 4.5. */
const LEAST_CONTRAST = 5;
const STEPS = 20;

export function mailBrandOf(config: Pick<AuthConfig, "mailerBrandName" | "mailerBrandLogo" | "mailerBrandColour">): MailBrand {
  const colour = config.mailerBrandColour ?? DEFAULT_COLOUR;
  return {
    name: config.mailerBrandName,
    logo: config.mailerBrandLogo,
    accent: readable(colour, { on: "#ffffff", towards: "#000000" }),
    accentOnDark: readable(colour, { on: DARK_PAPER, towards: "#ffffff" }),
  };
}

/** The colour itself, or as little of another mixed in as makes it readable. */
export function readable(colour: string, { on, towards }: { on: string; towards: string }): string {
  for (let step = 0; step < STEPS; step++) {
    const mixed = mix(colour, towards, step / STEPS);
    if (contrast(mixed, on) >= LEAST_CONTRAST) return mixed;
  }
  return towards;
}

export function contrast(one: string, other: string): number {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}

const channelsOf = (colour: string) => [1, 3, 5].map((start) => Number.parseInt(colour.slice(start, start + 2), 16));

function mix(one: string, other: string, part: number): string {
  const others = channelsOf(other);
  const mixed = channelsOf(one).map((value, index) => Math.round(value + ((others[index] ?? 0) - value) * part));
  return `#${mixed.map((value) => value.toString(16).padStart(2, "0")).join("")}`;
}

/** As WCAG 2.2 defines it. */
function luminance(colour: string): number {
  const [red = 0, green = 0, blue = 0] = channelsOf(colour)
    .map((value) => value / 255)
    .map((value) => (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4));
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
