// Whose request it is, as far as limits go: the client's address, also where it comes through a proxy.
import { BlockList, isIPv4, isIPv6 } from "node:net";
import type { Request } from "../../kernel/http/endpoint.ts";
import type { AuthConfig } from "../config.ts";

export type ClientOf = (request: Pick<Request, "ip" | "peer" | "headers">) => string;

const PRIVATE = [
  ...["127.0.0.0/8", "10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16", "169.254.0.0/16"],
  ...["::1/128", "fc00::/7", "fe80::/10"],
];

/**
 * The kernel has read X-Forwarded-For already, where a trusted proxy sent it. RATE_LIMIT_HEADER goes before it, and is believed from
 * private peers as well: who sets it has said that something stands in front. Whatever cannot be read falls back to the socket.
 */
export function clientAddressBy({
  rateLimitHeader,
  trustedProxies,
}: Pick<AuthConfig, "rateLimitHeader" | "trustedProxies">): ClientOf {
  const isProxy = membership(trustedProxies);
  const isBelieved = membership([...trustedProxies, ...PRIVATE]);
  const header = rateLimitHeader?.toLowerCase();
  return ({ ip, peer, headers }) => {
    const socket = readAddress(peer);
    const named = header && socket && isBelieved(socket) ? lastClient(headers[header] ?? "", isProxy) : undefined;
    return named ?? readAddress(ip) ?? socket ?? "";
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
  return groups.join(":");
}

/** Whom a limit counts for. A subscriber has a whole /64 of IPv6, so that each of its addresses is the same client. */
export function networkOf(address: string): string {
  return isIPv6(address) ? `${groupsOf(address).slice(0, 4).join(":")}::/64` : address;
}

/** The eight groups of an IPv6 address, without leading zeros. */
function groupsOf(address: string): string[] {
  const [head = "", tail] = new URL(`http://[${address}]`).hostname.slice(1, -1).split("::");
  const before = head === "" ? [] : head.split(":");
  const after = tail ? tail.split(":") : [];
  return [...before, ...Array<string>(8 - before.length - after.length).fill("0"), ...after];
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
