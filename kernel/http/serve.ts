// Listens for a service and drains it at the end: plain HTTP, or TLS that detects plain requests by their first byte.
import { createServer as createHttpServer, type RequestListener, type Server } from "node:http";
import { createServer as createHttpsServer } from "node:https";
import { createServer as createTcpServer, type Socket, type Server as TcpServer } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { type Listener, listen } from "../process/listen.ts";
import { OperatorError } from "../process/operator_error.ts";
import { type BodyLimits, limitBodyTime } from "./body_time.ts";
import { buildApp } from "./http.ts";
import type { KeyPair } from "./issue_certificate.ts";
import type { Service } from "./service.ts";

export interface ServeOptions {
  /** All addresses by default; `localhost` is this machine alone. */
  host: string | undefined;
  port: number;
  /** The variable that sets the port, for the message when the port is in use. */
  portVariable: string;
  /** Shared with the readiness checks: set when draining begins. */
  lifecycle: Lifecycle;
  tls?: KeyPair;
  lan?: LanListening;
  /** Others than `LIMITS`, for tests. */
  limits?: Partial<typeof LIMITS & BodyLimits>;
}

/** Addresses in a private network, served by TLS with a certificate of their own, at the same port. */
export interface LanListening {
  addresses: readonly string[];
  tls: KeyPair;
  /** Handles plain HTTP at these addresses; without it the service does, which sees that it is not secure. */
  onPlain?: RequestListener;
}

export interface Lifecycle {
  draining: boolean;
}

export interface Listening {
  port: number;
  /**
   * Stops accepting connections, finishes requests, closes. A proxy uses the replica until its next readiness check: so
   * connections are accepted for `keptQuietMs` more, if that is given, and kept ones must then be idle for as long.
   */
  stop(keptQuietMs?: number): Promise<void>;
}

const LONGEST_DRAIN_MS = 10_000;
const QUIET_MS = 100;
const STEP_MS = 20;
/** Access tokens contain user metadata, so headers may exceed Node's 16 KB. */
const LIMITS = {
  maxHeaderSize: 32_768,
  // Bodies have limits of their own, some of which are longer.
  requestTimeout: 0,
  headersTimeout: 15_000,
  keepAliveTimeout: 72_000,
  connectionsCheckingInterval: 5_000,
  // Otherwise the second of two Authorization headers would be dropped silently.
  joinDuplicateHeaders: true,
};
const BODY_LIMITS: BodyLimits = { bodyMs: 30_000, leastBytes: 32_768 };
const SILENT_SOCKET_MS = 60_000;
const FIRST_BYTE_MS = 10_000;
const TLS_HANDSHAKE = 0x16;

export async function serve<World, Access extends string, Caller, Extra>(
  service: Service<World, Access, Caller, Extra>,
  options: ServeOptions,
): Promise<Listening> {
  const servers: Server[] = [];
  const { bodyMs, leastBytes, ...limits } = { ...LIMITS, ...BODY_LIMITS, ...options.limits };
  let inProgress = 0;
  const prepare = (server: Server) => {
    server.setTimeout(SILENT_SOCKET_MS);
    limitBodyTime(server, { bodyMs, leastBytes });
    server.on("request", (_, response) => {
      inProgress++;
      response.once("close", () => inProgress--);
    });
    // Node answers an unknown Expect with an empty 417. Ignoring it is allowed, and gives our own answer.
    server.on("checkExpectation", (request, response) => server.emit("request", request, response));
    servers.push(server);
    return server;
  };
  let plainHandler: RequestListener | undefined;
  const app = await buildApp(service, options.lifecycle, (handler) => {
    plainHandler = handler;
    return prepare(options.tls ? createHttpsServer({ ...limits, ...options.tls }, handler) : createHttpServer(limits, handler));
  });
  const [main] = servers as [Server];
  const another = (server: Server) => {
    for (const listener of main.listeners("clientError")) server.on("clientError", listener as () => void);
    return prepare(server);
  };
  const doors = doorsOf(options, main, {
    plain: (handler = plainHandler) => another(createHttpServer(limits, handler)),
    secure: (tls) => another(createHttpsServer({ ...limits, ...tls }, plainHandler)),
  });
  for (const inner of servers.filter((each) => !doors.some(({ server }) => server === each))) startTimeouts(inner);
  const sockets = new Set<Socket>();
  for (const { server } of doors) {
    server.on("connection", (socket: Socket) => {
      sockets.add(socket);
      socket.once("close", () => sockets.delete(socket));
    });
  }
  const listener = await bindAll(doors, options);
  return {
    port: listener.port,
    stop: async (keptQuietMs = QUIET_MS) => {
      options.lifecycle.draining = true;
      // Proxies that ask /ready leave before connections are refused: not every proxy sends a refused request to another replica.
      if (keptQuietMs > QUIET_MS) await sleep(keptQuietMs);
      const closed = listener.close();
      const deadline = Date.now() + LONGEST_DRAIN_MS;
      // A request in transit on an open connection appears within a moment.
      let quietMs = 0;
      while (sockets.size > 0 && quietMs < keptQuietMs && Date.now() < deadline) {
        await sleep(STEP_MS);
        quietMs = inProgress === 0 ? quietMs + STEP_MS : 0;
      }
      for (const socket of sockets) socket.destroy();
      await closed;
      await app.close();
      // Those behind a door never listened, so nothing else ends their timers.
      for (const server of servers) server.close();
    },
  };
}

