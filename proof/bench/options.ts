// The command line of npm run bench.
import { parseArgs } from "node:util";
import { HOT_PATHS } from "./hot_paths.ts";

export const PARTS = [...HOT_PATHS, "user growth", "user lists", "space growth", "overload", "pages", "starts", "receipts"];

export const HELP = `npm run bench -- [options]

Starts a durable PostgreSQL, the auth and the finance service, and callers, each in its own processes, and measures every hot
endpoint: throughput, median and 99th percentile, memory, statements and CPU time for each request, and the ratio to the same
statements in a bare loop (to the hash alone for passwords), in alternating rounds. Then it measures growth with the data, behaviour at
four times the capacity, in a browser the time until pages are usable, relative to an empty page, and how long the package takes to
start. Rounds in which other processes took more than 5 % of the CPU time are repeated. Takes about 30 minutes, or twice as long on a
busy machine.
Missed goals are listed at the end, and fail the run unless it is quick. Auth's limits for one address are off, because all callers
share one.

  --quick            short rounds and less data: about two minutes
  --only NAMES       some parts, separated by commas: ${PARTS.slice(0, 6).join(", ")},
                     ${PARTS.slice(6).join(", ")}
  --users COUNT      the most users that are listed; 1000000 unless given
  --against URL      only compares the auth workloads with a compatible server, in alternating rounds.
                     Switch that server's rate limits off and its automatic confirmation on
  --key TOKEN        a token with an administrative role at that server, to create users
  --cluster URL      only compares the finance workloads on a Citus cluster with a plain PostgreSQL, in alternating rounds.
                     The URL is a database of its coordinator in which finance is distributed; spaces are created there
  --adopted          only compares the auth workloads on the database of a Supabase that was adopted with a plain one, in
                     alternating rounds
  --json             the results as JSON on standard output; progress goes to standard error
  --out FOLDER       write results.json and chart.svg there. The default of a whole run is docs/bench
  --profile FOLDER   writes CPU profiles of the services there
  --help             this text`;

export interface Options {
  quick: boolean;
  json: boolean;
  help: boolean;
  only: string[] | undefined;
  users: number | undefined;
  against: { url: string; key: string } | undefined;
  cluster: string | undefined;
  adopted: boolean;
  out: string | undefined;
  profile: string | undefined;
}

/** Throws an Error for the user. */
export function readOptions(args: readonly string[]): Options {
  const { values } = parseArgs({
    args: [...args],
    options: {
      ...{ quick: { type: "boolean" }, json: { type: "boolean" }, help: { type: "boolean" }, adopted: { type: "boolean" } },
      ...{ users: { type: "string" } },
      ...{ only: { type: "string" }, against: { type: "string" }, key: { type: "string" } },
      ...{ cluster: { type: "string" }, out: { type: "string" }, profile: { type: "string" } },
    } as const,
  });
  const { quick = false, json = false, help = false, adopted = false, against, key, cluster } = values;
  const only = values.only?.split(",").map((name) => name.trim());
  const unknown = only?.find((name) => !PARTS.includes(name));
  if (unknown !== undefined) throw new Error(`--only: there is no "${unknown}". There are: ${PARTS.join(", ")}.`);
  if (against !== undefined && !/^https?:\/\/./.test(against))
    throw new Error("--against must be a URL that begins with http:// or https://.");
  if ((against === undefined) !== (key === undefined)) throw new Error("--against and --key must be given together.");
  if (cluster !== undefined && !/^postgres(ql)?:\/\/./.test(cluster))
    throw new Error("--cluster must be a URL that begins with postgres://.");
  const comparisons = [cluster !== undefined, against !== undefined, adopted].filter(Boolean).length;
  if (comparisons > 1) throw new Error("--cluster, --against and --adopted cannot be combined.");
  const users = values.users === undefined ? undefined : Number(values.users);
  if (users !== undefined && !(Number.isSafeInteger(users) && users >= 2_000))
    throw new Error("--users must be a number, at least 2000.");
  const isWhole = !quick && only === undefined && comparisons === 0;
  return {
    ...{ quick, json, help, only, users, cluster, adopted, profile: values.profile },
    against: against !== undefined && key !== undefined ? { url: against, key } : undefined,
    out: values.out ?? (isWhole ? "docs/bench" : undefined),
  };
}
