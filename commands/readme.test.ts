// What README.md and docs/first_steps.md tell a newcomer to type is typed here, and answers as they say.
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
  for (const printed of [signUp, book, list]) assert.ok(likeReadme(text, printed), `not in the README: ${printed}`);

  /** As in the terminal of the reader: functions and variables of one block are there in the next. */
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
  /** What the page shows below them: keys that it leaves out are not looked at. */
  answers: Record<string, unknown>[];
}

/** Up to what is done as root. */
function stepsOf(text: string): Step[] {
  const [section = ""] = text.split(/^## /m);
  const blocks = section.matchAll(/```sh\n(.*?)```\n(?:```json\n(.*?)```\n)?/gs);
  return [...blocks].map(([, commands = "", json = ""]) => ({
    commands,
    answers: json
      .split("\n")
      .filter((line) => line !== "")
      .map((line) => JSON.parse(line.replace(/, \.\.\.}$/, "}")) as Record<string, unknown>),
  }));
}

/** Every run makes its own. */
const CHANCE = /^(cofre_\w{40}|\d{4}-\d\d-\d\dT\S+)$/;
const withoutChance = (answer: Record<string, unknown>) =>
  Object.fromEntries(Object.entries(answer).map(([key, value]) => [key, String(value).replace(CHANCE, "its own")]));
const asShown = (find: Record<string, unknown>, answer: Record<string, unknown>) =>
  withoutChance(Object.fromEntries(Object.keys(answer).map((key) => [key, find[key]])));

/** The line stands in the README but for ports, folder and admin token. */
function likeReadme(text: string, printed: string): boolean {
  const plain = (line: string) =>
    line
      .trim()
      .replace(/localhost:\d+/g, "here")
      .replace(/Bearer [^']+/, "Bearer it")
      .replace(/--cacert \S+/, "--cacert file");
  return text.split("\n").map(plain).includes(plain(printed));
}
