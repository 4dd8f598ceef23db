import assert from "node:assert/strict";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { type AddressInfo, createServer, type Server } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { countNoDelay } from "../testing/no_delay.ts";
import { socketOpener } from "./socket.ts";

let server: Server;
let port: number;

before(async () => {
  server = createServer((socket) => socket.end());
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  ({ port } = server.address() as AddressInfo);
});

after(() => server.close());

test("nothing is held back on the way to the database", async (t) => {
  const count = await countNoDelay(t);
  const socket = socketOpener()({ host: ["127.0.0.1"], port: [port] });
  await once(socket, "connect");
  assert.equal(count(), 1);
  socket.destroy();
});

test("each attempt takes the next host, whose name the certificate must have", async () => {
  const open = socketOpener();
  const address = { host: ["127.0.0.1", "localhost"], port: [await closedPort(), port] };
  const [error] = await once(open(address), "error");
  assert.equal(error.code, "ECONNREFUSED");
  const second = open(address);
  await once(second, "connect");
  assert.deepEqual([second.host, second.remotePort], ["localhost", port]);
  const third = open(address);
  await once(third, "error");
  for (const socket of [second, third]) socket.destroy();
});

test("a database may listen on a path", async () => {
  const folder = await mkdtemp(join(tmpdir(), "cofre-socket-"));
  const path = join(folder, ".s.PGSQL.5432");
  const local = createServer((socket) => socket.end()).listen(path);
  await once(local, "listening");
  const socket = socketOpener()({ host: [folder], port: [5432], path });
  await once(socket, "connect");
  socket.destroy();
  local.close();
  await rm(folder, { recursive: true });
});

/** That of a server that is gone. */
async function closedPort(): Promise<number> {
  const gone = createServer().listen(0, "127.0.0.1");
  await once(gone, "listening");
  const address = gone.address() as AddressInfo;
  gone.close();
  await once(gone, "close");
  return address.port;
}
