// The addresses of this machine in private networks, and the name that it has there.
import { BlockList, isIPv4 } from "node:net";
import { hostname, type NetworkInterfaceInfo, networkInterfaces } from "node:os";

export interface LanAddress {
  address: string;
  /** `192.168.1.0/24`, or with the address itself in front of the slash. */
  network: string;
  interface: string;
}

export type Interfaces = Readonly<Record<string, readonly NetworkInterfaceInfo[] | undefined>>;

const PRIVATE = new BlockList();
for (const [network, bits] of [
  ["10.0.0.0", 8],
  ["172.16.0.0", 12],
  ["192.168.0.0", 16],
] as const)
  PRIVATE.addSubnet(network, bits, "ipv4");
PRIVATE.addSubnet("fc00::", 7, "ipv6");

const LOOPBACK = new BlockList();
LOOPBACK.addSubnet("127.0.0.0", 8, "ipv4");

export const isPrivate = (address: string) => PRIVATE.check(address, isIPv4(address) ? "ipv4" : "ipv6");

/** Tunnels and the networks of containers and virtual machines: no phone is there. */
const VIRTUAL =
  /^(docker|br-|veth|virbr|vmnet|vboxnet|vnet|cni|flannel|cali|podman|lxc|lxd|incus|utun|tun|tap|wg|ppp|tailscale|zt|nebula|bridge\d)/;

/** Those that a phone at home can reach; IPv4 first, because people can type it. */
export function lanAddresses(interfaces: Interfaces = networkInterfaces()): LanAddress[] {
  const all = allAddresses(interfaces).filter((each) => isPrivate(each.address) && !VIRTUAL.test(each.interface));
  return all.toSorted((one, other) => Number(isIPv4(other.address)) - Number(isIPv4(one.address)));
}

/** The address if this machine has it, in whichever network. Linux has all of 127.0.0.0/8, which is good for trying things. */
export function ownAddress(address: string, interfaces: Interfaces = networkInterfaces()): LanAddress | undefined {
  const listed = allAddresses(interfaces).find((each) => each.address === address);
  if (listed) return listed;
  const isLoopback = isIPv4(address) && LOOPBACK.check(address);
  return isLoopback ? { address, network: `${address}/32`, interface: "lo" } : undefined;
}

export function allAddresses(interfaces: Interfaces = networkInterfaces()): LanAddress[] {
  return Object.entries(interfaces).flatMap(([name, infos = []]) =>
    infos
      .filter(({ internal, address }) => !internal && !/^fe80:/i.test(address))
      .map(({ address, cidr, family }) => ({
        address,
        network: cidr ?? `${address}/${family === "IPv4" ? 32 : 128}`,
        interface: name,
      })),
  );
}

/** `<name>.local`, as multicast DNS announces it; undefined where the machine has no name of its own. */
export function localName(host: string = hostname()): string | undefined {
  const [label = ""] = host.toLowerCase().split(".");
  return /^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/.test(label) && label !== "localhost" ? `${label}.local` : undefined;
}
