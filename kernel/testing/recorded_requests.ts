// Test support: records the addresses of outgoing TLS requests without sending them.
import { EventEmitter } from "node:events";
import https from "node:https";
import { mock } from "node:test";

/** All TLS requests that are made meanwhile; none of them is sent. */
export async function recordRequests(meanwhile: () => Promise<void>): Promise<string[]> {
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
