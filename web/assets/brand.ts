// Name, logo and colour of whoever runs this: three variables.
import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { extname } from "node:path";
import { OperatorError } from "../../kernel/process/operator_error.ts";
import type { WebConfig } from "../config.ts";
import { DEFAULT_BRAND, paletteStyle } from "./palette.ts";

export interface Brand {
  name: string;
  colour: string;
  logo: { type: string; bytes: Buffer } | undefined;
  /** Our own colours stand in the style already. */
  style: string;
  /** Of logo and style: part of their URLs, so that they may be kept for good. */
  version: string;
}

const MOST_LOGO_BYTES = 256 * 1024;
const LOGO_TYPES: Readonly<Record<string, string>> = {
  ".svg": "image/svg+xml",
  ".png": "image/png",
  ".jpg": "image/jpeg",
  ".jpeg": "image/jpeg",
  ".webp": "image/webp",
};

export async function loadBrand(config: Pick<WebConfig, "brandName" | "brandLogo" | "brandColour">): Promise<Brand> {
  const logo = config.brandLogo ? await loadLogo(config.brandLogo) : undefined;
  const style = config.brandColour ? paletteStyle(config.brandColour) : "";
  const version = createHash("sha256")
    .update(logo?.bytes ?? "")
    .update(style)
    .digest("hex")
    .slice(0, 12);
  return { name: config.brandName, colour: config.brandColour ?? DEFAULT_BRAND, logo, style, version };
}

async function loadLogo(path: string) {
  const type = LOGO_TYPES[extname(path).toLowerCase()];
  if (!type) throw new OperatorError(`WEB_BRAND_LOGO: ${path} is none of ${Object.keys(LOGO_TYPES).join(", ")}.`);
  const bytes = await readFile(path).catch((error: NodeJS.ErrnoException) => {
    throw new OperatorError(`WEB_BRAND_LOGO: ${path} cannot be read (${error.code}).`);
  });
  if (bytes.length > MOST_LOGO_BYTES) throw new OperatorError(`WEB_BRAND_LOGO: ${path} has more than 256 KB.`);
  return { type, bytes };
}
