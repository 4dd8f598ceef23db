// The client's address, also behind proxies. Limits, sessions, audit and logs use it.
import type { IncomingHttpHeaders } from "node:http";
import { BlockList, isIPv4, isIPv6 } from "node:net";
import { watchForProxies } from "./untrusted_proxy.ts";

export interface Forwarding {
  /** Peers whose forwarding headers are trusted. */
  trustedProxies: readonly string[];
  /** The header that names the client, instead of X-Forwarded-For. */
  clientHeader?: string | undefined;
  /** A header whose first entry is the client, where a request has it. Trusted from private peers, too. */
  firstClientHeader?: string | undefined;
  /** Called once if a private peer whose headers are not trusted seems to be a proxy. */
  onUntrustedProxy?: ((peer: string) => void) | undefined;
}

export interface Origin {
  /** The client's IP address; empty if the socket is closed. */
  ip: string;
  /** False for plain HTTP, unless a trusted proxy reports HTTPS. */
  secure: boolean;
}

export type OriginOf = (
  socket: { remoteAddress?: string | undefined; encrypted?: boolean },
  headers: IncomingHttpHeaders,
) => Origin;

const PRIVATE = [
  ...["127.0.0.0/8", "10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16", "169.254.0.0/16"],
  ...["::1/128", "fc00::/7", "fe80::/10"],
];

/**
 * A header named by the operator is trusted from private peers too, and is then the only one read. Otherwise the socket's address
 * counts.
 */
export function originBy({ trustedProxies, clientHeader, firstClientHeader, onUntrustedProxy }: Forwarding): OriginOf {
  const isProxy = membership(trustedProxies);
  const isNear = membership([...trustedProxies, ...PRIVATE]);
  const isBelieved = clientHeader === undefined ? isProxy : isNear;
  const watch = onUntrustedProxy && watchForProxies(onUntrustedProxy, isPrivateAddress);
  const header = clientHeader?.toLowerCase() ?? "x-forwarded-for";
  return ({ remoteAddress = "", encrypted = false }, headers) => {
    const peer = readAddress(remoteAddress);
    const named = headers[header];
    const first = firstClientHeader === undefined ? undefined : headers[firstClientHeader];
    const foremost =
      first !== undefined && peer && isNear(peer) ? readAddress(String(first).split(",", 1)[0] as string) : undefined;
    const client = foremost ?? (named !== undefined && peer && isBelieved(peer) ? lastClient(String(named), isProxy) : undefined);
    if (client === undefined && peer !== undefined) watch?.(peer, headers);
    const protocol = headers["x-forwarded-proto"];
    const forwarded = protocol !== undefined && peer && isProxy(peer) ? lastEntry(String(protocol)) : undefined;
    return { ip: client ?? peer ?? "", secure: forwarded === undefined ? encrypted : forwarded === "https" };
  };
}

const isPrivate = membership(PRIVATE);

export function isPrivateAddress(address: string): boolean {
  return isPrivate(address);
}

/** Each proxy appends its peer, so a client can forge everything before the last untrusted address. */
function lastClient(list: string, isProxy: (address: string) => boolean): string | undefined {
  for (const entry of list.split(",").reverse()) {
    const address = readAddress(entry);
    if (address === undefined || !isProxy(address)) return address;
  }
  return undefined;
}

function lastEntry(list: string): string {
  return list.slice(list.lastIndexOf(",") + 1).trim();
}

/** A normalized address without port, brackets or zone; undefined if it is none. IPv4-mapped IPv6 becomes IPv4. */
export function readAddress(text: string): string | undefined {
  const bare = text
    .trim()
    .replace(/^\[([^\]]*)\](:\d+)?$/, "$1")
    .replace(/^([\d.]+):\d+$/, "$1")
    .replace(/%.*$/, "");
  if (isIPv4(bare)) return bare;
  if (!isIPv6(bare)) return undefined;
  const groups = groupsOf(bare);
  const prefix = groups.slice(0, 6).join(":");
  // Mapped and NAT64 addresses. Otherwise all IPv4 clients would share one /64.
  if (prefix === "0:0:0:0:0:ffff" || prefix === "64:ff9b:0:0:0:0") {
    const [high, low] = groups.slice(6).map((group) => Number.parseInt(group, 16)) as [number, number];
    return [high >> 8, high & 255, low >> 8, low & 255].join(".");
  }
  return hostOf(bare);
}

/** The network that a limit counts. A subscriber has a whole /64 of IPv6. */
export function networkOf(address: string): string {
  return isIPv6(address) ? `${groupsOf(address).slice(0, 4).join(":")}::/64` : address;
}

/** The eight groups of an IPv6 address, without leading zeros. */
function groupsOf(address: string): string[] {
  const [head = "", tail] = hostOf(address).split("::");
  const before = head === "" ? [] : head.split(":");
  const after = tail ? tail.split(":") : [];
  return [...before, ...Array<string>(8 - before.length - after.length).fill("0"), ...after];
}

/** The canonical spelling of an IPv6 address (RFC 5952). */
function hostOf(address: string): string {
  return new URL(`http://[${address}]`).hostname.slice(1, -1);
}

export function membership(networks: readonly string[]): (address: string) => boolean {
  const list = new BlockList();
  for (const network of networks) {
    const [address = "", bits] = network.split("/");
    const kind = isIPv4(address) ? "ipv4" : "ipv6";
    list.addSubnet(address, bits === undefined ? (kind === "ipv4" ? 32 : 128) : Number(bits), kind);
  }
  return (address) => list.check(address, isIPv4(address) ? "ipv4" : "ipv6");
}
