// One request to an address that a stranger has chosen. The host is resolved once, every address that it has must be public, and the connection
// goes to one of those that were looked at: a name that says something else a moment later leads nowhere. Redirects are answers, not followed.
import { lookup } from "node:dns/promises";
import type { IncomingMessage } from "node:http";
import { isIP, type LookupFunction } from "node:net";
import { exchange, readText } from "./exchange.ts";
import { type OutboundAnswer, OutboundError } from "./outbound.ts";
import { isPublicAddress } from "./public_address.ts";

export interface Guard {
  /** Hosts as URLs have them, with or without a port: these may have any address, and be reached without TLS. */
  allowedHosts: readonly string[];
  /** Instead of the machine's resolver. */
  resolve?: (host: string) => Promise<readonly ResolvedAddress[]>;
}

export interface ResolvedAddress {
  address: string;
  family: number;
}

export interface GuardedRequest {
  headers: Record<string, string>;
  body: string;
  /** Until its status is known. */
  timeoutMs: number;
  /** Ends it early. */
  signal?: AbortSignal;
}

export interface GuardedAnswer {
  status: number;
  retryAfter: string | undefined;
}

/** Nobody reads the body. So much of it is taken, for so long, before the connection is cut, so that a polite server is not hung up on. */
const MOST_IGNORED_BYTES = 65_536;
const LONGEST_IGNORED_MS = 1_000;

/** Whether a URL may be asked at all, by its text alone: by https, without a password, and not to an address that is not public. */
export function isSendable(text: string, { allowedHosts }: Guard): boolean {
  const url = URL.parse(text);
  if (!url || !["https:", "http:"].includes(url.protocol) || url.username !== "" || url.password !== "") return false;
  if (url.hostname === "" || url.hash !== "") return false;
  if (isAllowed(url, allowedHosts)) return true;
  const host = bareHost(url);
  return url.protocol === "https:" && (isIP(host) === 0 || isPublicAddress(host));
}

/** A POST. Throws an OutboundError where no status comes; what the other side sent besides is dropped. */
export function postGuarded(text: string, request: GuardedRequest, guard: Guard): Promise<GuardedAnswer> {
  return guarded(text, { ...request, method: "POST" }, guard, async (response) => {
    await dropBody(response);
    return { status: response.statusCode ?? 0, retryAfter: response.headers["retry-after"] };
  });
}

export interface GuardedQuestion {
  method?: "GET" | "POST";
  headers?: Record<string, string>;
  body?: string;
  /** For the whole exchange, the body included. */
  timeoutMs: number;
  /** Of what is answered. */
  mostBytes: number;
}

/** As `send` of outbound.ts, to an address that a stranger chose: any status is an answer, and its body is read. */
export function sendGuarded(text: string, question: GuardedQuestion, guard: Guard): Promise<OutboundAnswer> {
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
    // On a connection of its own: a kept one leads to an address that was looked at for somebody else.
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

/** Node asks it for the addresses of the host, and gets those that were looked at. */
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
    // Its status was heard, and is all that counts.
  } finally {
    clearTimeout(timer);
    response.destroy();
  }
}

/** A resolver cannot be stopped, but need not be waited for. */
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
