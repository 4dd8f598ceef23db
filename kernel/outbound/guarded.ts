// Requests to addresses that strangers choose. The host is resolved once, all its addresses must be public, and the connection
// uses only those (no DNS rebinding). Redirects are not followed.
import { lookup } from "node:dns/promises";
import type { IncomingMessage } from "node:http";
import { isIP, type LookupFunction } from "node:net";
import { exchange, readText } from "./exchange.ts";
import { type OutboundAnswer, OutboundError } from "./outbound.ts";
import { isPublicAddress } from "./public_address.ts";

export interface Guard {
  /** Hosts, optionally with a port, that may have private addresses and use plain HTTP. */
  allowedHosts: readonly string[];
  /** Replaces the system's resolver. */
  resolve?: (host: string) => Promise<readonly ResolvedAddress[]>;
}

export interface ResolvedAddress {
  address: string;
  family: number;
}

export interface GuardedRequest {
  headers: Record<string, string>;
  body: string;
  /** Until the status arrives. */
  timeoutMs: number;
  signal?: AbortSignal;
}

export interface GuardedAnswer {
  status: number;
  retryAfter: string | undefined;
}

/** Limits of a response body that nobody reads. Smaller ones are read to the end, so that the server sees no aborted connection. */
const MOST_IGNORED_BYTES = 65_536;
const LONGEST_IGNORED_MS = 1_000;

/** Checks a URL by its text: https, no password, no private address. */
export function isSendable(text: string, { allowedHosts }: Guard): boolean {
  const url = URL.parse(text);
  if (!url || !["https:", "http:"].includes(url.protocol) || url.username !== "" || url.password !== "") return false;
  if (url.hostname === "" || url.hash !== "") return false;
  if (isAllowed(url, allowedHosts)) return true;
  const host = bareHost(url);
  return url.protocol === "https:" && (isIP(host) === 0 || isPublicAddress(host));
}

/** Sends a POST. Throws an OutboundError if no status arrives; the response body is dropped. */
export function postGuarded(text: string, request: GuardedRequest, guard: Guard): Promise<GuardedAnswer> {
  return guarded(text, { ...request, method: "POST" }, guard, async (response) => {
    await dropBody(response);
    return { status: response.statusCode ?? 0, retryAfter: response.headers["retry-after"] };
  });
}

export interface GuardedExchange {
  method?: "GET" | "POST";
  headers?: Record<string, string>;
  body?: string;
  /** For the whole exchange, including the body. */
  timeoutMs: number;
  /** Limit of the response body. */
  mostBytes: number;
}

/** Like `send` of outbound.ts, to an address that a stranger chose. Any status is an answer, and its body is read. */
export function sendGuarded(text: string, question: GuardedExchange, guard: Guard): Promise<OutboundAnswer> {
  const request = { method: "GET", headers: {}, ...question };
  return guarded(text, request, guard, async (response) => ({
    status: response.statusCode ?? 0,
    headers: response.headers,
    text: await readText(response, question.mostBytes),
  }));
}

interface FullRequest extends Omit<GuardedRequest, "body"> {
  method: string;
  body?: string;
}

async function guarded<Result>(
  text: string,
  request: FullRequest,
  guard: Guard,
  read: (response: IncomingMessage) => Promise<Result>,
): Promise<Result> {
  if (!isSendable(text, guard)) throw refusal();
  const url = new URL(text);
  const timeout = AbortSignal.timeout(request.timeoutMs);
  const signal = request.signal ? AbortSignal.any([timeout, request.signal]) : timeout;
  try {
    const addresses = await inTime(addressesOf(url, guard), signal);
    const { method, headers, body } = request;
    // A new connection: a kept one may lead to an address that was checked for another request.
    return await read(await exchange(url, { method, headers, body, signal, agent: false, lookup: lookupOf(addresses) }));
  } catch (error) {
    if (error instanceof OutboundError) throw error;
    if (timeout.aborted) throw new OutboundError("timeout", `it took longer than ${request.timeoutMs} ms`, { cause: error });
    throw new OutboundError("unreachable", "it cannot be reached", { cause: error });
  }
}

async function addressesOf(url: URL, { allowedHosts, resolve = resolveByMachine }: Guard): Promise<readonly ResolvedAddress[]> {
  const host = bareHost(url);
  const family = isIP(host);
  const addresses = family === 0 ? await resolve(host) : [{ address: host, family }];
  if (addresses.length === 0) throw new OutboundError("unreachable", "its host has no address");
  if (!isAllowed(url, allowedHosts) && !addresses.every(({ address }) => isPublicAddress(address))) throw refusal();
  return addresses;
}

const resolveByMachine = (host: string) => lookup(host, { all: true });

/** Gives Node the checked addresses instead of a second lookup. */
function lookupOf(addresses: readonly ResolvedAddress[]): LookupFunction {
  return (_host, options, callback) => {
    const [first] = addresses as [ResolvedAddress, ...ResolvedAddress[]];
    if (options.all) callback(null, [...addresses]);
    else callback(null, first.address, first.family);
  };
}

async function dropBody(response: IncomingMessage): Promise<void> {
  const timer = setTimeout(() => response.destroy(), LONGEST_IGNORED_MS);
  let bytes = 0;
  try {
    for await (const chunk of response) {
      bytes += (chunk as Buffer).length;
      if (bytes > MOST_IGNORED_BYTES) break;
    }
  } catch {
    // The status has arrived, and nothing else matters.
  } finally {
    clearTimeout(timer);
    response.destroy();
  }
}

/** A lookup cannot be cancelled, only abandoned. */
async function inTime<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  const { promise, reject } = Promise.withResolvers<never>();
  const stop = () => reject(signal.reason);
  if (signal.aborted) stop();
  signal.addEventListener("abort", stop, { once: true });
  try {
    return await Promise.race([work, promise]);
  } finally {
    signal.removeEventListener("abort", stop);
  }
}

const bareHost = ({ hostname }: URL): string => hostname.replace(/^\[(.*)\]$/, "$1");

function isAllowed({ host, hostname }: URL, allowedHosts: readonly string[]): boolean {
  return allowedHosts.some((each) => each === host || each === hostname);
}

function refusal(): OutboundError {
  return new OutboundError("refused", "its address is not public, and its host is not allowed by name");
}
