// Test support: a server that answers with bytes of the test's choice, which no decent HTTP server would send.
import { once } from "node:events";
import { type AddressInfo, createServer, type Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";

export interface RawReceiver extends AsyncDisposable {
  url: string;
  /** How many requests came. */
  readonly requests: number;
  /** Bytes of answers that the connections took. */
  readonly sent: number;
}

/** What is said when a request has come; `more` is then said again and again, as fast as the other side reads, until it hangs up. */
export interface Raw {
  says: string;
  more?: (index: number) => string | Buffer;
  /** Between one and the next. */
  pauseMs?: number;
  /** Hangs up after what is said. */
  ends?: boolean;
}

export async function startRawReceiver(answer: () => Raw): Promise<RawReceiver> {
  const sockets = new Set<Socket>();
  let [requests, sent] = [0, 0];
  const server = createServer((socket) => {
    sockets.add(socket);
    // Whoever is lied to hangs up as they like.
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

/** Or closed. */
function drained(socket: Socket): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const go = () => {
    socket.off("drain", go).off("close", go);
    resolve();
  };
  socket.on("drain", go).on("close", go);
  return promise;
}
