// A plain HTTP client for tests. It adds no header of its own, unlike fetch, and can be told which certificate to trust.
import { request as httpRequest, type IncomingHttpHeaders } from "node:http";
import { request as httpsRequest } from "node:https";

export interface Call {
  method?: string;
  headers?: Record<string, string>;
  /** An object is sent as JSON; text and bytes go as they are. */
  body?: unknown;
  /** PEM of the certificate to trust. */
  ca?: string;
}

export interface Reply {
  status: number;
  headers: IncomingHttpHeaders;
  /** Parsed where the answer says that it is JSON. */
  body: unknown;
  text: string;
}

export function call(url: string, { method = "GET", headers = {}, body, ca }: Call = {}): Promise<Reply> {
  const { promise, resolve, reject } = Promise.withResolvers<Reply>();
  const isJson = typeof body === "object" && !(body instanceof Uint8Array);
  const bytes = isJson ? JSON.stringify(body) : (body as string | Uint8Array | undefined);
  const allHeaders = { ...(isJson && { "content-type": "application/json" }), ...headers };
  const options = { method, headers: allHeaders, agent: false as const, ...(ca && { ca }) };
  const sent = (url.startsWith("https:") ? httpsRequest : httpRequest)(url, options, (answer) => {
    const chunks: Buffer[] = [];
    answer.on("data", (chunk) => chunks.push(chunk));
    answer.on("error", reject);
    answer.on("end", () => {
      const text = Buffer.concat(chunks).toString("utf8");
      const parsed = answer.headers["content-type"]?.startsWith("application/json") && text !== "" ? JSON.parse(text) : text;
      resolve({ status: answer.statusCode ?? 0, headers: answer.headers, body: parsed, text });
    });
  });
  sent.on("error", reject);
  if (bytes !== undefined) sent.setHeader("content-length", Buffer.byteLength(bytes));
  sent.end(bytes);
  return promise;
}
