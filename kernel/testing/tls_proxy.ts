// Test support: a TLS proxy before the test's database that negotiates like PostgreSQL.
import { once } from "node:events";
import { type AddressInfo, connect, createServer } from "node:net";
import { createSecureContext, TLSSocket } from "node:tls";
import { issueCertificate } from "../http/issue_certificate.ts";

export interface TlsProxy extends AsyncDisposable {
  port: number;
  /** PEM, self-signed, for the name `localhost` only. */
  certificate: string;
}

export async function startTlsProxy(url: string): Promise<TlsProxy> {
  const { hostname, port } = new URL(url);
  const { key, cert } = await issueCertificate({
    commonName: "localhost",
    from: new Date(Date.now() - 86_400_000),
    until: new Date(Date.now() + 86_400_000),
    names: ["localhost"],
    signs: "every name",
  });
  const secureContext = createSecureContext({ key, cert });
  const server = createServer((plain) => {
    plain.once("data", () => {
      plain.write("S");
      const secure = new TLSSocket(plain, { isServer: true, secureContext });
      const upstream = connect(Number(port), hostname);
      secure.pipe(upstream).pipe(secure);
      for (const socket of [plain, secure, upstream]) socket.on("error", () => socket.destroy());
    });
    plain.on("error", () => {});
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    port: (server.address() as AddressInfo).port,
    certificate: cert,
    [Symbol.asyncDispose]: async () => void server.close(),
  };
}
