// Test support: a server that answers with arbitrary bytes, also invalid HTTP.
import { once } from "node:events";
import { type AddressInfo, createServer, type Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";

export interface RawReceiver extends AsyncDisposable {
  url: string;
  readonly requests: number;
  /** Bytes of answers that were written. */
  readonly sent: number;
}

/** Sent after a request; then `more` is repeated as fast as the client reads, until it disconnects. */
export interface Raw {
  says: string;
  more?: (index: number) => string | Buffer;
  /** Between repetitions. */
  pauseMs?: number;
  /** Closes the connection after the answer. */
  ends?: boolean;
}

export async function startRawReceiver(answer: () => Raw): Promise<RawReceiver> {
  const sockets = new Set<Socket>();
  let [requests, sent] = [0, 0];
  const server = createServer((socket) => {
    sockets.add(socket);
    // Clients disconnect as they like.
    socket.on("error", () => {}).on("close", () => sockets.delete(socket));
    socket.once("data", async () => {
      requests++;
      const { says, more, pauseMs = 0, ends } = answer();
      socket.resume();
      const say = async (bytes: string | Buffer) => {
        sent += bytes.length;
        if (!socket.write(bytes) && !socket.destroyed) await drained(socket);
      };
      await say(says);
      for (let index = 0; more && !socket.destroyed; index++) {
        await say(more(index));
        if (pauseMs > 0) await sleep(pauseMs);
      }
      if (ends) socket.end();
    });
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    get requests() {
      return requests;
    },
    get sent() {
      return sent;
    },
    [Symbol.asyncDispose]: async () => {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, "close");
    },
  };
}

/** Resolves when the socket is drained or closed. */
function drained(socket: Socket): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const go = () => {
    socket.off("drain", go).off("close", go);
    resolve();
  };
  socket.on("drain", go).on("close", go);
  return promise;
}
