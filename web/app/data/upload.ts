// Sends a request whose body takes long, and says how much of it is sent, which `fetch` cannot.
import type { RequestOptions } from "./requests.ts";

interface Answer {
  status: number;
  headers: { get(name: string): string | null };
  text(): Promise<string>;
}

/** The user ended it, which says nothing of the connection. */
const ENDED: Answer = { status: 499, headers: { get: () => null }, text: async () => "" };

/** Rejects if there is no reply. */
export function upload(url: string, { method = "POST", headers, body, signal, onProgress }: RequestOptions): Promise<Answer> {
  const { promise, resolve, reject } = Promise.withResolvers<Answer>();
  const request = new XMLHttpRequest();
  request.open(method, url);
  for (const [name, value] of Object.entries(headers ?? {})) request.setRequestHeader(name, value as string);
  request.upload.addEventListener("progress", ({ loaded, total }) => onProgress?.(total > 0 ? loaded / total : 0));
  request.addEventListener("load", () => {
    const { status, responseText } = request;
    resolve({ status, headers: { get: (name) => request.getResponseHeader(name) }, text: async () => responseText });
  });
  for (const kind of ["error", "timeout"]) request.addEventListener(kind, () => reject(new Error(kind)));
  request.addEventListener("abort", () => resolve(ENDED));
  signal?.addEventListener("abort", () => request.abort(), { once: true });
  if (signal?.aborted) resolve(ENDED);
  else request.send(body as FormData);
  return promise;
}
