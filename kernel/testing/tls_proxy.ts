// Test support: a TLS proxy before the test's database that negotiates like PostgreSQL.
import { once } from "node:events";
import { type AddressInfo, connect, createServer } from "node:net";
import { createSecureContext, TLSSocket } from "node:tls";
import { generate } from "selfsigned";

export interface TlsProxy extends AsyncDisposable {
  port: number;
  /** PEM, self-signed, for the name `localhost` only. */
  certificate: string;
}

export async function startTlsProxy(url: string): Promise<TlsProxy> {
  const { hostname, port } = new URL(url);
  const { private: key, cert } = await generate([{ name: "commonName", value: "localhost" }], {
    extensions: [{ name: "subjectAltName", altNames: [{ type: 2, value: "localhost" }] }],
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
