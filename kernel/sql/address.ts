// Where the server of a URL listens. PostgreSQL's own programs also take it as parameters (`?host=/run/postgresql`) and with a folder in the place of the
// host (`%2Frun%2Fpostgresql`), for a Unix socket in it; the driver would send the one to the server as a setting, and look the other up as a name.

export interface Address {
  url: string;
  /** These win over what the URL says. */
  host?: string;
  port?: number;
}

export function addressOf(url: string): Address {
  const parsed = new URL(url);
  const given = parsed.searchParams;
  const host = given.get("host") || (isFolder(parsed.hostname) ? decodeURIComponent(parsed.hostname) : null);
  const port = given.get("port");
  if (host === null && port === null) return { url };
  for (const name of ["host", "port"]) given.delete(name);
  return { url: parsed.href, ...(host && { host }), ...(port && { port: Number(port) }) };
}

const isFolder = (hostname: string) => /^%2f/i.test(hostname);
