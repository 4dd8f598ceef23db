// Test support: which addresses of the world would be asked, without asking them.
import { EventEmitter } from "node:events";
import https from "node:https";
import { mock } from "node:test";

/** All requests by TLS that are made meanwhile; none of them arrives. */
export async function askedAddresses(meanwhile: () => Promise<void>): Promise<string[]> {
  const requests: string[] = [];
  const stopped = mock.method(https, "request", (url: URL) => {
    requests.push(url.href);
    const request = new EventEmitter();
    return Object.assign(request, { end: () => queueMicrotask(() => request.emit("error", new Error("no network"))) });
  });
  try {
    await meanwhile();
  } finally {
    stopped.mock.restore();
  }
  return requests;
}
