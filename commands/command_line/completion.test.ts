// What shells complete, asked of the shells themselves: bash always, zsh and fish where this machine has them.
import assert from "node:assert/strict";
import { execFileSync, spawnSync } from "node:child_process";
import { test } from "node:test";
import { command } from "./command.ts";
import { completionScript } from "./completion.ts";

const run = async () => {};
const options = {
  state: { value: "STATE", choices: ["banned", "anonymous"], doc: "in this state" },
  out: { value: "FILE", short: "o", doc: "the owner's file: where to" },
};
const ENTRIES = {
  users: {
    summary: "list and restore users",
    commands: {
      list: { summary: "users, newest first", load: async () => command({ usage: "users list", options, run }) },
      restore: {
        summary: "from a file",
        load: async () => command({ usage: "users restore FILE", options: {}, argument: "FILE", run }),
      },
    },
  },
  completion: {
    summary: "for a shell",
    load: async () => command({ usage: "completion SHELL", options: {}, argument: "SHELL", argumentWords: ["bash", "zsh"], run }),
  },
};

/** What is typed, and what is offered for the last word; FILES stands for files. */
const CASES: [typed: string, offered: readonly string[]][] = [
  ["", ["completion", "users"]],
  ["us", ["users"]],
  ["users ", ["list", "restore"]],
  ["users list --", ["--help", "--out", "--state"]],
  ["users list --state ", ["anonymous", "banned"]],
  ["users list --out ", ["FILES"]],
  ["users list -o ", ["FILES"]],
  ["users restore ", ["FILES"]],
  ["users restore --", ["--help"]],
  ["completion z", ["zsh"]],
];

const has = (shell: string) => spawnSync(shell, ["-c", "exit 0"]).status === 0;

const FILE = new URL(import.meta.url).pathname;
const FOLDER = new URL(".", import.meta.url).pathname;

/** Without descriptions. The files of this folder are one word. */
function sorted(output: string): string[] {
  const offered = output.split("\n").map((line) => line.replace(/\t.*/, "").trim());
  const words = offered.map((word) => (FILE.endsWith(`/${word}`) || word === "files of zsh" ? "FILES" : word));
  return [...new Set(words.filter((word) => word === "FILES" || !word.endsWith(".ts")))].filter(Boolean).sort();
}

const SHELLS: [shell: string, ask: (script: string, typed: string) => string][] = [
  [
    "bash",
    (script, typed) => {
      const words = ["cofre", ...typed.split(" ")];
      const line = `COMP_WORDS=(${words.map((word) => `'${word}'`).join(" ")}); COMP_CWORD=${words.length - 1}`;
      return execFileSync("bash", ["-c", `${script}\n${line}; _cofre; printf '%s\\n' "\${COMPREPLY[@]}"`], ASKED);
    },
  ],
  [
    "zsh",
    (script, typed) => {
      const words = ["cofre", ...typed.split(" ")];
      // What zsh completes by, in place of its terminal.
      const parts = [
        `compadd() { shift; for each; [[ $each = \${words[CURRENT]}* ]] && print -r -- $each }`,
        `_describe() { for each in $choices; [[ $each = \${words[CURRENT]}* ]] && print -r -- \${each%%:*} }`,
        "_files() { print files of zsh }",
        `words=(${words.map((word) => `'${word}'`).join(" ")}); CURRENT=${words.length}`,
      ];
      return execFileSync("zsh", ["-f", "-c", `${parts.join("\n")}\n${script}\ntrue`], ASKED);
    },
  ],
  ["fish", (script, typed) => execFileSync("fish", ["--no-config", "-c", `${script}\ncomplete -C 'cofre ${typed}'`], ASKED)],
];

const ASKED = { encoding: "utf8", cwd: FOLDER } as const;

for (const [shell, ask] of SHELLS)
  test(`cofre completion ${shell} offers commands, options, their values, arguments and files`, {
    skip: shell !== "bash" && !has(shell) && `this machine has no ${shell}`,
  }, async () => {
    const script = await completionScript(shell, ENTRIES);
    for (const [typed, offered] of CASES) assert.deepEqual(sorted(ask(script ?? "", typed)), offered, `cofre ${typed}`);
  });
