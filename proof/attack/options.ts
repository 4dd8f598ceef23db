// The command line of `npm run attack`.
import { readFileSync } from "node:fs";
import { parseArgs } from "node:util";
import type { AttackCase } from "./attack_case.ts";
import type { ForeignServices } from "./foreign_pair.ts";
import type { RunOptions } from "./pair.ts";

export const HELP = `npm run attack -- [options]

Tries every row of the attack catalogue on a running pair of services: its own, with two replicas of each on a
temporary PostgreSQL, or yours.

  --only IDS        groups or rows: AE,FT-02,V11
  --auth URL        your auth service, with
  --finance URL     your finance service (https://host/rest/v2), and
  --admin-token T   a token of an administrative role at your auth service
  --ca FILE         the certificate to trust (PEM)
  --requests N      requests of the fuzzer (50000)
  --full            the counts of the catalogue; by default fewer
  --seed N          repeats the random choices of another run
  --json FILE       writes the report as JSON
  --list            lists the rows and exits
  --help            this text

Exits with 1 if a row failed. It creates users at your services and leaves them there: use services for testing.`;

export interface Options extends RunOptions {
  only: string[];
  json: string | undefined;
  foreign: ForeignServices | undefined;
  asks: "help" | "list" | undefined;
}

export class BadOption extends Error {}

export function readOptions(args: string[], seed: number): Options {
  const { values } = parse(args);
  const foreign = [values.auth, values.finance, values["admin-token"]];
  if (foreign.some(Boolean) && !foreign.every(Boolean)) {
    throw new BadOption("--auth, --finance and --admin-token belong together.");
  }
  return {
    seed: values.seed === undefined ? seed : readCount(values.seed, "--seed"),
    requests: values.requests === undefined ? 50_000 : readCount(values.requests, "--requests"),
    full: values.full,
    only: values.only?.split(",").map((each) => each.trim().toUpperCase()) ?? [],
    json: values.json,
    foreign: values.auth
      ? {
          auth: values.auth,
          finance: values.finance as string,
          adminToken: values["admin-token"] as string,
          ca: values.ca === undefined ? undefined : readFileSync(values.ca, "utf8"),
        }
      : undefined,
    asks: values.help ? "help" : values.list ? "list" : undefined,
  };
}

function parse(args: string[]) {
  const text = { type: "string" } as const;
  const flag = { type: "boolean", default: false } as const;
  try {
    return parseArgs({
      args,
      options: {
        ...{ only: text, auth: text, finance: text, "admin-token": text, ca: text, requests: text, seed: text, json: text },
        ...{ full: flag, list: flag, help: flag },
      },
    });
  } catch (error) {
    throw new BadOption((error as Error).message);
  }
}

function readCount(text: string, name: string): number {
  if (!/^\d{1,10}$/.test(text)) throw new BadOption(`${name} takes a whole number, not ${text}.`);
  return Number(text);
}

/** Selects cases by group or row with its variants (AX-07 and AX-07a). An unknown name is an error. */
export function select(cases: readonly AttackCase[], only: readonly string[]): AttackCase[] {
  const fits = (id: string, name: string) =>
    [id.toUpperCase(), id.replace(/[a-z]$/, ""), id.replace(/-?\d+[a-z]?$/, "")].includes(name);
  const idsOf = (each: AttackCase) => [each.id, ...(each.also ?? [])];
  const unknown = only.find((name) => !cases.some((each) => idsOf(each).some((id) => fits(id, name))));
  if (unknown !== undefined) throw new BadOption(`--only: nothing is called ${unknown}.`);
  return cases.filter((each) => only.length === 0 || only.some((name) => idsOf(each).some((id) => fits(id, name))));
}
