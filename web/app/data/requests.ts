// Sends requests. Reads of the same moment are combined, because on mobile networks latency outweighs size.
import { noteServerTime } from "../clock.ts";
import { space } from "./space.ts";

export interface RawReply {
  status: number;
  /** As the server wrote it. */
  text: string;
  requestId: string;
  /** Seconds; 0 if the server did not say. */
  retryAfter: number;
}

const FINANCE = "/api/finance";
/** The server's limit for one combined read. */
const MOST_READS = 12;

/** Undefined if there was no reply or it broke off. */
export function sendRequest(url: string, options: RequestInit = {}): Promise<RawReply | undefined> {
  return options.method === undefined && url.startsWith(FINANCE) ? readBatched(url) : receive(url, options);
}

interface PendingRead {
  url: string;
  answer: (reply: RawReply | undefined) => void;
}

let pendingReads: PendingRead[] = [];

/** Combines the read with others of the same microtask. */
function readBatched(url: string): Promise<RawReply | undefined> {
  if (pendingReads.length === 0) queueMicrotask(readPending);
  return new Promise((answer) => pendingReads.push({ url, answer }));
}

function readPending(): void {
  const all = pendingReads;
  pendingReads = [];
  while (all.length > 0) void readTogether(all.splice(0, MOST_READS));
}

async function readTogether(reads: readonly PendingRead[]): Promise<void> {
  const [only] = reads;
  if (reads.length === 1) return only?.answer(await receive(only.url));
  const paths = reads.map(({ url }) => ["path", url.slice(FINANCE.length)]);
  const reply = await receive(`/api/reads?${new URLSearchParams(paths)}`);
  // A refusal of the combined read applies to each part.
  const parts = reply?.status === 200 ? partsOf(reply) : undefined;
  for (const [index, { answer }] of reads.entries()) answer(parts ? parts[index] : reply);
}

/** Two lines for each read: its status and its text. */
function partsOf(reply: RawReply): RawReply[] {
  const lines = reply.text.split("\n");
  return Array.from({ length: lines.length >> 1 }, (_, index) => {
    const { status, retry_after: retryAfter = 0 } = JSON.parse(lines[2 * index] as string);
    return { ...reply, status, retryAfter, text: lines[2 * index + 1] as string };
  });
}

async function receive(url: string, options: RequestInit = {}): Promise<RawReply | undefined> {
  const ofSpace = space.value !== "" && /^\/api\/(finance|reads)\b/.test(url) && { "x-cofre-space": space.value };
  const headers = { accept: "application/json", ...ofSpace, ...options.headers };
  const response = await fetch(url, { ...options, headers }).catch(() => undefined);
  const text = await response?.text().catch(() => undefined);
  if (!response || text === undefined) return undefined;
  const { status, headers: responseHeaders } = response;
  noteServerTime(responseHeaders.get("date"));
  return {
    status,
    text,
    requestId: responseHeaders.get("x-request-id") ?? "",
    retryAfter: Number(responseHeaders.get("retry-after")),
  };
}
