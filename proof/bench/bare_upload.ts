// A server that does nothing but what every upload needs: it receives bytes by TLS and stores them in PostgreSQL, in pieces of 256 KB.
import { randomUUID } from "node:crypto";
import { createServer } from "node:https";
import { ownCertificate } from "../../kernel/http/certificate.ts";
import { openDatabase } from "../../kernel/sql/database.ts";
import { sql } from "../../kernel/sql/sql.ts";
import { LONG_TIMEOUTS } from "./timeouts.ts";

const CHUNK_BYTES = 256 * 1024;

const [url = "", folder = ""] = process.argv.slice(2);
const db = openDatabase({ url, schema: "public", maxConnections: 16, name: "cofre bare upload", settings: LONG_TIMEOUTS });
await db.run(sql`create table if not exists bare_chunks (file uuid, n integer, bytes bytea, primary key (file, n))`);
await db.run(sql`alter table bare_chunks alter column bytes set storage external`);
const { cert, key } = await ownCertificate(folder);

const server = createServer({ cert, key }, async (request, response) => {
  const file = randomUUID();
  let n = 0;
  let held: Buffer[] = [];
  let bytes = 0;
  const store = async () => {
    await db.run(sql`insert into bare_chunks (file, n, bytes) values (${file}, ${n++}, ${Buffer.concat(held)})`);
    held = [];
    bytes = 0;
  };
  for await (const piece of request) {
    held.push(piece as Buffer);
    bytes += (piece as Buffer).length;
    if (bytes >= CHUNK_BYTES) await store();
  }
  if (bytes > 0) await store();
  response.writeHead(201).end("[]");
});
server.listen(0, "127.0.0.1", () => process.send?.({ port: (server.address() as { port: number }).port, cert }));
process.on("disconnect", () => process.exit());
