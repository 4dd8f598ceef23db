// The all-in-one start serves this machine only, until a variable or --host opens it.
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { connect } from "node:net";
import { networkInterfaces } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { freePort } from "../kernel/embedded_postgres/free_port.ts";
import { call } from "../kernel/testing/client.ts";
import { ANY_PORTS, BINARY, launch, portsOf, runToEnd, workFolder } from "./testing.ts";

const METRICS = { AUTHSVC_METRICS_ENABLED: "true", AUTHSVC_METRICS_EXPORTER: "prometheus" };
const addresses = Object.values(networkInterfaces()).flatMap((each) => each ?? []);
const loopback = [
  "localhost",
  "127.0.0.1",
  ...addresses.filter(({ address }) => address === "::1").map(({ address }) => address),
];
/** Other addresses of this machine. */
const outside = [
  ...(process.platform === "linux" ? ["127.0.0.2"] : []),
  ...addresses.filter(({ internal, family }) => !internal && family === "IPv4").map(({ address }) => address),
];

async function start(variables: Record<string, string>, folder: string, ...args: string[]) {
  const metrics = await freePort();
  const input = { ...ANY_PORTS, ...METRICS, OTEL_EXPORTER_PROMETHEUS_PORT: String(metrics), ...variables };
  const program = launch([BINARY, "start", ...args], input, folder);
  const ports = async () => {
    const { auth, finance } = await portsOf(program);
    const [, web] = await program.says(/^ +web +http:\/\/localhost:(\d+)$/m);
    return { web: Number(web), auth, finance, metrics };
  };
  return Object.assign(program, { ports });
}

test("nothing of the all-in-one is reached from elsewhere, and localhost works over IPv4 and IPv6", async () => {
  await using folder = await workFolder();
  await using program = await start({}, folder.path);
  const ports = await program.ports();
  assert.match(program.output, /^ {2}open to {3}this machine alone; --host opens it to others\n {2}database/m);
  for (const [name, port] of Object.entries(ports)) {
    for (const host of loopback) assert.equal(await knock(host, port), "open", `${name} at ${host}`);
    for (const host of outside) assert.equal(await knock(host, port), "ECONNREFUSED", `${name} at ${host}`);
  }
  const ca = await readFile(join(folder.path, ".cofre/tls/certificate.pem"), "utf8");
  for (const host of loopback.map((each) => (each.includes(":") ? `[${each}]` : each))) {
    assert.equal((await call(`http://${host}:${ports.web}/health`)).status, 200, host);
    assert.equal((await call(`http://${host}:${ports.auth}/health`)).status, 200, host);
    assert.equal((await call(`https://${host}:${ports.finance}/health`, { ca })).status, 200, host);
    assert.equal((await call(`http://${host}:${ports.metrics}/metrics`)).status, 200, host);
  }
  program.kill("SIGTERM");
  assert.deepEqual(await program.ended, { code: 0, signal: null }, program.errors);
});

test("--host opens every service but those that a variable keeps closed, and the start says so", async () => {
  await using folder = await workFolder();
  const variables = { FINANCE_HOST: "127.0.0.1", FINANCE_TRUSTED_PROXIES: "127.0.0.1,10.1.2.3" };
  await using program = await start(variables, folder.path, "--host", "0.0.0.0");
  const ports = await program.ports();
  const lines = /^ {2}open to {3}(.*?)\n {2}database/ms.exec(program.output)?.[1]?.split(/\n {12}/);
  assert.deepEqual(lines, [
    "web: every network of this machine, which it rejects: it needs WEB_TLS_CERT or WEB_TRUSTED_PROXIES to serve other machines (WEB_HOST or --host)",
    "auth: every network of this machine, in plain HTTP: passwords and tokens are readable in transit unless a TLS proxy is in front (AUTHSVC_API_HOST or --host)",
    "finance: this machine alone",
    "metrics: every network of this machine, in plain HTTP and without credentials (OTEL_EXPORTER_PROMETHEUS_HOST or --host)",
    "finance trusts proxies at 10.1.2.3, which cannot reach it: set FINANCE_HOST",
  ]);
  for (const host of outside) {
    assert.equal((await call(`http://${host}:${ports.auth}/health`)).status, 200, host);
    assert.equal(await knock(host, ports.finance), "ECONNREFUSED", host);
    assert.equal(await knock(host, ports.metrics), "open", host);
  }
});

test("start --help says what --host does, and a wrong --host starts nothing", async () => {
  await using folder = await workFolder();
  const help = await runToEnd(["start", "--help"], {}, folder.path);
  assert.equal(help.code, 0);
  for (const name of ["--host ADDRESS", "AUTHSVC_API_HOST", "FINANCE_HOST", "WEB_HOST"])
    assert.ok(help.output.includes(name), name);
  const wrong = await runToEnd(["start", "--host", "http://0.0.0.0"], {}, folder.path);
  assert.equal(wrong.code, 2);
  assert.match(wrong.errors, /^--host takes an IP address or a host name, but got "http:\/\/0\.0\.0\.0"\.\n/);
});

/** Whether the port accepts connections. */
function knock(host: string, port: number): Promise<string | undefined> {
  const { promise, resolve } = Promise.withResolvers<string | undefined>();
  const socket = connect({ host, port, timeout: 5_000 });
  socket.on("connect", () => resolve("open"));
  socket.on("timeout", () => resolve("timeout"));
  socket.on("error", (error: NodeJS.ErrnoException) => resolve(error.code));
  return promise.finally(() => socket.destroy());
}
