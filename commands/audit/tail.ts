// cofre audit tail: what administrators did last, oldest first; with --follow, what they do from now on too.
import { setTimeout as sleep } from "node:timers/promises";
import { command, type Options, type OptionValues } from "../command_line/command.ts";
import { type Columns, type Format, OUTPUT_OPTIONS, openPrinter } from "../command_line/output.ts";
import { RefusedError, UsageError } from "../problems.ts";
import { type AuthServer, type Query, SERVER_OPTIONS, withAuth } from "../server/auth_server.ts";

const LARGEST_PAGE = 200;
const EVERY_MS = 2_000;

const OPTIONS = {
  lines: { short: "n", value: "N", initial: "20", doc: `how many, ${LARGEST_PAGE} at most` },
  follow: { short: "f", doc: "go on, until Ctrl-C" },
  action: { value: "NAME", doc: "of this kind, such as user_banned" },
  ...OUTPUT_OPTIONS,
  ...SERVER_OPTIONS,
} as const satisfies Options;

export const tailAudit = command({
  usage: "audit tail [--follow] [options]",
  options: OPTIONS,
  notes: "With -o json each act is one line while it follows.",
  run,
});

interface ActRecord {
  position: number;
  at?: string;
  administrator?: { kind: string; name: string; role: string | null };
  reason?: string | null;
  action?: string;
  user_id?: string | null;
  traits?: { user_email?: string; user_phone?: string; name?: string };
  ip_address?: string;
}

const COLUMNS: Columns<ActRecord> = {
  at: ({ at }) => at?.slice(0, 19).replace("T", " "),
  who: ({ administrator }) => administrator && `${administrator.name || administrator.kind}`,
  role: ({ administrator }) => administrator?.role ?? administrator?.kind,
  action: ({ action }) => action ?? "(text forgotten)",
  upon: ({ traits, user_id: id }) => traits?.user_email ?? traits?.user_phone ?? traits?.name ?? id ?? "",
  address: ({ ip_address: address }) => address,
  reason: ({ reason }) => reason ?? "",
};

async function run(options: OptionValues): Promise<void> {
  const most = Number(options.needed("lines"));
  if (!(Number.isInteger(most) && most >= 0 && most <= LARGEST_PAGE))
    throw new UsageError(`--lines takes a number from 0 to ${LARGEST_PAGE}, but got "${options.text("lines")}".`);
  const format = options.needed("output") as Format;
  const isFollowing = options.has("follow");
  await withAuth(options, async (server) => {
    const filter = { action: options.text("action") };
    const { acts: latest } = await listActs(server, { ...filter, limit: String(Math.max(most, 1)) });
    const printer = isFollowing && format === "json" ? oneLineEach() : openPrinter(format, COLUMNS);
    printer.print(most === 0 ? [] : latest.toReversed());
    if (isFollowing) await follow(server, filter, latest[0]?.position ?? 0, printer.print);
    printer.end();
  });
}

type Print = (acts: readonly ActRecord[]) => void;

async function follow(server: AuthServer, filter: Query, seen: number, print: Print): Promise<void> {
  const stopped = new AbortController();
  process.once("SIGINT", () => stopped.abort()).once("SIGTERM", () => stopped.abort());
  let last = seen;
  while (await pause(stopped.signal)) {
    const news = await listSince(server, filter, last).catch(untilReachable);
    print(news);
    last = news.at(-1)?.position ?? last;
  }
}

/** Oldest first. */
async function listSince(server: AuthServer, filter: Query, last: number): Promise<ActRecord[]> {
  const news: ActRecord[] = [];
  let cursor: string | undefined;
  do {
    const page = await listActs(server, { ...filter, limit: String(LARGEST_PAGE), cursor });
    news.push(...page.acts.filter(({ position }) => position > last));
    cursor = page.acts.some(({ position }) => position <= last) ? undefined : page.next_cursor;
  } while (cursor !== undefined);
  return news.toReversed();
}

/** False once stopped. */
function pause(signal: AbortSignal): Promise<boolean> {
  return sleep(EVERY_MS, true, { signal }).catch(() => false);
}

/** A restart of the server ends no command that follows it. */
function untilReachable(error: unknown): ActRecord[] {
  if (!(error instanceof RefusedError && error.kind === "unavailable")) throw error;
  console.error(error.message);
  return [];
}

interface ActPage {
  acts: ActRecord[];
  next_cursor?: string;
}

function listActs(server: AuthServer, query: Query): Promise<ActPage> {
  return server.ask<ActPage>("GET", "/admin/acts", { query });
}

const oneLineEach = () => ({
  print: (acts: readonly ActRecord[]) => {
    for (const act of acts) console.log(JSON.stringify(act));
  },
  end: () => {},
});
