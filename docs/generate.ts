// node docs/generate.ts: rewrites every document that is made from the code.
import { readFileSync, writeFileSync } from "node:fs";
import { configDocument as authConfig } from "../auth/config.ts";
import { renderConfigDocument } from "../kernel/config_docs.ts";

export interface GeneratedDocument {
  /** From the root of the repository. */
  path: string;
  text: string;
}

export function generatedDocuments(): GeneratedDocument[] {
  return [authConfig].map((document) => ({ path: document.path, text: renderConfigDocument(document) }));
}

export function locate(document: GeneratedDocument): URL {
  return new URL(`../${document.path}`, import.meta.url);
}

/** What the file on disk holds; undefined where there is none. */
export function readOnDisk(document: GeneratedDocument): string | undefined {
  try {
    return readFileSync(locate(document), "utf8");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error;
    return undefined;
  }
}

if (import.meta.main) {
  for (const document of generatedDocuments()) {
    const stale = readOnDisk(document) !== document.text;
    if (stale) writeFileSync(locate(document), document.text);
    console.log(`${document.path}: ${stale ? "rewritten" : "up to date"}`);
  }
}
