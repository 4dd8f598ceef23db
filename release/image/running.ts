// A container under trial: what it says, whether it is well, and how it ends.
import { setTimeout as sleep } from "node:timers/promises";
import type { Container, Outcome, Plan, Runtime } from "./container.ts";

export interface Running {
  exec(command: string[]): Promise<Outcome>;
  /** Throws unless the command ends with 0. */
  outputOf(command: string[]): Promise<string>;
  /** Waits until the command ends with 0; the seconds since the start. */
  untilWell(command: string[]): Promise<number>;
  /** Asks the container to stop, and says with which code it ended and after how many seconds. */
  stop(): Promise<{ code: number; seconds: number }>;
  /** The exit code. */
  ended: Promise<number>;
  /** What it wrote so far. */
  output(): string;
  [Symbol.asyncDispose](): Promise<void>;
}

const LONGEST_START_MS = 180_000;
const PAUSE_MS = 250;

export async function runContainer(runtime: Runtime, plan: Plan): Promise<Running> {
  const began = performance.now();
  const container = await runtime.start(plan);
  let output = "";
  for (const stream of [container.process.stdout, container.process.stderr]) {
    stream?.setEncoding("utf8").on("data", (text: string) => {
      output += text;
    });
  }
  const { ended, hasEnded } = endOf(container);
  const lastWords = () => output.trim().split("\n").slice(-8).join("\n");
  return {
    exec: container.exec,
    output: () => output,
    ended,
    async outputOf(command) {
      const { code, output: answer } = await container.exec(command);
      if (code !== 0) throw new Error(`${shortened(command)} ended with ${code}: ${shortened([answer])}`);
      return answer;
    },
    async untilWell(command) {
      for (let last = ""; ; await sleep(PAUSE_MS)) {
        if (hasEnded()) throw new Error(`the container ended: ${lastWords()}`);
        const outcome = await container.exec(command);
        if (outcome.code === 0) return (performance.now() - began) / 1000;
        last = outcome.output;
        if (performance.now() - began > LONGEST_START_MS)
          throw new Error(`${shortened(command)} says ${last}; the container: ${lastWords()}`);
      }
    },
    async stop() {
      const before = performance.now();
      await container.signal("SIGTERM");
      const code = await ended;
      return { code, seconds: (performance.now() - before) / 1000 };
    },
    async [Symbol.asyncDispose]() {
      if (hasEnded()) return;
      await container.signal("SIGKILL").catch(() => {});
      await ended;
    },
  };
}

const shortened = (words: readonly string[]) => words.join(" ").replace(/\s+/g, " ").trim().slice(0, 300);

function endOf({ process }: Container) {
  let isOver = false;
  const ended = new Promise<number>((done) => {
    process.on("close", (code) => {
      isOver = true;
      done(code ?? 255);
    });
  });
  return { ended, hasEnded: () => isOver };
}
