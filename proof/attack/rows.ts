// The rows of docs/attack_catalogue.md. attack.test.ts fails if a row has no case.
import { readFileSync } from "node:fs";

export function readRows(): string[] {
  const text = readFileSync(new URL("../../docs/attack_catalogue.md", import.meta.url), "utf8");
  return [...text.matchAll(/^\| (V\d\d|[A-Z]{2}-\d\d) \|/gm)].map(([, id]) => id as string);
}
