// Test support: runs curl lines in a shell, on machines without curl.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { readFile } from "node:fs/promises";
import { resolve } from "node:path";
import { call, type Reply } from "../../kernel/testing/client.ts";

/** This curl prints its arguments, so that the shell does the quoting. An empty argument separates calls. */
const SHOWS_WORDS = `curl() { printf '%s\\0' "$@" ''; }; echo() { :; }`;

/** Sends the script's requests in order, like curl. */
export async function runCurls(script: string, folder: string): Promise<Reply[]> {
  const view = execFileSync("/bin/sh", ["-c", `${SHOWS_WORDS}\n${script}`], { encoding: "utf8" });
  const replies: Reply[] = [];
  const words: string[] = [];
  for (const word of view.split("\0").slice(0, -1)) {
    if (word !== "") words.push(word);
    else replies.push(await sendAsCurl(words.splice(0), folder));
  }
  return replies;
}

/** Supports only the options that our lines use. */
async function sendAsCurl(words: string[], folder: string): Promise<Reply> {
  const argumentOf = (option: string) => (words.includes(option) ? words[words.indexOf(option) + 1] : undefined);
  const [url = "", ...more] = words.filter((word) => /^https?:/.test(word));
  assert.deepEqual(more, []);
  const [certificate, user, body, header, method] = ["--cacert", "-u", "-d", "-H", "-X"].map(argumentOf);
  const headers = {
    "user-agent": "curl/8.0.0",
    ...(user && { authorization: `Basic ${Buffer.from(user).toString("base64")}` }),
    ...(header && Object.fromEntries([header.split(": ")])),
    ...(body && { "content-type": "application/x-www-form-urlencoded" }),
  };
  const ca = certificate && (await readFile(resolve(folder, certificate), "utf8"));
  return call(url, { method: method ?? (body ? "POST" : "GET"), headers, body, ...(ca && { ca }) });
}
