// The files of the tree and their kinds.
import { basename } from "node:path/posix";

/** Texts by path from the root. */
export type Files = ReadonlyMap<string, string>;

export type Rule = (files: Files) => string[];

export const isTest = (path: string) => path.endsWith(".test.ts");
export const isTestSupport = (path: string) => /(^|\/)testing(\/|\.ts$)/.test(path);
export const isCode = (path: string) => /\.(tsx?|mjs)$/.test(path);
export const areaOf = (path: string) => path.match(/^(proof\/[^/]+|web\/app|[^/]+)\//)?.[1] ?? "";

/** For hand-written files; migrations and generated schemas are exempt. A list of routes grows with the endpoints. */
export function mostLines(path: string): number | undefined {
  if (isCode(path)) return isTest(path) || basename(path) === "routes.ts" ? undefined : 300;
  const isWritten = /\.(css|sql)$/.test(path) && !/\/(migrations|schema)\/|^docs\/releases\//.test(path);
  return isWritten ? 400 : undefined;
}
