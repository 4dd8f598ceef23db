import assert from "node:assert/strict";
import { test } from "node:test";
import { clientAddressBy, networkOf, readAddress } from "./client_address.ts";

const PROXIES = ["127.0.0.0/8", "::1/128", "203.0.113.10", "2001:db8:ffff::/48"];
const HEADER = "X-Real-IP";

interface Case {
  what: string;
  peer: string;
  /** As the kernel read it; the peer unless told. */
  ip?: string;
  header?: string;
  client: string;
}

const CASES: Case[] = [
  { what: "a stranger", peer: "198.51.100.7", client: "198.51.100.7" },
  { what: "a stranger who names another", peer: "198.51.100.7", header: "192.0.2.1", client: "198.51.100.7" },
  { what: "a trusted proxy", peer: "203.0.113.10", header: "192.0.2.1", client: "192.0.2.1" },
  { what: "a trusted proxy over IPv6", peer: "2001:db8:ffff::5", header: "192.0.2.1", client: "192.0.2.1" },
  { what: "a neighbour of a trusted proxy", peer: "203.0.113.11", header: "192.0.2.1", client: "203.0.113.11" },
  { what: "loopback", peer: "127.0.0.1", header: "192.0.2.1", client: "192.0.2.1" },
  { what: "IPv6 loopback", peer: "::1", header: "192.0.2.1", client: "192.0.2.1" },
  { what: "a private peer", peer: "10.1.2.3", header: "192.0.2.1", client: "192.0.2.1" },
  { what: "a container's peer", peer: "172.31.0.2", header: "192.0.2.1", client: "192.0.2.1" },
  { what: "a peer next to the private ones", peer: "172.32.0.2", header: "192.0.2.1", client: "172.32.0.2" },
  { what: "a private IPv6 peer", peer: "fd12::1", header: "192.0.2.1", client: "192.0.2.1" },
  { what: "a mapped private peer", peer: "::ffff:192.168.0.9", header: "192.0.2.1", client: "192.0.2.1" },
  {
    what: "a list, whose first entry is the client's to forge",
    peer: "10.0.0.1",
    header: "1.1.1.1, 192.0.2.1",
    client: "192.0.2.1",
  },
  {
    what: "a list that went through trusted proxies",
    peer: "10.0.0.1",
    header: "1.1.1.1, 192.0.2.1, 203.0.113.10,127.0.0.1",
    client: "192.0.2.1",
  },
  {
    what: "a list that ends in a private address that is no trusted proxy",
    peer: "10.0.0.1",
    header: "192.0.2.1, 10.9.9.9",
    client: "10.9.9.9",
  },
  { what: "nothing but proxies", peer: "127.0.0.1", header: "203.0.113.10", client: "127.0.0.1" },
  { what: "no header", peer: "10.0.0.1", client: "10.0.0.1" },
  { what: "no header, but one that the kernel reads", peer: "127.0.0.1", ip: "192.0.2.9", client: "192.0.2.9" },
  { what: "an empty header", peer: "10.0.0.1", header: "", client: "10.0.0.1" },
  { what: "blanks and commas", peer: "10.0.0.1", header: " , ,", client: "10.0.0.1" },
  { what: "words", peer: "10.0.0.1", header: "unknown", client: "10.0.0.1" },
  { what: "a word after an address", peer: "10.0.0.1", header: "192.0.2.1, unknown", client: "10.0.0.1" },
  { what: "an address with a port", peer: "10.0.0.1", header: "192.0.2.1:4711", client: "192.0.2.1" },
  { what: "an IPv6 address with a port", peer: "10.0.0.1", header: "[2001:DB8::1]:443", client: "2001:db8:0:0:0:0:0:1" },
  { what: "a word that the kernel took from a proxy", peer: "127.0.0.1", ip: "unknown", client: "127.0.0.1" },
  { what: "a socket without an address", peer: "", client: "" },
];

for (const { what, peer, ip = peer, header, client } of CASES) {
  test(`the client is ${client || "nobody"}: ${what}`, () => {
    const clientOf = clientAddressBy({ rateLimitHeader: HEADER, trustedProxies: PROXIES });
    assert.equal(clientOf({ ip, peer, headers: header === undefined ? {} : { "x-real-ip": header } }), client);
  });
}

test("without RATE_LIMIT_HEADER no header counts but what the kernel has read", () => {
  const clientOf = clientAddressBy({ rateLimitHeader: undefined, trustedProxies: PROXIES });
  assert.equal(clientOf({ ip: "192.0.2.9", peer: "127.0.0.1", headers: { "x-real-ip": "192.0.2.1" } }), "192.0.2.9");
});

test("addresses have one spelling, and IPv4 inside of IPv6 is IPv4", () => {
  const spellings: Record<string, string | undefined> = {
    "192.0.2.1": "192.0.2.1",
    " 192.0.2.1 ": "192.0.2.1",
    "::ffff:192.0.2.1": "192.0.2.1",
    "::FFFF:C000:0201": "192.0.2.1",
    "0:0:0:0:0:ffff:c000:201": "192.0.2.1",
    "64:ff9b::c000:201": "192.0.2.1",
    "2001:0db8::0001": "2001:db8:0:0:0:0:0:1",
    "2001:db8:0:0::1": "2001:db8:0:0:0:0:0:1",
    "fe80::1%eth0": "fe80:0:0:0:0:0:0:1",
    "::1": "0:0:0:0:0:0:0:1",
    "::": "0:0:0:0:0:0:0:0",
    "1:2:3:4:5:6:7::": "1:2:3:4:5:6:7:0",
    "": undefined,
    "192.0.2": undefined,
    "192.0.2.256": undefined,
    "0300.0.2.1": undefined,
    "192.0.2.1/24": undefined,
    "2001:db8:::1": undefined,
    "[192.0.2.1]x": undefined,
    localhost: undefined,
    "192.0.2.1\r\n": "192.0.2.1",
  };
  for (const [text, address] of Object.entries(spellings)) assert.equal(readAddress(text), address, JSON.stringify(text));
});

test("a /64 of IPv6 is one client, an IPv4 address is one", () => {
  const network = (text: string) => networkOf(readAddress(text) as string);
  assert.equal(network("2001:db8:1:2::1"), network("2001:db8:1:2:ffff:ffff:ffff:ffff"));
  assert.notEqual(network("2001:db8:1:2::1"), network("2001:db8:1:3::1"));
  assert.notEqual(network("192.0.2.1"), network("192.0.2.2"));
  assert.equal(networkOf(""), "");
});
