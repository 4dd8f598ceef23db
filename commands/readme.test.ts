// Runs the commands of README.md and docs/first_steps.md, and compares the answers with the shown ones.
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { test } from "node:test";
import { runCurls } from "./testing/curl.ts";
import { ANY_PORTS, cofre, portsOf, workFolder } from "./testing.ts";

test("the commands of the first steps answer as the pages say, in their order", async () => {
  const text = await readFile(new URL("../README.md", import.meta.url), "utf8");
  const firstSteps = await readFile(new URL("../docs/first_steps.md", import.meta.url), "utf8");
  await using folder = await workFolder();
  await using program = cofre("start", ANY_PORTS, folder.path);
  const ports = await portsOf(program);
  const [, signUp = "", book = "", list = ""] =
    /Try it:\n {2}(curl .*)\n {2}(curl .*)\n {2}(curl .*)\n/.exec(program.output) ?? [];
  const [, first = "", link = ""] = /^(Create the owner .*)\n( {2}http.*)\n\nCofre .* is running/m.exec(program.output) ?? [];
  for (const printed of [first, link, signUp, book, list]) assert.ok(likeReadme(text, printed), `not in the README: ${printed}`);

  /** Functions and variables of one block exist in the next, as in the reader's terminal. */
  let before = "";
  const type = (commands: string) => {
    const script = `${before}\n${commands}`.replaceAll("localhost:8082", `localhost:${ports.finance}`);
    return runCurls(script, folder.path);
  };
  await type([signUp, book, list].join("\n"));

  let token = "";
  const steps = stepsOf(firstSteps);
  assert.equal(steps.filter(({ answers }) => answers.length > 0).length, 3, "a token, a transfer, instalments");
  for (const { commands, answers } of steps) {
    if (answers.length === 0) {
      before += commands.replace(/TOKEN=\S+/, `TOKEN=${token}`);
      continue;
    }
    const replies = await type(commands);
    assert.deepEqual(
      replies.map(({ status }) => status),
      answers.map(() => 201),
      replies.map(({ text }) => text).join("\n"),
    );
    for (const [index, answer] of answers.entries()) {
      const result = replies[index]?.body as Record<string, unknown>;
      assert.deepEqual(asShown(result, answer), withoutChance(answer));
      if (typeof result.token === "string") token = result.token;
    }
  }
  assert.match(token, /^cofre_/);
});

interface Step {
  commands: string;
  /** The shown answers; keys that are not shown are ignored. */
  answers: Record<string, unknown>[];
}

/** Ends before the steps for root. */
function stepsOf(text: string): Step[] {
  const [section = ""] = text.split(/^## /m);
  const blocks = section.matchAll(/```sh[^\n]*\n(.*?)```\n(?:```json[^\n]*\n(.*?)```\n)?/gs);
  return [...blocks].map(([, commands = "", json = ""]) => ({
    commands,
    answers: json
      .split("\n")
      .filter((line) => line !== "")
      .map((line) => JSON.parse(line.replace(/, \.\.\.}$/, "}")) as Record<string, unknown>),
  }));
}

/** Values that differ in every run. */
const CHANCE = /^(cofre_\w{40}|\d{4}-\d\d-\d\dT\S+)$/;
const withoutChance = (answer: Record<string, unknown>) =>
  Object.fromEntries(Object.entries(answer).map(([key, value]) => [key, String(value).replace(CHANCE, "its own")]));
const asShown = (find: Record<string, unknown>, answer: Record<string, unknown>) =>
  withoutChance(Object.fromEntries(Object.keys(answer).map((key) => [key, find[key]])));

/** The line is in the README, except for ports, folder and admin token. */
function likeReadme(text: string, printed: string): boolean {
  const plain = (line: string) =>
    line
      .trim()
      .replace(/localhost:\d+/g, "here")
      .replace(/#code=[\w-]{32}$/, "#code=it")
      .replace(/Bearer [^']+/, "Bearer it")
      .replace(/--cacert \S+/, "--cacert file");
  return text.split("\n").map(plain).includes(plain(printed));
}
