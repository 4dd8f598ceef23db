// Listens at one address, at all of them, or for this machine alone.
import { type AddressInfo, createServer, Server } from "node:net";

/** Means both loopback addresses, because the name resolves to IPv4 or IPv6. */
export const LOOPBACK = "localhost";

export interface Listener {
  port: number;
  /** Stops accepting connections, and resolves when the last one is closed. */
  close(): Promise<void>;
  /** Lets the process end while the server listens. */
  unref(): void;
}

const LOOPBACK_ADDRESSES = ["127.0.0.1", "::1"];
/** Codes of a machine that lacks the address. */
const ABSENT = ["EADDRNOTAVAIL", "EAFNOSUPPORT"];
/** A port that is free at one loopback address may be in use at the other. */
const MOST_TRIES = 20;

/** Without a host: all addresses. Port 0: any free port. Rejects with Node's error. */
export async function listen(server: Server, { host, port }: { host: string | undefined; port: number }): Promise<Listener> {
  if (host !== LOOPBACK) {
    await listenAt(server, host, port);
    return listenerOf([server]);
  }
  for (let tries = 1; ; tries++) {
    try {
      return await listenAtLoopback(server, port);
    } catch (error) {
      const isTaken = (error as NodeJS.ErrnoException).code === "EADDRINUSE";
      if (port !== 0 || !isTaken || tries === MOST_TRIES) throw error;
    }
  }
}

async function listenAtLoopback(server: Server, firstPort: number): Promise<Listener> {
  const open: Server[] = [];
  let absent: unknown;
  let port = firstPort;
  for (const address of LOOPBACK_ADDRESSES) {
    const each = open.length === 0 ? server : forwarderTo(server);
    try {
      await listenAt(each, address, port);
      open.push(each);
      port = portOf(each);
    } catch (error) {
      absent = error;
      if (ABSENT.includes((error as NodeJS.ErrnoException).code ?? "")) continue;
      await Promise.all(open.map(close));
      throw error;
    }
  }
  if (open.length === 0) throw absent;
  return listenerOf(open);
}

function listenerOf(open: readonly Server[]): Listener {
  return {
    port: portOf(open[0] as Server),
    close: async () => void (await Promise.all(open.map(close))),
    unref: () => {
      for (const each of open) each.unref();
    },
  };
}

/** A Node server has one address, so connections to the other are handed over. */
function forwarderTo(server: Server): Server {
  const { allowHalfOpen = false, maxConnections } = server as Server & { allowHalfOpen?: boolean };
  const door = createServer({ noDelay: true, allowHalfOpen }, (socket) => server.emit("connection", socket));
  if (maxConnections !== undefined) door.maxConnections = maxConnections;
  return door;
}

function listenAt(server: Server, host: string | undefined, port: number): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  server.once("error", reject);
  server.listen({ port, host }, resolve);
  return promise;
}

const portOf = (server: Server) => (server.address() as AddressInfo).port;

/** Closes without ending idle connections, unlike the `close` of an HTTP server. */
function close(server: Server): Promise<void> {
  return new Promise((resolve) => Server.prototype.close.call(server, () => resolve()));
}
