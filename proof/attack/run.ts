// npm run attack: tries every row of the catalogue, reports findings, and exits with 1 if there are any.
import { randomInt } from "node:crypto";
import { writeFile } from "node:fs/promises";
import type { Finding, PairVariables } from "./attack_case.ts";
import { catalogue } from "./catalogue.ts";
import { openForeignPair } from "./foreign_pair.ts";
import { BadOption, HELP, type Options, readOptions, select } from "./options.ts";
import { openGround, startOwnPair } from "./own_pair.ts";
import { lineOf, makeReport, textOf } from "./report.ts";
import { runCases } from "./runner.ts";

async function main(): Promise<number> {
  const options = readOptions(process.argv.slice(2), randomInt(2 ** 31));
  if (options.asks === "help") return say(HELP);
  const cases = select(catalogue, options.only);
  if (options.asks === "list") return say(cases.map(({ id, title }) => `${id.padEnd(7)}${title}`).join("\n"));
  const began = new Date();
  const findings = await attackTarget(options, cases);
  const report = makeReport(findings, {
    seed: options.seed,
    target: options.foreign
      ? `${options.foreign.auth} and ${options.foreign.finance}`
      : "two replicas of each service, PostgreSQL 18",
    began: began.toISOString(),
    seconds: Math.round((Date.now() - began.getTime()) / 1000),
  });
  say(textOf(report));
  if (options.json) await writeFile(options.json, `${JSON.stringify(report, null, 2)}\n`);
  return report.counts.failed > 0 ? 1 : 0;
}

async function attackTarget(options: Options, cases: typeof catalogue): Promise<Finding[]> {
  const { foreign } = options;
  // Progress; the table follows.
  const report = (finding: Finding) => console.error(lineOf(finding));
  if (foreign) {
    // A foreign server's variables cannot be changed.
    const [usual, others] = [cases.filter(isUsual), cases.filter((each) => !isUsual(each))];
    const why = "it needs a service with other variables";
    const left = others.map(({ id, title }) => ({ id, title, outcome: "not run" as const, detail: why, milliseconds: 0 }));
    return [...(await runCases(usual, { open: async () => openForeignPair(foreign, options), report })), ...left];
  }
  await using ground = await openGround();
  return await runCases(cases, { open: (variables) => startOwnPair(ground, variables, options), report });
}

const isUsual = ({ auth, finance, alone }: PairVariables & { alone?: true }) => !auth && !finance && !alone;

function say(text: string): number {
  console.log(text);
  return 0;
}

// Services end with this process, and PostgreSQL ends when its owner is gone.
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.once(signal, () => process.exit(1));

try {
  process.exitCode = await main();
} catch (error) {
  if (!(error instanceof BadOption)) throw error;
  console.error(`${error.message}\n\n${HELP}`);
  process.exitCode = 1;
}
