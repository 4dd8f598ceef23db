// Sends requests. Reads of the same moment are combined, because on mobile networks latency outweighs size.
import { noteServerTime } from "../clock.ts";
import type { PendingRead, RawReply, Store } from "./store.ts";

const FINANCE = "/api/finance";
/** The server's limit for one combined read. */
const MOST_READS = 12;

export interface RequestOptions extends RequestInit {
  /** How much of the body is sent, from 0 to 1. */
  onProgress?: (share: number) => void;
}

/** Undefined if there was no reply or it broke off. */
export function sendRequest(store: Store, url: string, options: RequestOptions = {}): Promise<RawReply | undefined> {
  return options.method === undefined && url.startsWith(FINANCE) ? readBatched(store, url) : receive(store, url, options);
}

/** Combines the read with others of the same microtask. */
function readBatched(store: Store, url: string): Promise<RawReply | undefined> {
  if (store.pendingReads.length === 0) queueMicrotask(() => readPending(store));
  return new Promise((answer) => store.pendingReads.push({ url, answer }));
}

function readPending(store: Store): void {
  const all = store.pendingReads;
  store.pendingReads = [];
  while (all.length > 0) void readTogether(store, all.splice(0, MOST_READS));
}

async function readTogether(store: Store, reads: readonly PendingRead[]): Promise<void> {
  const [only] = reads;
  if (reads.length === 1) return only?.answer(await receive(store, only.url));
  const paths = reads.map(({ url }) => ["path", url.slice(FINANCE.length)]);
  const reply = await receive(store, `/api/reads?${new URLSearchParams(paths)}`);
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

async function receive(store: Store, url: string, options: RequestOptions = {}): Promise<RawReply | undefined> {
  const ofSpace = store.spaceId.value !== "" && /^\/api\/(finance|reads)\b/.test(url) && { "x-cofre-space": store.spaceId.value };
  const headers = { accept: "application/json", ...ofSpace, ...options.headers };
  const send = options.onProgress ? (await import("./upload.ts")).upload : fetch;
  const response = await send(url, { ...options, headers }).catch(() => undefined);
  const text = await response?.text().catch(() => undefined);
  if (!response || text === undefined) return undefined;
  const { status, headers: responseHeaders } = response;
  noteServerTime(responseHeaders.get("date"));
  return {
    status,
    text,
    requestId: responseHeaders.get("x-request-id") ?? "",
    retryAfter: Number(responseHeaders.get("retry-after")),
    help: responseHeaders.get("link")?.match(/^<(https?:[^>]+)>; rel="help"$/)?.[1],
  };
}
