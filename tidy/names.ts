// Rules for names: a participle does not say what a thing is.
import { type Files, isCode, isTest, isTestSupport } from "./files.ts";

const PARTICIPLES = ["asked", "found", "known", "made", "shown", "told", "given"];
/** `made` is a key of imports in the API. */
const ALLOWED = ["proof/faults/p28_imports_killed.ts", "web/app/screens/imports/imports_preview.tsx"];
const PARTICIPLE = new RegExp(`^(?:${PARTICIPLES.join("|")})$`, "i");

/** Names of variables, parameters, functions and types. Tests are exempt. */
export function participleNames(files: Files): string[] {
  return [...files]
    .filter(([path]) => isCode(path) && !isTest(path) && !isTestSupport(path) && !ALLOWED.includes(path))
    .flatMap(([path, text]) => [...declaredNames(text)].filter((name) => PARTICIPLE.test(name)).map((name) => `${path}: ${name}`))
    .map((offence) => `${offence} says nothing of what it holds`);
}

function declaredNames(text: string): Set<string> {
  const names = new Set<string>();
  for (const [, name = ""] of text.matchAll(/\b(?:const|let|function|interface|type|class)\s+(\w+)\b/g)) names.add(name);
  for (const [, pattern = ""] of text.matchAll(/\b(?:const|let)\s*[{[]([^=;]*?)[}\]]\s*=/g)) addBound(names, pattern);
  for (const [, pattern = ""] of text.matchAll(/\(\{([^(){}]*)\}(?::[^()]*)?\)\s*(?::[^=]*)?=>/g)) addBound(names, pattern);
  for (const [, parameters = ""] of text.matchAll(/\(([\w\s,]*)\)\s*=>/g)) addBound(names, parameters);
  return names;
}

/** Of `a, b: c, d = 1` the names a, c and d. */
function addBound(names: Set<string>, pattern: string): void {
  for (const part of pattern.split(",")) names.add((part.split(":").at(-1) ?? "").replace(/=.*/, "").replace("...", "").trim());
}
