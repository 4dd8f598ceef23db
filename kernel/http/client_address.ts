// Whose request it is, also where it comes through proxies. Limits, sessions, audit and logs all go by this one answer.
import type { IncomingHttpHeaders } from "node:http";
import { BlockList, isIPv4, isIPv6 } from "node:net";

export interface Forwarding {
  /** Peers whose forwarding headers are believed. */
  trustedProxies: readonly string[];
  /** The header that names the client, instead of X-Forwarded-For. */
  clientHeader?: string | undefined;
}

export interface Origin {
  /** The client's IP address; empty where the socket has none any more. */
  ip: string;
  /** False for plain HTTP that no trusted proxy vouches for. */
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
 * A header that the operator named is believed from private peers as well: who names one has said that something stands in front. It is then the only
 * one that is read. Where there is nothing to believe, the client is the other end of the socket.
 */
export function originBy({ trustedProxies, clientHeader }: Forwarding): OriginOf {
  const isProxy = membership(trustedProxies);
  const isBelieved = clientHeader === undefined ? isProxy : membership([...trustedProxies, ...PRIVATE]);
  const header = clientHeader?.toLowerCase() ?? "x-forwarded-for";
  return ({ remoteAddress = "", encrypted = false }, headers) => {
    const peer = readAddress(remoteAddress);
    const named = headers[header];
    const client = named !== undefined && peer && isBelieved(peer) ? lastClient(String(named), isProxy) : undefined;
    const protocol = headers["x-forwarded-proto"];
    const forwarded = protocol !== undefined && peer && isProxy(peer) ? lastEntry(String(protocol)) : undefined;
    return { ip: client ?? peer ?? "", secure: forwarded === undefined ? encrypted : forwarded === "https" };
  };
}

/** Each proxy adds whom it heard from at the end, so what stands left of the last stranger is that stranger's to forge. */
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

/** An address without port, brackets or zone, in one spelling; undefined where it is none. IPv4 inside of IPv6 is IPv4. */
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
  // Mapped addresses, and those that a translator between the two kinds makes: all of the old Internet would share one /64.
  if (prefix === "0:0:0:0:0:ffff" || prefix === "64:ff9b:0:0:0:0") {
    const [high, low] = groups.slice(6).map((group) => Number.parseInt(group, 16)) as [number, number];
    return [high >> 8, high & 255, low >> 8, low & 255].join(".");
  }
  return hostOf(bare);
}

/** Whom a limit counts for. A subscriber has a whole /64 of IPv6, so that each of its addresses is the same client. */
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

/** The one short spelling of an IPv6 address (RFC 5952). */
function hostOf(address: string): string {
  return new URL(`http://[${address}]`).hostname.slice(1, -1);
}

function membership(networks: readonly string[]): (address: string) => boolean {
  const list = new BlockList();
  for (const network of networks) {
    const [address = "", bits] = network.split("/");
    const kind = isIPv4(address) ? "ipv4" : "ipv6";
    list.addSubnet(address, bits === undefined ? (kind === "ipv4" ? 32 : 128) : Number(bits), kind);
  }
  return (address) => list.check(address, isIPv4(address) ? "ipv4" : "ipv6");
}
