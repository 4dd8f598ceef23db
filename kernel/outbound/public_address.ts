// Recognizes public IP addresses. A server must not send requests of strangers to its own machine or network.
import { BlockList, isIPv4, isIPv6 } from "node:net";

/** IANA's special-purpose networks that are not globally reachable, and multicast. */
const SPECIAL_IPV4 = blockListOf("ipv4", [
  ...["0.0.0.0/8", "10.0.0.0/8", "100.64.0.0/10", "127.0.0.0/8", "169.254.0.0/16", "172.16.0.0/12", "192.0.0.0/24"],
  ...["192.0.2.0/24", "192.88.99.0/24", "192.168.0.0/16", "198.18.0.0/15", "198.51.100.0/24", "203.0.113.0/24"],
  ...["224.0.0.0/4", "240.0.0.0/4"],
]);
/** All globally assigned addresses. Others embed IPv4 addresses (::ffff:0:0/96, 64:ff9b::/96), are local, or are unassigned. */
const GLOBAL_IPV6 = blockListOf("ipv6", ["2000::/3"]);
/** Protocol assignments with Teredo, documentation, and 6to4, which embeds an IPv4 address. */
const SPECIAL_IPV6 = blockListOf("ipv6", ["2001::/23", "2001:db8::/32", "2002::/16", "3fff::/20"]);

export function isPublicAddress(address: string): boolean {
  if (isIPv4(address)) return !SPECIAL_IPV4.check(address, "ipv4");
  if (!isIPv6(address) || address.includes("%")) return false;
  return GLOBAL_IPV6.check(address, "ipv6") && !SPECIAL_IPV6.check(address, "ipv6");
}

function blockListOf(family: "ipv4" | "ipv6", networks: readonly string[]): BlockList {
  const list = new BlockList();
  for (const network of networks) {
    const [address = "", bits] = network.split("/");
    list.addSubnet(address, Number(bits), family);
  }
  return list;
}
