// The driver's socket, opened as the driver would open it itself, but without Nagle's algorithm. That would hold a statement back while an earlier one on the
// same connection has no answer yet, and the end of a long one until its beginning is acknowledged: up to 40 ms.
import { connect, type Socket } from "node:net";

/** What the driver has read from the URL. */
interface Address {
  host: string[];
  port: number[];
  /** Of a Unix socket. */
  path?: string | false;
}

/** The driver takes it at once and hears of its errors; it looks up in it whose certificate to expect. Each attempt takes the next host. */
export function socketOpener(): (address: Address) => Socket & { host?: string | undefined } {
  let attempts = 0;
  return ({ host: hosts, port: ports, path }) => {
    if (path) return connect(path);
    const index = attempts++ % hosts.length;
    const host = hosts[index] as string;
    return Object.assign(connect({ host, port: ports[index] as number, noDelay: true }), { host });
  };
}
