// Every text has both languages and is used. Each language is read in its own thread, because importing the first text fixes it.
import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { Worker } from "node:worker_threads";

/** By file, export and keys, such as `ledger/words.ts entryWords kinds expense`. Of a function: an example, and how many values it takes. */
type Texts = Record<string, { text: string; values?: number }>;

const FOLDER = dirname(fileURLToPath(import.meta.url));
const sources = readdirSync(FOLDER, { recursive: true, encoding: "utf8" })
  .filter((file) => /\.tsx?$/.test(file) && !file.endsWith(".test.ts"))
  .map((file) => withImports(file, readFileSync(join(FOLDER, file), "utf8")));
const wordFiles = sources.filter(({ text }) => /^export const \w+ = texts\(/m.test(text)).map(({ file }) => file);

const READER = `
  const { parentPort, workerData } = require("node:worker_threads");
  globalThis.document = { cookie: "cofre-language=" + workerData.language, documentElement: {} };
  const texts = {};
  const visit = (path, value) => {
    if (typeof value === "function") texts[path] = { text: value(...Array(value.length).fill(2)), values: value.length };
    else if (typeof value === "object" && value !== null) for (const key in value) visit(path + " " + key, value[key]);
    else texts[path] = { text: value };
  };
  const all = workerData.files.map(async (file) => visit(file, { ...(await import(workerData.folder + "/" + file)) }));
  Promise.all(all).then(() => parentPort.postMessage(texts));`;

async function textsIn(language: string): Promise<Texts> {
  const worker = new Worker(READER, { eval: true, workerData: { language, folder: FOLDER, files: wordFiles } });
  return new Promise((done, failed) => worker.once("message", done).once("error", failed));
}

const [portuguese, english] = await Promise.all([textsIn("pt-BR"), textsIn("en")]);

test("the interface has texts in two languages", () => {
  assert.ok(Object.keys(portuguese).length > 900);
  assert.notDeepEqual(portuguese, english);
});

test("every text stands in both languages, is not empty, and takes the same values in both", () => {
  const paths = new Set([...Object.keys(portuguese), ...Object.keys(english)]);
  const wrong = [...paths].filter((path) => {
    const [one, other] = [portuguese[path], english[path]];
    return !one?.text || !other?.text || one.values !== other.values;
  });
  assert.deepEqual(wrong, []);
});

test("every text is used by a file that imports its words", () => {
  const users = new Map(wordFiles.map((words) => [words, sources.filter(({ imports }) => imports.includes(words))]));
  const unused = Object.keys(portuguese).filter((path) => {
    const [file = "", ...keys] = path.split(" ");
    return !users.get(file)?.some(({ text }) => isUsed(text, keys));
  });
  assert.deepEqual(unused, []);
});

test("texts stand in files of words alone", () => {
  const elsewhere = sources.filter(
    ({ file, text }) => file !== "language.ts" && /\btexts\(\{/.test(text) && !/words\.ts$/.test(file),
  );
  assert.deepEqual(
    elsewhere.map(({ file }) => file),
    [],
  );
});

/** By its whole path, or by a group around it that is passed on or read by a computed key. */
function isUsed(text: string, keys: readonly string[]): boolean {
  const groups = keys.slice(2).map((_, index) => keys.slice(0, index + 2));
  return matches(text, keys, "\\b") || groups.some((group) => matches(text, group, "[^\\w.]"));
}

const matches = (text: string, keys: readonly string[], end: string) => new RegExp(`\\b${keys.join("\\.")}${end}`).test(text);

function withImports(file: string, text: string) {
  const paths = [...text.matchAll(/^import [^"]* from "(\.[^"]+)"/gm)].map(([, path = ""]) => join(dirname(file), path));
  return { file, text, imports: paths };
}
