// The rows of the catalogue, as docs/attack_catalogue.md has them. One that no case shows fails attack.test.ts.
import { readFileSync } from "node:fs";

export function readRows(): string[] {
  const text = readFileSync(new URL("../../docs/attack_catalogue.md", import.meta.url), "utf8");
  return [...text.matchAll(/^\| (V\d\d|[A-Z]{2}-\d\d) \|/gm)].map(([, id]) => id as string);
}
