// The files of the tree and their kinds.

/** Texts by path from the root. */
export type Files = ReadonlyMap<string, string>;

export type Rule = (files: Files) => string[];

export const isTest = (path: string) => path.endsWith(".test.ts");
export const isTestSupport = (path: string) => /(^|\/)testing(\/|\.ts$)/.test(path);
export const isCode = (path: string) => /\.(tsx?|mjs)$/.test(path);
export const areaOf = (path: string) => path.match(/^(proof\/[^/]+|web\/app|[^/]+)\//)?.[1] ?? "";
