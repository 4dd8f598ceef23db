// Addresses at which a cloud tells a machine its own credentials, and those of its link. No request of ours leads there,
// whoever named the host, so that neither a setting nor a name that resolves to them can be used to read them.
import { lookup } from "node:dns";
import { lookup as resolve } from "node:dns/promises";
import { BlockList, isIP, type LookupFunction } from "node:net";
import { OutboundError } from "./outbound_error.ts";

const METADATA = new BlockList();
METADATA.addSubnet("169.254.0.0", 16, "ipv4");
METADATA.addSubnet("fe80::", 10, "ipv6");
/** NAT64, which leads to 169.254.0.0/16. */
METADATA.addSubnet("64:ff9b::a9fe:0", 112, "ipv6");
/** Alibaba, Oracle and Azure. */
for (const address of ["100.100.100.200", "192.0.0.192", "168.63.129.16"]) METADATA.addAddress(address, "ipv4");
/** AWS and Google. */
for (const address of ["fd00:ec2::254", "fd20:ce::254"]) METADATA.addAddress(address, "ipv6");

/** False for names. IPv6 addresses may have brackets. */
export function isMetadataAddress(host: string): boolean {
  const [address = ""] = host.replace(/^\[(.*)\]$/, "$1").split("%");
  const family = isIP(address);
  return family !== 0 && METADATA.check(address, family === 6 ? "ipv6" : "ipv4");
}

export function throwIfMetadata(host: string): void {
  if (isMetadataAddress(host)) throw refusal();
}

/** For connections that take no resolver of ours. A name without an address is for them to report. */
export async function throwIfLeadsToMetadata(host: string): Promise<void> {
  throwIfMetadata(host);
  if (isIP(host) !== 0) return;
  const addresses = await resolve(host, { all: true }).catch(() => []);
  for (const { address } of addresses) throwIfMetadata(address);
}

/** Node's own, which fails where one of the addresses is of the kind. */
export const lookupElsewhere: LookupFunction = (host, options, callback) => {
  lookup(host, { ...options, all: true }, (error, addresses) => {
    if (error) return callback(error, "", 0);
    if (addresses.some(({ address }) => isMetadataAddress(address))) return callback(refusal(), "", 0);
    if (options.all) return callback(null, addresses);
    const [first] = addresses;
    callback(null, first?.address ?? "", first?.family);
  });
};

const refusal = () => new OutboundError("refused", "its address is one of link-local or metadata services");
