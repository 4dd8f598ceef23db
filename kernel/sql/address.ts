// The servers of a connection URL, as in libpq: hosts in the authority or in parameters (`?host=/run/postgresql`), Unix sockets
// (`%2Frun%2Fpostgresql`), several hosts in order.

export interface Address {
  /** A name, an address, or the folder of a Unix socket. */
  host: string;
  /** As written; empty if absent. */
  port: string;
}

export function addressesOf(url: string): Address[] {
  const { hostname, port, searchParams } = new URL(url);
  const hosts = (searchParams.get("host") || decodeURIComponent(hostname).replace(/^\[|\]$/g, "")).split(",");
  const ports = (searchParams.get("port") || port).split(",");
  return hosts.map((host, index) => ({ host: host || "localhost", port: ports[index] ?? (ports[0] as string) }));
}
