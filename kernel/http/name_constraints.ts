// The extension that limits an authority to some names and networks (RFC 5280, 4.2.1.10). The X.509 library does not write it.
import { isIPv4 } from "node:net";

export interface PermittedNames {
  /** Each with the names below it. */
  names: readonly string[];
  /** `192.168.1.0/24`. */
  networks: readonly string[];
}

export const NAME_CONSTRAINTS = "2.5.29.30";

const SEQUENCE = 0x30;
/** Tags of the choice GeneralName, and of the permitted subtrees. */
const DNS_NAME = 0x82;
const IP_ADDRESS = 0x87;
const PERMITTED = 0xa0;

/** DER. As soon as one subtree of a kind is permitted, no other name of this kind is; so a kind without any gets one that nothing fits. */
export function nameConstraints({ names, networks }: PermittedNames): Buffer {
  const subtrees = [
    ...names.map((name) => der(DNS_NAME, Buffer.from(name, "ascii"))),
    ...(names.length === 0 ? [der(DNS_NAME, Buffer.from("invalid", "ascii"))] : []),
    ...networks.map((network) => der(IP_ADDRESS, networkBytes(network))),
    ...(networks.length === 0 ? [der(IP_ADDRESS, networkBytes("0.0.0.0/32"))] : []),
  ].map((name) => der(SEQUENCE, name));
  return der(SEQUENCE, der(PERMITTED, Buffer.concat(subtrees)));
}

/** Tag, length in one to three bytes, content. */
function der(tag: number, content: Buffer): Buffer {
  const { length } = content;
  const size = length < 0x80 ? [length] : length < 0x100 ? [0x81, length] : [0x82, length >> 8, length & 0xff];
  return Buffer.concat([Buffer.from([tag, ...size]), content]);
}

/** The address, then the mask. */
function networkBytes(network: string): Buffer {
  const [address = "", bits = ""] = network.split("/");
  const bytes = addressBytes(address);
  const mask = bytes.map((_, index) => 0xff00 >> Math.min(8, Math.max(0, Number(bits) - 8 * index)));
  return Buffer.concat([Buffer.from(bytes.map((byte, index) => byte & (mask[index] as number))), Buffer.from(mask)]);
}

function addressBytes(address: string): number[] {
  if (isIPv4(address)) return address.split(".").map(Number);
  const [head = "", tail] = new URL(`http://[${address}]`).hostname.slice(1, -1).split("::");
  const before = head === "" ? [] : head.split(":");
  const after = tail ? tail.split(":") : [];
  const zeros = Array<string>(8 - before.length - after.length).fill("0");
  return [...before, ...zeros, ...after].flatMap((group) => {
    const value = Number.parseInt(group, 16);
    return [value >> 8, value & 0xff];
  });
}
