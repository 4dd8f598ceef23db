// What goes over the line. Reads of one moment go together, because on a phone's line a request takes longer than most answers.
import { noteServerTime } from "../clock.ts";
import { space } from "./space.ts";

export interface Received {
  status: number;
  /** As the server wrote it. */
  text: string;
  requestId: string;
  /** Seconds; 0 where the server did not say. */
  retryAfter: number;
}

const FINANCE = "/api/finance";
/** As many as the server takes. */
const MOST_READS = 12;

/** Undefined where there was no answer, or one that broke off. */
export function sendRequest(url: string, options: RequestInit = {}): Promise<Received | undefined> {
  return options.method === undefined && url.startsWith(FINANCE) ? readSoon(url) : receive(url, options);
}

interface Wanted {
  url: string;
  answer: (received: Received | undefined) => void;
}

let wanted: Wanted[] = [];

/** With what else is asked for before this moment is over. */
function readSoon(url: string): Promise<Received | undefined> {
  if (wanted.length === 0) queueMicrotask(readWanted);
  return new Promise((answer) => wanted.push({ url, answer }));
}

function readWanted(): void {
  const all = wanted;
  wanted = [];
  while (all.length > 0) void readTogether(all.splice(0, MOST_READS));
}

async function readTogether(reads: readonly Wanted[]): Promise<void> {
  const [only] = reads;
  if (reads.length === 1) return only?.answer(await receive(only.url));
  const paths = reads.map(({ url }) => ["path", url.slice(FINANCE.length)]);
  const received = await receive(`/api/reads?${new URLSearchParams(paths)}`);
  // What is refused as a whole is refused to each.
  const parts = received?.status === 200 ? partsOf(received) : undefined;
  for (const [index, { answer }] of reads.entries()) answer(parts ? parts[index] : received);
}

/** Two lines each: what it was answered with, and its text. */
function partsOf(received: Received): Received[] {
  const lines = received.text.split("\n");
  return Array.from({ length: lines.length >> 1 }, (_, index) => {
    const { status, retry_after: retryAfter = 0 } = JSON.parse(lines[2 * index] as string);
    return { ...received, status, retryAfter, text: lines[2 * index + 1] as string };
  });
}

async function receive(url: string, options: RequestInit = {}): Promise<Received | undefined> {
  const ofSpace = space.value !== "" && /^\/api\/(finance|reads)\b/.test(url) && { "x-cofre-space": space.value };
  const headers = { accept: "application/json", ...ofSpace, ...options.headers };
  const response = await fetch(url, { ...options, headers }).catch(() => undefined);
  const text = await response?.text().catch(() => undefined);
  if (!response || text === undefined) return undefined;
  const { status, headers: said } = response;
  noteServerTime(said.get("date"));
  return { status, text, requestId: said.get("x-request-id") ?? "", retryAfter: Number(said.get("retry-after")) };
}
