// Test support: a database proxy that can drop a row of an answer, like a faulty driver or network.
import type { Socket } from "node:net";
import { startTcpProxy, through } from "./tcp_proxy.ts";

export interface LossyProxy extends AsyncDisposable {
  /** The database through this proxy. */
  url: string;
  /** Drops the first row of the next answer with rows, on any connection. */
  loseRow(): void;
  /** The number of dropped rows. */
  readonly lost: number;
}

const DATA_ROW = "D".charCodeAt(0);
/** A letter and the length, which includes itself. */
const HEAD_BYTES = 5;

export async function startLossyProxy(url: string): Promise<LossyProxy> {
  let isLosing = false;
  let lost = 0;
  const isLost = () => {
    if (!isLosing) return false;
    isLosing = false;
    lost++;
    return true;
  };
  const { hostname: host, port } = new URL(url);
  const proxy = await startTcpProxy({ host, port: Number(port) }, (near, far) => {
    near.on("data", (chunk) => far.write(chunk));
    passAnswers(far, near, isLost);
  });
  return {
    url: through(proxy, url),
    loseRow: () => {
      isLosing = true;
    },
    get lost() {
      return lost;
    },
    [Symbol.asyncDispose]: () => proxy[Symbol.asyncDispose](),
  };
}

/** Forwards the server's messages one by one, except for rows that `isLost` selects. */
export function passAnswers(far: Socket, near: Socket, isLost: () => boolean): void {
  let rest: Buffer = Buffer.alloc(0);
  far.on("data", (chunk) => {
    rest = Buffer.concat([rest, chunk]);
    while (rest.length >= HEAD_BYTES && rest.length > rest.readInt32BE(1)) {
      const end = rest.readInt32BE(1) + 1;
      if (rest[0] !== DATA_ROW || !isLost()) near.write(rest.subarray(0, end));
      rest = rest.subarray(end);
    }
  });
}
