// The colours of pages and app that follow from the brand's: surfaces, text and accent, for light and for dark.
// A fixed lightness of each keeps the contrast of text (WCAG 2.2) whatever the brand's colour is.
import { type Oklch, oklchOf } from "./oklch.ts";

export const DEFAULT_BRAND = "#0f6e56";

/** By name: light and dark. */
export type Palette = Readonly<Record<string, readonly [light: Oklch, dark: Oklch]>>;

export function paletteOf(brand: string): Palette {
  const [lightness, chroma, hue] = oklchOf(brand);
  const shade = (light: number, mostChroma: number): Oklch => [light, Math.min(chroma, mostChroma), hue];
  const accent = Math.min(Math.max(lightness, 0.36), 0.47);
  return {
    // Surfaces: the window, the sheet that one reads on it, what floats above, and what is let into the sheet.
    ground: [shade(0.967, 0.0045), shade(0.168, 0.009)],
    sheet: [shade(1, 0), shade(0.212, 0.01)],
    raised: [shade(1, 0), shade(0.258, 0.012)],
    well: [shade(0.962, 0.005), shade(0.25, 0.011)],
    hover: [shade(0.975, 0.005), shade(0.24, 0.011)],
    line: [shade(0.91, 0.006), shade(0.29, 0.01)],
    "line-strong": [shade(0.845, 0.008), shade(0.36, 0.012)],
    edge: [shade(0.6, 0.015), shade(0.56, 0.015)],
    ink: [shade(0.205, 0.012), shade(0.955, 0.004)],
    "ink-2": [shade(0.395, 0.014), shade(0.8, 0.008)],
    "ink-3": [shade(0.505, 0.014), shade(0.71, 0.01)],
    // The accent: actions and what is selected.
    accent: [shade(accent, 0.15), shade(0.78, 0.115)],
    "accent-press": [shade(accent - 0.06, 0.15), shade(0.84, 0.1)],
    "on-accent": [shade(1, 0), shade(0.18, 0.02)],
    "accent-ink": [shade(0.41, 0.12), shade(0.84, 0.1)],
    tint: [shade(0.958, 0.018), shade(0.285, 0.032)],
    "tint-strong": [shade(0.915, 0.036), shade(0.35, 0.045)],
    // The second and third part of a whole whose first is the accent.
    "accent-2": [shade(0.7, 0.075), shade(0.54, 0.07)],
    "accent-3": [shade(0.85, 0.04), shade(0.37, 0.045)],
    // What has no colour of its own in a chart.
    rest: [shade(0.66, 0.01), shade(0.58, 0.01)],
  };
}

export function paletteStyle(brand: string): string {
  const lines = Object.entries(paletteOf(brand)).map(
    ([name, [light, dark]]) => `--${name}:light-dark(${text(light)},${text(dark)})`,
  );
  return `:root{${lines.join(";")}}`;
}

const round = (value: number) => Number(value.toFixed(3));
const text = ([lightness, chroma, hue]: Oklch) => `oklch(${round(lightness)} ${round(chroma)} ${Math.round(hue)})`;