interface Door {
  server: TcpServer;
  host: string | undefined;
}

interface MakeServer {
  plain(handler?: RequestListener): Server;
  secure(tls: KeyPair): Server;
}

/** In a LAN the certificate is another one than at the host, which clients on this machine may have pinned. */
function doorsOf({ host, tls, lan }: ServeOptions, main: Server, make: MakeServer): Door[] {
  if (!tls && !lan) return [{ server: main, host }];
  const plain = tls ? make.plain() : main;
  // As in Node's HTTP servers. Otherwise the end of an answer may wait 40 ms for an acknowledgement.
  const sorting = (secure: Server, open: Server) =>
    createTcpServer({ noDelay: true }, (socket) => sortByFirstByte(socket, secure, open));
  if (!lan) return [{ server: sorting(main, plain), host }];
  const secure = make.secure(lan.tls);
  const open = lan.onPlain ? make.plain(lan.onPlain) : plain;
  const outer = lan.addresses.map((address) => ({ server: sorting(secure, open), host: address }));
  return [{ server: sorting(tls ? main : secure, plain), host }, ...outer];
}

/** Node's HTTP servers begin to check for slow requests when they listen, which servers behind another one never do. */
function startTimeouts(inner: Server): void {
  inner.emit("listening");
}

/** Every TLS connection begins with a handshake record. Other connections are plain HTTP and get a readable answer. */
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

/** All at one port, which the first may choose. */
async function bindAll(doors: readonly Door[], { port, portVariable }: ServeOptions): Promise<Omit<Listener, "unref">> {
  const listeners: Listener[] = [];
  const close = async () => void (await Promise.all(listeners.map((each) => each.close())));
  for (const { server, host } of doors) {
    const at = { host, port: listeners[0]?.port ?? port, portVariable };
    const listener = await bind(server, at).catch(async (error) => {
      await close();
      throw error;
    });
    listeners.push(listener);
  }
  return { port: (listeners[0] as Listener).port, close };
}

async function bind(door: TcpServer, { host, port, portVariable }: Omit<ServeOptions, "lifecycle">): Promise<Listener> {
  return listen(door, { host, port }).catch((error: NodeJS.ErrnoException) => {
    const reasons: Record<string, string> = {
      EADDRINUSE: `Port ${port} is taken by another program. Stop that program, or set ${portVariable} to a free port.`,
      EACCES: `Port ${port} needs more rights than this user has. Set ${portVariable} to a port above 1023.`,
      EADDRNOTAVAIL: `The address ${host} does not belong to this machine.`,
      ENOTFOUND: `The host name ${host} is unknown.`,
    };
    const reason = reasons[error.code ?? ""] ?? `Port ${port} cannot be listened on: ${error.message}.`;
    throw new OperatorError(reason, { cause: error });
  });
}
