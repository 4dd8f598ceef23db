// Where the servers of a URL listen. As PostgreSQL's own programs take it: in its place, or as parameters (`?host=/run/postgresql`); the folder of a Unix
// socket in place of the host (`%2Frun%2Fpostgresql`); several hosts between commas, to be tried in their order.

export interface Address {
  /** A name, an address, or the folder of a Unix socket. */
  host: string;
  /** As it is written; empty where it is not. */
  port: string;
}

export function addressesOf(url: string): Address[] {
  const { hostname, port, searchParams } = new URL(url);
  const hosts = (searchParams.get("host") || decodeURIComponent(hostname).replace(/^\[|\]$/g, "")).split(",");
  const ports = (searchParams.get("port") || port).split(",");
  return hosts.map((host, index) => ({ host: host || "localhost", port: ports[index] ?? (ports[0] as string) }));
}
