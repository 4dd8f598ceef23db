import assert from "node:assert/strict";
import { test } from "node:test";
import { networkOf, originBy, readAddress } from "./client_address.ts";

const PROXIES = ["127.0.0.0/8", "::1/128", "203.0.113.10", "2001:db8:ffff::/48"];

interface Case {
  what: string;
  peer: string;
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
  { what: "an empty header", peer: "10.0.0.1", header: "", client: "10.0.0.1" },
  { what: "blanks and commas", peer: "10.0.0.1", header: " , ,", client: "10.0.0.1" },
  { what: "words", peer: "10.0.0.1", header: "unknown", client: "10.0.0.1" },
  { what: "a word after an address", peer: "10.0.0.1", header: "192.0.2.1, unknown", client: "10.0.0.1" },
  { what: "a script", peer: "10.0.0.1", header: "<script>", client: "10.0.0.1" },
  { what: "an address with a port", peer: "10.0.0.1", header: "192.0.2.1:4711", client: "192.0.2.1" },
  { what: "an IPv6 address with a port", peer: "10.0.0.1", header: "[2001:DB8::1]:443", client: "2001:db8::1" },
  { what: "a socket without an address", peer: "", client: "" },
];

const heard = (name: string, value: string | undefined) => (value === undefined ? {} : { [name]: value });

for (const { what, peer, header, client } of CASES) {
  test(`by a header of its own the client is ${client || "nobody"}: ${what}`, () => {
    const originOf = originBy({ clientHeader: "X-Real-IP", trustedProxies: PROXIES });
    assert.equal(originOf({ remoteAddress: peer }, heard("x-real-ip", header)).ip, client);
    // Other headers are ignored.
    const forged = { ...heard("x-real-ip", header), "x-forwarded-for": "192.0.2.99", forwarded: "for=192.0.2.99" };
    assert.equal(originOf({ remoteAddress: peer }, forged).ip, client);
  });
}

const PRIVATE_PEERS = /^(10\.|172\.31\.|fd|::ffff:192\.168)/;

for (const { what, peer, header, client } of CASES) {
  const expected = PRIVATE_PEERS.test(peer) ? readAddress(peer) : client;
  test(`by X-Forwarded-For the client is ${expected || "nobody"}: ${what}`, () => {
    const originOf = originBy({ trustedProxies: PROXIES });
    const forwarded = { ...heard("x-forwarded-for", header), "x-real-ip": "192.0.2.99", forwarded: "for=192.0.2.99" };
    assert.equal(originOf({ remoteAddress: peer }, forwarded).ip, expected);
  });
}

test("a trusted proxy that adds to X-Forwarded-For: what the client had put there is not looked at", () => {
  const originOf = originBy({ trustedProxies: PROXIES });
  for (const forged of ["192.0.2.1", "127.0.0.1", "203.0.113.10, 127.0.0.1", "<script>", "", ",,,"]) {
    const headers = { "x-forwarded-for": `${forged}, 198.51.100.7, 203.0.113.10` };
    assert.equal(originOf({ remoteAddress: "127.0.0.1" }, headers).ip, "198.51.100.7", forged);
  }
});

test("a request is secure over TLS, or where a trusted proxy says so; the proxy's last word counts", () => {
  const originOf = originBy({ trustedProxies: PROXIES, clientHeader: "X-Real-IP" });
  const secure = (remoteAddress: string, encrypted: boolean, protocol?: string) =>
    originOf({ remoteAddress, encrypted }, heard("x-forwarded-proto", protocol)).secure;
  assert.deepEqual([secure("198.51.100.7", true), secure("198.51.100.7", false)], [true, false]);
  assert.deepEqual([secure("198.51.100.7", false, "https"), secure("10.0.0.1", false, "https")], [false, false]);
  assert.deepEqual([secure("::ffff:127.0.0.1", false, "https"), secure("127.0.0.1", false, "http, https")], [true, true]);
  assert.deepEqual([secure("127.0.0.1", false, "https, http"), secure("127.0.0.1", true, "http")], [false, false]);
});

test("addresses have one spelling, and IPv4 inside of IPv6 is IPv4", () => {
  const spellings: Record<string, string | undefined> = {
    "192.0.2.1": "192.0.2.1",
    " 192.0.2.1 ": "192.0.2.1",
    "::ffff:192.0.2.1": "192.0.2.1",
    "::FFFF:C000:0201": "192.0.2.1",
    "0:0:0:0:0:ffff:c000:201": "192.0.2.1",
    "64:ff9b::c000:201": "192.0.2.1",
    "2001:0db8::0001": "2001:db8::1",
    "2001:db8:0:0::1": "2001:db8::1",
    "fe80::1%eth0": "fe80::1",
    "::1": "::1",
    "::": "::",
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

test("of the header whose first entry is the client that one counts, from proxies and private peers alone", () => {
  const originOf = originBy({ trustedProxies: PROXIES, firstClientHeader: "sb-forwarded-for" });
  const ipOf = (peer: string, headers: Record<string, string>) => originOf({ remoteAddress: peer }, headers).ip;
  assert.equal(ipOf("172.18.0.2", { "sb-forwarded-for": "192.0.2.1, 10.0.0.9" }), "192.0.2.1");
  assert.equal(ipOf("203.0.113.10", { "sb-forwarded-for": "2001:db8::1" }), "2001:db8::1");
  assert.equal(ipOf("198.51.100.7", { "sb-forwarded-for": "192.0.2.1" }), "198.51.100.7");
  for (const none of ["", "unknown", "unknown, 192.0.2.1"])
    assert.equal(ipOf("203.0.113.10", { "sb-forwarded-for": none, "x-forwarded-for": "192.0.2.7" }), "192.0.2.7", none);
});

test("a proxy whose headers are not trusted is told of once, when it has named two clients", () => {
  const told: string[] = [];
  const originOf = originBy({ trustedProxies: ["127.0.0.0/8"], onUntrustedProxy: (peer) => told.push(peer) });
  const ask = (peer: string, header: string, value: string) => originOf({ remoteAddress: peer }, { [header]: value }).ip;
  for (const [peer, header, value] of [
    ["127.0.0.1", "x-forwarded-for", "192.0.2.1"],
    ["127.0.0.1", "x-forwarded-for", "192.0.2.2"],
    ["198.51.100.7", "x-forwarded-for", "192.0.2.1"],
    ["198.51.100.7", "x-forwarded-for", "192.0.2.2"],
    ["172.18.0.2", "user-agent", "one"],
    ["172.18.0.2", "user-agent", "two"],
    ["172.18.0.2", "x-forwarded-for", "192.0.2.1"],
    ["172.18.0.2", "x-forwarded-for", "192.0.2.1"],
    ["172.18.0.3", "x-real-ip", "192.0.2.2"],
  ] as const)
    ask(peer, header, value);
  assert.deepEqual(told, []);
  assert.equal(ask("172.18.0.2", "x-forwarded-for", "192.0.2.2"), "172.18.0.2");
  ask("172.18.0.3", "x-real-ip", "192.0.2.1");
  assert.deepEqual(told, ["172.18.0.2"]);
});
