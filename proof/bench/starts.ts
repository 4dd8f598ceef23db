// Measures how long the package takes to start: in an empty home, which it fills, and in that home again. Its libraries are those of the
// checkout, so installing is not part of it; `npm run release -- --try` installs.
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { readEnvironment } from "../../kernel/config/config.ts";
import { PROGRAM } from "../../release/build.ts";
import { endProcess, launchCofre } from "../harness/cofre_process.ts";
import { median } from "../harness/statistics.ts";
import { quietRounds } from "./quiet_rounds.ts";

export interface StartTime {
  what: string;
  seconds: number;
  goalSeconds: number;
  /** The largest share of CPU time that other processes took in a round. */
  taken: number;
}

/** Printed when everything answers. */
const READY = "Try it:";
const LONGEST_MS = 120_000;

export async function measureStarts(rounds: number): Promise<StartTime[]> {
  const { kept, taken } = await quietRounds(rounds, startTwice);
  return [
    { what: "in an empty home", seconds: median(kept.map(({ first }) => first)), goalSeconds: 15, taken },
    { what: "the second time", seconds: median(kept.map(({ second }) => second)), goalSeconds: 2, taken },
  ];
}

async function startTwice(): Promise<{ first: number; second: number }> {
  const home = await mkdtemp(join(tmpdir(), "cofre-bench-start-"));
  try {
    return { first: await secondsToStart(home), second: await secondsToStart(home) };
  } finally {
    await rm(home, { recursive: true, force: true });
  }
}

async function secondsToStart(home: string): Promise<number> {
  const began = performance.now();
  const free = { AUTHSVC_API_PORT: "0", FINANCE_PORT: "0", WEB_PORT: "0" };
  // A compile cache of its own: a stranger's is empty, too.
  const variables = { PATH: readEnvironment().PATH ?? "", HOME: home, NODE_COMPILE_CACHE: join(home, "compile-cache"), ...free };
  const child = launchCofre({ command: "start", program: PROGRAM, variables, folder: home, output: "pipe", errors: "pipe" });
  try {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    let printed = "";
    const note = (text: string) => {
      printed += text;
      if (printed.includes(READY)) resolve();
    };
    child.stdout?.setEncoding("utf8").on("data", note);
    child.stderr?.setEncoding("utf8").on("data", note);
    child.once("close", () => reject(new Error(`the package did not start: ${printed.trim().slice(-300)}`)));
    const leash = setTimeout(() => reject(new Error(`it took longer than ${LONGEST_MS / 1000} s`)), LONGEST_MS);
    await promise.finally(() => clearTimeout(leash));
    return (performance.now() - began) / 1000;
  } finally {
    await endProcess(child);
  }
}
