// Sends raw bytes on a socket.
import { connect, type Socket } from "node:net";
import { connect as connectTls } from "node:tls";

const LONGEST_MS = 60_000;

/** Returns everything received until the server closes or is silent for a while. */
export function sendBytes(url: string, bytes: string | Buffer | readonly (string | Buffer)[], quietMs = 500): Promise<string> {
  const { hostname: host, port, protocol } = new URL(url);
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  let received = "";
  const socket: Socket =
    protocol === "https:" ? connectTls({ host, port: Number(port), rejectUnauthorized: false }) : connect(Number(port), host);
  const finish = () => {
    socket.destroy();
    resolve(received);
  };
  socket.on("data", (chunk) => {
    received += chunk.toString("latin1");
    socket.setTimeout(quietMs);
  });
  socket.setTimeout(LONGEST_MS, finish);
  socket.on("close", finish);
  socket.on("error", (error: NodeJS.ErrnoException) =>
    ["ECONNRESET", "EPIPE"].includes(error.code ?? "") ? finish() : reject(error),
  );
  for (const part of [bytes].flat()) socket.write(part);
  return promise;
}

/** The statuses in the result of `sendBytes`. */
export function statusesIn(received: string): number[] {
  return [...received.matchAll(/^HTTP\/1\.1 (\d{3})/gm)].map(([, status]) => Number(status));
}
