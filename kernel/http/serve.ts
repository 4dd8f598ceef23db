// Listens for a service and ends without dropping anybody: plain HTTP, or TLS that tells a plain request apart by its first byte.
import { createServer as createHttpServer, type RequestListener, type Server } from "node:http";
import { createServer as createHttpsServer } from "node:https";
import { createServer as createTcpServer, type Socket, type Server as TcpServer } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { type Listener, listen } from "../process/listen.ts";
import { OperatorError } from "../process/operator_error.ts";
import { buildApp } from "./http.ts";
import type { Service } from "./service.ts";

export interface ServeOptions {
  /** All addresses unless given; `localhost` is this machine alone. */
  host: string | undefined;
  port: number;
  /** The variable that moves the port, for the message when the port is taken. */
  portVariable: string;
  /** Shared with the service's readiness: set when the end has begun. */
  lifecycle: Lifecycle;
  tls?: { key: string; cert: string };
}

export interface Lifecycle {
  draining: boolean;
}

export interface Listening {
  port: number;
  /**
   * Refuses new connections, lets requests in progress finish, closes. Connections that are kept open must have been quiet for
   * `keptQuietMs`: a proxy goes on using them until it has asked again whether we are ready.
   */
  stop(keptQuietMs?: number): Promise<void>;
}

const LONGEST_DRAIN_MS = 10_000;
const QUIET_MS = 100;
const STEP_MS = 20;
/** Access tokens carry what users say of themselves, so a header may be larger than Node's 16 KB. */
const LIMITS = {
  maxHeaderSize: 32_768,
  requestTimeout: 30_000,
  headersTimeout: 15_000,
  keepAliveTimeout: 72_000,
  connectionsCheckingInterval: 5_000,
  // Else the first of two Authorization headers would count, and nobody could see the second.
  joinDuplicateHeaders: true,
};
const SILENT_SOCKET_MS = 60_000;
const FIRST_BYTE_MS = 10_000;
const TLS_HANDSHAKE = 0x16;

export async function serve<World, Access extends string, Caller, Extra>(
  service: Service<World, Access, Caller, Extra>,
  options: ServeOptions,
): Promise<Listening> {
  const servers: Server[] = [];
  let inProgress = 0;
  const prepare = (server: Server) => {
    server.setTimeout(SILENT_SOCKET_MS);
    server.on("request", (_, response) => {
      inProgress++;
      response.once("close", () => inProgress--);
    });
    // Node would answer an Expect that it does not know with an empty 417. It may be ignored, and then the answer is ours.
    server.on("checkExpectation", (request, response) => server.emit("request", request, response));
    servers.push(server);
    return server;
  };
  let plainHandler: RequestListener | undefined;
  const app = await buildApp(service, options.lifecycle, (handler) => {
    plainHandler = handler;
    return prepare(options.tls ? createHttpsServer({ ...LIMITS, ...options.tls }, handler) : createHttpServer(LIMITS, handler));
  });
  const [main] = servers as [Server];
  const sockets = new Set<Socket>();
  let door: TcpServer = main;
  if (options.tls) {
    const plain = prepare(createHttpServer(LIMITS, plainHandler));
    for (const listener of main.listeners("clientError")) plain.on("clientError", listener as () => void);
    // As Node's HTTP servers have it: else the end of an answer waits until the client acknowledges what came before, up to 40 ms.
    door = createTcpServer({ noDelay: true }, (socket) => sortByFirstByte(socket, main, plain));
  }
  door.on("connection", (socket) => {
    sockets.add(socket);
    socket.once("close", () => sockets.delete(socket));
  });
  const listener = await bind(door, options);
  return {
    port: listener.port,
    stop: async (keptQuietMs = QUIET_MS) => {
      options.lifecycle.draining = true;
      const closed = listener.close();
      const deadline = Date.now() + LONGEST_DRAIN_MS;
      // What is on its way over an open connection shows as a request within a moment.
      let quietMs = 0;
      while (sockets.size > 0 && quietMs < keptQuietMs && Date.now() < deadline) {
        await sleep(STEP_MS);
        quietMs = inProgress === 0 ? quietMs + STEP_MS : 0;
      }
      for (const socket of sockets) socket.destroy();
      await closed;
      await app.close();
    },
  };
}

/** Every TLS connection begins with a handshake record; what begins otherwise is plain HTTP and gets an answer it can read. */
function sortByFirstByte(socket: Socket, tls: Server, plain: Server): void {
  socket.setTimeout(FIRST_BYTE_MS, () => socket.destroy());
  socket.on("error", () => socket.destroy());
  socket.once("data", (bytes) => {
    socket.pause();
    socket.removeAllListeners("timeout");
    socket.setTimeout(0);
    socket.unshift(bytes);
    (bytes[0] === TLS_HANDSHAKE ? tls : plain).emit("connection", socket);
    process.nextTick(() => socket.resume());
  });
}

async function bind(door: TcpServer, { host, port, portVariable }: ServeOptions): Promise<Listener> {
  return listen(door, { host, port }).catch((error: NodeJS.ErrnoException) => {
    const reasons: Record<string, string> = {
      EADDRINUSE: `Port ${port} is taken by another program. Stop that program, or set ${portVariable} to a free port.`,
      EACCES: `Port ${port} needs more rights than this user has. Set ${portVariable} to a port above 1023.`,
      EADDRNOTAVAIL: `The address ${host} does not belong to this machine.`,
      ENOTFOUND: `The host name ${host} is not known.`,
    };
    const reason = reasons[error.code ?? ""] ?? `Port ${port} cannot be listened on: ${error.message}.`;
    throw new OperatorError(reason, { cause: error });
  });
}
