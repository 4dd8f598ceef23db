// npm run upgrade: after an upgrade, a year of data from an old release answers every GET with the same bytes. harness/old_release.ts
// gets the release, stage.ts runs it, fill_*.ts fill it, *_reads.ts list the requests, compare.ts compares.
import { existsSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { dayIn } from "../../finance/calendar/day.ts";
import type { Reply } from "../../kernel/testing/client.ts";
import { bringRelease, CannotUpgrade, LAST_RELEASE, readDocument, readRelease } from "../harness/old_release.ts";
import { authReads, LEFT_OUT } from "./auth_reads.ts";
import { type Callers, callAs } from "./callers.ts";
import { differencesOf } from "./compare.ts";
import { fillAuth } from "./fill_auth.ts";
import { fillFinance } from "./fill_finance.ts";
import { financeReads } from "./finance_reads.ts";
import { type Read, uncoveredRoutes } from "./reads.ts";
import { reportOf } from "./report.ts";
import { openStage, type Stage } from "./stage.ts";

const HELP = `npm run upgrade -- [options]

Runs auth and finance of an earlier release on a new PostgreSQL, uses every feature, fills a household with a year of data, and sends every
GET of the release's API documents. Then it starts the services of this checkout on a copy of that database, at the same fixed time, and
compares status, headers and bytes of each answer. Only the differences in docs/releases/differences.json are allowed.
The release is read from the git history of this checkout. Takes some minutes.

  --from VERSION    the release; default ${LAST_RELEASE}
  --folder FOLDER   a checkout of it with its packages, instead of the history
  --help            this text`;

const ROOT = fileURLToPath(new URL("../..", import.meta.url));
const say = (line: string) => console.error(line);

async function main(): Promise<number> {
  const { values } = parseArgs({
    options: {
      from: { type: "string", default: LAST_RELEASE },
      folder: { type: "string" },
      help: { type: "boolean", default: false },
    },
  });
  if (values.help) {
    console.log(HELP);
    return 0;
  }
  const folder = values.folder ? resolve(values.folder) : await bringRelease(readRelease(values.from), say);
  if (!existsSync(join(folder, "cofre.ts"))) throw new CannotUpgrade(`${folder} is no checkout of Cofre.`);
  await using stage = await openStage();
  const [old, ours] = [join(folder, "cofre.ts"), join(ROOT, "cofre.ts")];
  say(`Filling the database with ${values.from} ...`);
  const { callers, at, today } = await fill(stage, old);
  const reads = await plan(stage, old, { callers, at, today, release: values.from });
  say(`Asking ${reads.length} requests of ${values.from} ...`);
  const before = await askAll(stage, old, { callers, at, reads });
  say("Asking the same of this checkout ...");
  const now = await askAll(stage, ours, { callers, at, reads });
  const differences = reads.flatMap((read, index) => {
    const lines = differencesOf(read, before[index] as Reply, now[index] as Reply);
    return lines.length > 0 ? [{ read, lines }] : [];
  });
  const report = reportOf({ reads, differences, named: namedFor(values.from) });
  console.log(report.text);
  return report.isSame ? 0 : 1;
}

interface Filled {
  callers: Callers;
  /** The fixed time of both. */
  at: Date;
  today: string;
}

async function fill(stage: Stage, program: string): Promise<Filled> {
  await using _services = await stage.start(program, "filled");
  const callers = await fillAuth(stage);
  const today = dayIn("America/Sao_Paulo", new Date());
  await fillFinance(stage, callers, today);
  return { callers, at: new Date(), today };
}

/** On a copy, because some reads write. */
async function plan(
  stage: Stage,
  program: string,
  { callers, at, today, release }: Filled & { release: string },
): Promise<Read[]> {
  await stage.copy("filled", "planned");
  await using _services = await stage.start(program, "planned", at);
  const reads = { auth: await authReads(stage, callers), finance: await financeReads(stage, callers, today) };
  for (const service of ["auth", "finance"] as const) {
    const document = readDocument(release, service);
    const missing = uncoveredRoutes(document, reads[service], LEFT_OUT);
    if (missing.length > 0)
      throw new Error(`Nothing is asked of ${missing.map((route) => `GET ${service} ${route}`).join(", ")}.`);
    // Routes of later releases.
    reads[service] = reads[service].filter(({ route }) => document.paths[route] !== undefined);
  }
  return [...reads.auth, ...reads.finance];
}

async function askAll(
  stage: Stage,
  program: string,
  { callers, at, reads }: { callers: Callers; at: Date; reads: readonly Read[] },
): Promise<Reply[]> {
  await stage.copy("filled", "asked");
  await using _services = await stage.start(program, "asked", at);
  const replies: Reply[] = [];
  for (const read of reads) replies.push(await callAs(stage, callers, read));
  return replies;
}

/** Allowed differences, each with its reason. */
function namedFor(release: string): Map<string, string> {
  const all = JSON.parse(readFileSync(join(ROOT, "docs", "releases", "differences.json"), "utf8")) as Record<
    string,
    Record<string, string[]>
  >;
  const lines = Object.entries(all[release] ?? {}).flatMap(([reason, some]) => some.map((line) => [line, reason] as const));
  return new Map(lines.filter(([line]) => line.startsWith("GET ")));
}

// Services end with this process, and PostgreSQL ends when its owner is gone.
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.once(signal, () => process.exit(1));

try {
  process.exitCode = await main();
} catch (error) {
  if (!(error instanceof CannotUpgrade)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}
