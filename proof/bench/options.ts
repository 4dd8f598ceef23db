// The command line of npm run bench.
import { parseArgs } from "node:util";
import { HOT_PATHS } from "./hot_paths.ts";

export const PARTS = [...HOT_PATHS, "user growth", "space growth", "overload", "pages"];

export const HELP = `npm run bench -- [options]

Starts a PostgreSQL that loses nothing, the auth and the finance service, and callers, each in processes of their own, and measures
every hot endpoint: throughput, median and 99th percentile, memory, statements and processor time for each request, and the ratio to the
same statements in a bare loop (to the hash alone where a password is hashed), in alternating rounds of one run. Then how requests
grow with the data behind them, what is left at four times the load that the services can carry, and in a browser how soon pages can be
used, as a multiple of an empty page's load. A round in which others took more than
a twentieth of the machine is measured again. Takes about 20 minutes, or twice as long on a machine that is never quiet.
What misses its goal is named at the end, and fails the run unless it is quick.
The limits of auth for one address are switched off, because all callers come from one.

  --quick            short rounds and no millions: about two minutes
  --only NAMES       some parts, separated by commas: ${PARTS.slice(0, 6).join(", ")},
                     ${PARTS.slice(6).join(", ")}
  --against URL      compares the auth workloads with any compatible server, in alternating rounds, and measures nothing else.
                     Switch that server's rate limits off and its automatic confirmation on
  --key TOKEN        a token with an administrative role at that server, for making users
  --cluster URL      compares the finance workloads on a Citus cluster with a plain PostgreSQL, in alternating rounds, and measures
                     nothing else. A database of its coordinator, in which finance is distributed: spaces are made there
  --json             the results as JSON on standard output; what is going on then goes to standard error
  --out FOLDER       write results.json and chart.svg there. A whole run writes them to docs/bench unless given
  --profile FOLDER   processor profiles of the services go there when they end
  --help             this text`;

export interface Options {
  quick: boolean;
  json: boolean;
  help: boolean;
  only: string[] | undefined;
  against: { url: string; key: string } | undefined;
  cluster: string | undefined;
  out: string | undefined;
  profile: string | undefined;
}

/** Throws an Error for the user. */
export function readOptions(args: readonly string[]): Options {
  const { values } = parseArgs({
    args: [...args],
    options: {
      ...{ quick: { type: "boolean" }, json: { type: "boolean" }, help: { type: "boolean" } },
      ...{ only: { type: "string" }, against: { type: "string" }, key: { type: "string" } },
      ...{ cluster: { type: "string" }, out: { type: "string" }, profile: { type: "string" } },
    } as const,
  });
  const { quick = false, json = false, help = false, against, key, cluster } = values;
  const only = values.only?.split(",").map((name) => name.trim());
  const unknown = only?.find((name) => !PARTS.includes(name));
  if (unknown !== undefined) throw new Error(`--only: there is no "${unknown}". There are: ${PARTS.join(", ")}.`);
  if (against !== undefined && !/^https?:\/\/./.test(against))
    throw new Error("--against must be a URL that begins with http:// or https://.");
  if ((against === undefined) !== (key === undefined)) throw new Error("--against and --key must be given together.");
  if (cluster !== undefined && !/^postgres(ql)?:\/\/./.test(cluster))
    throw new Error("--cluster must be a URL that begins with postgres://.");
  if (cluster !== undefined && against !== undefined) throw new Error("--cluster and --against cannot be combined.");
  const isWhole = !quick && only === undefined && against === undefined && cluster === undefined;
  return {
    ...{ quick, json, help, only, cluster, profile: values.profile },
    against: against !== undefined && key !== undefined ? { url: against, key } : undefined,
    out: values.out ?? (isWhole ? "docs/bench" : undefined),
  };
}
