// Test support: calls without TLS, as a proxy that the service trusts makes them, on connections that stay open. For tests that call
// thousands of times.
import { Agent, request } from "node:http";
import type { Reply } from "../../kernel/testing/client.ts";
import { BASE_PATH } from "../endpoint.ts";
import { clientWith, type TestClient } from "../testing.ts";

/** For `startTestFinance`: whom it has to trust. */
export const TRUSTING = { TRUSTED_PROXIES: "127.0.0.1" };

const agent = new Agent({ keepAlive: true });

/** The same caller as `authorization` says, on the service at this port. */
export function quickClient(port: number, authorization: string): TestClient {
  return clientWith((path, { method = "GET", headers = {}, body } = {}) => {
    const { promise, resolve, reject } = Promise.withResolvers<Reply>();
    const isRecord = typeof body === "object" && !(body instanceof Uint8Array);
    const text = isRecord ? JSON.stringify(body) : (body as string | Uint8Array | undefined);
    const type = isRecord ? { "content-type": "application/json" } : {};
    const length = { "content-length": String(Buffer.byteLength(text ?? "")) };
    const all = { ...type, ...headers, ...length, "x-forwarded-proto": "https" };
    const outgoing = request({ agent, host: "127.0.0.1", port, method, path: BASE_PATH + path, headers: all }, (answer) => {
      const chunks: Buffer[] = [];
      answer.on("data", (chunk) => chunks.push(chunk));
      answer.on("error", reject);
      answer.on("end", () => {
        const received = Buffer.concat(chunks).toString("utf8");
        const isJson = answer.headers["content-type"]?.startsWith("application/json");
        const parsed: unknown = isJson ? JSON.parse(received) : received;
        resolve({ status: answer.statusCode ?? 0, headers: answer.headers, body: parsed, text: received });
      });
    });
    outgoing.on("error", reject);
    outgoing.end(text);
    return promise;
  }, authorization);
}
