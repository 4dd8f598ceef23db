// A TCP proxy whose connections can be cut, stalled or lost.
import { type AddressInfo, connect, createServer, type Socket } from "node:net";

export interface TcpProxy extends AsyncDisposable {
  port: number;
  /** Closes open connections and refuses new ones. */
  cut(): Promise<void>;
  mend(): Promise<void>;
  /** Holds back all bytes in both directions while true. */
  stall(hold: boolean): void;
  /** The number of chunks held back. */
  readonly held: number;
  /** Drops the chunks that are held back. */
  lose(): void;
}

export interface Target {
  host?: string;
  port: number;
}

/** Forwards data between the two sides of one connection. */
export type Join = (near: Socket, far: Socket) => void;

/** A function is called for each connection; undefined means that nothing runs there. */
export async function startTcpProxy(target: Target | (() => Target | undefined), joinBy?: Join): Promise<TcpProxy> {
  const sockets = new Set<Socket>();
  let isStalled = false;
  const backlog: (() => void)[] = [];
  const pass = (step: () => void) => (isStalled ? backlog.push(step) : step());
  const join = joinBy ?? joinBytes(pass);
  const server = createServer((near) => {
    const goal = typeof target === "function" ? target() : target;
    if (goal === undefined) return void near.resetAndDestroy();
    const far = connect({ host: "127.0.0.1", ...goal });
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(from);
      from.on("end", () => pass(() => to.end()));
      from.on("error", () => to.destroy());
      from.on("close", () => sockets.delete(from));
    }
    join(near, far);
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
      isStalled = hold;
      if (!hold) for (const step of backlog.splice(0)) step();
    },
    get held() {
      return backlog.length;
    },
    lose: () => void backlog.splice(0),
    [Symbol.asyncDispose]: cut,
  };
}

function joinBytes(pass: (step: () => void) => void): Join {
  return (near, far) => {
    near.on("data", (chunk) => pass(() => far.write(chunk)));
    far.on("data", (chunk) => pass(() => near.write(chunk)));
  };
}

/** The same database through the proxy. */
export function through(proxy: { port: number }, databaseUrl: string): string {
  const url = new URL(databaseUrl);
  url.port = String(proxy.port);
  return url.href;
}
