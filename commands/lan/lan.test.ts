// Which addresses --lan serves, and what it refuses, without starting anything.
import assert from "node:assert/strict";
import type { NetworkInterfaceInfo } from "node:os";
import { test } from "node:test";
import { temporaryFolder } from "../../kernel/testing/folder.ts";
import { lanAddresses, localName, ownAddress } from "./addresses.ts";
import { keepLanChoice, readLanChoice } from "./kept_choice.ts";
import { chooseLan, requireNoConflict } from "./lan.ts";

const info = (cidr: string, internal = false) =>
  ({ address: cidr.split("/")[0], cidr, internal, family: cidr.includes(":") ? "IPv6" : "IPv4" }) as NetworkInterfaceInfo;

const LAPTOP = {
  lo: [info("127.0.0.1/8", true), info("::1/128", true)],
  docker0: [info("172.17.0.1/16")],
  tailscale0: [info("100.101.102.103/32")],
  wg0: [info("10.8.0.2/24")],
  eth0: [info("203.0.113.9/24"), info("2001:db8::9/64")],
  wlan0: [info("fd12:3456::7/64"), info("fe80::1/64"), info("192.168.1.20/24")],
};

test("only private addresses of networks with phones in them are served, IPv4 first", () => {
  assert.deepEqual(lanAddresses(LAPTOP), [
    { address: "192.168.1.20", network: "192.168.1.20/24", interface: "wlan0" },
    { address: "fd12:3456::7", network: "fd12:3456::7/64", interface: "wlan0" },
  ]);
  assert.deepEqual(lanAddresses({ lo: LAPTOP.lo, eth0: LAPTOP.eth0 }), []);
});

test("a given address may be one that is not chosen by itself, as long as this machine has it", () => {
  assert.equal(ownAddress("172.17.0.1", LAPTOP)?.interface, "docker0");
  assert.equal(ownAddress("192.168.1.21", LAPTOP), undefined);
  assert.deepEqual(ownAddress("127.0.0.2", LAPTOP), { address: "127.0.0.2", network: "127.0.0.2/32", interface: "lo" });
});

test("the name of the machine is its first label, below .local", () => {
  const names = ["Pi.example.com", "MacBook-de-Ana.local", "localhost", "under_score", "-x"].map((each) => localName(each));
  assert.deepEqual(names, ["pi.local", "macbook-de-ana.local", undefined, undefined, undefined]);
});

test("--lan refuses names of the internet, and addresses that are public, foreign or this machine alone", () => {
  for (const name of ["app.example.com", "com.br", "localhost", "https://pi.local", "pi.local:8080", "*.local", "-pi.local"])
    assert.throws(() => chooseLan(name), {
      message: new RegExp(`^--lan takes .* but got "${name.replace(/[*.]/g, "\\$&")}"\\.$`),
    });
  assert.throws(() => chooseLan("203.0.113.77"), /203\.0\.113\.77 is not an address of this machine; it has/);
  assert.throws(() => chooseLan("127.0.0.1"), /127\.0\.0\.1 is this machine alone/);
  assert.equal(chooseLan("off"), undefined);
});

test("settings that --lan would contradict are all named", () => {
  const web = { host: "localhost", port: 8080, tlsCert: undefined, externalUrl: undefined };
  const finance = { host: "localhost", port: 8082, tlsCert: undefined };
  requireNoConflict(false, { apiHost: "127.0.0.1" }, finance, web);
  const open = { ...web, host: "0.0.0.0", tlsCert: "x", externalUrl: "https://app.example.com" };
  assert.throws(
    () => requireNoConflict(true, { apiHost: undefined }, { ...finance, host: "::", tlsCert: "y" }, open),
    (error: Error) => {
      const lines = error.message.split("\n").map((line) => line.trim().split(/[:,;]/)[0]);
      assert.deepEqual(lines.slice(1), [
        "--host",
        "AUTHSVC_API_HOST",
        "FINANCE_HOST",
        "WEB_HOST",
        "FINANCE_TLS_CERT",
        "WEB_TLS_CERT",
        "WEB_EXTERNAL_URL",
      ]);
      return true;
    },
  );
});

test("what the first run chose is kept in the home", async () => {
  await using folder = await temporaryFolder();
  assert.equal(await readLanChoice(folder.path), undefined);
  await keepLanChoice(folder.path, "on");
  assert.equal(await readLanChoice(folder.path), "on");
  await keepLanChoice(folder.path, "off");
  assert.equal(await readLanChoice(folder.path), "off");
  await keepLanChoice(folder.path, "");
  await assert.rejects(readLanChoice(folder.path), /lan\.json is damaged/);
});
