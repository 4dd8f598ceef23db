// Test support: finds tests by name, for tables that list which test covers what.
import { readFileSync } from "node:fs";
import { dirname, join } from "node:path/posix";
import { fileURLToPath } from "node:url";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));

/** By file, then by a part of a test's name: what the test covers. */
export type CoveredBy = Readonly<Record<string, Readonly<Record<string, readonly string[]>>>>;

export interface TestReference {
  /** What the test covers. */
  what: string;
  file: string;
  name: string;
}

export function referencesOf(table: CoveredBy): TestReference[] {
  return Object.entries(table).flatMap(([file, tests]) =>
    Object.entries(tests).flatMap(([name, seen]) => seen.map((what) => ({ what, file, name }))),
  );
}

/** The problem of an entry: its file has no test of that name, or several. */
export function problemWith({ file, name }: Pick<TestReference, "file" | "name">): string | undefined {
  const text = textOf(file);
  if (text === undefined) return `${file} is no file`;
  const result = testNamesIn(text).filter((each) => each.includes(name)).length;
  if (result === 0) return `${file} has no test named "${name}"`;
  return result > 1 ? `${file} has ${result} tests named "${name}"` : undefined;
}

/** As written in the source; templates keep their fixed parts. */
export function testNamesIn(text: string): string[] {
  const result = text.matchAll(/^\s*test\(\s*(?:"((?:[^"\\]|\\.)*)"|`((?:[^`\\]|\\.)*)`)/gm);
  return [...result].map(([, quoted, template]) => (quoted ?? template) as string);
}

/** The text of a test and of the test support that it imports; undefined if the file is missing. */
export function textWithSupport(file: string): string | undefined {
  const text = textOf(file);
  if (text === undefined) return undefined;
  const imported = [...text.matchAll(/^import\b[^;]*?\bfrom "(\.[^"]*)"/gm)].map(([, specifier]) =>
    join(dirname(file), specifier as string),
  );
  const support = imported.filter((path) => /(^|\/)testing(\/|\.ts$)/.test(path));
  return [text, ...support.map(textOf)].join("\n");
}

function textOf(file: string): string | undefined {
  try {
    return readFileSync(join(ROOT, file), "utf8");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error;
    return undefined;
  }
}
