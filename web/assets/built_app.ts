// The folder of the built app: scripts, styles and fonts, each beside its compressed forms, and a list of them.
import { extname } from "node:path";

export const BUILD_KIND = "web";
export const MANIFEST = "manifest.json";

/** By entry: the hashed names of its script and style. */
export interface Manifest {
  scripts: Record<string, string>;
  styles: Record<string, string>;
  /** By screen, its file below web/app: the scripts that it needs. */
  screens: Record<string, string[]>;
  /** The files of the console, of which the app loads none. */
  console: string[];
}

export const TYPES: Readonly<Record<string, string>> = {
  ".js": "text/javascript; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".svg": "image/svg+xml",
  ".woff2": "font/woff2",
};

export const typeOf = (file: string) => TYPES[extname(file)] ?? "application/octet-stream";
