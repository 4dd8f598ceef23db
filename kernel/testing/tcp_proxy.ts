// A TCP proxy between a service and its database, so that a test can cut the cable.
import { type AddressInfo, connect, createServer, type Socket } from "node:net";

export interface TcpProxy extends AsyncDisposable {
  port: number;
  /** Cuts what is open and refuses what comes. */
  cut(): Promise<void>;
  mend(): Promise<void>;
  /** Holds every byte back, in both directions, until told otherwise. */
  stall(hold: boolean): void;
  /** Drops what is held back: whoever waits for it, waits for ever. */
  lose(): void;
}

export async function startTcpProxy(target: { host: string; port: number }): Promise<TcpProxy> {
  const sockets = new Set<Socket>();
  let held = false;
  const backlog: (() => void)[] = [];
  const pass = (step: () => void) => (held ? backlog.push(step) : step());
  const server = createServer((near) => {
    const far = connect(target);
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(from);
      from.on("data", (chunk) => pass(() => to.write(chunk)));
      from.on("end", () => pass(() => to.end()));
      from.on("error", () => to.destroy());
      from.on("close", () => sockets.delete(from));
    }
  });
  const listen = (port: number) => new Promise<void>((resolve) => server.listen(port, "127.0.0.1", resolve));
  const cut = async () => {
    if (!server.listening) return;
    const closed = new Promise((resolve) => server.close(resolve));
    for (const socket of sockets) socket.destroy();
    await closed;
  };
  await listen(0);
  const { port } = server.address() as AddressInfo;
  return {
    port,
    cut,
    mend: () => listen(port),
    stall: (hold) => {
      held = hold;
      if (!held) for (const step of backlog.splice(0)) step();
    },
    lose: () => void backlog.splice(0),
    [Symbol.asyncDispose]: cut,
  };
}

/** The same database, reached through the proxy. */
export function through(proxy: TcpProxy, databaseUrl: string): string {
  const url = new URL(databaseUrl);
  url.port = String(proxy.port);
  return url.href;
}
