// Test support: finds tests by their names, for tables that say which test sees what, so that one that is gone is noticed.
import { readFileSync } from "node:fs";
import { dirname, join } from "node:path/posix";
import { fileURLToPath } from "node:url";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));

/** By file from the root, then by a part of a test's name: what that test is said to see. */
export type SeenBy = Readonly<Record<string, Readonly<Record<string, readonly string[]>>>>;

export interface TestReference {
  /** What is seen. */
  what: string;
  file: string;
  name: string;
}

export function referencesOf(table: SeenBy): TestReference[] {
  return Object.entries(table).flatMap(([file, tests]) =>
    Object.entries(tests).flatMap(([name, seen]) => seen.map((what) => ({ what, file, name }))),
  );
}

/** Why an entry of a table cannot be right: its file has no test of that name, or several that could be meant. */
export function problemWith({ file, name }: Pick<TestReference, "file" | "name">): string | undefined {
  const text = textOf(file);
  if (text === undefined) return `${file} is no file`;
  const result = testNamesIn(text).filter((each) => each.includes(name)).length;
  if (result === 0) return `${file} has no test named "${name}"`;
  return result > 1 ? `${file} has ${result} tests named "${name}"` : undefined;
}

/** As the source writes them: of a template the parts that are fixed stand as they are. */
export function testNamesIn(text: string): string[] {
  const result = text.matchAll(/^\s*test\(\s*(?:"((?:[^"\\]|\\.)*)"|`((?:[^`\\]|\\.)*)`)/gm);
  return [...result].map(([, quoted, template]) => (quoted ?? template) as string);
}

/** The text of a test and of the test support that it imports, where its cases may stand; undefined where it is no file. */
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
