// The command line of the harness.
import { parseArgs } from "node:util";
import { FAULTS } from "./catalogue.ts";

export interface Options {
  rounds: number | undefined;
  only: readonly string[];
  json: string | undefined;
  full: boolean;
  seed: number | undefined;
}

export const HELP = `npm run faults -- [options]

Injects faults into real processes on its own PostgreSQL, records the clients' answers, and compares them with the database.

  --only P01,P07   only these faults; the controls always run
  --rounds N       rounds of the faults that have rounds
  --full           the whole plan: 500 kills, 100,000 requests, every statement of a migration (hours)
  --seed N         repeats the random choices of another run
  --json FILE      the report as JSON too
  --help

Faults:
${FAULTS.map(({ id, title }) => `  ${id}  ${title}`).join("\n")}

Exits with 1 if a row was lost, wrong, duplicated or unexpected, if a control was not detected, or if the harness itself failed.`;

/** The options, or an error message; undefined if help was requested. */
export function readOptions(args: readonly string[]): Options | string | undefined {
  let values: { only?: string; rounds?: string; full?: boolean; seed?: string; json?: string; help?: boolean };
  try {
    ({ values } = parseArgs({
      args: [...args],
      options: {
        only: { type: "string" },
        rounds: { type: "string" },
        full: { type: "boolean" },
        seed: { type: "string" },
        json: { type: "string" },
        help: { type: "boolean", short: "h" },
      },
    }));
  } catch (error) {
    return (error as Error).message;
  }
  if (values.help) return undefined;
  const only = (values.only ?? "").split(",").flatMap((id) => id.trim().toUpperCase() || []);
  const unknown = only.filter((id) => !FAULTS.some((fault) => fault.id === id));
  if (unknown.length > 0) return `There is no fault ${unknown.join(", ")}.`;
  for (const name of ["rounds", "seed"] as const) {
    if (values[name] !== undefined && !/^[1-9]\d{0,8}$/.test(values[name])) return `--${name} takes a whole number from 1.`;
  }
  const number = (text: string | undefined) => (text === undefined ? undefined : Number(text));
  return { rounds: number(values.rounds), seed: number(values.seed), only, json: values.json, full: values.full ?? false };
}
