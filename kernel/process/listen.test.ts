import assert from "node:assert/strict";
import { createServer as createHttpServer } from "node:http";
import { type AddressInfo, createServer, type Server } from "node:net";
import { networkInterfaces } from "node:os";
import { test } from "node:test";
import { call } from "../testing/client.ts";
import { LOOPBACK, listen } from "./listen.ts";

const addresses = Object.values(networkInterfaces()).flatMap((each) => each ?? []);
const hasIpv6 = addresses.some(({ address }) => address === "::1");
/** Further addresses of this machine. On Linux all of 127.0.0.0/8 are. */
const outside = [
  ...(process.platform === "linux" ? ["127.0.0.2"] : []),
  ...addresses.filter(({ internal, family }) => !internal && family === "IPv4").map(({ address }) => address),
];

const sample = () => createHttpServer((_, response) => void response.end("here"));
const occupied = async (host: string) => {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen({ host, port: 0 }, resolve));
  return server;
};
const portOf = (server: Server) => (server.address() as AddressInfo).port;

test("localhost is every loopback address on one port, and nothing else", async () => {
  const listener = await listen(sample(), { host: LOOPBACK, port: 0 });
  for (const host of ["localhost", "127.0.0.1", ...(hasIpv6 ? ["[::1]"] : [])])
    assert.equal((await call(`http://${host}:${listener.port}/`)).text, "here", host);
  for (const host of outside) await assert.rejects(call(`http://${host}:${listener.port}/`), { code: "ECONNREFUSED" }, host);
  await listener.close();
  for (const host of ["127.0.0.1", ...(hasIpv6 ? ["[::1]"] : [])])
    await assert.rejects(call(`http://${host}:${listener.port}/`), { code: "ECONNREFUSED" }, host);
});

const [other] = outside;
test("without a host all addresses are listened on, and with one that alone", {
  skip: !other && "one address alone",
}, async () => {
  const everywhere = await listen(sample(), { host: undefined, port: 0 });
  assert.equal((await call(`http://${other}:${everywhere.port}/`)).text, "here");
  await everywhere.close();
  const one = await listen(sample(), { host: other, port: 0 });
  assert.equal((await call(`http://${other}:${one.port}/`)).text, "here");
  await assert.rejects(call(`http://127.0.0.1:${one.port}/`), { code: "ECONNREFUSED" });
  await one.close();
});

test("a port that is taken at one of the loopback addresses is taken, and the other one is let go", async () => {
  for (const host of ["127.0.0.1", ...(hasIpv6 ? ["::1"] : [])]) {
    const stranger = await occupied(host);
    const port = portOf(stranger);
    await assert.rejects(listen(sample(), { host: LOOPBACK, port }), { code: "EADDRINUSE" }, host);
    await new Promise((resolve) => stranger.close(resolve));
    // Both ports are free again.
    await (await listen(sample(), { host: LOOPBACK, port })).close();
  }
});
