// Test support: uploads of files, whole, in forms, and cut off in the middle.
import type { ClientRequest } from "node:http";
import { request as httpsRequest } from "node:https";
import type { Reply } from "../../kernel/testing/client.ts";
import type { TestClient, TestFinance } from "../testing.ts";

export interface ShownAttachment {
  id: string;
  name: string;
  type: string;
  size_bytes: number;
  url: string;
}

export function upload(
  client: Pick<TestClient, "post">,
  transactionId: number,
  bytes: Buffer,
  { query = "", headers = {} }: { query?: string; headers?: Record<string, string> } = {},
): Promise<Reply> {
  return client.post(`/transactions/${transactionId}/attachments${query}`, bytes, {
    "content-type": "application/octet-stream",
    ...headers,
  });
}

const BOUNDARY = "a-boundary";
export const FORM = { "content-type": `multipart/form-data; boundary=${BOUNDARY}` };

export function formOf(files: readonly { name: string; bytes: Buffer; field?: string }[]): Buffer {
  const parts = files.flatMap(({ name, bytes, field = "file" }) => [
    Buffer.from(
      `--${BOUNDARY}\r\ncontent-disposition: form-data; name="${field}"; filename="${name}"\r\ncontent-type: text/html\r\n\r\n`,
    ),
    bytes,
    Buffer.from("\r\n"),
  ]);
  return Buffer.concat([...parts, Buffer.from(`--${BOUNDARY}--\r\n`)]);
}

/** A request that says that it is of so many bytes, and stays open: the test sends what it likes. */
export function openUpload(
  { url, certificate }: Pick<TestFinance, "url" | "certificate">,
  client: Pick<TestClient, "authorization">,
  transactionId: number,
  length: number,
): ClientRequest {
  const outgoing = httpsRequest(`${url}/transactions/${transactionId}/attachments`, {
    method: "POST",
    ca: certificate.cert,
    headers: {
      authorization: client.authorization,
      "user-agent": "Tests (tests@example.com)",
      "content-type": "image/png",
      "content-length": String(length),
    },
  });
  outgoing.on("error", () => {});
  return outgoing;
}
