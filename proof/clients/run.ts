// npm run clients: runs the published, unchanged tests of Supabase Auth clients against auth. docs/compatibility/auth.md has the
// results.
import { resolve } from "node:path";
import { parseArgs } from "node:util";
import { VERSION } from "../../kernel/process/version.ts";
import { count, type Outcome } from "./results.ts";
import { type Column, runProgram, runSuite, type SuiteRun } from "./run_suite.ts";
import { SUITES } from "./suites.ts";

const HELP = `npm run clients -- SUITE --folder REPOSITORY [--tag VERSION] [--only off|on] [--adopted]

Runs the tests of a client three times: without a server, against auth with its defaults, and with AUTHSVC_UPSTREAM_ANSWERS.
Prints the counts with today's date and the versions, and the names of failed tests. Tests that pass without a server are not counted.

  SUITE      ${Object.keys(SUITES).join(", ")}
  --folder   a checkout of the client's repository, with the packages of its tests installed
  --tag      the version, if the folder is no git checkout
  --only     one of the two answers
  --adopted  on a database with the tables of Supabase Auth, adopted at the start; fails if the schemas differ at the end`;

const COLUMNS: readonly Column[] = ["off", "on"];

async function main(): Promise<void> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      ...{ folder: { type: "string" }, tag: { type: "string" }, only: { type: "string" } },
      ...{ adopted: { type: "boolean", default: false }, help: { type: "boolean" } },
    },
  });
  const [name = ""] = positionals;
  const suite = Object.hasOwn(SUITES, name) ? SUITES[name] : undefined;
  const columns = COLUMNS.filter((column) => values.only === undefined || values.only === column);
  if (values.help || !suite || values.folder === undefined || columns.length === 0) {
    console.log(HELP);
    process.exitCode = values.help ? 0 : 1;
    return;
  }
  const folder = resolve(values.folder, suite.within);
  const version = values.tag ?? (await describe(folder));
  const client = `${name} ${version}${values.adopted ? ", adopted" : ""}`;
  const result = await runSuite(suite, folder, {
    columns,
    adopted: values.adopted,
    say: (line) => console.error(`${client}: ${line}`),
  });
  console.log(textOf(client, result));
}

function textOf(client: string, { needed, runs }: SuiteRun): string {
  const today = new Date().toISOString().slice(0, 10);
  const figures = runs.map(({ column, outcomes }) => `switch ${column}: ${count(needed, outcomes)}`).join(" | ");
  const totals = runs.map(({ column, outcomes }) => {
    const all = [...outcomes.values()];
    const of = (outcome: Outcome) => `${all.filter((each) => each === outcome).length} ${outcome}`;
    return `switch ${column}, all tests: ${of("passed")}, ${of("failed")}, ${of("skipped")}`;
  });
  const failures = runs.map(({ column, outcomes }) => {
    const names = needed.filter((each) => outcomes.get(each) !== "passed");
    const others = [...outcomes].filter(([each, outcome]) => outcome === "failed" && !needed.includes(each));
    return [
      `switch ${column}, ${names.length} not passed`,
      ...names.map((each) => `  ${each}`),
      ...others.map(([each]) => `  failed, but passes without a server: ${each}`),
    ].join("\n");
  });
  const row = `${client} | Cofre ${VERSION} | ${today} | need a server: ${needed.length} | ${figures}`;
  return ["", row, totals.join("\n"), ...failures].join("\n\n");
}

async function describe(folder: string): Promise<string> {
  return (await runProgram(["git", "describe", "--tags", "--always"], folder)).trim() || "of unknown version";
}

await main();
