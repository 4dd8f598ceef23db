import assert from "node:assert/strict";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { freePort } from "../embedded_postgres/free_port.ts";
import { type TestDatabase, testDatabase } from "../testing/database.ts";

import { countNoDelay } from "../testing/no_delay.ts";
import { startTlsProxy, type TlsProxy } from "../testing/tls_proxy.ts";
import { clientConfigs, connectClient } from "./client.ts";

let database: TestDatabase;
let tls: TlsProxy;
let folder: string;

before(async () => {
  database = await testDatabase();
  tls = await startTlsProxy(database.url);
  folder = await mkdtemp(join(tmpdir(), "cofre-client-"));
  await writeFile(join(folder, "root.pem"), tls.certificate);
});

after(async () => {
  await rm(folder, { recursive: true });
  await tls[Symbol.asyncDispose]();
  await database[Symbol.asyncDispose]();
});

/** The test's database at another host and port. */
function urlAt(host: string, port: number | string, parameters = ""): string {
  const { username, password, pathname } = new URL(database.url);
  return `postgres://${username}:${password}@${host}:${port}${pathname}${parameters}`;
}

async function connects(url: string): Promise<true> {
  const { client, end } = await connectClient({ url, settings: {}, name: "test" });
  await client.query("select 1");
  await end();
  return true;
}

test("nothing is held back on the way to the database", async (t) => {
  const count = await countNoDelay(t);
  await connects(database.url);
  assert.equal(count(), 1);
});

test("each host is tried in turn", async () => {
  const { hostname, port } = new URL(database.url);
  const closed = await freePort();
  assert.ok(await connects(urlAt("localhost", closed, `?host=127.0.0.1,${hostname}&port=${closed},${port}`)));
  await assert.rejects(connects(urlAt("localhost", closed, `?host=127.0.0.1,127.0.0.1&port=${closed}`)), {
    code: "ECONNREFUSED",
  });
});

test("sslmode means what it means to PostgreSQL's own programs", async () => {
  const root = `&sslrootcert=${join(folder, "root.pem")}`;
  const accepted = {
    "localhost?sslmode=require": true,
    "127.0.0.1?sslmode=no-verify": true,
    "127.0.0.1?sslmode=prefer": true,
    [`127.0.0.1?sslmode=verify-ca${root}`]: true,
    [`localhost?sslmode=verify-full${root}`]: true,
    "localhost?sslmode=verify-full": false,
    "localhost?ssl=true": false,
    [`127.0.0.1?sslmode=verify-full${root}`]: false,
  };
  for (const [place, isAccepted] of Object.entries(accepted)) {
    const [host, parameters] = place.split("?") as [string, string];
    const result = await connects(urlAt(host, tls.port, `?${parameters}`)).catch((error: Error) => error.message);
    assert.equal(result === true, isAccepted, `${place}: ${result}`);
  }
});

test("a server without TLS is taken where TLS is only preferred, and refused where it is required", async () => {
  const { hostname, port } = new URL(database.url);
  for (const mode of ["prefer", "allow", "disable"]) assert.ok(await connects(urlAt(hostname, port, `?sslmode=${mode}`)), mode);
  await assert.rejects(connects(urlAt(hostname, port, "?sslmode=require")), /does not support SSL/);
});

test("a certificate that cannot be read is named", async () => {
  const result = connects(urlAt("localhost", tls.port, "?sslmode=verify-full&sslrootcert=/nowhere/root.pem"));
  await assert.rejects(result, /^OperatorError: The file that sslrootcert of the database's URL names cannot be read: .*nowhere/);
});

test("the parts of a URL are decoded, and settings travel as one parameter", async () => {
  const [config] = clientConfigs({ url: "postgres://a:b%20c@db.lan/x%2Fy", settings: { jit: "off" }, name: "test" });
  assert.deepEqual(config, {
    ...{ user: "a", password: "b c", database: "x/y", host: "db.lan", port: 5432 },
    ...{ options: "-c jit=off", application_name: "test", enableChannelBinding: false },
  });
});
